import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'

t.test('vital tables (VIT-20)', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const nurse = await people.with('nurse')
  const author = await people.with('medical_in_charge')
  const other = await people.with('clinical_admin')

  t.test('a new hospital has them all, in force and not yet adopted (ALL-23)', async (t) => {
    const all = await nurse.get('/vital-tables')
    t.equal(all.status, 200, all.message)
    t.same(
      all.data.map((one: { code: string }) => one.code),
      [
        'RANGES',
        'CRITICAL_LIMITS',
        'PLAUSIBILITY',
        'NEWS2',
        'PEWS',
        'MEOWS',
        'TEWS',
        'OBSERVE_EVERY',
        'MUAC',
        'GROWTH',
        'TRIAGE_TARGETS',
        'DISCRIMINATORS',
      ],
    )
    for (const one of all.data) {
      t.match(one, { version: 1, in_force: true, adopted_by: null, written_by: 'Kituo' }, one.code)
      t.ok(one.source.length > 10 && one.rows.length > 0, one.code)
    }
    const muac = await nurse.get('/vital-tables/MUAC')
    t.match(muac.data, { code: 'MUAC', version: 1 }, muac.message)
    t.equal((await nurse.get('/vital-tables', { code: 'MUAC' })).data.length, 1)
    t.equal((await nurse.get('/vital-tables/NONE')).message, 'No such vital table.')
    t.equal((await nurse.get('/vital-tables/MUAC', { version: '7' })).status, 404)
  })

  t.test('what ships passes the check that is made of what people write', async (t) => {
    for (const { code, rows, source } of (await nurse.get('/vital-tables')).data) {
      if (code === 'GROWTH') continue
      const drafted = await author.post(`/vital-tables/${code}/versions`, { rows, source })
      t.equal(drafted.status, 201, `${code}: ${drafted.message}`)
    }
  })

  t.test('a draft is put in force by somebody else, at once (FRO-1)', async (t) => {
    const before = (await nurse.get('/vital-tables/MUAC')).data
    const rows = [{ band: 'all', severe_below: 12, moderate_below: 13 }]
    const made = await author.post('/vital-tables/MUAC/versions', { rows, source: 'Ward round' })
    t.match(made.data, { in_force: false, adopted_by: null }, made.message)
    const version = made.data.version
    t.equal((await nurse.get('/vital-tables/MUAC')).data.version, before.version)
    const at = `/vital-tables/MUAC/versions/${version}/adopt`
    const own = await author.post(at, { note: 'as agreed' })
    t.equal(own.status, 409)
    t.equal(
      own.message,
      'You wrote this version. Another Medical officer in charge or Clinical administrator must adopt it.',
    )
    t.equal((await other.post(at, {})).message, 'note is required.')
    const done = await other.post(at, { note: 'as agreed' })
    t.match(done.data, { in_force: true, adopted_at: clock.instant() }, done.message)
    t.match((await nurse.get('/vital-tables/MUAC')).data, { version, rows })
    const old = await nurse.get('/vital-tables/MUAC', { version: '1' })
    t.equal(old.data.in_force, false, 'the old version stays readable')
    const again = await other.post(at, { note: 'once more' })
    t.equal(again.message, `MUAC version ${version} was adopted already.`)
    t.equal((await other.post('/vital-tables/MUAC/versions/x/adopt', { note: 'abc' })).status, 404)
  })

  t.test('what ships is adopted as it stands', async (t) => {
    const done = await other.post('/vital-tables/NEWS2/versions/1/adopt', { note: 'reviewed' })
    t.match(done.data, { version: 1, in_force: true, adopted_by: other.user.full_name })
  })

  const range = { band: 'all', field: 'heart_rate', min: 60, max: 100 }
  const part = { part: 'heart_rate', points: 0, min: 60, max: 100 }
  const bad: [string, unknown[], string][] = [
    [
      'RANGES',
      [range, range, { ...range, min: 120, max: 80 }],
      'RANGES row 3: min 120 is above max 80.',
    ],
    ['RANGES', [], 'rows cannot be empty.'],
    ['RANGES', [{ min: 1, max: 2 }], 'RANGES row 1: field is required.'],
    ['RANGES', [{ ...range, min: 'low' }], 'RANGES row 1: min must be a number.'],
    [
      'NEWS2',
      [part, { ...part, points: 1, min: 102, max: 110 }],
      'NEWS2 rows 1 and 2 leave a hole between 100 and 102.',
    ],
    ['NEWS2', [part, { ...part, points: 1, min: 100, max: 110 }], 'NEWS2 rows 1 and 2 overlap.'],
    [
      'MUAC',
      [{ severe_below: 13, moderate_below: 12 }],
      'MUAC row 1: severe_below 13 is above moderate_below 12.',
    ],
  ]
  for (const [code, rows, message] of bad) {
    t.test(`is refused: ${message}`, async (t) => {
      const answer = await author.post(`/vital-tables/${code}/versions`, { rows, source: 'test' })
      t.equal(answer.message, message)
      t.equal(answer.status, 400)
    })
  }
})

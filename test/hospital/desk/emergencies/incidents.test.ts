import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('incidents with many casualties (EMG-17 to EMG-19)', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const chief = await people.with('nurse_in_charge')
  const nurse = await people.with('nurse')
  const body = { name: 'Bus in the river', kind: 'ROAD', tag_prefix: 'bus', expected: 40 }

  const bad: [Record<string, unknown>, string][] = [
    [{ name: undefined }, 'name is required.'],
    [{ tag_prefix: undefined }, 'tag_prefix is required.'],
    [{ tag_prefix: 'B' }, 'tag_prefix must be between 2 and 4 characters.'],
    [{ tag_prefix: 'B12' }, 'tag_prefix must be 2 to 4 letters.'],
    [
      { kind: 'WAR' },
      'kind must be one of ROAD, FIRE, BUILDING, DISASTER, OUTBREAK, VIOLENCE, OTHER.',
    ],
  ]
  for (const [more, message] of bad) {
    t.test(`is refused: ${message}`, async (t) => {
      const answer = await chief.post('/mass-casualty-incidents', { ...body, ...more })
      t.equal(answer.message, message)
      t.equal(answer.status, 400)
    })
  }

  t.test('started, and everybody is called; a second is refused (EMG-19)', async (t) => {
    const made = await chief.post('/mass-casualty-incidents', body)
    t.match(
      made.data,
      {
        reference: 'MC-2026-00001',
        status: 'ACTIVE',
        tag_prefix: 'BUS',
        counts: { casualties: 0, unidentified: 0 },
      },
      made.message,
    )
    t.match((await nurse.get('/notifications')).data, [{ kind: 'incident.started' }])
    const second = await chief.post('/mass-casualty-incidents', body)
    t.equal(second.status, 409)
    t.equal(second.message, 'Incident MC-2026-00001 is still active here.')
  })

  t.test(
    'casualties by number and by row; looked at twice as often (EMG-17, EMG-18)',
    async (t) => {
      const [incident] = (await nurse.get('/mass-casualty-incidents')).data
      const at = `/mass-casualty-incidents/${incident.id}/casualties`
      const made = await nurse.post(at, { count: 3 })
      t.equal(made.status, 201, made.message)
      t.same(
        made.data.map(({ tag }: { tag: string }) => tag),
        ['BUS-001', 'BUS-002', 'BUS-003'],
      )
      t.match(made.data[0], {
        status: 'ARRIVED',
        casualty_incident_id: incident.id,
        patient: { sex: 'Ambiguous', identity: 'UNKNOWN', full_name: 'Unknown BUS-001' },
      })
      const rows = await nurse.post(at, {
        casualties: [
          { triage_category: 1, sex: 'Male', note: 'Crushed leg' },
          { tag: 'BUS-950', triage_category: 3, age_band: 'CHILD' },
        ],
      })
      t.match(rows.data, [
        { tag: 'BUS-004', status: 'TRIAGED', acuity: 'RED', presenting_complaint: 'Crushed leg' },
        {
          tag: 'BUS-950',
          acuity: 'YELLOW',
          next_retriage_at: new Date(clock.ms() + minutes(30)).toISOString(),
        },
      ])
      t.match((await nurse.get(`/mass-casualty-incidents/${incident.id}`)).data.counts, {
        casualties: 5,
        unidentified: 5,
        untriaged: 3,
        by_acuity: { RED: 1, YELLOW: 1, GREEN: 0 },
        by_status: { ARRIVED: 3, TRIAGED: 2 },
      })
      t.equal((await nurse.get(at, { acuity: 'RED' })).meta?.total, 1)
      t.equal((await nurse.get(at, { unidentified: 'true' })).meta?.total, 5)
      t.equal((await nurse.get(at, { unidentified: 'false' })).meta?.total, 0)
      const before = await rowCounts()
      const many = await nurse.post(at, { count: 101 })
      t.equal(many.status, 400)
      t.equal(many.message, 'At most 100 casualties in one request.')
      t.equal((await nurse.post(at, {})).message, 'Give either count or casualties.')
      t.equal((await nurse.post(at, { casualties: [] })).message, 'casualties cannot be empty.')
      t.same(await rowCounts(), before)
    },
  )

  t.test('tags are printed before anybody comes, and open a casualty once (EMG-17)', async (t) => {
    const [incident] = (await nurse.get('/mass-casualty-incidents')).data
    const at = `/mass-casualty-incidents/${incident.id}`
    t.match(await nurse.get('/patients/scan', { code: 'BUS-007' }), {
      status: 404,
      message: 'Nobody wears the tag BUS-007 yet.',
    })
    const [seventh] = (await nurse.post(`${at}/casualties`, { casualties: [{ tag: 'BUS-006' }] }))
      .data
    t.equal(seventh.patient.full_name, 'Unknown BUS-006')
    const again = await nurse.post(`${at}/casualties`, { casualties: [{ tag: 'BUS-006' }] })
    t.equal(again.data[0].id, seventh.id, 'scanned twice, one casualty')
    const scanned = await nurse.get('/patients/scan', { code: 'bus-006' })
    t.equal(scanned.data.id, seventh.patient.id, scanned.message)
    const next = await nurse.post(`${at}/casualties`, { count: 2 })
    t.same(
      next.data.map(({ tag }: { tag: string }) => tag),
      ['BUS-005', 'BUS-007'],
      'a tag that was given out before its turn is not given twice',
    )
    for (const [query, message] of [
      [{ count: '201' }, 'count must be between 1 and 200.'],
      [{ count: '0' }, 'count must be between 1 and 200.'],
      [{ from: '0' }, 'from must be between 1 and 999999.'],
    ] as const) {
      t.match(await chief.get(`${at}/tags`, query), { status: 400, message })
    }
    t.equal((await nurse.get(`${at}/tags`)).status, 403)
    const other = '/mass-casualty-incidents/0190aaaa-0000-7000-8000-000000000000'
    t.equal((await chief.get(`${other}/tags`)).status, 404)
    t.equal((await chief.get(`${other}/report`)).status, 404)
  })

  t.test('tags and report are papers (EMG-17, EMG-19)', needsPoppler, async (t) => {
    const [incident] = (await nurse.get('/mass-casualty-incidents')).data
    const at = `/mass-casualty-incidents/${incident.id}`
    const tags = textOf((await chief.get(`${at}/tags`, { count: '12', language: 'sw' })).raw)
    for (const said of ['BUS-008', 'BUS-019', 'NYEKUNDU', incident.reference]) t.match(tags, said)
    t.match(textOf((await chief.get(`${at}/tags`, { from: '40', count: '1' })).raw), 'BUS-040')
    const report = await nurse.get(`${at}/report`, { language: 'en' })
    t.equal(report.headers['content-type'], 'application/pdf')
    const text = textOf(report.raw)
    for (const said of ['Bus in the river', 'BUS-950', 'Unknown BUS-001', 'Incident started']) {
      t.match(text, said)
    }
    t.match(
      text,
      /Casualties\s+Unidentified\s+Untriaged\s+Still here\s+Not billed yet\s+8\s+8\s+6\s+8\s+8/,
    )
  })

  t.test('stood down, with who is left named (EMG-19)', async (t) => {
    const [incident] = (await nurse.get('/mass-casualty-incidents', { status: 'ACTIVE' })).data
    const at = `/mass-casualty-incidents/${incident.id}`
    const changed = await chief.patch(at, { place: 'Wami bridge' })
    t.equal(changed.data.place, 'Wami bridge', changed.message)
    const open = await chief.post(`${at}/stand-down`, { reason: 'nobody comes any more' })
    t.equal(open.status, 409)
    t.equal(
      open.message,
      '8 casualties are not identified: identify them or give unidentified_reason.',
    )
    const done = await chief.post(`${at}/stand-down`, {
      reason: 'nobody comes any more',
      unidentified_reason: 'relatives are on the way',
    })
    t.match(
      done.data,
      { status: 'STOOD_DOWN', left: { unidentified: 8, untriaged: 6, undisposed: 8, unbilled: 8 } },
      done.message,
    )
    const again = await chief.post(`${at}/stand-down`, { reason: 'once more' })
    t.equal(
      again.message,
      'Incident MC-2026-00001 is STOOD_DOWN. Nothing more can be done with it.',
    )
    t.equal((await nurse.post(`${at}/casualties`, { count: 1 })).status, 409)
    t.equal((await chief.post('/mass-casualty-incidents', body)).status, 201, 'the next one')
  })
})

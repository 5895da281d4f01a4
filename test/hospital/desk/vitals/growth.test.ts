// Growth on sets of vitals, from tables that are filled by import (VIT-14, VIT-15, VIT-20). The
// tables here are made up, straight lines with S 0.1: no figure of a published standard stands here.

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { growthFile } from '../../../../db/hospital/desk/vitals/growth-file.ts'
import { vital_tables } from '../../../../db/hospital/desk/vitals/tables.ts'
import { writeGrowth } from '../../../../db/hospital/desk/vitals/vital-tables.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { statementsOf } from '../../../support/statements.ts'
import { visiting } from '../../../support/desk/visits.ts'

const length_file =
  'Length\tL\tM\tS\tSD3neg\n45.0\t1\t3\t0.1\t2.1\n60.0\t1\t6\t0.1\t4.2\n80.0\t1\t10\t0.1\t7\n'
const month_file = '\uFEFFMonth\tL\tM\tS\r\n0\t1\t4\t0.1\r\n10\t1\t9\t0.1\r\n60\t1\t19\t0.1\r\n'

t.test('growth', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const author = await people.with('medical_in_charge')
  const other = await people.with('clinical_admin')
  const boy = { sex: 'Male', birth_date: '2025-03-31' }
  const measured = async (body: Record<string, unknown>, who: Record<string, unknown> = {}) => {
    const visit = await visiting(clerk, {}, { ...boy, ...who })
    const made = await nurse.post(`/visits/${visit.id}/vitals`, body)
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }

  // What is shipped would answer for what the made-up tables leave out.
  await within(() =>
    vital_tables.change({ hospital_id: house.hospital.id, code: 'GROWTH' }, { rows: [] }),
  )

  t.test('nothing is scored where no table reaches, and it says so (CAR-171)', async (t) => {
    const set = await measured({ weight: 6.2, height: 75, muac: 12 })
    t.match(set.growth, {
      weight: 6.2,
      z_wflh: null,
      z_wfa: null,
      reason: 'No growth table reaches: WFLH, WFA, LHFA, BFA, ACFA.',
      class: 'MODERATE_ACUTE',
      table_version: 1,
      table_adopted: false,
    })
    t.same(set.nutrition, { muac_class: 'MODERATE', whz_class: null, class: 'MODERATE' })
    const grown_up = await measured({ weight: 60 }, { birth_date: '1990-01-01' })
    t.equal(grown_up.growth, null)
    t.equal((await measured({ heart_rate: 110 })).growth, null, 'without measures')
  })

  const bad: [Record<string, unknown>[], string][] = [
    [[{ indicator: 'WFA' }], 'GROWTH row 1: sex must be one of Male, Female.'],
    [
      [{ indicator: 'XYZ', sex: 'Male' }],
      'GROWTH row 1: indicator must be one of WFA, LHFA, WFLH, BFA, HCFA, ACFA.',
    ],
    [
      [{ indicator: 'WFA', sex: 'Male', L: 1, M: 3, S: 0.1 }],
      'GROWTH row 1: one of day, month, length, height is required.',
    ],
    [
      [{ indicator: 'WFA', sex: 'Male', length: 50, L: 1, M: 3, S: 0.1 }],
      'GROWTH row 1: WFA does not go by length.',
    ],
    [
      [{ indicator: 'WFLH', sex: 'Male', day: 50, L: 1, M: 3, S: 0.1 }],
      'GROWTH row 1: WFLH does not go by day.',
    ],
    [
      [
        { indicator: 'WFA', sex: 'Male', day: 1, L: 1, M: 3, S: 0.1 },
        { indicator: 'WFA', sex: 'Male', day: 1, L: 1, M: 3, S: 0.1 },
        { indicator: 'WFA', sex: 'Male', day: 2, L: 1, M: 0, S: 0.1 },
        { indicator: 'WFA', sex: 'Male', day: 3, L: 1, M: 3, S: 1 },
      ],
      'GROWTH row 2: stands twice. GROWTH row 3: M must be a number above 0, at most 300. GROWTH row 4: S must be a number above 0 and below 1.',
    ],
    [
      [{ indicator: 'WFA', sex: 'Male', day: 1, L: 1, M: 3, S: 0.1 }],
      'WFA Male: at least two rows are needed.',
    ],
    [[], 'rows cannot be empty.'],
  ]
  for (const [rows, message] of bad) {
    t.test(`is refused and leaves nothing: ${message.slice(0, 70)}`, async (t) => {
      const before = await rowCounts()
      const answer = await author.post('/vital-tables/GROWTH/versions', { rows, source: 'test' })
      t.equal(answer.message, message)
      t.equal(answer.status, 400)
      t.same(await rowCounts(), before)
    })
  }

  const files: [string, string][] = [
    ['', 'The file is empty.'],
    ['Age L M S\n', 'The first line must name a column Month, Day, Length or Height.'],
    ['Day\tL\tM\n', 'The first line must name a column S.'],
    [
      'Day\tL\tM\tS\n0\t1\t3\t0.1\n\n1\tx\t3\t0.1\n2\t1\t\t0.1\n',
      'GROWTH line 4: L must be a number from -10 to 10. GROWTH line 5: M must be a number above 0, at most 300.',
    ],
  ]
  for (const [text, message] of files) {
    t.test(`a file is refused: ${message.slice(0, 60)}`, async (t) => {
      const of = { indicator: 'WFA', sex: 'Male' } as const
      await t.rejects(growthFile(Buffer.from(text), of), { message })
    })
  }

  t.test('filled by file and by route, adopted by another, then every set is scored', async (t) => {
    const caller = { ...house.system, user_id: author.user.id, name: author.user.full_name }
    const load = async (text: string, indicator: 'WFLH' | 'WFA') => {
      const rows = await growthFile(Buffer.from(text), { indicator, sex: 'Male' })
      return within(() =>
        writeGrowth(caller, { rows, source: 'Made up', effective_from: undefined }),
      )
    }
    const first = await load(length_file, 'WFLH')
    t.match(first, { code: 'GROWTH', in_force: false })
    const second = await load(month_file, 'WFA')
    t.match(
      second.rows,
      [
        { indicator: 'WFLH', sex: 'Male', by: 'LENGTH', from: 45, to: 80, rows: 3 },
        {
          indicator: 'WFA',
          by: 'MONTH',
          from: 0,
          to: 1826.25,
          source: 'Made up',
          on: '2026-03-31',
        },
      ],
      'the second holds what the first held',
    )
    const again = await load(month_file, 'WFA')
    t.equal(again.rows.length, 2, 'a file replaces the one that it overlaps')
    const rows = [
      { indicator: 'LHFA', sex: 'Male', day: 0, L: 1, M: 50, S: 0.05 },
      { indicator: 'LHFA', sex: 'Male', day: 1000, L: 1, M: 100, S: 0.05 },
    ]
    const by_route = await author.post('/vital-tables/GROWTH/versions', { rows, source: 'Made up' })
    t.equal(by_route.status, 201, by_route.message)
    t.equal(by_route.data.rows.length, 3)
    const draft = await measured({ weight: 6.2, height: 75 })
    t.equal(draft.growth.z_wflh, null, 'a draft counts for nothing')
    const at = `/vital-tables/GROWTH/versions/${by_route.data.version}/adopt`
    t.equal((await author.post(at, { note: 'as agreed' })).status, 409)
    const done = await other.post(at, { note: 'held against the source' })
    t.match(done.data, { in_force: true }, done.message)
  })

  t.test('weight for length, weight and length for age, by hand (VIT-15)', async (t) => {
    // 75 cm lies between 60 (6 kg) and 80 (10 kg): the middle is 9 kg, and 6.2 kg is −3.11.
    // A year is 365 days, 11.992 months: the middle is 9 + 1.992 × 0.2 = 9.398 kg, z −3.40.
    // At 365 days the middle is 68.25 cm: 75 cm is (75/68.25 − 1)/0.05 = 1.98.
    const set = await measured({ weight: 6.2, height: 75, height_position: 'LYING', muac: 14 })
    t.match(set.growth, {
      z_wflh: -3.11,
      z_wfa: -3.4,
      z_lhfa: 1.98,
      z_bfa: null,
      class: 'SEVERE_ACUTE',
      flagged: false,
      reason: 'No growth table reaches: BFA, ACFA.',
      table_adopted: true,
    })
    t.same(set.nutrition, { muac_class: 'NORMAL', whz_class: 'SEVERE', class: 'SEVERE' })
    t.match((await nurse.get('/vital-alerts', { patient_id: set.patient_id })).data, [
      { kind: 'MALNUTRITION' },
    ])
    const shorter = await measured({ weight: 9.14, height: 75, height_position: 'STANDING' })
    t.equal(shorter.growth.z_wflh, 0, 'standing 75 is lying 75.7, whose middle is 9.14')
  })

  t.test('who is not scored by what, in words (VIT-15)', async (t) => {
    const body = { weight: 6.2, height: 75, height_position: 'LYING' }
    const girl = await measured(body, { sex: 'Female' })
    t.match(girl.growth, { z_wflh: null, reason: /No growth table reaches: WFLH/ })
    const swollen = await measured({ ...body, oedema: 1 })
    t.match(swollen.growth, { z_wflh: null, z_wfa: null, z_lhfa: 1.98, class: 'SEVERE_ACUTE' })
    t.match(swollen.growth.reason, 'Oedema: no score by weight.')
    const guessed = await measured(body, { birth_date: undefined, age_years: 1 })
    t.match(guessed.growth, { z_wflh: -3.11, z_wfa: null, z_lhfa: null })
    t.match(guessed.growth.reason, 'The birth date is estimated')
  })

  t.test('a set is tried with its growth, and in as many statements', async (t) => {
    const visit = await visiting(clerk, {}, boy)
    const body = { weight: 6.2, height: 75, height_position: 'LYING' }
    const tried = await nurse.post(`/visits/${visit.id}/vitals/check`, body)
    t.equal(tried.data.growth.z_wflh, -3.11, tried.message)
    const few = await statementsOf(() => nurse.post(`/visits/${visit.id}/vitals/check`, body))
    const more = await statementsOf(() =>
      nurse.post(`/visits/${visit.id}/vitals/check`, { ...body, muac: 13, head_circumference: 45 }),
    )
    t.equal(more.length, few.length)
  })

  t.test('a child that gains nothing in four weeks falters (CAR-170)', async (t) => {
    const visit = await visiting(clerk, {}, { ...boy, birth_date: '2025-09-30' })
    await nurse.post(`/visits/${visit.id}/vitals`, { weight: 7 })
    await clerk.post(`/visits/${visit.id}/check-out`, { outcome: 'LEFT_BEFORE_SEEN' })
    clock.advance(days(30))
    const late = await people.with('nurse')
    const desk = await people.with('reception')
    const next = await desk.post('/visits', { patient_id: visit.patient_id })
    const set = await late.post(`/visits/${next.data.id}/vitals`, { weight: 7 })
    t.match(set.data, { growth: { faltering: true } }, set.message)
    t.match((await late.get('/vital-alerts', { patient_id: visit.patient_id })).data, [
      { kind: 'GROWTH_FALTER' },
    ])
  })
})

// The growth standards that come with the product (CAR-170, VIT-20): whole, and equal to what the
// WHO prints in its tables of standard deviations. Heads and arms are printed there by other ages.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { between, valueAt } from '../../../../db/hospital/desk/vitals/growth-z.ts'
import {
  month_days,
  shipped_growth,
  shippedRows,
} from '../../../../db/hospital/desk/vitals/shipped/growth.ts'
import { boot } from '../../../support/boot.ts'
import { statementsOf } from '../../../support/statements.ts'
import { visiting } from '../../../support/desk/visits.ts'

/** The deviations −3, −2, −1, 1, 2 and 3 as printed, at ages that are whole days. */
const printed: [string, string, string, number, number[]][] = [
  ['WFA', 'Male', 'DAY', 0, [2.1, 2.5, 2.9, 3.9, 4.4, 5]],
  ['WFA', 'Male', 'DAY', 487, [7.5, 8.4, 9.4, 11.7, 13.1, 14.6]],
  ['WFA', 'Male', 'DAY', 1461, [11.2, 12.7, 14.4, 18.6, 21.2, 24.2]],
  ['LHFA', 'Male', 'DAY', 0, [44.2, 46.1, 48, 51.8, 53.7, 55.6]],
  ['LHFA', 'Male', 'DAY', 487, [72.5, 75, 77.6, 82.8, 85.4, 88]],
  ['LHFA', 'Male', 'DAY', 1461, [90.7, 94.9, 99.1, 107.5, 111.7, 115.9]],
  ['BFA', 'Male', 'DAY', 487, [13.1, 14, 15.1, 17.7, 19.3, 21]],
  ['BFA', 'Male', 'DAY', 1461, [12.1, 13.1, 14.1, 16.7, 18.2, 19.9]],
  ['WFLH', 'Male', 'LENGTH', 50, [2.6, 2.8, 3, 3.6, 4, 4.4]],
  ['WFLH', 'Male', 'LENGTH', 70.5, [6.7, 7.3, 7.9, 9.3, 10.1, 11.1]],
  ['WFLH', 'Male', 'HEIGHT', 95, [11.1, 12, 13, 15.3, 16.6, 18.1]],
  ['WFLH', 'Male', 'HEIGHT', 110.5, [14.5, 15.8, 17.1, 20.4, 22.4, 24.7]],
  ['LHFA', 'Male', 'MONTH', 120, [118.66, 125.03, 131.41, 144.15, 150.53, 156.9]],
  ['LHFA', 'Male', 'MONTH', 228, [154.65, 161.95, 169.25, 183.84, 191.14, 198.44]],
  ['BFA', 'Male', 'MONTH', 120, [12.78, 13.73, 14.92, 18.48, 21.4, 26.07]],
  ['BFA', 'Male', 'MONTH', 228, [15.86, 17.55, 19.62, 25.45, 29.72, 35.52]],
  ['WFA', 'Male', 'MONTH', 96, [17.27, 19.47, 22.14, 29.51, 34.73, 41.52]],
  ['WFA', 'Female', 'DAY', 0, [2, 2.4, 2.8, 3.7, 4.2, 4.8]],
  ['WFA', 'Female', 'DAY', 487, [6.9, 7.7, 8.7, 11.1, 12.6, 14.5]],
  ['WFA', 'Female', 'DAY', 1461, [10.9, 12.3, 14, 18.5, 21.5, 25.2]],
  ['LHFA', 'Female', 'DAY', 0, [43.6, 45.4, 47.3, 51, 52.9, 54.7]],
  ['LHFA', 'Female', 'DAY', 487, [70.2, 73, 75.8, 81.4, 84.2, 87]],
  ['LHFA', 'Female', 'DAY', 1461, [89.8, 94.1, 98.4, 107, 111.3, 115.7]],
  ['BFA', 'Female', 'DAY', 487, [12.4, 13.5, 14.6, 17.4, 19.1, 21]],
  ['BFA', 'Female', 'DAY', 1461, [11.8, 12.8, 14, 16.8, 18.5, 20.6]],
  ['WFLH', 'Female', 'LENGTH', 50, [2.6, 2.8, 3.1, 3.7, 4, 4.5]],
  ['WFLH', 'Female', 'LENGTH', 70.5, [6.4, 6.9, 7.6, 9.1, 10, 11]],
  ['WFLH', 'Female', 'HEIGHT', 95, [10.8, 11.7, 12.7, 15.2, 16.7, 18.5]],
  ['WFLH', 'Female', 'HEIGHT', 110.5, [14.4, 15.7, 17.1, 20.7, 22.9, 25.4]],
  ['LHFA', 'Female', 'MONTH', 120, [119.45, 125.84, 132.24, 145.03, 151.43, 157.83]],
  ['LHFA', 'Female', 'MONTH', 228, [143.53, 150.07, 156.61, 169.7, 176.24, 182.78]],
  ['BFA', 'Female', 'MONTH', 120, [12.38, 13.47, 14.84, 19.03, 22.57, 28.38]],
  ['BFA', 'Female', 'MONTH', 228, [14.72, 16.5, 18.68, 24.96, 29.67, 36.18]],
  ['WFA', 'Female', 'MONTH', 96, [16.29, 18.59, 21.43, 29.66, 35.78, 44.13]],
]

t.test('every set is as long as it says, without a hole, in whole steps', async (t) => {
  t.equal(shipped_growth.length, 20)
  for (const { set_id, by, from, to, rows: count } of shipped_growth) {
    const rows = shippedRows(set_id)
    t.equal(rows.length, count, set_id)
    t.equal(rows[0]?.at, from, set_id)
    t.equal(rows.at(-1)?.at, to, set_id)
    const step = by === 'DAY' ? 1 : by === 'MONTH' ? month_days : 0.1
    const holes = rows.filter(
      ({ at }, index) => index > 0 && Math.abs(at - (rows[index - 1]?.at ?? 0) - step) > 1e-6,
    )
    t.same(holes, [], set_id)
    const odd = rows.filter(({ l, m, s }) => !(Math.abs(l) < 3 && m > 0 && s > 0.02 && s < 0.2))
    t.same(odd, [], set_id)
    // From a day to the next a middle moves by a hair: a digit that slipped shows.
    const leaps = rows.filter(({ m }, index) => {
      const before = rows[index - 1]?.m ?? m
      return Math.abs(m / before - 1) > (by === 'MONTH' ? 0.02 : 0.03)
    })
    t.same(leaps, [], set_id)
  }
})

t.test('they come to the deviations that the WHO prints', async (t) => {
  t.ok(printed.length >= 30)
  for (const [indicator, sex, by, at, deviations] of printed) {
    const set = shipped_growth.find(
      (one) => one.indicator === indicator && one.sex === sex && one.by === by,
    )
    const wanted = by === 'MONTH' ? at * month_days : at
    const rows = shippedRows(set?.set_id ?? '')
    const row = rows.find((one) => Math.abs(one.at - wanted) < 1e-6)
    const of = between(row ?? null, row ?? null, row?.at ?? -1)
    // Printed to a tenth up to five years, finer from then on.
    const slack = by === 'MONTH' ? 0.0061 : 0.051
    for (const [index, z] of [-3, -2, -1, 1, 2, 3].entries()) {
      const reckoned = of === null ? Number.NaN : valueAt(z, of)
      const said = deviations[index] ?? Number.NaN
      t.ok(Math.abs(reckoned - said) <= slack, `${set?.set_id} ${at} ${z}: ${reckoned}, ${said}`)
    }
  }
})

t.test('a child is scored from the first day of a hospital, and it says by what', async (t) => {
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { people } = await boot(t)
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const of = async (born: string, sex: string, body: Record<string, unknown>) => {
    const visit = await visiting(clerk, {}, { sex, birth_date: born })
    return (await nurse.post(`/visits/${visit.id}/vitals`, body)).data.growth
  }
  // 487 days: the printed line of −3 is 7.5 kg and 72.5 cm.
  const thin = await of('2024-11-29', 'Male', {
    weight: 7.4,
    height: 75,
    height_position: 'LYING',
    head_circumference: 46,
    muac: 11.2,
  })
  t.match(thin, { age_days: 487, class: 'SEVERE_ACUTE', table_adopted: false, reason: null })
  t.ok(thin.z_wfa < -3 && thin.z_wfa > -3.2, thin.z_wfa)
  t.ok(Math.abs(thin.z_lhfa + 2) < 0.03, thin.z_lhfa)
  for (const z of ['z_wflh', 'z_bfa', 'z_hcfa', 'z_muac']) t.type(thin[z], 'number', z)
  // Ten years: 2007, by month; the middle is 137.8 cm.
  const older = await of('2016-03-31', 'Male', { weight: 31.2, height: 137.8 })
  t.ok(Math.abs(older.z_lhfa) < 0.02, older.z_lhfa)
  t.type(older.z_bfa, 'number')
  // The days between the last row by day and the first by month have their score as well.
  for (const born of ['2021-03-31', '2021-03-30', '2021-03-29', '2021-03-01']) {
    t.type((await of(born, 'Female', { weight: 18 })).z_wfa, 'number', born)
  }
  const visit = await visiting(clerk, {}, { sex: 'Male', birth_date: '2024-11-29' })
  const body = { weight: 9, height: 78 }
  const asked = await statementsOf(() => nurse.post(`/visits/${visit.id}/vitals/check`, body))
  t.same(
    asked.filter((text) => text.includes('growth_rows')),
    [],
    'what is shipped is not read from the database',
  )
})

t.test(
  'a file of the hospital takes the place of what was shipped, by whatever axis',
  async (t) => {
    const { people } = await boot(t)
    const author = await people.with('medical_in_charge')
    const row = (month: number) => ({ indicator: 'WFA', sex: 'Male', month, L: 1, M: 9, S: 0.1 })
    const made = await author.post('/vital-tables/GROWTH/versions', {
      rows: [row(0), row(60)],
      source: 'Our own',
    })
    const sets: { set_id: string; indicator: string; sex: string; by: string; source: string }[] =
      made.data.rows
    const of_boys = sets.filter(({ indicator, sex }) => indicator === 'WFA' && sex === 'Male')
    t.match(
      of_boys.map(({ by, source }) => `${by} ${source}`).sort(),
      ['MONTH Our own', 'MONTH WHO Growth Reference 5-19 years, 2007'],
      made.message,
    )
    t.equal(sets.length, 20)
  },
)

// The formula of VIT-15 and CAR-170. Every expected value is worked out by hand from the L, M and S
// beside it; none is a figure of a published table.

import t from 'tap'
import {
  classOf,
  falters,
  flaggedBy,
  linesDown,
  no_scores,
  type Scores,
  setFor,
  soughtOf,
} from '../../../../db/hospital/desk/vitals/growth.ts'
import {
  asMeasured,
  between,
  positionFor,
  restrictedZ,
  rounded,
  valueAt,
  zOf,
} from '../../../../db/hospital/desk/vitals/growth-z.ts'
import type { GrowthSet } from '../../../../db/hospital/desk/vitals/rows.ts'
import { nutritionOf, whzClass } from '../../../../db/hospital/desk/vitals/nutrition.ts'

const of = (l: number, m = 10, s = 0.1) => ({ l, m, s })

t.test('z by L, M and S (VIT-15)', async (t) => {
  const cases: [number, number, number, string][] = [
    [1, 10, 0, 'the median'],
    [1, 12, 2, '(1.2 − 1) / 0.1'],
    [1, 8, -2, '(0.8 − 1) / 0.1'],
    [2, 12, 2.2, '(1.44 − 1) / 0.2'],
    [-1, 12, 1.6667, '(1/1.2 − 1) / −0.1'],
    [-1, 8, -2.5, '(1.25 − 1) / −0.1'],
    [0, 12, 1.8232, 'ln 1.2 / 0.1'],
  ]
  for (const [l, value, z, how] of cases) {
    t.equal(Number(zOf(value, of(l)).toFixed(4)), z, `L ${l}, ${value}: ${how}`)
    t.equal(Number(valueAt(zOf(value, of(l)), of(l)).toFixed(9)), value, 'and back')
  }
})

t.test('beyond three deviations in steps of the third (VIT-15)', async (t) => {
  // L −1: SD3 = 10/0.7 = 14.2857, SD2 = 10/0.8 = 12.5, a step of 1.7857.
  // SD−3 = 10/1.3 = 7.6923, SD−2 = 10/1.2 = 8.3333, a step of 0.6410.
  const cases: [number, number][] = [
    [12.5, 2],
    [100 / 7, 3],
    [14.2857 + 1.7857, 4],
    [14.2857 + 2 * 1.7857, 5],
    [7.6923, -3],
    [7.6923 - 0.641, -4],
    [7.6923 - 2 * 0.641, -5],
  ]
  for (const [value, z] of cases) t.equal(rounded(restrictedZ(value, of(-1))), z, String(value))
  t.equal(rounded(zOf(14.2857 + 1.7857, of(-1))), 3.78, 'the formula alone says less')
  t.equal(rounded(restrictedZ(14, of(1))), 4, 'where L is 1 both are the same')
})

t.test('between two rows L, M and S lie on straight lines, and nothing lies outside', async (t) => {
  const below = { at: 10, l: 1, m: 10, s: 0.1 }
  const above = { at: 20, l: -1, m: 20, s: 0.2 }
  const mid = between(below, above, 12.5)
  t.same([mid?.l, mid?.m, mid?.s?.toFixed(4)], [0.5, 12.5, '0.1250'])
  t.same(between(below, below, 10), below)
  for (const at of [9.9, 20.1]) t.equal(between(below, above, at), null)
  t.equal(between(below, null, 15), null)
  t.equal(between(null, above, 15), null)
})

t.test('lying under 24 months, standing from then on, 0.7 cm apart (CAR-170)', async (t) => {
  t.equal(positionFor(730, 90, 'STANDING'), 'LYING')
  t.equal(positionFor(731, 80, 'LYING'), 'STANDING')
  t.equal(positionFor(null, 86.9, null), 'LYING', 'without an age by the length')
  t.equal(positionFor(null, 87, null), 'STANDING')
  t.equal(positionFor(null, 95, 'LYING'), 'LYING')
  t.equal(asMeasured(80, 'STANDING', 'LYING'), 80.7)
  t.equal(asMeasured(90, 'LYING', 'STANDING'), 89.3)
  t.equal(asMeasured(90, 'STANDING', 'STANDING'), 90)
  t.equal(asMeasured(90, null, 'LYING'), 90, 'nobody said: as the age wants it')
})

const child = { sex: 'Male', age_days: 400, age_months: 13, estimated: false } as const
const grown = {
  weight: 9,
  height: 75,
  height_position: null,
  muac: 13,
  head_circumference: 46,
  oedema: 0,
} as const
const names = (...asked: Parameters<typeof soughtOf>): string =>
  soughtOf(...asked)
    .map(({ indicator }) => indicator)
    .join(' ')

t.test('what is scored of whom (VIT-15, CAR-171)', async (t) => {
  t.equal(names(child, grown), 'WFLH WFA LHFA BFA HCFA ACFA')
  t.equal(names(child, { ...grown, oedema: 1 }), 'LHFA HCFA ACFA', 'oedema: nothing by weight')
  t.equal(names({ ...child, estimated: true }, grown), 'WFLH')
  t.equal(names(child, { ...grown, height: null, muac: null }), 'WFA HCFA')
  const [short] = soughtOf(child, grown)
  t.match(short, { axes: ['LENGTH'], at: 75, value: 9 })
  const [tall] = soughtOf({ ...child, age_days: 800 }, { ...grown, height_position: 'LYING' })
  t.match(tall, { axes: ['HEIGHT'], at: 74.3 })
})

t.test('days go before months, and the later of two that meet', async (t) => {
  const set = (set_id: string, by: GrowthSet['by'], from: number, to: number): GrowthSet => {
    const rest = { indicator: 'WFA', sex: 'Male', rows: 2, source: 'x', on: '2026-01-01' } as const
    return { ...rest, set_id, by, from, to }
  }
  const sets = [
    set('months', 'MONTH', 0, 2000),
    set('first', 'DAY', 0, 730),
    set('second', 'DAY', 730, 1500),
  ]
  const at = (day: number) =>
    setFor(sets, { indicator: 'WFA', axes: ['DAY', 'MONTH'], at: day, value: 1 }, 'Male')?.set_id
  t.same([at(10), at(730), at(1600), at(2001)], ['first', 'second', 'months', undefined])
})

t.test('classes (CAR-170, VIT-14)', async (t) => {
  const of13 = { swollen: false, muac_class: null }
  const cases: [Partial<Scores>, number, string | null][] = [
    [{ z_wflh: -3.01 }, 13, 'SEVERE_ACUTE'],
    [{ z_wflh: -3 }, 13, 'MODERATE_ACUTE'],
    [{ z_wflh: -2 }, 13, 'NORMAL'],
    [{ z_wflh: -1, z_lhfa: -2.01 }, 13, 'STUNTED'],
    [{ z_wfa: -2.01 }, 13, 'UNDERWEIGHT'],
    [{ z_wflh: 2.01 }, 13, 'OVERWEIGHT'],
    [{ z_wflh: 3.01 }, 13, 'OBESE'],
    [{ z_bfa: 1.01 }, 100, 'OVERWEIGHT'],
    [{ z_bfa: 2.01 }, 100, 'OBESE'],
    [{ z_bfa: -2.01 }, 100, 'UNDERWEIGHT'],
    [{ z_wflh: -4 }, 60, 'NORMAL'],
    [{}, 13, null],
  ]
  for (const [scores, age_months, wanted] of cases) {
    const got = classOf({ ...no_scores, ...scores }, { ...child, age_months }, of13)
    t.equal(got, wanted, JSON.stringify(scores))
  }
  const by = (swollen: boolean, muac_class: 'SEVERE' | 'MODERATE' | null) =>
    classOf(no_scores, child, { swollen, muac_class })
  t.same([by(true, null), by(false, 'SEVERE')], ['SEVERE_ACUTE', 'SEVERE_ACUTE'])
  t.equal(by(false, 'MODERATE'), 'MODERATE_ACUTE')
  t.same([null, -3.01, -3, -2.01, -2].map(whzClass), [
    null,
    'SEVERE',
    'MODERATE',
    'MODERATE',
    'NORMAL',
  ])
  const muac = [{ from_months: 6, to_months: 59, severe_below: 11.5, moderate_below: 12.5 }]
  const person = { age_days: 400, age_months: 13, pregnant: false, spo2_target: '94-98' } as const
  t.same(
    nutritionOf(muac, person, { muac: 12, oedema: null, whz: -3.2 }),
    { muac_class: 'MODERATE', whz_class: 'SEVERE', class: 'SEVERE' },
    'the worse of both',
  )
})

t.test('a measure in doubt is flagged (CAR-170)', async (t) => {
  const cases: [Partial<Scores>, boolean][] = [
    [{ z_wfa: -6 }, false],
    [{ z_wfa: -6.01 }, true],
    [{ z_wfa: 5.01 }, true],
    [{ z_lhfa: 6 }, false],
    [{ z_lhfa: 6.01 }, true],
    [{ z_wflh: -5.01 }, true],
    [{ z_bfa: 5.01 }, true],
    [{ z_hcfa: 5 }, false],
  ]
  for (const [scores, wanted] of cases) {
    t.equal(flaggedBy({ ...no_scores, ...scores }), wanted, JSON.stringify(scores))
  }
})

t.test('faltering: no gain in four weeks in the first year, or two lines down', async (t) => {
  t.same(
    [
      [0.5, -0.5],
      [0.5, -1.2],
      [-2, -2.1],
      [-1, 1],
    ].map(([from, to]) => linesDown(from as number, to as number)),
    [1, 2, 1, 0],
  )
  const now = (weight: number, z: number | null = null) => ({ weight, z })
  const before = { weight: 7, z: null, days_ago: 28 }
  t.equal(falters(200, now(7), before), true)
  t.equal(falters(200, now(7.1), before), false)
  t.equal(falters(365, now(7), before), false, 'not after the first year')
  t.equal(falters(200, now(7), { ...before, days_ago: 27 }), false)
  t.equal(falters(500, now(9, -1.2), { weight: 8.5, z: 0.5, days_ago: 60 }), true)
  t.equal(falters(200, now(7), null), false)
})

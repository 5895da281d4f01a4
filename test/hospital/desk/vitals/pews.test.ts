// PEWS: every border value of the chart as it was published (VIT-9).

import t from 'tap'
import { score } from '../../../../db/hospital/desk/vitals/scoring.ts'
import { observe_every } from '../../../../db/hospital/desk/vitals/shipped/others.ts'
import { type Borders, chart, who } from '../../../support/money/charts.ts'

const pews_chart: [string, number, number[], number[], number[]][] = [
  // age, months; heart_rate, systolic, respiratory_rate: zero from, to, ≤1, ≤2, ≤4, ≥1, ≥2, ≥4
  [
    '< 3 months',
    2,
    [111, 149, 110, 90, 80, 150, 180, 190],
    [61, 79, 60, 50, 45, 80, 100, 130],
    [30, 60, 29, 19, 15, 61, 81, 91],
  ],
  [
    '3–11 months',
    3,
    [101, 149, 100, 80, 70, 150, 170, 180],
    [81, 99, 80, 70, 60, 100, 120, 150],
    [25, 50, 24, 19, 15, 51, 71, 81],
  ],
  [
    '3–11 months',
    11,
    [101, 149, 100, 80, 70, 150, 170, 180],
    [81, 99, 80, 70, 60, 100, 120, 150],
    [25, 50, 24, 19, 15, 51, 71, 81],
  ],
  [
    '1–4 years',
    12,
    [91, 119, 90, 70, 60, 120, 150, 170],
    [91, 109, 90, 75, 65, 110, 125, 160],
    [20, 40, 19, 15, 12, 41, 61, 71],
  ],
  [
    '5–11 years',
    60,
    [71, 109, 70, 60, 50, 110, 130, 150],
    [91, 119, 90, 80, 70, 120, 140, 170],
    [20, 30, 19, 14, 10, 31, 41, 51],
  ],
  [
    '12–15 years',
    144,
    [61, 99, 60, 50, 40, 100, 120, 140],
    [101, 129, 100, 85, 75, 130, 150, 190],
    [12, 16, 11, 10, 9, 17, 23, 30],
  ],
]

t.test('PEWS: every border of every age (VIT-9)', async (t) => {
  for (const [age, months, ...signs] of pews_chart) {
    const person = who(months / 12, { age_months: months })
    for (const [at, part] of ['heart_rate', 'systolic', 'respiratory_rate'].entries()) {
      const [zero_from = 0, zero_to = 0, u1 = 0, u2 = 0, u4 = 0, o1 = 0, o2 = 0, o4 = 0] =
        signs[at] ?? []
      const list: Borders = [
        [zero_from, 0],
        [zero_to, 0],
        [u1, 1],
        [u2, 2],
        [u4, 4],
        [u4 - 5, 4],
        [o1, 1],
        [o2, 2],
        [o4, 4],
        [o4 + 50, 4],
        [o2 - 1, 1],
        [o4 - 1, 2],
      ]
      for (const [value, points] of list) {
        const found = score(chart('PEWS'), person, { [part]: value })
        t.equal(found.parts[part], points, `${age} ${part} ${String(value)}`)
      }
    }
  }
})

t.test('PEWS: the other four parts, bands and intervals (VIT-9, VIT-12)', async (t) => {
  const person = who(2)
  const quiet = {
    heart_rate: 100,
    systolic: 100,
    respiratory_rate: 30,
    capillary_refill: 2,
    respiratory_effort: 'NORMAL',
    oxygen_saturation: 98,
    oxygen_delivery: 'ROOM_AIR',
  }
  const borders: Record<string, Borders> = {
    capillary_refill: [
      [0, 0],
      [2.9, 0],
      [3, 4],
      [6, 4],
    ],
    respiratory_effort: [
      ['NORMAL', 0],
      ['MILD', 1],
      ['MODERATE', 2],
      ['SEVERE', 4],
    ],
    oxygen_saturation: [
      [70, 2],
      [90, 2],
      [91, 1],
      [94, 1],
      [95, 0],
      [100, 0],
    ],
    oxygen_delivery: [
      ['ROOM_AIR', 0],
      ['CPAP', 4],
      ['VENTILATOR', 4],
    ],
  }
  for (const [part, list] of Object.entries(borders)) {
    for (const [value, points] of list) {
      t.equal(score(chart('PEWS'), person, { ...quiet, [part]: value }).value, points, part)
    }
  }
  for (const [flow, points] of [
    [1, 2],
    [3.9, 2],
    [4, 4],
    [15, 4],
  ] as const) {
    const measures = { ...quiet, oxygen_delivery: 'MASK', oxygen_flow: flow }
    t.equal(score(chart('PEWS'), person, measures).value, points, `${flow} l/min`)
  }
  const worst = {
    heart_rate: 40,
    systolic: 50,
    respiratory_rate: 90,
    capillary_refill: 5,
    respiratory_effort: 'SEVERE',
    oxygen_saturation: 80,
    oxygen_delivery: 'CPAP',
  }
  t.equal(score(chart('PEWS'), person, worst).value, 26, 'the most there is')
  const totals: [Record<string, unknown>, number, string, boolean, number][] = [
    [{ oxygen_saturation: 90 }, 2, 'LOW', false, 240],
    [{ oxygen_saturation: 90, respiratory_effort: 'MILD' }, 3, 'LOW_MEDIUM', false, 120],
    [{ capillary_refill: 3 }, 4, 'LOW_MEDIUM', false, 120],
    [{ capillary_refill: 3, respiratory_effort: 'MILD' }, 5, 'MEDIUM', true, 60],
    [{ capillary_refill: 3, respiratory_effort: 'MODERATE' }, 6, 'MEDIUM', true, 60],
    [
      { capillary_refill: 3, respiratory_effort: 'MODERATE', oxygen_saturation: 94 },
      7,
      'HIGH',
      true,
      30,
    ],
  ]
  for (const [measures, value, band, trigger, minutes] of totals) {
    const found = score(chart('PEWS'), person, { ...quiet, ...measures }, observe_every)
    t.match(found, { value, band, trigger, observe_every_minutes: minutes }, `total ${value}`)
  }
})

// NEWS2: every border value of the chart as it was published (VIT-8).

import t from 'tap'
import { score } from '../../../../db/hospital/desk/vitals/scoring.ts'
import { observe_every } from '../../../../db/hospital/desk/vitals/shipped/others.ts'
import { adult, type Borders, calm, chart } from '../../../support/money/charts.ts'

t.test('NEWS2: every border (VIT-8)', async (t) => {
  const borders: Record<string, Borders> = {
    respiratory_rate: [
      [0, 3],
      [8, 3],
      [9, 1],
      [11, 1],
      [12, 0],
      [20, 0],
      [21, 2],
      [24, 2],
      [25, 3],
      [60, 3],
    ],
    oxygen_saturation: [
      [80, 3],
      [91, 3],
      [92, 2],
      [93, 2],
      [94, 1],
      [95, 1],
      [96, 0],
      [100, 0],
    ],
    oxygen_delivery: [
      ['ROOM_AIR', 0],
      ['NASAL_CANNULA', 2],
      ['MASK', 2],
      ['NON_REBREATHER', 2],
      ['CPAP', 2],
      ['VENTILATOR', 2],
    ],
    systolic: [
      [60, 3],
      [90, 3],
      [91, 2],
      [100, 2],
      [101, 1],
      [110, 1],
      [111, 0],
      [219, 0],
      [220, 3],
    ],
    heart_rate: [
      [30, 3],
      [40, 3],
      [41, 1],
      [50, 1],
      [51, 0],
      [90, 0],
      [91, 1],
      [110, 1],
      [111, 2],
      [130, 2],
      [131, 3],
    ],
    consciousness: [
      ['ALERT', 0],
      ['CONFUSION', 3],
      ['VOICE', 3],
      ['PAIN', 3],
      ['UNRESPONSIVE', 3],
    ],
    temperature: [
      [34, 3],
      [35, 3],
      [35.1, 1],
      [36, 1],
      [36.1, 0],
      [38, 0],
      [38.1, 1],
      [39, 1],
      [39.1, 2],
    ],
  }
  for (const [part, list] of Object.entries(borders)) {
    for (const [value, points] of list) {
      const found = score(chart('NEWS2'), adult, { ...calm, [part]: value })
      t.equal(found.parts[part], points, `${part} ${String(value)}`)
      t.equal(found.value, points)
      t.same(found.missing, [])
    }
  }
})

t.test('NEWS2: the second scale of oxygen for a target of 88–92 (VIT-8)', async (t) => {
  const person = { ...adult, spo2_target: '88-92' } as const
  const on_air: Borders = [
    [80, 3],
    [83, 3],
    [84, 2],
    [85, 2],
    [86, 1],
    [87, 1],
    [88, 0],
    [92, 0],
    [93, 0],
    [100, 0],
  ]
  const on_oxygen: Borders = [
    [83, 3],
    [84, 2],
    [85, 2],
    [86, 1],
    [87, 1],
    [88, 0],
    [92, 0],
    [93, 1],
    [94, 1],
    [95, 2],
    [96, 2],
    [97, 3],
    [100, 3],
  ]
  for (const [delivery, list] of [
    ['ROOM_AIR', on_air],
    ['MASK', on_oxygen],
  ] as const) {
    for (const [value, points] of list) {
      const found = score(chart('NEWS2'), person, {
        ...calm,
        oxygen_delivery: delivery,
        oxygen_saturation: value,
      })
      t.equal(found.parts['oxygen_saturation'], points, `${String(value)} with ${delivery}`)
    }
  }
})

t.test('NEWS2: bands, triggers and intervals by total (VIT-8, VIT-12)', async (t) => {
  const cases: [Record<string, unknown>, number, string, boolean, number][] = [
    [{}, 0, 'LOW', false, 720],
    [{ heart_rate: 91 }, 1, 'LOW', false, 240],
    [{ heart_rate: 111, respiratory_rate: 21 }, 4, 'LOW', false, 240],
    [{ heart_rate: 131 }, 3, 'LOW_MEDIUM', true, 60],
    [{ heart_rate: 131, temperature: 38.1 }, 4, 'LOW_MEDIUM', true, 60],
    [{ heart_rate: 111, respiratory_rate: 21, temperature: 38.5 }, 5, 'MEDIUM', true, 60],
    [{ heart_rate: 131, respiratory_rate: 25 }, 6, 'MEDIUM', true, 60],
    [{ heart_rate: 131, respiratory_rate: 25, temperature: 38.5 }, 7, 'HIGH', true, 30],
  ]
  for (const [measures, value, band, trigger, minutes] of cases) {
    const found = score(chart('NEWS2'), adult, { ...calm, ...measures }, observe_every)
    t.match(found, { value, band, trigger, observe_every_minutes: minutes }, `total ${value}`)
    t.ok(found.action !== null)
  }
})

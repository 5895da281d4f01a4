// MEOWS: every border value of the chart as it was published (VIT-10).

import t from 'tap'
import { score } from '../../../../db/hospital/desk/vitals/scoring.ts'
import { observe_every } from '../../../../db/hospital/desk/vitals/shipped/others.ts'
import { type Borders, calm, chart, who } from '../../../support/money/charts.ts'

t.test('MEOWS: every border, the redder where two meet (VIT-10)', async (t) => {
  const mother = who(25, { pregnant: true })
  const borders: Record<string, Borders> = {
    temperature: [
      [34.9, 2],
      [35, 1],
      [36, 1],
      [36.1, 0],
      [38, 0],
      [38.1, 2],
    ],
    systolic: [
      [89, 2],
      [90, 1],
      [100, 1],
      [101, 0],
      [149, 0],
      [150, 1],
      [160, 1],
      [161, 2],
    ],
    diastolic: [
      [40, 0],
      [89, 0],
      [90, 1],
      [100, 1],
      [101, 2],
    ],
    heart_rate: [
      [39, 2],
      [40, 1],
      [50, 1],
      [51, 0],
      [99, 0],
      [100, 1],
      [120, 1],
      [121, 2],
    ],
    respiratory_rate: [
      [9, 2],
      [10, 0],
      [20, 0],
      [21, 1],
      [30, 1],
      [31, 2],
    ],
    oxygen_saturation: [
      [94, 2],
      [95, 0],
      [100, 0],
    ],
    consciousness: [
      ['ALERT', 0],
      ['VOICE', 1],
      ['CONFUSION', 1],
      ['PAIN', 2],
      ['UNRESPONSIVE', 2],
    ],
    pain_score: [
      [0, 0],
      [3, 0],
      [4, 1],
      [6, 1],
      [7, 2],
      [10, 2],
    ],
  }
  for (const [part, list] of Object.entries(borders)) {
    for (const [value, points] of list) {
      const found = score(chart('MEOWS'), mother, { ...calm, [part]: value }, observe_every)
      t.equal(found.parts[part], points, `${part} ${String(value)}`)
      t.equal(found.trigger, points === 2, `${part} ${String(value)}: red alone triggers`)
      t.equal(found.band, points === 2 ? 'HIGH' : 'LOW')
    }
  }
  const two = { ...calm, heart_rate: 100, temperature: 36 }
  t.match(score(chart('MEOWS'), mother, two, observe_every), {
    value: 2,
    band: 'MEDIUM',
    trigger: true,
    observe_every_minutes: 60,
  })
  const red = { ...calm, heart_rate: 121, temperature: 36 }
  t.match(score(chart('MEOWS'), mother, red, observe_every), {
    value: 3,
    band: 'HIGH',
    trigger: true,
    observe_every_minutes: 30,
  })
  t.match(score(chart('MEOWS'), mother, { heart_rate: 130 }), { value: null, trigger: true })
  t.match(score(chart('MEOWS'), mother, { heart_rate: 100, temperature: 36 }), {
    value: null,
    trigger: false,
  })
})

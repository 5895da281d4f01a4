// TEWS: every border value of the three charts as they were published (VIT-11).

import t from 'tap'
import type { Person } from '../../../../db/hospital/desk/vitals/rows.ts'
import { proposedBy, score } from '../../../../db/hospital/desk/vitals/scoring.ts'
import { adult, type Borders, chart, who } from '../../../support/money/charts.ts'

t.test('TEWS: every border of the three charts (VIT-11)', async (t) => {
  const warmth: Borders = [
    [34.9, 2],
    [35, 0],
    [38.4, 0],
    [38.5, 2],
  ]
  const hurt: Borders = [
    [false, 0],
    [true, 1],
  ]
  const move: Borders = [
    ['NORMAL_FOR_AGE', 0],
    ['WALKING', 2],
    ['WITH_HELP', 2],
    ['STRETCHER', 2],
    ['NOT_NORMAL_FOR_AGE', 2],
  ]
  const awake: Borders = [
    ['ALERT', 0],
    ['VOICE', 1],
    ['CONFUSION', 2],
    ['PAIN', 2],
    ['UNRESPONSIVE', 3],
  ]
  const charts: [Person, Record<string, Borders>][] = [
    [
      adult,
      {
        mobility: [
          ['WALKING', 0],
          ['WITH_HELP', 1],
          ['STRETCHER', 2],
        ],
        respiratory_rate: [
          [8, 3],
          [9, 0],
          [14, 0],
          [15, 1],
          [20, 1],
          [21, 2],
          [29, 2],
          [30, 3],
        ],
        heart_rate: [
          [40, 3],
          [41, 1],
          [50, 1],
          [51, 0],
          [100, 0],
          [101, 1],
          [110, 1],
          [111, 2],
          [129, 2],
          [130, 3],
        ],
        systolic: [
          [70, 3],
          [71, 2],
          [80, 2],
          [81, 1],
          [100, 1],
          [101, 0],
          [199, 0],
          [200, 2],
        ],
        temperature: warmth,
        consciousness: awake,
        trauma: hurt,
      },
    ],
    [
      who(8),
      {
        mobility: move,
        respiratory_rate: [
          [14, 3],
          [15, 2],
          [16, 2],
          [17, 0],
          [21, 0],
          [22, 1],
          [26, 1],
          [27, 2],
        ],
        heart_rate: [
          [59, 3],
          [60, 2],
          [79, 2],
          [80, 0],
          [99, 0],
          [100, 1],
          [129, 1],
          [130, 2],
        ],
        temperature: warmth,
        consciousness: awake,
        trauma: hurt,
      },
    ],
    [
      who(1),
      {
        mobility: move,
        respiratory_rate: [
          [19, 3],
          [20, 2],
          [25, 2],
          [26, 0],
          [39, 0],
          [40, 2],
          [49, 2],
          [50, 3],
        ],
        heart_rate: [
          [69, 3],
          [70, 2],
          [79, 2],
          [80, 0],
          [130, 0],
          [131, 2],
          [159, 2],
          [160, 3],
        ],
        temperature: warmth,
        trauma: hurt,
        consciousness: awake.filter(([word]) => word !== 'CONFUSION'),
      },
    ],
  ]
  for (const [person, parts] of charts) {
    const base = Object.fromEntries(
      Object.entries(parts).map(([part, list]) => [
        part,
        list.find(([, points]) => points === 0)?.[0],
      ]),
    )
    for (const [part, list] of Object.entries(parts)) {
      for (const [value, points] of list) {
        const found = score(chart('TEWS'), person, { ...base, [part]: value })
        t.equal(found.value, points, `${person.age_months} months, ${part} ${String(value)}`)
      }
    }
  }
})

t.test('TEWS: what it proposes; age and height that disagree (VIT-11)', async (t) => {
  const base = {
    mobility: 'WALKING',
    respiratory_rate: 12,
    heart_rate: 80,
    systolic: 120,
    temperature: 37,
    consciousness: 'ALERT',
    trauma: false,
  }
  const cases: [Record<string, unknown>, number, number][] = [
    [{}, 0, 4],
    [{ mobility: 'STRETCHER' }, 2, 4],
    [{ heart_rate: 130 }, 3, 3],
    [{ heart_rate: 130, trauma: true }, 4, 3],
    [{ heart_rate: 130, mobility: 'STRETCHER' }, 5, 2],
    [{ heart_rate: 130, respiratory_rate: 30 }, 6, 2],
    [{ heart_rate: 130, respiratory_rate: 30, trauma: true }, 7, 1],
  ]
  for (const [measures, value, category] of cases) {
    const found = score(chart('TEWS'), adult, { ...base, ...measures })
    t.match(found, { value, trigger: false })
    t.equal(proposedBy(found), category, `total ${value}`)
  }
  const tall = { ...base, mobility: 'WALKING', height: 151 }
  t.equal(score(chart('TEWS'), who(12), tall).value, 5, 'the chart of a child has the higher total')
  t.equal(score(chart('TEWS'), who(12), { ...tall, height: 150 }).value, 5)
  t.equal(score(chart('TEWS'), who(13), { ...tall, height: 140 }).value, 0)
  t.equal(proposedBy(score(chart('TEWS'), adult, { ...base, trauma: null })), null)
})

// Every border value of the charts of VIT-8 to VIT-11, against the charts as they were published.

import t from 'tap'
import type { Person } from '../../../db/hospital/vitals/rows.ts'
import { type Chart, proposedBy, score, scoreFor } from '../../../db/hospital/vitals/scoring.ts'
import { shipped_tables } from '../../../db/hospital/vitals/shipped/tables.ts'
import { observe_every } from '../../../db/hospital/vitals/shipped/others.ts'
import type { ScoreRow } from '../../../db/hospital/vitals/rows.ts'
import type { ScoreCode } from '../../../db/hospital/vitals/words.ts'

const chart = (code: ScoreCode): Chart => ({
  code,
  rows: (shipped_tables.find((one) => one.code === code)?.rows ?? []) as ScoreRow[],
  version: 1,
  adopted: false,
})
const who = (years: number, more: Partial<Person> = {}): Person => ({
  age_days: Math.round(years * 365.25),
  age_months: Math.floor(years * 12),
  pregnant: false,
  spo2_target: '94-98',
  ...more,
})
const adult = who(40)

type Borders = readonly (readonly [unknown, number])[]

const calm = {
  respiratory_rate: 16,
  oxygen_saturation: 97,
  oxygen_delivery: 'ROOM_AIR',
  systolic: 120,
  diastolic: 75,
  heart_rate: 70,
  consciousness: 'ALERT',
  temperature: 37,
  pain_score: 0,
}

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

t.test(
  'a missing part gives no total; one part that scores 3 triggers all the same (VIT-7)',
  async (t) => {
    const { respiratory_rate: _left_out, ...rest } = calm
    t.match(score(chart('NEWS2'), adult, rest, observe_every), {
      value: null,
      band: null,
      trigger: false,
      missing: ['respiratory_rate'],
      observe_every_minutes: null,
    })
    t.match(score(chart('NEWS2'), adult, { ...rest, systolic: 80 }), {
      value: null,
      band: null,
      trigger: true,
      missing: ['respiratory_rate'],
    })
    t.match(score(chart('NEWS2'), who(15), calm), {
      value: null,
      not_valid_reason: 'NEWS2 is for people from 16 years on.',
      trigger: false,
    })
    t.match(score(chart('PEWS'), adult, calm), {
      not_valid_reason: 'PEWS is for children under 16 years.',
    })
    t.match(score(chart('MEOWS'), adult, calm), {
      not_valid_reason: 'MEOWS is for pregnancy and the days after a birth.',
    })
  },
)

t.test('the score that belongs to a person (VIT-6)', async (t) => {
  t.equal(scoreFor(who(16)), 'NEWS2')
  t.equal(scoreFor(who(15.9)), 'PEWS')
  t.equal(scoreFor(who(17, { pregnant: true })), 'MEOWS')
  t.equal(scoreFor(who(15, { pregnant: true })), 'MEOWS')
})

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

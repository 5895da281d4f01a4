// Flags, limits, units, computed figures and thinness (VIT-2 to VIT-5, VIT-14), border by border.

import t from 'tap'
import {
  bmiClassOf,
  bmiOf,
  bsaOf,
  gcsOf,
  mapOf,
  shockIndexOf,
} from '../../../../db/hospital/desk/vitals/derived.ts'
import { flagsOf } from '../../../../db/hospital/desk/vitals/flags.ts'
import { nutritionOf, whzClass } from '../../../../db/hospital/desk/vitals/nutrition.ts'
import { faultsOf } from '../../../../db/hospital/desk/vitals/plausible.ts'
import type { Person } from '../../../../db/hospital/desk/vitals/rows.ts'
import { muac } from '../../../../db/hospital/desk/vitals/shipped/others.ts'
import { plausibility } from '../../../../db/hospital/desk/vitals/shipped/plausibility.ts'
import { critical_limits, ranges } from '../../../../db/hospital/desk/vitals/shipped/ranges.ts'
import { converted, rounded } from '../../../../db/hospital/desk/vitals/units.ts'

const person = (months: number, more: Partial<Person> = {}): Person => ({
  age_days: Math.round(months * 30.4375),
  age_months: months,
  pregnant: false,
  spo2_target: '94-98',
  ...more,
})
const adult = person(480)
const mother = person(300, { pregnant: true })
const newborn = person(1, { age_days: 40 })

type Word = 'LOW' | 'HIGH' | 'CRITICAL_LOW' | 'CRITICAL_HIGH' | null
const flag = (who: Person, field: string, value: unknown, beside: object = {}): Word =>
  flagsOf(ranges, critical_limits, who, { ...beside, [field]: value }).find(
    (one) => one.field === field,
  )?.flag ?? null

// The table of VIT-4 as it is printed: low, high, critical below, critical above (or from).
const printed: [string, Person, Record<string, number[]>][] = [
  [
    '0–59 days',
    newborn,
    {
      heart_rate: [110, 160, 89, 191],
      respiratory_rate: [30, 59, 19, 70],
      systolic: [60, 95, 49, 121],
    },
  ],
  [
    '2–11 months',
    person(2, { age_days: 60 }),
    {
      heart_rate: [100, 160, 79, 191],
      respiratory_rate: [25, 49, 19, 65],
      systolic: [70, 105, 59, 131],
    },
  ],
  [
    '1–4 years',
    person(12),
    {
      heart_rate: [90, 140, 69, 181],
      respiratory_rate: [20, 39, 14, 60],
      systolic: [80, 110, 64, 141],
    },
  ],
  [
    '5–11 years',
    person(60),
    {
      heart_rate: [70, 120, 54, 151],
      respiratory_rate: [16, 30, 11, 45],
      systolic: [90, 120, 74, 151],
    },
  ],
  [
    '12–15 years',
    person(144),
    {
      heart_rate: [60, 110, 44, 141],
      respiratory_rate: [12, 22, 9, 35],
      systolic: [95, 130, 79, 161],
    },
  ],
  [
    '16 years on',
    person(192),
    {
      heart_rate: [60, 100, 39, 131],
      respiratory_rate: [12, 20, 8, 30],
      systolic: [90, 139, 79, 180],
    },
  ],
  [
    'pregnant',
    mother,
    {
      heart_rate: [60, 110, 39, 131],
      respiratory_rate: [12, 20, 8, 30],
      systolic: [90, 139, 89, 160],
    },
  ],
]

t.test('flags: every band and border of VIT-4', async (t) => {
  for (const [name, who, fields] of printed) {
    for (const [field, [low = 0, high = 0, under = 0, over = 0]] of Object.entries(fields)) {
      const cases: [number, Word][] = [
        [low, null],
        [high, null],
        [high + 1, high + 1 >= over ? 'CRITICAL_HIGH' : 'HIGH'],
        [under, 'CRITICAL_LOW'],
        [over, 'CRITICAL_HIGH'],
        [over - 1, over - 1 > high ? 'HIGH' : null],
        [low - 1, low - 1 <= under ? 'CRITICAL_LOW' : 'LOW'],
        [under + 1, under + 1 < low ? 'LOW' : null],
      ]
      for (const [value, word] of cases) {
        t.equal(flag(who, field, value), word, `${name} ${field} ${value}`)
      }
    }
  }
})

t.test('flags: what counts at all ages, and for some (VIT-4)', async (t) => {
  const cases: [Person, string, unknown, Word, object?][] = [
    [adult, 'temperature', 36, null],
    [adult, 'temperature', 35.9, 'LOW'],
    [adult, 'temperature', 37.6, 'HIGH'],
    [adult, 'temperature', 34.9, 'CRITICAL_LOW'],
    [adult, 'temperature', 39.4, 'HIGH'],
    [adult, 'temperature', 39.5, 'CRITICAL_HIGH'],
    [newborn, 'temperature', 38, 'CRITICAL_HIGH'],
    [newborn, 'temperature', 37.9, 'HIGH'],
    [adult, 'oxygen_saturation', 95, null],
    [adult, 'oxygen_saturation', 94, 'LOW'],
    [adult, 'oxygen_saturation', 90, 'LOW'],
    [adult, 'oxygen_saturation', 89, 'CRITICAL_LOW'],
    [{ ...adult, spo2_target: '88-92' }, 'oxygen_saturation', 88, null],
    [{ ...adult, spo2_target: '88-92' }, 'oxygen_saturation', 93, 'HIGH'],
    [{ ...adult, spo2_target: '88-92' }, 'oxygen_saturation', 85, 'LOW'],
    [{ ...adult, spo2_target: '88-92' }, 'oxygen_saturation', 84, 'CRITICAL_LOW'],
    [adult, 'blood_glucose', 7, 'HIGH', { glucose_context: 'FASTING' }],
    [adult, 'blood_glucose', 7, null, { glucose_context: 'RANDOM' }],
    [adult, 'blood_glucose', 11, null],
    [adult, 'blood_glucose', 11.1, 'HIGH'],
    [adult, 'blood_glucose', 3, 'LOW'],
    [adult, 'blood_glucose', 2.9, 'CRITICAL_LOW'],
    [adult, 'blood_glucose', 20, 'HIGH'],
    [adult, 'blood_glucose', 20.1, 'CRITICAL_HIGH'],
    [person(0, { age_days: 28 }), 'blood_glucose', 2.6, 'LOW'],
    [person(0, { age_days: 28 }), 'blood_glucose', 2.5, 'CRITICAL_LOW'],
    [person(0, { age_days: 29 }), 'blood_glucose', 2.6, 'CRITICAL_LOW'],
    [adult, 'diastolic', 119, 'HIGH'],
    [adult, 'diastolic', 120, 'CRITICAL_HIGH'],
    [mother, 'diastolic', 110, 'CRITICAL_HIGH'],
    [mother, 'diastolic', 109, 'HIGH'],
    [person(12), 'diastolic', 20, null],
    [person(12), 'diastolic', 120, 'CRITICAL_HIGH'],
    [adult, 'consciousness', 'ALERT', null],
    [adult, 'consciousness', 'CONFUSION', 'LOW'],
    [adult, 'consciousness', 'VOICE', 'LOW'],
    [adult, 'consciousness', 'PAIN', 'CRITICAL_LOW'],
    [adult, 'consciousness', 'UNRESPONSIVE', 'CRITICAL_LOW'],
    [adult, 'gcs_total', 13, null],
    [adult, 'gcs_total', 12, 'LOW'],
    [adult, 'gcs_total', 8, 'CRITICAL_LOW'],
    [adult, 'pain_score', 6, null],
    [adult, 'pain_score', 7, 'HIGH'],
    [adult, 'capillary_refill', 2, null],
    [adult, 'capillary_refill', 2.1, 'HIGH'],
    [adult, 'capillary_refill', 4, 'HIGH'],
    [adult, 'capillary_refill', 4.1, 'CRITICAL_HIGH'],
    [mother, 'fetal_heart_rate', 110, null],
    [mother, 'fetal_heart_rate', 159, null],
    [mother, 'fetal_heart_rate', 160, 'HIGH'],
    [mother, 'fetal_heart_rate', 181, 'CRITICAL_HIGH'],
    [mother, 'fetal_heart_rate', 99, 'CRITICAL_LOW'],
    [adult, 'shock_index', 0.89, null],
    [adult, 'shock_index', 0.9, 'HIGH'],
    [person(100), 'shock_index', 1.2, null],
    [adult, 'waist', 300, null],
  ]
  for (const [who, field, value, word, beside] of cases) {
    t.equal(flag(who, field, value, beside), word, `${field} ${String(value)}`)
  }
  t.match(flagsOf(ranges, critical_limits, adult, { heart_rate: 140 }), [
    { field: 'heart_rate', flag: 'CRITICAL_HIGH', low: 60, high: 100, band: '16 years on' },
  ])
})

t.test('plausibility: what is asked about and what is refused (VIT-2)', async (t) => {
  const limits: [Person, string, number, number, number, number][] = [
    [adult, 'temperature', 34, 41.5, 20, 46],
    [adult, 'systolic', 60, 220, 20, 320],
    [adult, 'diastolic', 30, 140, 10, 220],
    [adult, 'heart_rate', 40, 200, 0, 350],
    [newborn, 'heart_rate', 70, 230, 0, 350],
    [adult, 'respiratory_rate', 8, 60, 0, 150],
    [newborn, 'respiratory_rate', 15, 90, 0, 150],
    [adult, 'oxygen_saturation', 70, 100, 0, 100],
    [adult, 'oxygen_flow', 0, 15, 0, 80],
    [newborn, 'weight', 1.5, 7, 0.3, 400],
    [person(2, { age_days: 60 }), 'weight', 3, 14, 0.3, 400],
    [person(12), 'weight', 6, 30, 0.3, 400],
    [person(60), 'weight', 12, 70, 0.3, 400],
    [person(144), 'weight', 20, 120, 0.3, 400],
    [adult, 'weight', 30, 200, 0.3, 400],
    [adult, 'height', 40, 210, 25, 260],
    [adult, 'head_circumference', 28, 60, 15, 75],
    [adult, 'muac', 8, 45, 4, 70],
    [adult, 'blood_glucose', 2, 33, 0.3, 70],
    [adult, 'capillary_refill', 0, 6, 0, 20],
    [mother, 'fetal_heart_rate', 90, 190, 40, 260],
  ]
  for (const [who, field, ask_low, ask_high, refuse_low, refuse_high] of limits) {
    const at = (value: number): string => {
      const { refused, unusual } = faultsOf(plausibility, who, { [field]: value }, null)
      return refused.length > 0 ? 'refused' : unusual.length > 0 ? 'asked' : 'taken'
    }
    const outer = (border: number, way: -1 | 1): string => at(rounded(border + way * 0.05, 2))
    t.equal(at(ask_low), 'taken', `${field} ${ask_low}`)
    t.equal(at(ask_high), 'taken', `${field} ${ask_high}`)
    if (ask_low > refuse_low) t.equal(outer(ask_low, -1), 'asked', `under ${field} ${ask_low}`)
    if (ask_high < refuse_high) t.equal(outer(ask_high, 1), 'asked', `over ${field} ${ask_high}`)
    t.equal(outer(refuse_low, -1), 'refused', `under ${field} ${refuse_low}`)
    t.equal(outer(refuse_high, 1), 'refused', `over ${field} ${refuse_high}`)
    t.not(at(refuse_low), 'refused')
    t.not(at(refuse_high), 'refused')
  }
  t.same(faultsOf(plausibility, adult, { temperature: 50 }, null).refused, [
    {
      field: 'temperature',
      message: 'temperature 50 °C is not possible (20–46). Check the reading.',
    },
  ])
  t.same(faultsOf(plausibility, adult, { temperature: 43 }, null).unusual, [
    {
      field: 'temperature',
      message:
        'temperature 43 °C is unusual (34–41.5). Measure again, or confirm it with a reason.',
    },
  ])
})

t.test('plausibility: a weight that has changed much is asked about (VIT-2)', async (t) => {
  const asked = (who: Person, weight: number, last: number, days_ago: number): boolean =>
    faultsOf(plausibility, who, { weight }, { weight: last, days_ago }).unusual.length > 0
  t.notOk(asked(adult, 66, 60, 90), 'ten per cent')
  t.ok(asked(adult, 66.1, 60, 90), 'more than ten per cent')
  t.ok(asked(adult, 53, 60, 1), 'less as well as more')
  t.notOk(asked(adult, 80, 60, 91), 'longer ago than 90 days')
  t.notOk(asked(person(10), 12, 10, 30), 'twenty per cent under two years')
  t.ok(asked(person(10), 12.1, 10, 30))
  t.ok(asked(person(24), 11.1, 10, 30), 'ten from two years on')
})

t.test('units become standard units, with what was typed beside them (VIT-3)', async (t) => {
  const cases: [string, number, string, number][] = [
    ['temperature', 98.6, 'F', 37],
    ['temperature', 101.3, 'F', 38.5],
    ['weight', 2750, 'g', 2.75],
    ['weight', 3125, 'g', 3.13],
    ['weight', 150, 'lb', 68],
    ['height', 65, 'in', 165.1],
    ['muac', 115, 'mm', 11.5],
    ['blood_glucose', 180, 'mg/dL', 10],
  ]
  for (const [field, typed, unit, value] of cases) {
    t.same(converted({ [field]: typed }, { [field]: unit }), {
      values: { [field]: value },
      as_entered: { [field]: { value: typed, unit } },
    })
  }
  t.same(converted({ weight: 9.995 }).values, { weight: 10 }, 'two decimals under 10 kg')
  t.same(converted({ weight: 10.05 }).values, { weight: 10.1 }, 'half away from zero')
  t.same(converted({ weight: 3.456 }).values, { weight: 3.46 })
  t.equal(converted({ weight: 3.456 }).as_entered, null, 'nothing was converted')
  t.equal(rounded(-0.25, 1), -0.3)
})

t.test('what is computed (VIT-5)', async (t) => {
  t.equal(bmiOf(70, 175), 22.9)
  t.equal(bmiOf(null, 175), null)
  t.equal(mapOf(120, 80), 93)
  t.equal(shockIndexOf(100, 110), 0.91)
  t.equal(gcsOf(4, 5, 6), 15)
  t.equal(gcsOf(4, null, 6), null)
  t.equal(bsaOf(70, 175), 1.84)
  const classes: [number, string][] = [
    [15.9, 'SEVERE_THINNESS'],
    [16, 'MODERATE_THINNESS'],
    [16.9, 'MODERATE_THINNESS'],
    [17, 'MILD_THINNESS'],
    [18.4, 'MILD_THINNESS'],
    [18.5, 'NORMAL'],
    [24.9, 'NORMAL'],
    [25, 'OVERWEIGHT'],
    [29.9, 'OVERWEIGHT'],
    [30, 'OBESE'],
  ]
  for (const [bmi, word] of classes) t.equal(bmiClassOf(bmi, adult), word, `${bmi}`)
  t.equal(bmiClassOf(22, person(227)), null, 'from 19 years on')
  t.equal(bmiClassOf(22, person(228)), 'NORMAL')
  t.equal(bmiClassOf(22, mother), null, 'not in pregnancy')
})

t.test('thinness by the arm, by weight for height and by oedema (VIT-14)', async (t) => {
  const arms: [Person, number, number][] = [
    [person(6), 11.5, 12.5],
    [person(59), 11.5, 12.5],
    [person(60), 13.5, 14.5],
    [person(119), 13.5, 14.5],
    [person(120), 16, 18.5],
    [person(215), 16, 18.5],
    [adult, 18.5, 22],
    [mother, 19, 23],
  ]
  const classed = (who: Person, arm: number | null, oedema = 0, whz: number | null = null) =>
    nutritionOf(muac, who, { muac: arm, oedema, whz })
  for (const [who, severe, moderate] of arms) {
    t.equal(classed(who, rounded(severe - 0.1, 1))?.class, 'SEVERE', `${who.age_months} months`)
    t.equal(classed(who, severe)?.class, 'MODERATE')
    t.equal(classed(who, rounded(moderate - 0.1, 1))?.class, 'MODERATE')
    t.equal(classed(who, moderate)?.class, 'NORMAL')
  }
  t.equal(classed(person(5), 10), null, 'no border under six months')
  t.equal(classed(person(24), 14, 1)?.class, 'SEVERE', 'both feet swollen')
  t.equal(classed(person(60), 16, 1)?.class, 'NORMAL', 'from five years on oedema says nothing')
  t.equal(classed(person(24), 13, 0, -3.1)?.class, 'SEVERE', 'the worse of the two')
  t.equal(classed(person(24), null, 0, -2.5)?.class, 'MODERATE')
  t.equal(classed(person(24), null), null)
  t.same([-3.01, -3, -2.01, -2].map(whzClass), ['SEVERE', 'MODERATE', 'MODERATE', 'NORMAL'])
})

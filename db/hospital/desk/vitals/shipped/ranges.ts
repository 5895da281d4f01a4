// What is normal by age, and what is critical (VIT-4).

import type { Fits, LimitRow, RangeRow } from '../rows.ts'
import {
  adolescent,
  adult,
  bands,
  child,
  everybody,
  infant,
  newborn,
  pregnant,
  toddler,
} from './bands.ts'

type Pair = readonly [number, number] | null
const normal: readonly [Fits, Pair, Pair, Pair, Pair][] = [
  // heart_rate, respiratory_rate, systolic, diastolic
  [pregnant, [60, 110], [12, 20], [90, 139], [50, 89]],
  [newborn, [110, 160], [30, 59], [60, 95], null],
  [infant, [100, 160], [25, 49], [70, 105], null],
  [toddler, [90, 140], [20, 39], [80, 110], null],
  [child, [70, 120], [16, 30], [90, 120], [50, 79]],
  [adolescent, [60, 110], [12, 22], [95, 130], [55, 84]],
  [adult, [60, 100], [12, 20], [90, 139], [60, 89]],
]
const fields = ['heart_rate', 'respiratory_rate', 'systolic', 'diastolic'] as const

const range = (
  field: string,
  min: number | null,
  max: number | null,
  who: Fits = everybody,
): RangeRow => ({ ...who, field, min, max })

export const ranges: RangeRow[] = [
  ...normal.flatMap(([who, ...pairs]) =>
    fields.flatMap((field, at) => {
      const pair = pairs[at] as Pair
      return pair === null ? [] : [range(field, pair[0], pair[1], who)]
    }),
  ),
  range('temperature', 36, 37.5),
  range('oxygen_saturation', 95, 100, { ...everybody, spo2_target: '94-98' }),
  range('oxygen_saturation', 88, 92, { ...everybody, spo2_target: '88-92' }),
  { ...range('blood_glucose', 3.9, 6.9), context: 'FASTING' },
  range('blood_glucose', 3.9, 11),
  range('gcs_total', 13, 15),
  range('pain_score', null, 6),
  range('capillary_refill', null, 2),
  range('fetal_heart_rate', 110, 159),
  range('shock_index', null, 0.89, adult),
]

/** Lowest that is not yet critical, and so on: each number is the first that is. */
type Ends = readonly [number, number]
const critical: readonly [Fits, Ends, Ends, Ends][] = [
  // heart_rate, respiratory_rate, systolic: at or below, at or above
  [pregnant, [39, 131], [8, 30], [89, 160]],
  [newborn, [89, 191], [19, 70], [49, 121]],
  [infant, [79, 191], [19, 65], [59, 131]],
  [toddler, [69, 181], [14, 60], [64, 141]],
  [child, [54, 151], [11, 45], [74, 151]],
  [adolescent, [44, 141], [9, 35], [79, 161]],
  [adult, [39, 131], [8, 30], [79, 180]],
]

const low = (field: string, max: number, who: Fits = everybody): LimitRow => ({
  ...who,
  field,
  side: 'LOW',
  min: null,
  max,
})
const high = (field: string, min: number, who: Fits = everybody): LimitRow => ({
  ...who,
  field,
  side: 'HIGH',
  min,
  max: null,
})

export const critical_limits: LimitRow[] = [
  ...critical.flatMap(([who, ...ends]) =>
    ends.flatMap(([under, over], at) => [
      low(fields[at] as string, under, who),
      high(fields[at] as string, over, who),
    ]),
  ),
  high('diastolic', 110, pregnant),
  high('diastolic', 120),
  low('temperature', 34.9),
  high('temperature', 38, newborn),
  high('temperature', 39.5),
  low('oxygen_saturation', 89, { ...everybody, spo2_target: '94-98' }),
  low('oxygen_saturation', 84, { ...everybody, spo2_target: '88-92' }),
  low('blood_glucose', 2.5, { band: '0–28 days', to_days: 28 }),
  low('blood_glucose', 2.9),
  high('blood_glucose', 20.1),
  { ...everybody, field: 'consciousness', side: 'LOW', values: ['PAIN', 'UNRESPONSIVE'] },
  low('gcs_total', 8),
  high('capillary_refill', 4.1),
  low('fetal_heart_rate', 99),
  high('fetal_heart_rate', 181),
  // VIT-16: loss of weight.
  { ...adult, field: 'weight', side: 'LOW', percent: 5, within_days: 30 },
  { ...adult, field: 'weight', side: 'LOW', percent: 10, within_days: 180 },
]

export const shipped_bands = bands

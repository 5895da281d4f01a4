// What is asked about and what is refused (VIT-2).

import type { Fits, PlausibilityRow } from '../rows.ts'
import { adolescent, adult, child, everybody, toddler } from './bands.ts'

const limit = (
  field: string,
  unit: string,
  confirm: readonly [number, number],
  refuse: readonly [number, number],
  who: Fits = everybody,
): PlausibilityRow => ({
  ...who,
  field,
  unit,
  confirm_min: confirm[0],
  confirm_max: confirm[1],
  refuse_min: refuse[0],
  refuse_max: refuse[1],
})

const under_one: Fits = { band: 'under 1 year', to_months: 11 }
const from_one: Fits = { band: '1 year on', from_months: 12 }
const weight = (confirm: readonly [number, number], who: Fits): PlausibilityRow =>
  limit('weight', 'kg', confirm, [0.3, 400], who)

export const plausibility: PlausibilityRow[] = [
  limit('temperature', '°C', [34, 41.5], [20, 46]),
  limit('systolic', 'mmHg', [60, 220], [20, 320]),
  limit('diastolic', 'mmHg', [30, 140], [10, 220]),
  limit('heart_rate', 'beats/min', [70, 230], [0, 350], under_one),
  limit('heart_rate', 'beats/min', [40, 200], [0, 350], from_one),
  limit('respiratory_rate', 'breaths/min', [15, 90], [0, 150], under_one),
  limit('respiratory_rate', 'breaths/min', [8, 60], [0, 150], from_one),
  limit('oxygen_saturation', '%', [70, 100], [0, 100]),
  limit('oxygen_flow', 'l/min', [0, 15], [0, 80]),
  weight([1.5, 7], { band: 'under 60 days', to_days: 59 }),
  weight([3, 14], { band: '2–11 months', from_days: 60, to_months: 11 }),
  weight([6, 30], toddler),
  weight([12, 70], child),
  weight([20, 120], adolescent),
  weight([30, 200], adult),
  limit('height', 'cm', [40, 210], [25, 260]),
  limit('head_circumference', 'cm', [28, 60], [15, 75]),
  limit('muac', 'cm', [8, 45], [4, 70]),
  limit('blood_glucose', 'mmol/L', [2, 33], [0.3, 70]),
  limit('capillary_refill', 's', [0, 6], [0, 20]),
  limit('fetal_heart_rate', 'beats/min', [90, 190], [40, 260]),
  {
    band: 'under 2 years',
    to_months: 23,
    field: 'weight',
    unit: 'kg',
    percent: 20,
    within_days: 90,
  },
  {
    band: '2 years on',
    from_months: 24,
    field: 'weight',
    unit: 'kg',
    percent: 10,
    within_days: 90,
  },
]

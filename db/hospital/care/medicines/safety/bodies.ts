// A row of each table of safety (2.6), as it comes in and as checks read it.

import {
  choice,
  Decimal,
  form,
  kind,
  listOf,
  nullable,
  optional,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import {
  amount_units,
  cross_levels,
  duplicate_levels,
  interaction_severities,
  limit_bases,
  renal_actions,
  routes,
  rule_levels,
} from '../words.ts'

const Amount = kind<number>({
  type: 'number',
  minimum: 1e-9,
  maximum: 1e9,
  complaint: 'must be more than 0.',
})
const amount = optional(nullable(Amount))
const days = optional(nullable(Whole(0, 50_000)))
/** `ingredient:warfarin`, `class:NSAID`, `medicine:<id>`. */
const Target = Text(3, 80)

const Interaction = form({
  a: Target,
  b: Target,
  severity: choice(interaction_severities),
  effect: Text(1, 200),
  advice: Text(1, 300),
  separate_hours: optional(nullable(Decimal(0, 48))),
})
const DoseLimit = form({
  target: Target,
  routes: optional(nullable(listOf(choice(routes), 17))),
  min_age_days: days,
  max_age_days: days,
  min_weight_kg: amount,
  max_weight_kg: amount,
  basis: choice(limit_bases),
  max_single: amount,
  max_daily: amount,
  /** Of what is taken once a week: never a day's. */
  max_weekly: amount,
  usual_low: amount,
  unit: choice(amount_units),
  hard_factor: optional(nullable(Decimal(1, 10))),
})
const RenalRule = form({
  target: Target,
  below_ml_min: Amount,
  action: choice(renal_actions),
  advice: Text(1, 300),
  max_daily: amount,
})
const ConditionRule = form({
  target: Target,
  codes: some(Text(2, 20), 50),
  level: choice(rule_levels),
  advice: Text(1, 300),
})
const AgeRule = form({
  target: Target,
  min_age_days: days,
  max_age_days: days,
  level: choice(rule_levels),
  advice: Text(1, 300),
})
const CrossAllergy = form({
  class_code: Text(1, 40),
  reacts_with: Text(1, 40),
  level: choice(cross_levels),
})
const DuplicateClass = form({
  class_code: Text(1, 40),
  level: choice(duplicate_levels),
  allowed_count: optional(nullable(Whole(1, 20))),
})

export const safety_bodies = {
  interactions: Interaction,
  'dose-limits': DoseLimit,
  renal: RenalRule,
  conditions: ConditionRule,
  ages: AgeRule,
  'cross-allergies': CrossAllergy,
  'duplicate-classes': DuplicateClass,
} as const

export type BodyOf = {
  [K in keyof typeof safety_bodies]: Static<(typeof safety_bodies)[K]>
}
/** A row as it counts: whose it is, and whether its table was adopted (or it is the hospital's own). */
export type Standing<K extends keyof BodyOf> = BodyOf[K] & { adopted: boolean }
export type SafetyRules = { [K in keyof BodyOf]: readonly Standing<K>[] }

// The rows of theatre's tables (modules A.2), as a hospital may change them (MOD-15).

import {
  choice,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  optional,
  type Static,
  Text,
  Time,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import {
  case_urgencies,
  charge_bases,
  count_kinds,
  milestones,
  events,
  phases,
  reason_groups,
  room_left,
  techniques,
  theatre_kinds,
} from '../words.ts'

const charge_edges = [...milestones, ...events, room_left] as const

export const SettingsRow = form({
  fitness_valid_days: Whole(1, 365),
  fasting_solids_hours: Whole(0, 24),
  fasting_milk_hours: Whole(0, 24),
  fasting_breast_milk_hours: Whole(0, 24),
  fasting_clear_hours: Whole(0, 24),
  antibiotic_minutes: Whole(5, 240),
  aldrete_min: Whole(0, 10),
  aldrete_readings: Whole(1, 10),
  decision_minutes_emergency: Whole(1, 10_000),
  decision_minutes_urgent: Whole(1, 10_000),
  first_case_grace: Whole(0, 240),
  overrun_warn: Whole(0, 240),
  publish_at: Time,
  consent_days: Whole(1, 3650),
  post_op_plan: Text(1, 40),
})
export type SettingsRow = Static<typeof SettingsRow>

export const ChargeRow = form({
  key: Text(1, 40),
  /** Of the price list; PROCEDURE: the code of the procedure itself; null: not bound yet. */
  code: nullable(Text(1, 40)),
  from: optional(nullable(choice(charge_edges))),
  to: optional(nullable(choice(charge_edges))),
  basis: choice(charge_bases),
  unit_minutes: optional(nullable(Whole(1, 1440))),
  free_minutes: optional(nullable(Whole(0, 1440))),
  min_units: optional(nullable(Whole(0, 1000))),
  max_units: optional(nullable(Whole(1, 1000))),
  when: optional(
    nullable(
      form({
        theatre_kinds: optional(listOf(choice(theatre_kinds), 20)),
        urgencies: optional(listOf(choice(case_urgencies), 10)),
        techniques: optional(listOf(choice(techniques), 20)),
      }),
    ),
  ),
})
export type ChargeRow = Static<typeof ChargeRow>

export const PreOpItemRow = form({
  key: Text(1, 40),
  title: Text(1, 160),
  title_sw: Text(1, 160),
  required: Flag,
  /** Asked with a time: when the last meal was. */
  timed: Flag,
})
export type PreOpItemRow = Static<typeof PreOpItemRow>

export const WhoItemRow = form({
  key: Text(1, 40),
  phase: choice(phases),
  title: Text(1, 200),
  title_sw: Text(1, 200),
  /** The answer after which nothing needs explaining. */
  safe: choice(['YES', 'NO']),
  may_not_apply: Flag,
})
export type WhoItemRow = Static<typeof WhoItemRow>

export const CountItemRow = form({
  kind: choice(count_kinds),
  name: Text(1, 80),
  theatre_kinds: optional(listOf(choice(theatre_kinds), 20)),
})
export type CountItemRow = Static<typeof CountItemRow>

export const CancelReasonRow = form({
  code: Text(1, 40),
  text: Text(1, 120),
  group: choice(reason_groups),
  avoidable: Flag,
})
export type CancelReasonRow = Static<typeof CancelReasonRow>

export const CardRow = form({
  code: Text(1, 40),
  minutes: Whole(10, 900),
  items: optional(listOf(form({ product_id: Id, quantity: Whole(1, 10_000) }), 100)),
  positions: optional(listOf(Text(1, 80), 20)),
  equipment: optional(listOf(Text(1, 80), 50)),
  prophylaxis: optional(Flag),
  required_tests: optional(listOf(Text(1, 40), 50)),
})
export type CardRow = Static<typeof CardRow>

// A death recorded, and taken back.

import {
  optional,
  choice,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  nullable,
  named,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { Patient } from '../shapes.ts'
import { death_places } from '../words.ts'

export const DeathInput = named(
  'DeathInput',
  form({
    died_at: Instant,
    died_at_estimated: optional(Flag),
    place: choice(death_places),
    cause: optional(nullable(Text(0, 500))),
    confirmed_by_staff_id: optional(nullable(Id)),
    source_note: optional(nullable(Text(0, 500))),
    late_entry_reason: optional(nullable(Reason)),
  }),
)
export type DeathInput = Static<typeof DeathInput>

export const Closed = shape({
  visits: Whole(),
  appointments: Whole(),
  messages: Whole(),
  referrals: Whole(),
})
export const Died = shape({ ...Patient.properties, closed: Closed })
export type Died = Static<typeof Died>
export const Undied = shape({ ...Patient.properties, stays_closed: listOf(Text(1, 120)) })
export type Undied = Static<typeof Undied>

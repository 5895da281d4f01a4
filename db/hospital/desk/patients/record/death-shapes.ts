// A death recorded, and taken back.

import {
  asked,
  choice,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  maybe,
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
    died_at_estimated: asked(Flag),
    place: choice(death_places),
    cause: asked(maybe(Text(0, 500))),
    confirmed_by_staff_id: asked(maybe(Id)),
    source_note: asked(maybe(Text(0, 500))),
    late_entry_reason: asked(maybe(Reason)),
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

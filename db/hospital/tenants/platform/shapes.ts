// Hospitals as the operator of a hosted service sees them: names, counts and states.

import {
  optional,
  choice,
  Day,
  Email,
  Flag,
  form,
  Instant,
  listOf,
  nullable,
  named,
  Phone,
  Reason,
  type Static,
  shape,
  some,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { UserCreated } from '../../office/access/users/shapes.ts'
import { user_states } from '../../office/access/words.ts'
import { hospital_states } from '../../office/hospitals/words.ts'
import { facility_kinds } from '../../office/places/words.ts'
import { suspend_reasons } from './words.ts'

export const HospitalInput = named(
  'HospitalInput',
  form({
    code: Text(3, 20),
    name: Text(1, 120),
    country: Text(2, 60),
    currency: optional(Text(3, 3)),
    timezone: optional(Text(1, 60)),
    contact: form({
      name: Text(1, 120),
      email: optional(nullable(Email)),
      phone: optional(nullable(Phone)),
    }),
    facility: form({
      code: Text(2, 8),
      name: Text(1, 120),
      kind: optional(choice(facility_kinds)),
    }),
    administrator: form({
      full_name: Text(1, 120),
      username: Text(3, 40),
      email: optional(nullable(Email)),
      phone: optional(nullable(Phone)),
    }),
    evaluation_days: optional(Whole(0, 180)),
  }),
)
export type HospitalInput = Static<typeof HospitalInput>

const hospital_fields = {
  id: Text(1, 36),
  code: Text(1, 20),
  name: Text(1, 120),
  country: Text(2, 2),
  currency: Text(3, 3),
  timezone: Text(1, 60),
  status: choice(hospital_states),
  contact: nullable(
    shape({ name: Text(1, 120), email: nullable(Text(0, 254)), phone: nullable(Text(0, 40)) }),
  ),
  evaluation_ends_on: nullable(Day),
  reason: nullable(Text(0, 300)),
  suspended_from: nullable(Instant),
  counts: shape({ users: Whole(), facilities: Whole(), storage_mb: Whole() }),
  last_activity_at: nullable(Instant),
  created_by_name: Text(0, 160),
  created_at: Instant,
  updated_at: Instant,
  version: Whole(1),
}

export const Hospital = named('Hospital', shape(hospital_fields))
export type Hospital = Static<typeof Hospital>

export const HospitalOpened = named(
  'HospitalOpened',
  shape({ ...hospital_fields, administrator: UserCreated }),
)
export type HospitalOpened = Static<typeof HospitalOpened>

export const HospitalFilters = { status: optional(choice(hospital_states)) }

export const Suspend = form({
  reason_code: choice(suspend_reasons),
  reason: Reason,
  from: optional(Instant),
})
export type Suspend = Static<typeof Suspend>

export const Reinstate = form({ reason: Reason })

export const PlatformUserInput = named(
  'PlatformUserInput',
  form({
    username: Text(3, 40),
    full_name: Text(1, 120),
    email: Email,
    phone: optional(nullable(Phone)),
    permissions: some(Text(1, 80), 100),
  }),
)
export type PlatformUserInput = Static<typeof PlatformUserInput>

export const PlatformUser = named(
  'PlatformUser',
  shape({
    id: Text(1, 36),
    username: Text(1, 40),
    full_name: Text(1, 120),
    email: nullable(Text(0, 254)),
    phone: nullable(Text(0, 20)),
    permissions: listOf(Text(1, 80)),
    status: choice(user_states),
    /** Set up; it is always required. */
    two_factor: Flag,
    last_sign_in_at: nullable(Instant),
    created_by_name: Text(0, 160),
    created_at: Instant,
    updated_at: Instant,
    version: Whole(1),
  }),
)
export type PlatformUser = Static<typeof PlatformUser>

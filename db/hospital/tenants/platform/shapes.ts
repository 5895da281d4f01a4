// Hospitals as the operator of a hosted service sees them: names, counts and states.

import {
  asked,
  choice,
  Day,
  Email,
  Flag,
  form,
  Instant,
  listOf,
  maybe,
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
    name: Text(2, 120),
    country: Text(2, 60),
    currency: asked(Text(3, 3)),
    timezone: asked(Text(1, 60)),
    contact: form({ name: Text(2, 120), email: asked(maybe(Email)), phone: asked(maybe(Phone)) }),
    facility: form({ code: Text(2, 8), name: Text(2, 120), kind: asked(choice(facility_kinds)) }),
    administrator: form({
      full_name: Text(2, 120),
      username: Text(3, 40),
      email: asked(maybe(Email)),
      phone: asked(maybe(Phone)),
    }),
    evaluation_days: asked(Whole(0, 180)),
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
  contact: maybe(
    shape({ name: Text(1, 120), email: maybe(Text(0, 254)), phone: maybe(Text(0, 40)) }),
  ),
  evaluation_ends_on: maybe(Day),
  reason: maybe(Text(0, 300)),
  suspended_from: maybe(Instant),
  counts: shape({ users: Whole(), facilities: Whole(), storage_mb: Whole() }),
  last_activity_at: maybe(Instant),
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

export const HospitalFilters = { status: asked(choice(hospital_states)) }

export const Suspend = form({
  reason_code: choice(suspend_reasons),
  reason: Reason,
  from: asked(Instant),
})
export type Suspend = Static<typeof Suspend>

export const Reinstate = form({ reason: Reason })

export const PlatformUserInput = named(
  'PlatformUserInput',
  form({
    username: Text(3, 40),
    full_name: Text(2, 120),
    email: Email,
    phone: asked(maybe(Phone)),
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
    email: maybe(Text(0, 254)),
    phone: maybe(Text(0, 20)),
    permissions: listOf(Text(1, 80)),
    status: choice(user_states),
    /** Set up; it is always required. */
    two_factor: Flag,
    last_sign_in_at: maybe(Instant),
    created_by_name: Text(0, 160),
    created_at: Instant,
    updated_at: Instant,
    version: Whole(1),
  }),
)
export type PlatformUser = Static<typeof PlatformUser>

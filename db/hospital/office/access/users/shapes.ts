// What goes in and what comes out about staff accounts (platform 2.3).

import {
  optional,
  choice,
  Day,
  Email,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  nullable,
  named,
  partial,
  Phone,
  QueryFlag,
  Reason,
  type Static,
  shape,
  some,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../hospitals/words.ts'
import { permit_classes } from '../../../permit.ts'
import { review_flags, user_states } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { users, sessions } from '../tables.ts'

const ofUser = fieldsOf(users)
const session = fieldsOf(sessions)

const out = (max: number) => Text(0, max)
const Moment = Text(24, 24)

export const HeldRole = shape({ id: Id, code: out(60), name: out(60), until: nullable(Day) })
export const Branch = shape({ id: Id, code: out(8), name: out(120) })
export const Conflict = shape({
  pair: listOf(out(80)),
  reason: out(300),
  accepted_by: out(160),
  at: Moment,
})

const user_fields = {
  ...ofUser('id', 'username', 'full_name', 'email', 'phone', 'staff_id', 'status'),
  roles: listOf(HeldRole),
  facilities: listOf(Branch),
  ...ofUser('default_facility_id', 'language', 'valid_until'),
  two_factor: Flag,
  pin_set: Flag,
  ...ofUser('must_change_password', 'locked_until', 'last_sign_in_at', 'last_sign_in_ip'),
  open_sessions: Whole(),
  conflicts: listOf(Conflict),
  ...ofUser('suspend_reason', 'close_reason', 'notes'),
  ...ofUser('created_by_name', 'version', 'created_at', 'updated_at'),
}

export const User = named('User', shape(user_fields))
export type User = Static<typeof User>

/** One account, with the moves that are open to the caller. */
export const OneUser = named('OneUser', shape({ ...user_fields, moves: listOf(out(40)) }))
export type OneUser = Static<typeof OneUser>

export const Assignment = form({ role_id: Id, until: optional(nullable(Day)) })
export type Assignment = Static<typeof Assignment>

const accepting = { accept_conflict: optional(Flag), reason: optional(nullable(Reason)) }

export const UserInput = named(
  'UserInput',
  form({
    username: Text(3, 40),
    full_name: Text(1, 120),
    email: optional(nullable(Email)),
    phone: optional(nullable(Phone)),
    staff_id: optional(nullable(Id)),
    roles: optional(listOf(Assignment, 50)),
    facility_ids: some(Id, 200),
    default_facility_id: optional(nullable(Id)),
    language: optional(choice(languages)),
    valid_until: optional(nullable(Day)),
    notes: optional(nullable(LongText(0, 1000))),
    invite: optional(Flag),
    ...accepting,
  }),
)
export type UserInput = Static<typeof UserInput>

export const UserChange = named(
  'UserChange',
  partial({
    full_name: Text(1, 120),
    email: nullable(Email),
    phone: nullable(Phone),
    staff_id: nullable(Id),
    language: choice(languages),
    valid_until: nullable(Day),
    notes: nullable(LongText(0, 1000)),
  }),
)
export type UserChange = Static<typeof UserChange>

export const RolesInput = form({ roles: listOf(Assignment, 50), ...accepting })
export type RolesInput = Static<typeof RolesInput>

export const FacilitiesInput = form({ facility_ids: some(Id, 200), default_facility_id: Id })
export type FacilitiesInput = Static<typeof FacilitiesInput>

export const Invitation = shape({
  channel: choice(['email', 'sms']),
  sent_to: out(254),
  expires_at: Moment,
})
export type Invitation = Static<typeof Invitation>

export const Invited = named(
  'Invited',
  shape({ invitation: nullable(Invitation), temporary_password: nullable(out(40)) }),
)
export type Invited = Static<typeof Invited>

export const UserCreated = named(
  'UserCreated',
  shape({
    user: OneUser,
    invitation: nullable(Invitation),
    temporary_password: nullable(out(40)),
  }),
)
export type UserCreated = Static<typeof UserCreated>

export const PasswordReset = named(
  'PasswordReset',
  shape({
    sent_to: nullable(out(254)),
    expires_at: nullable(Moment),
    temporary_password: nullable(out(40)),
  }),
)
export type PasswordReset = Static<typeof PasswordReset>

export const WithReason = form({ reason: Reason })
export const PerhapsReason = form({ reason: optional(nullable(Reason)) })

export const UserFilters = {
  status: optional(choice(user_states)),
  role: optional(Text(1, 60)),
  facility_id: optional(Id),
  staff_id: optional(Id),
  locked: optional(QueryFlag),
  two_factor: optional(QueryFlag),
}
export type UserFilters = Static<ReturnType<typeof partial<typeof UserFilters>>>

export const Via = shape({ code: out(60), name: out(60), until: nullable(Day) })

export const HeldPermission = named(
  'HeldPermission',
  shape({ code: out(80), class: choice(permit_classes), via: listOf(Via) }),
)
export type HeldPermission = Static<typeof HeldPermission>

export const missing_because = [
  'no role',
  'role inactive',
  'ended',
  'workstation',
  'first password',
] as const

export const ExplainWords = form({
  code: Text(1, 80),
  facility_id: optional(Id),
  station_role: optional(Text(1, 40)),
})

export const Explanation = named(
  'Explanation',
  shape({
    held: Flag,
    via: listOf(Via),
    answer: nullable(choice(['permission', 'module'])),
    /** The sentence a refusal would say; null when nothing refuses. */
    message: nullable(out(300)),
    missing_because: nullable(choice(missing_because)),
  }),
)
export type Explanation = Static<typeof Explanation>

export const UserSession = named(
  'UserSession',
  shape({
    ...session('id', 'created_at', 'last_seen_at', 'ends_at'),
    current: Flag,
    ...session('ip', 'user_agent', 'method'),
    device: nullable(shape({ id: Id, label: out(120) })),
    facility: nullable(shape({ id: Id, name: out(120) })),
  }),
)
export type UserSession = Static<typeof UserSession>

export const CloseSessions = form({ session_id: optional(nullable(Id)) })
export const Closed = shape({ closed: Whole() })

export const ReviewFilters = {
  flag: optional(choice(review_flags)),
  role: optional(Text(1, 60)),
  facility_id: optional(Id),
}
export type ReviewFilters = Static<ReturnType<typeof partial<typeof ReviewFilters>>>

export const ReviewRow = named(
  'AccessReviewRow',
  shape({
    user: shape({ id: Id, name: out(120), username: out(40) }),
    status: choice(user_states),
    roles: listOf(HeldRole),
    valid_until: nullable(Day),
    conflicts: listOf(
      shape({
        pair: listOf(out(80)),
        /** Null: nobody accepted it; it came with a changed role or a new rule. */
        reason: nullable(out(300)),
        accepted_by: nullable(out(160)),
        at: nullable(Moment),
      }),
    ),
    last_sign_in_at: nullable(Moment),
    days_asleep: Whole(),
    two_factor: Flag,
    staff_id: nullable(Id),
    employment: nullable(out(60)),
    flags: listOf(choice(review_flags)),
  }),
)
export type ReviewRow = Static<typeof ReviewRow>

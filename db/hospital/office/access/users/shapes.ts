// What goes in and what comes out about staff accounts (platform 2.3).

import {
  asked,
  choice,
  Day,
  Email,
  Flag,
  form,
  Id,
  listOf,
  LongText,
  maybe,
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
import { review_flags, session_methods, user_states } from '../words.ts'

const out = (max: number) => Text(0, max)
const Moment = Text(24, 24)

export const HeldRole = shape({ id: Id, code: out(60), name: out(60), until: maybe(Day) })
export const Branch = shape({ id: Id, code: out(8), name: out(120) })
export const Conflict = shape({
  pair: listOf(out(80)),
  reason: out(300),
  accepted_by: out(160),
  at: Moment,
})

const user_fields = {
  id: Id,
  username: out(40),
  full_name: out(120),
  email: maybe(out(254)),
  phone: maybe(out(20)),
  staff_id: maybe(Id),
  status: choice(user_states),
  roles: listOf(HeldRole),
  facilities: listOf(Branch),
  default_facility_id: maybe(Id),
  language: choice(languages),
  valid_until: maybe(Day),
  two_factor: Flag,
  pin_set: Flag,
  must_change_password: Flag,
  locked_until: maybe(Moment),
  last_sign_in_at: maybe(Moment),
  last_sign_in_ip: maybe(out(45)),
  open_sessions: Whole(),
  conflicts: listOf(Conflict),
  suspend_reason: maybe(out(300)),
  close_reason: maybe(out(300)),
  notes: maybe(out(1000)),
  created_by_name: out(160),
  version: Whole(1),
  created_at: Moment,
  updated_at: Moment,
}

export const User = named('User', shape(user_fields))
export type User = Static<typeof User>

/** One account, with the moves that are open to the caller. */
export const OneUser = named('OneUser', shape({ ...user_fields, moves: listOf(out(40)) }))
export type OneUser = Static<typeof OneUser>

export const Assignment = form({ role_id: Id, until: asked(maybe(Day)) })
export type Assignment = Static<typeof Assignment>

const accepting = { accept_conflict: asked(Flag), reason: asked(maybe(Reason)) }

export const UserInput = named(
  'UserInput',
  form({
    username: Text(3, 40),
    full_name: Text(2, 120),
    email: asked(maybe(Email)),
    phone: asked(maybe(Phone)),
    staff_id: asked(maybe(Id)),
    roles: asked(listOf(Assignment, 50)),
    facility_ids: some(Id, 200),
    default_facility_id: asked(maybe(Id)),
    language: asked(choice(languages)),
    valid_until: asked(maybe(Day)),
    notes: asked(maybe(LongText(0, 1000))),
    invite: asked(Flag),
    ...accepting,
  }),
)
export type UserInput = Static<typeof UserInput>

export const UserChange = named(
  'UserChange',
  partial({
    full_name: Text(2, 120),
    email: maybe(Email),
    phone: maybe(Phone),
    staff_id: maybe(Id),
    language: choice(languages),
    valid_until: maybe(Day),
    notes: maybe(LongText(0, 1000)),
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
  shape({ invitation: maybe(Invitation), temporary_password: maybe(out(40)) }),
)
export type Invited = Static<typeof Invited>

export const UserCreated = named(
  'UserCreated',
  shape({
    user: OneUser,
    invitation: maybe(Invitation),
    temporary_password: maybe(out(40)),
  }),
)
export type UserCreated = Static<typeof UserCreated>

export const PasswordReset = named(
  'PasswordReset',
  shape({
    sent_to: maybe(out(254)),
    expires_at: maybe(Moment),
    temporary_password: maybe(out(40)),
  }),
)
export type PasswordReset = Static<typeof PasswordReset>

export const WithReason = form({ reason: Reason })
export const PerhapsReason = form({ reason: asked(maybe(Reason)) })

export const UserFilters = {
  status: asked(choice(user_states)),
  role: asked(Text(1, 60)),
  facility_id: asked(Id),
  staff_id: asked(Id),
  locked: asked(QueryFlag),
  two_factor: asked(QueryFlag),
}
export type UserFilters = Static<ReturnType<typeof partial<typeof UserFilters>>>

export const Via = shape({ code: out(60), name: out(60), until: maybe(Day) })

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
  facility_id: asked(Id),
  station_role: asked(Text(1, 40)),
})

export const Explanation = named(
  'Explanation',
  shape({
    held: Flag,
    via: listOf(Via),
    answer: maybe(choice(['permission', 'module'])),
    /** The sentence a refusal would say; null when nothing refuses. */
    message: maybe(out(300)),
    missing_because: maybe(choice(missing_because)),
  }),
)
export type Explanation = Static<typeof Explanation>

export const UserSession = named(
  'UserSession',
  shape({
    id: Id,
    created_at: Moment,
    last_seen_at: Moment,
    ends_at: Moment,
    current: Flag,
    ip: maybe(out(45)),
    user_agent: maybe(out(300)),
    method: choice(session_methods),
    device: maybe(shape({ id: Id, label: out(120) })),
    facility: maybe(shape({ id: Id, name: out(120) })),
  }),
)
export type UserSession = Static<typeof UserSession>

export const CloseSessions = form({ session_id: asked(maybe(Id)) })
export const Closed = shape({ closed: Whole() })

export const ReviewFilters = {
  flag: asked(choice(review_flags)),
  role: asked(Text(1, 60)),
  facility_id: asked(Id),
}
export type ReviewFilters = Static<ReturnType<typeof partial<typeof ReviewFilters>>>

export const ReviewRow = named(
  'AccessReviewRow',
  shape({
    user: shape({ id: Id, name: out(120), username: out(40) }),
    status: choice(user_states),
    roles: listOf(HeldRole),
    valid_until: maybe(Day),
    conflicts: listOf(
      shape({
        pair: listOf(out(80)),
        /** Null: nobody accepted it; it came with a changed role or a new rule. */
        reason: maybe(out(300)),
        accepted_by: maybe(out(160)),
        at: maybe(Moment),
      }),
    ),
    last_sign_in_at: maybe(Moment),
    days_asleep: Whole(),
    two_factor: Flag,
    staff_id: maybe(Id),
    employment: maybe(out(60)),
    flags: listOf(choice(review_flags)),
  }),
)
export type ReviewRow = Static<typeof ReviewRow>

// What goes in and what comes out at the door: sign-in, own account, sessions, second factor.

import {
  optional,
  choice,
  Day,
  Email,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  nullable,
  named,
  partial,
  Phone,
  Secret,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { date_formats, languages } from '../../hospitals/words.ts'
import { FacilityBrief } from '../../places/shapes.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { users, sessions, sign_ins } from '../tables.ts'

const ofUser = fieldsOf(users)
const ofSession = fieldsOf(sessions)
const signIn = fieldsOf(sign_ins)

const typed_name = optional(nullable(Text(0, 254)))
const workspace = optional(nullable(Text(0, 60)))

export const LoginRequest = named(
  'LoginRequest',
  form({
    identifier: typed_name,
    username: typed_name,
    email: typed_name,
    phone: typed_name,
    password: Secret(),
    workspace,
    platform: optional(Flag),
  }),
)
export type LoginRequest = Static<typeof LoginRequest>

export const VerifyTwoFactorRequest = named(
  'VerifyTwoFactorRequest',
  form({ code: Secret(40), session_token: Secret(200) }),
)
export const RefreshRequest = named('RefreshRequest', form({ refresh_token: Secret() }))
export const LogoutRequest = named('LogoutRequest', form({ all_devices: optional(Flag) }))
export const ChangePasswordRequest = named(
  'ChangePasswordRequest',
  form({ current_password: Secret(), new_password: Secret() }),
)
export type ChangePasswordRequest = Static<typeof ChangePasswordRequest>
export const ForgotPasswordRequest = named(
  'ForgotPasswordRequest',
  form({ contact: Text(0, 254), workspace }),
)
export type ForgotPasswordRequest = Static<typeof ForgotPasswordRequest>
export const ResetPasswordRequest = named(
  'ResetPasswordRequest',
  form({ contact: Text(0, 254), code: Secret(40), new_password: Secret(), workspace }),
)
export type ResetPasswordRequest = Static<typeof ResetPasswordRequest>

export const Tokens = named(
  'Tokens',
  shape({ access_token: Secret(), refresh_token: Secret(), expires_in: Whole() }),
)
export const Refreshed = named('Refreshed', shape({ tokens: Tokens }))

const account = {
  permissions: listOf(Text(1, 80), 5000),
  roles: listOf(shape({ code: Text(1, 60), name: Text(1, 60) })),
  facility: nullable(FacilityBrief),
  branches: nullable(listOf(FacilityBrief)),
  country: nullable(Text(2, 2)),
  user: nullable(
    shape({
      id: Id,
      name: Text(1, 120),
      ...ofUser('username', 'email', 'phone', 'staff_id', 'patient_id', 'kind', 'language'),
      photo_url: nullable(Text(1, 300)),
    }),
  ),
  hospital: nullable(
    shape({
      id: Id,
      code: Text(1, 20),
      name: Text(1, 120),
      short_name: nullable(Text(1, 30)),
      logo_url: nullable(Text(1, 300)),
    }),
  ),
  must_change_password: Flag,
  must_set_up_2fa: Flag,
  device: nullable(
    shape({
      id: Id,
      label: Text(1, 120),
      station_role: Text(1, 40),
      lease_until: nullable(Instant),
    }),
  ),
}

export const LoginReply = named(
  'LoginReply',
  shape({
    requires_2fa: Flag,
    session_token: nullable(Secret()),
    tokens: nullable(Tokens),
    ...account,
  }),
)
export type LoginReply = Static<typeof LoginReply>

const DeviceLabel = nullable(shape({ id: Id, label: Text(1, 120) }))

export const Session = named(
  'Session',
  shape({
    ...ofSession('id', 'created_at', 'last_seen_at', 'ends_at'),
    current: Flag,
    ...ofSession('ip', 'user_agent', 'method'),
    device: DeviceLabel,
    facility: nullable(shape({ id: Id, name: Text(1, 120) })),
  }),
)
export type Session = Static<typeof Session>

export const SignIn = named(
  'SignIn',
  shape({
    ...signIn('at', 'outcome', 'ip', 'user_agent'),
    device: DeviceLabel,
    reason: nullable(Text(0, 120)),
  }),
)
export type SignIn = Static<typeof SignIn>

const preference_fields = {
  date_format: nullable(choice(date_formats)),
  landing: nullable(Text(0, 120)),
  theme: nullable(Text(0, 40)),
}

export const MeReply = named(
  'MeReply',
  shape({
    ...account,
    session: Session,
    two_factor: Flag,
    pin_set: Flag,
    unread_notifications: Whole(),
    preferences: shape({ language: choice(languages), ...preference_fields }),
    support: nullable(shape({ entered_by: Text(1, 160), until: Instant })),
    licence: nullable(shape({ status: Text(1, 40), ends_on: nullable(Day) })),
  }),
)
export type MeReply = Static<typeof MeReply>

export const MeChange = named(
  'MeChange',
  partial({
    language: choice(languages),
    default_facility_id: Id,
    preferences: partial({ language: choice(languages), ...preference_fields }),
  }),
)
export type MeChange = Static<typeof MeChange>

export const ContactChange = named(
  'ContactChange',
  form({ email: optional(nullable(Email)), phone: optional(nullable(Phone)), password: Secret() }),
)
export type ContactChange = Static<typeof ContactChange>
export const CodeSent = named('CodeSent', shape({ sent_to: Text(1, 254), expires_at: Instant }))
export type CodeSent = Static<typeof CodeSent>
export const CodeGiven = named('CodeGiven', form({ code: Secret(40) }))
export const PasswordGiven = named('PasswordGiven', form({ password: Secret() }))
export const PasswordAndCode = named(
  'PasswordAndCode',
  form({ password: Secret(), code: Secret(40) }),
)
export type PasswordAndCode = Static<typeof PasswordAndCode>

export const TwoFactorState = named(
  'TwoFactorState',
  shape({
    enabled: Flag,
    enabled_at: nullable(Instant),
    recovery_codes_left: Whole(),
    required: Flag,
  }),
)
export type TwoFactorState = Static<typeof TwoFactorState>
export const TwoFactorSetup = named(
  'TwoFactorSetup',
  shape({
    secret: Text(16, 64),
    otpauth_uri: Text(1, 2000),
    qr_svg: Secret(2_000_000),
    expires_at: Instant,
  }),
)
export type TwoFactorSetup = Static<typeof TwoFactorSetup>
export const RecoveryCodes = named(
  'RecoveryCodes',
  shape({ recovery_codes: listOf(Text(11, 11), 10, 10) }),
)
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const Closed = named('Closed', shape({ closed: Whole() }))
export const ClosedSessions = named('ClosedSessions', shape({ closed_sessions: Whole() }))
/** `data` is null. */
export const Nothing = nullable(shape({}))

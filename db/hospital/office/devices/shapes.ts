// What goes in and what comes out about workstations. The source document's shapes to the letter.

import {
  optional,
  choice,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  nullable,
  named,
  partial,
  Reason,
  Secret,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import {
  activation_states,
  device_event_kinds,
  device_states,
  key_scopes,
  revoke_reasons,
  station_roles,
} from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { device_activations, devices, device_events } from './tables.ts'

const deviceActivation = fieldsOf(device_activations)
const ofDevice = fieldsOf(devices)
const deviceEvent = fieldsOf(device_events)

const Label = Text(1, 60)
const Networks = listOf(Text(1, 60), 50)
const LeaseDays = Whole(1, 365)

export const NewActivation = named(
  'NewActivation',
  form({
    facility_id: Id,
    label: Label,
    station_role: choice(station_roles),
    allowed_cidrs: optional(Networks),
    never_expires: optional(Flag),
    expires_in_hours: optional(nullable(Whole(1, 720))),
    lease_days: optional(nullable(LeaseDays)),
    replaces_device_id: optional(nullable(Id)),
  }),
)
export type NewActivation = Static<typeof NewActivation>

export const Reissue = named(
  'ReissueActivation',
  form({ expires_in_hours: optional(nullable(Whole(1, 720))), never_expires: optional(Flag) }),
)
export type Reissue = Static<typeof Reissue>

const activation_fields = {
  ...deviceActivation('id', 'facility_id', 'label', 'station_role'),
  allowed_cidrs: Networks,
  ...deviceActivation('never_expires', 'expires_in_hours', 'lease_days', 'replaces_device_id'),
  ...deviceActivation('status', 'code_hint', 'expires_at', 'claimed_at'),
  ...deviceActivation('device_id', 'created_by_name', 'created_at', 'updated_at', 'version'),
}
export const Activation = named('Activation', shape(activation_fields))
export type Activation = Static<typeof Activation>

/** Once, when it is made: the code itself. */
export const ActivationWithCode = named(
  'ActivationWithCode',
  shape({ ...activation_fields, code: Text(11, 11) }),
)
export type ActivationWithCode = Static<typeof ActivationWithCode>

/** At the command line the code may have gone to a file instead. */
export const ActivationHandedOut = shape({ ...activation_fields, code: nullable(Text(11, 11)) })

export const Claim = named(
  'Claim',
  form({
    app_version: Text(1, 60),
    code: Secret(40),
    hostname: Text(1, 120),
    os_version: Text(1, 120),
    fingerprint: Text(1, 200),
    key_scope: choice(key_scopes),
    public_key: LongText(1, 4000),
  }),
)
export type Claim = Static<typeof Claim>

export const Device = named(
  'Device',
  shape({
    ...ofDevice('id', 'label', 'facility_id', 'station_role'),
    allowed_cidrs: Networks,
    ...ofDevice('lease_days', 'status', 'lease_until', 'renew_after', 'hostname'),
    ...ofDevice('os_version', 'app_version', 'fingerprint', 'key_scope', 'public_key_sha256'),
    ...ofDevice('certificate_serial', 'certificate_not_after', 'activated_at'),
    ...ofDevice('activated_by_name', 'activated_ip', 'last_seen_at', 'last_ip'),
    open_sessions: Whole(0),
    ...ofDevice('revoked_at', 'revoked_by_name', 'revoke_reason'),
    ...ofDevice('revoke_note', 'created_at', 'updated_at', 'version'),
  }),
)
export type Device = Static<typeof Device>

export const ClaimReply = named(
  'ClaimReply',
  shape({
    device: Device,
    certificate: LongText(1, 8000),
    ca_certificate: LongText(1, 8000),
    lease_until: Instant,
    renew_after: Instant,
    hospital: shape({ code: Text(1, 20), name: Text(1, 120) }),
    facility: shape({ id: Id, code: Text(1, 12), name: Text(1, 120) }),
  }),
)
export type ClaimReply = Static<typeof ClaimReply>

export const DeviceFilters = {
  status: optional(choice([...device_states, 'quiet'])),
  facility_id: optional(Id),
  station_role: optional(choice(station_roles)),
}
export type DeviceFilters = Static<ReturnType<typeof form<typeof DeviceFilters>>>

export const DeviceChange = named(
  'DeviceChange',
  partial({ label: Label, allowed_cidrs: Networks, lease_days: LeaseDays, force: Flag }),
)
export type DeviceChange = Static<typeof DeviceChange>

export const Extension = named('DeviceExtension', form({ days: Whole(1, 30), reason: Reason }))
export type Extension = Static<typeof Extension>

export const Revocation = named(
  'DeviceRevocation',
  form({ reason: choice(revoke_reasons), note: optional(nullable(Text(0, 300))) }),
)
export type Revocation = Static<typeof Revocation>

export const EventFilters = {
  from: optional(Instant),
  to: optional(Instant),
  kind: optional(choice(device_event_kinds)),
}
export type EventFilters = Static<ReturnType<typeof form<typeof EventFilters>>>

export const DeviceEvent = named(
  'DeviceEvent',
  shape({
    ...deviceEvent('id', 'at', 'kind', 'ip', 'user_name', 'detail'),
  }),
)
export type DeviceEvent = Static<typeof DeviceEvent>

export const ActivationFilters = {
  status: optional(choice(activation_states)),
  facility_id: optional(Id),
}
export type ActivationFilters = Static<ReturnType<typeof form<typeof ActivationFilters>>>

export const Challenge = named(
  'Challenge',
  shape({
    challenge: Text(43, 43),
    expires_at: Instant,
    algorithm: choice(['ES256']),
    server_time: Instant,
  }),
)
export type Challenge = Static<typeof Challenge>

export const Renewal = named(
  'Renewal',
  form({
    challenge: Secret(100),
    signature: Secret(400),
    fingerprint: optional(Text(1, 200)),
    app_version: optional(Text(1, 60)),
    os_version: optional(Text(1, 120)),
    hostname: optional(Text(1, 120)),
  }),
)
export type Renewal = Static<typeof Renewal>

export const RenewalReply = named(
  'RenewalReply',
  shape({
    certificate: LongText(1, 8000),
    ca_certificate: LongText(1, 8000),
    lease_until: Instant,
    renew_after: Instant,
  }),
)
export type RenewalReply = Static<typeof RenewalReply>

const authority_fields = {
  subject: Text(1, 300),
  fingerprint_sha256: Text(64, 64),
  serial: Text(1, 40),
  not_before: Instant,
  not_after: Instant,
}
export const CaInfo = named(
  'CaInfo',
  shape({
    ...authority_fields,
    previous: listOf(shape(authority_fields)),
    crl_number: Whole(0),
    crl_entries: Whole(0),
    crl_next_update: nullable(Instant),
  }),
)
export type CaInfo = Static<typeof CaInfo>

export const FormatAsked = form({ format: optional(choice(['pem', 'der'])) })
export type FormatAsked = Static<typeof FormatAsked>

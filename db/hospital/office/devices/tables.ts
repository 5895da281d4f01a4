// Workstations: the codes that let one in, what each is, the certificates it had, and what it did.

import {
  choice,
  code,
  cut,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  activation_states,
  device_event_kinds,
  device_states,
  key_scopes,
  revoke_reasons,
  station_roles,
} from './words.ts'

export const device_activations = table(
  'device_activations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    label: text(60),
    station_role: choice(station_roles),
    allowed_cidrs: json<string[]>(),
    never_expires: flag(),
    lease_days: integer(),
    replaces_device_id: nullable(uuid()),
    status: choice(activation_states),
    /** Keyed hash: a leaked table gives no code away. */
    code_hash: code(64),
    code_hint: code(2),
    /** As it was asked for: how long it lived says nothing any more once it was used or taken back. */
    expires_in_hours: nullable(integer()),
    expires_at: nullable(instant()),
    claimed_at: nullable(instant()),
    device_id: nullable(uuid()),
    created_by: nullable(uuid()),
    created_by_name: text(160),
    ...versioned,
  },
  {
    unique: [{ columns: ['code_hash'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at'] },
      { columns: ['status', 'expires_at'], only_where: "status = 'PENDING'" },
    ],
  },
)

export const devices = table(
  'devices',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    label: text(60),
    label_key: cut(text(60)),
    station_role: choice(station_roles),
    allowed_cidrs: json<string[]>(),
    lease_days: integer(),
    status: choice(device_states),
    lease_until: instant(),
    renew_after: instant(),
    /** Warned of the end of this lease: 7, then 1 (PLT-93). */
    warned_days: nullable(integer()),
    hostname: text(120),
    os_version: text(120),
    app_version: text(60),
    fingerprint: code(64),
    key_scope: choice(key_scopes),
    /** SPKI DER, base64; its other half never left the machine. */
    public_key: text(200),
    public_key_sha256: code(64),
    certificate: text(4000),
    certificate_serial: code(40),
    certificate_not_after: instant(),
    activated_at: instant(),
    activated_by: nullable(uuid()),
    activated_by_name: text(160),
    activated_ip: nullable(code(45)),
    /** First time that it showed it holds the key. */
    proved_at: nullable(instant()),
    last_seen_at: nullable(instant()),
    last_ip: nullable(code(45)),
    revoked_at: nullable(instant()),
    revoked_by_name: nullable(text(160)),
    revoke_reason: nullable(choice(revoke_reasons)),
    revoke_note: nullable(text(300)),
    search_text: text(400),
    ...versioned,
  },
  {
    search: ['label', 'hostname'],
    unique: [
      { columns: ['public_key_sha256'] },
      { columns: ['facility_id', 'label_key'], only_where: "status <> 'REVOKED'" },
      { columns: ['hospital_id', 'fingerprint'], only_where: "status = 'ACTIVE'" },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'label'] },
      { columns: ['status', 'lease_until'] },
    ],
  },
)

/** Every certificate that was given out and has not run out: what a revocation list may name. */
export const device_certificates = table(
  'device_certificates',
  {
    serial: code(40),
    hospital_id: ref('hospitals'),
    device_id: ref('devices'),
    /** The fingerprint of the authority that signed it. */
    authority: code(64),
    not_after: instant(),
    revoked_at: nullable(instant()),
    reason: nullable(choice(revoke_reasons)),
  },
  {
    key: ['serial'],
    indexes: [
      { columns: ['device_id'] },
      { columns: ['authority', 'not_after'], only_where: 'revoked_at is not null' },
    ],
  },
)

/** The list as it is served: built once, the last good one stays (PLT-91). */
export const revocation_lists = table(
  'revocation_lists',
  {
    authority: code(64),
    number: integer(),
    /** A machine that was lost may have published lists up to here (OPS-129). */
    number_floor: otherwise(integer(), 0),
    this_update: instant(),
    next_update: instant(),
    entries: integer(),
    built_ms: integer(),
    der: text(4_000_000),
  },
  { key: ['authority'] },
)

export const device_challenges = table(
  'device_challenges',
  {
    challenge_hash: code(64),
    hospital_id: ref('hospitals'),
    device_id: ref('devices'),
    ends_at: instant(),
  },
  { key: ['challenge_hash'], indexes: [{ columns: ['ends_at'] }] },
)

/** Wrong codes by address: ten in an hour shut it out for the rest of it (PLT-83). */
export const wrong_codes = table(
  'device_wrong_codes',
  { id: id(), ip: code(45), at: instant() },
  { indexes: [{ columns: ['ip', 'at'] }] },
)

export const device_events = table(
  'device_events',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    device_id: ref('devices'),
    at: instant(),
    kind: choice(device_event_kinds),
    ip: nullable(code(45)),
    user_name: nullable(text(160)),
    detail: nullable(text(300)),
    created_at: stamps.created_at,
  },
  { append_only: true, indexes: [{ columns: ['device_id', 'at'] }] },
)

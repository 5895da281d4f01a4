// Accounts, what they may do, and where they are signed in.

import {
  big,
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  key,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { languages } from '../hospitals/words.ts'
import { searched, stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import {
  code_purposes,
  session_methods,
  sign_in_outcomes,
  user_kinds,
  user_states,
} from './words.ts'

export const users = table(
  'users',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    kind: choice(user_kinds),
    /** Lower case; never given again, also after closing (PLT-54). */
    username: code(40),
    full_name: text(120),
    email: nullable(text(254)),
    phone: nullable(code(20)),
    staff_id: nullable(uuid()),
    patient_id: nullable(uuid()),
    status: choice(user_states),
    default_facility_id: nullable(uuid()),
    language: choice(languages),
    valid_until: nullable(day()),
    notes: nullable(text(1000)),
    suspend_reason: nullable(text(300)),
    close_reason: nullable(text(300)),
    created_by_name: text(160),
    /** Who is told once the account is taken up. */
    invited_by: nullable(uuid()),
    /** argon2id, as `$argon2id$v=19$m=…`; null until a password was chosen. */
    password: nullable(text(300)),
    password_changed_at: nullable(instant()),
    must_change_password: otherwise(flag(), false),
    /** A temporary password dies at this moment (PLT-51). */
    temporary_until: nullable(instant()),
    /** Sealed with the installation key; null while two-factor is off. */
    totp_secret: nullable(text(300)),
    totp_enabled_at: nullable(instant()),
    /** A set-up not yet enabled. */
    totp_pending: nullable(text(300)),
    totp_pending_until: nullable(instant()),
    /** The last 30-second step that was used: each step's code is good once. */
    totp_last_step: nullable(big()),
    locked_until: nullable(instant()),
    last_sign_in_at: nullable(instant()),
    last_sign_in_ip: nullable(code(45)),
    /** Direct grants of platform users (PLT-79). */
    platform_permissions: nullable(json<string[]>()),
    preferences: nullable(json<Record<string, unknown>>()),
    ...searched,
    ...versioned,
  },
  {
    search: ['full_name', 'username', 'email', 'phone'],
    unique: [
      { columns: ['hospital_id', 'username'] },
      {
        columns: ['hospital_id', 'email'],
        only_where: "email is not null and kind <> 'PATIENT' and status <> 'CLOSED'",
      },
      {
        columns: ['hospital_id', 'phone'],
        only_where: "phone is not null and kind <> 'PATIENT' and status <> 'CLOSED'",
      },
      // Who comes back gets a new account on the same staff record (platform 3.1).
      {
        columns: ['hospital_id', 'staff_id'],
        only_where: "staff_id is not null and status <> 'CLOSED'",
      },
    ],
    indexes: [
      // The list of staff is counted and cut from this index alone, however many patients there are.
      { columns: ['hospital_id', 'kind', 'full_name', 'id'] },
      { columns: ['hospital_id', 'patient_id'], only_where: 'patient_id is not null' },
      // Patients may share a telephone; there the password decides (PLT-16).
      { columns: ['phone', 'hospital_id'], only_where: "kind = 'PATIENT' and phone is not null" },
      { columns: ['email', 'hospital_id'], only_where: "kind = 'PATIENT' and email is not null" },
    ],
  },
)

export const recovery_codes = table(
  'recovery_codes',
  { id: id(), user_id: ref('users'), code_hash: code(64), used_at: nullable(instant()) },
  { indexes: [{ columns: ['user_id'] }] },
)

export const roles = table(
  'roles',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(60),
    name: text(60),
    /** The name folded, so that two roles cannot differ by case alone. */
    name_key: key(60),
    description: nullable(text(300)),
    system: flag(),
    active: otherwise(flag(), true),
    /** A role of the hospital's own: its codes. A system role: null, it is shipped ± these two. */
    permissions: nullable(json<string[]>()),
    added: nullable(json<string[]>()),
    removed: nullable(json<string[]>()),
    two_factor_required: otherwise(flag(), false),
    device_required: otherwise(flag(), false),
    deleted_at: nullable(instant()),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'code'],
    unique: [
      { columns: ['hospital_id', 'code'] },
      { columns: ['hospital_id', 'name_key'], only_where: 'deleted_at is null' },
    ],
  },
)

export const user_roles = table(
  'user_roles',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    user_id: ref('users'),
    role_id: ref('roles'),
    until: nullable(day()),
    given_by: nullable(uuid()),
    given_at: instant(),
  },
  {
    unique: [{ columns: ['user_id', 'role_id'] }],
    indexes: [{ columns: ['hospital_id', 'role_id'] }],
  },
)

/** Conflicting pairs that somebody accepted for one account (PLT-47). */
export const accepted_conflicts = table(
  'accepted_conflicts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    user_id: ref('users'),
    first_code: code(80),
    second_code: code(80),
    reason: text(300),
    accepted_by: text(160),
    at: instant(),
  },
  { indexes: [{ columns: ['user_id'] }] },
)

export const user_facilities = table(
  'user_facilities',
  { user_id: ref('users'), facility_id: uuid(), hospital_id: ref('hospitals') },
  { key: ['user_id', 'facility_id'], indexes: [{ columns: ['hospital_id', 'facility_id'] }] },
)

export const sessions = table(
  'sessions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    user_id: ref('users'),
    method: choice(session_methods),
    /** SHA-256 of the opaque tokens; the tokens themselves are never kept. */
    access_hash: code(64),
    access_ends_at: instant(),
    refresh_hash: code(64),
    refresh_ends_at: instant(),
    ends_at: instant(),
    last_seen_at: instant(),
    ip: nullable(code(45)),
    user_agent: nullable(text(300)),
    device_id: nullable(uuid()),
    facility_id: nullable(uuid()),
    closed_at: nullable(instant()),
    close_reason: nullable(code(40)),
    created_at: stamps.created_at,
  },
  {
    unique: [{ columns: ['access_hash'] }, { columns: ['refresh_hash'] }],
    indexes: [
      { columns: ['user_id', 'created_at'], only_where: 'closed_at is null' },
      { columns: ['device_id'], only_where: 'device_id is not null and closed_at is null' },
      { columns: ['hospital_id', 'created_at'] },
    ],
  },
)

/** Refresh tokens that were turned in: one that comes again closes its session (PLT-22). */
export const used_refresh_tokens = table(
  'used_refresh_tokens',
  { refresh_hash: code(64), session_id: ref('sessions'), used_at: instant() },
  { key: ['refresh_hash'], indexes: [{ columns: ['session_id'] }] },
)

/** Right password given, second factor still to come. */
export const sign_in_challenges = table(
  'sign_in_challenges',
  {
    token_hash: code(64),
    hospital_id: ref('hospitals'),
    user_id: ref('users'),
    ends_at: instant(),
    wrong: otherwise(integer(), 0),
    /** The workstation that proved itself with the password. */
    device_id: nullable(uuid()),
  },
  { key: ['token_hash'], indexes: [{ columns: ['ends_at'] }] },
)

/** Every attempt, also on names that do not exist: `account_key` is what was typed, folded and hashed. */
export const sign_ins = table(
  'sign_ins',
  {
    id: id(),
    hospital_id: uuid(),
    user_id: nullable(uuid()),
    account_key: code(64),
    at: instant(),
    outcome: choice(sign_in_outcomes),
    ip: nullable(code(45)),
    user_agent: nullable(text(300)),
    reason: nullable(text(120)),
  },
  {
    indexes: [{ columns: ['account_key', 'at'] }, { columns: ['user_id', 'at'] }],
  },
)

/** Wrong attempts and the lock that follows, shared by all daemons and by names nobody has. */
export const lockouts = table(
  'lockouts',
  {
    account_key: code(64),
    /** The moments of the wrong attempts that still count. */
    wrong_at: json<string[]>(),
    locked_until: nullable(instant()),
    updated_at: stamps.updated_at,
  },
  { key: ['account_key'], indexes: [{ columns: ['updated_at'] }] },
)

/** Codes sent to a person: reset, invitation, new contact. Kept hashed, one live per account and purpose. */
export const account_codes = table(
  'account_codes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    user_id: ref('users'),
    purpose: choice(code_purposes),
    code_hash: code(64),
    contact: nullable(text(254)),
    tries: otherwise(integer(), 0),
    ends_at: instant(),
    used_at: nullable(instant()),
    created_at: stamps.created_at,
  },
  { indexes: [{ columns: ['user_id', 'purpose', 'created_at'] }] },
)

// Business accounts, accounts, what happened to them, and the clock of an account's test mode.

import {
  big,
  choice,
  code,
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
} from '../../store/columns.ts'
import { searched, stamps, versioned } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import type { QuietHours } from '../settings/words.ts'
import { billings, business_kinds, business_states, languages, type FaultKind } from './words.ts'

export const msg_businesses = table(
  'msg_businesses',
  {
    id: id(),
    legal_name: text(160),
    trading_name: nullable(text(160)),
    registration_no: nullable(text(60)),
    tin: nullable(text(40)),
    address: nullable(text(300)),
    kind: choice(business_kinds),
    contact_name: text(160),
    contact_email: text(254),
    contact_phone: text(40),
    /** Of kind hospital. Not `hospital_id`: the platform sees all of them. */
    of_hospital: nullable(uuid()),
    status: otherwise(choice(business_states), 'pending'),
    status_reason: nullable(text(300)),
    ...stamps,
    ...searched,
  },
  {
    unique: [{ columns: ['of_hospital'], only_where: 'of_hospital is not null' }],
    search: ['legal_name', 'trading_name', 'registration_no', 'contact_name'],
  },
)

export const msg_accounts = table(
  'msg_accounts',
  {
    id: id(),
    hospital_id: uuid(),
    name: text(80),
    name_key: key(80),
    business_id: nullable(ref('msg_businesses')),
    billing: otherwise(choice(billings), 'prepaid'),
    currency: code(3),
    price_list_id: nullable(uuid()),
    weight: otherwise(integer(), 1),
    otp_allowed: otherwise(flag(), false),
    default_sender_id: nullable(code(20)),
    language: otherwise(choice(languages), 'sw'),
    quiet_hours: nullable(json<QuietHours>()),
    /** Of the hospital; null: the deployment's. */
    time_zone: nullable(code(60)),
    paused: otherwise(flag(), false),
    paused_reason: nullable(text(300)),
    max_queued: nullable(integer()),
    notice_emails: otherwise(json<string[]>(), () => []),
    opt_out_texts: nullable(json<Record<string, unknown>>()),
    ...versioned,
    ...searched,
  },
  {
    unique: [{ columns: ['name_key'] }],
    indexes: [{ columns: ['business_id'] }, { columns: ['hospital_id'] }],
    search: ['name'],
  },
)

/** The audit of messaging (MSG-111): every key and configuration event, and every move of a record. */
export const msg_audit = table(
  'msg_audit',
  {
    id: id(),
    hospital_id: uuid(),
    /** Null for what belongs to no account: operators, links, settings. */
    account_id: nullable(uuid()),
    mode: nullable(code(4)),
    at: instant(),
    actor: text(160),
    address: nullable(code(45)),
    action: code(60),
    entity: code(40),
    entity_id: nullable(code(64)),
    label: nullable(text(200)),
    from_state: nullable(code(40)),
    to_state: nullable(code(40)),
    reason: nullable(text(300)),
    changes: nullable(json<Record<string, unknown>>()),
    request_id: nullable(code(64)),
  },
  {
    append_only: true,
    indexes: [
      { columns: ['account_id', 'id'] },
      { columns: ['entity_id', 'id'], only_where: 'entity_id is not null' },
    ],
  },
)

export interface Fault {
  kind: FaultKind
  remaining: number
  delayMs: number
}

/** Of an account's test mode (MSG 2.22): a clock that only goes forward, faults to rehearse with. */
export const msg_test_states = table(
  'msg_test_states',
  {
    account_id: uuid(),
    hospital_id: uuid(),
    clock_offset_ms: otherwise(big(), 0),
    faults: otherwise(json<Fault[]>(), () => []),
    opening_balance: otherwise(big(), 0),
    ...stamps,
  },
  { key: ['account_id'] },
)

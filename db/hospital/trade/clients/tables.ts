// Clients, the names under which they are billed, and their holds (commercial 2.1). Money in minor units.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  key,
  money,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { client_kinds, client_states, document_languages, hold_kinds } from './words.ts'

export const clients = table(
  'clients',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    number: code(40),
    name: text(120),
    /** As lists are ordered. */
    name_key: key(120),
    kind: choice(client_kinds),
    status: choice(client_states),
    discount_bp: otherwise(integer(), 0),
    account_manager: nullable(text(160)),
    account_manager_id: nullable(uuid()),
    address: nullable(text(300)),
    notes: nullable(text(2000)),
    region: nullable(text(80)),
    close_reason: nullable(text(300)),
    contract_starts: nullable(day()),
    contract_ends: nullable(day()),
    contract_ref: nullable(text(60)),
    email: nullable(text(254)),
    phone: nullable(code(20)),
    scheme_id: nullable(uuid()),
    tin: nullable(code(20)),
    credit_limit: nullable(money()),
    payment_terms_days: nullable(integer()),
    consolidated_invoice: no(),
    po_required: no(),
    /** Of its documents; null: the hospital's. */
    language: nullable(choice(document_languages)),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'name', 'tin', 'phone'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      { columns: ['hospital_id', 'tin'], only_where: "tin is not null and status <> 'CLOSED'" },
      { columns: ['hospital_id', 'scheme_id'], only_where: 'scheme_id is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'name_key', 'id'] },
      { columns: ['hospital_id', 'contract_ends'], only_where: 'contract_ends is not null' },
    ],
  },
)

export const client_moves = historyTable('client_moves', 'clients')

/** Its own name and those under which bills were raised: each means one client (COM-1, COM-4). */
export const client_names = table(
  'client_names',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    client_id: ref('clients'),
    name: text(160),
    name_key: key(160),
    own: flag(),
    ...searched,
  },
  {
    search: ['name'],
    unique: [{ columns: ['hospital_id', 'name_key'] }],
    indexes: [{ columns: ['client_id'] }],
  },
)

/**
 * Holds that stand and that stood (COM-13, COM-14). The client is no foreign key: a payment that lifts a
 * hold has its bill locked, and whoever renames the client has locked the client before the bills.
 */
export const client_holds = table(
  'client_holds',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    client_id: uuid(),
    kind: choice(hold_kinds),
    since: day(),
    reason: text(300),
    by_name: nullable(text(160)),
    lifted_at: nullable(instant()),
    lifted_by_name: nullable(text(160)),
    lift_reason: nullable(text(300)),
    /** An automatic one that a person lifted does not come back until this day is over. */
    off_until: nullable(day()),
  },
  {
    unique: [{ columns: ['client_id', 'kind'], only_where: 'lifted_at is null' }],
    indexes: [{ columns: ['hospital_id', 'client_id', 'kind'] }],
  },
)

// Where money lies, and moves of it (2.9).

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { funding_kinds, move_kinds, move_states } from '../words.ts'

export const funding_accounts = table(
  'funding_accounts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    account_id: ref('accounts'),
    facility_id: ref('facilities'),
    name: text(120),
    currency: code(3),
    kind: choice(funding_kinds),
    is_default: otherwise(flag(), false),
    active: otherwise(flag(), true),
    branch_name: nullable(text(120)),
    institution: nullable(text(120)),
    number: nullable(text(60)),
    notes: nullable(text(500)),
    show_on_documents: otherwise(flag(), false),
    signatories: nullable(text(300)),
    last_statement_on: nullable(day()),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'account_id'] },
      { columns: ['hospital_id', 'facility_id', 'kind'], only_where: 'is_default' },
    ],
  },
)

export const funding_moves = table(
  'funding_moves',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    number: code(20),
    kind: choice(move_kinds),
    status: choice(move_states),
    facility_id: ref('facilities'),
    account_id: ref('accounts'),
    to_account_id: nullable(ref('accounts')),
    contra_account_id: nullable(ref('accounts')),
    to_facility_id: nullable(ref('facilities')),
    amount: money(),
    foreign_amount: nullable(money()),
    note: text(300),
    moved_on: day(),
    reference: nullable(text(60)),
    department: nullable(text(120)),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    received_at: nullable(instant()),
    received_by_name: nullable(text(160)),
    reversed_reason: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'note', 'reference'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [{ columns: ['hospital_id', 'moved_on', 'id'] }],
  },
)

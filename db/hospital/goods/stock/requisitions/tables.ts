// What wards and other stores ask a store for (2.4).

import {
  big,
  choice,
  code,
  day,
  id,
  integer,
  money,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { short_reasons } from '../transfers/words.ts'
import { issue_short_reasons, requisition_priorities, requisition_states } from './words.ts'

export const requisitions = table(
  'requisitions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** Of the store that asks. */
    facility_id: ref('facilities'),
    from_store_id: ref('stores'),
    to_store_id: ref('stores'),
    number: code(40),
    status: choice(requisition_states),
    department: nullable(text(120)),
    /** For whom it is asked, where it is for one patient alone. */
    patient_id: nullable(uuid()),
    priority: choice(requisition_priorities),
    needed_by: nullable(day()),
    note: nullable(text(300)),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    approved_by_name: nullable(text(160)),
    issued_by_name: nullable(text(160)),
    /** How often something was issued and received: each is a paper of its own in the books. */
    issues: otherwise(integer(), 0),
    arrivals: otherwise(integer(), 0),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'note', 'department'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['from_store_id', 'status'] },
      { columns: ['to_store_id', 'status'] },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
    ],
  },
)
export const requisition_moves = historyTable('requisition_moves', 'requisitions')

export const requisition_lines = table(
  'requisition_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    requisition_id: ref('requisitions'),
    position: integer(),
    product_id: ref('products'),
    requested: big(),
    approved: nullable(big()),
    issued: otherwise(big(), 0),
    received: otherwise(big(), 0),
    substitute_id: nullable(uuid()),
    reason: nullable(choice(issue_short_reasons)),
    note: nullable(text(300)),
  },
  { unique: [{ columns: ['requisition_id', 'position'] }] },
)

/** What was issued of each batch, and what came of it; used at once where no stock is kept. */
export const requisition_batches = table(
  'requisition_batches',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    requisition_id: ref('requisitions'),
    position: integer(),
    line_id: ref('requisition_lines'),
    product_id: ref('products'),
    batch_id: ref('batches'),
    sent: big(),
    value: money(),
    issued_by_id: nullable(uuid()),
    received: nullable(big()),
    reason: nullable(choice(short_reasons)),
  },
  {
    unique: [{ columns: ['requisition_id', 'position'] }],
    indexes: [{ columns: ['line_id'] }],
  },
)

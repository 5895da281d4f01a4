// What is destroyed, before a committee (2.5).

import {
  big,
  choice,
  code,
  day,
  id,
  integer,
  json,
  nought,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { disposal_methods, disposal_reasons, disposal_states, type Member } from './words.ts'

export const disposals = table(
  'disposals',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    store_id: ref('stores'),
    number: code(40),
    status: choice(disposal_states),
    method: choice(disposal_methods),
    contractor: nullable(text(160)),
    permit_no: nullable(text(60)),
    committee: otherwise(json<Member[]>(), () => []),
    value: nought(),
    made_by_id: nullable(uuid()),
    made_by_name: text(160),
    approved_by_name: nullable(text(160)),
    destroyed_on: nullable(day()),
    destroyed_by_name: nullable(text(160)),
    witness_name: nullable(text(160)),
    /** Name and office of who stood by for the authority (STK-63). */
    authority_witness: nullable(text(320)),
    certificate_attachment_id: nullable(uuid()),
    entry_reference: nullable(code(20)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'contractor', 'permit_no'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['store_id', 'status'] },
    ],
  },
)
export const disposal_moves = historyTable('disposal_moves', 'disposals')

export const disposal_lines = table(
  'disposal_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    disposal_id: ref('disposals'),
    position: integer(),
    product_id: ref('products'),
    batch_id: ref('batches'),
    quantity: big(),
    reason: choice(disposal_reasons),
    value: nought(),
  },
  { unique: [{ columns: ['disposal_id', 'position'] }] },
)

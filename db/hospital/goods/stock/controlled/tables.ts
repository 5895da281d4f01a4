// Checks of the cupboards, and what they found wrong (2.6).

import {
  big,
  choice,
  code,
  day,
  id,
  instant,
  integer,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { check_shifts, discrepancy_causes, discrepancy_states } from './words.ts'

/** One that nobody made in its time stands there too, without people and lines. */
export const controlled_checks = table(
  'controlled_checks',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    store_id: ref('stores'),
    at: instant(),
    shift: choice(check_shifts),
    by_id: nullable(uuid()),
    by_name: nullable(text(160)),
    witness_name: nullable(text(160)),
    /** When one was due that nobody made. */
    missed_at: nullable(instant()),
    ...stamps,
  },
  {
    unique: [{ columns: ['store_id', 'missed_at'], only_where: 'missed_at is not null' }],
    indexes: [{ columns: ['hospital_id', 'at', 'id'] }, { columns: ['store_id', 'at'] }],
  },
)

export const controlled_check_lines = table(
  'controlled_check_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    check_id: ref('controlled_checks'),
    position: integer(),
    product_id: ref('products'),
    /** In thousandths of the base unit. */
    register: big(),
    counted: big(),
    discrepancy_id: nullable(uuid()),
  },
  { unique: [{ columns: ['check_id', 'position'] }] },
)

export const controlled_discrepancies = table(
  'controlled_discrepancies',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    store_id: ref('stores'),
    product_id: ref('products'),
    number: code(40),
    status: choice(discrepancy_states),
    /** Counted less the register, in thousandths of the base unit. */
    difference: big(),
    /** The line of the check that found it. */
    found_line: integer(),
    found_at: instant(),
    found_by_id: nullable(uuid()),
    found_by_name: text(160),
    investigator_id: nullable(uuid()),
    due_on: nullable(day()),
    cause: nullable(choice(discrepancy_causes)),
    authority_ref: nullable(text(60)),
    resolved_by_name: nullable(text(160)),
    correction_line: nullable(integer()),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'authority_ref'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['store_id', 'product_id', 'status'] },
    ],
  },
)
export const controlled_discrepancy_moves = historyTable(
  'controlled_discrepancy_moves',
  'controlled_discrepancies',
)

/** Nothing that is said about one is ever changed. */
export const controlled_discrepancy_notes = table(
  'controlled_discrepancy_notes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    discrepancy_id: ref('controlled_discrepancies'),
    at: instant(),
    by_name: text(160),
    text: text(1000),
  },
  { append_only: true, indexes: [{ columns: ['discrepancy_id', 'at', 'id'] }] },
)

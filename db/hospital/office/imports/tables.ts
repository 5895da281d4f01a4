// Files that came in, and each of their rows with what was found about it.

import {
  choice,
  code,
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
import { stamps } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { type date_orders, type DuplicateWay, import_states, row_states } from './words.ts'

export interface Options {
  on_duplicate: DuplicateWay
  skip_errors: boolean
  facility_id: string | null
  date_order: (typeof date_orders)[number] | null
  delimiter: string | null
}

export interface RowError {
  column: string
  value: string
  message: string
}

const count = () => otherwise(integer(), 0)

export const imports = table(
  'imports',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    kind: code(60),
    file_name: text(200),
    size: integer(),
    options: json<Options>(),
    headings: json<string[]>(),
    /** Heading to column of the kind; what is not here is left out. */
    mapping: json<Record<string, string>>(),
    status: choice(import_states),
    rows_total: count(),
    rows_ok: count(),
    rows_error: count(),
    rows_duplicate: count(),
    rows_done: count(),
    created: count(),
    updated: count(),
    skipped: count(),
    error: nullable(text(1000)),
    stop_wanted: otherwise(flag(), false),
    /** The check had grown old when somebody committed: it goes on by itself when it holds. */
    commit_after_check: otherwise(flag(), false),
    requested_by: nullable(uuid()),
    requested_by_name: text(160),
    checked_at: nullable(instant()),
    committed_at: nullable(instant()),
    committed_by_name: nullable(text(160)),
    erased_at: nullable(instant()),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'], descending: true },
      { columns: ['updated_at'], only_where: 'erased_at is null' },
    ],
  },
)

export const import_rows = table(
  'import_rows',
  {
    import_id: ref('imports'),
    hospital_id: uuid(),
    /** The line of the file on which it begins; the heading is 1. */
    row: integer(),
    status: choice(row_states),
    /** As they came; null once they were erased. */
    cells: nullable(json<string[]>()),
    words: nullable(text(500)),
    errors: json<RowError[]>(),
    duplicate_of: nullable(json<{ id: string; label: string; how: string }>()),
    record_id: nullable(uuid()),
  },
  { key: ['import_id', 'row'], indexes: [{ columns: ['import_id', 'status', 'row'] }] },
)

// Files that people asked for: what they asked, how far it is, and the proof of what they got.

import {
  big,
  choice,
  code,
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
import { export_formats, export_states } from './words.ts'

export const exports = table(
  'exports',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    dataset: code(60),
    filters: json<Record<string, unknown>>(),
    columns: json<string[]>(),
    format: choice(export_formats),
    status: choice(export_states),
    rows_done: otherwise(integer(), 0),
    rows_total: nullable(integer()),
    size: nullable(big()),
    sha256: nullable(code(64)),
    error: nullable(text(1000)),
    file_name: text(160),
    expires_at: instant(),
    erased_at: nullable(instant()),
    saved_report_id: nullable(uuid()),
    requested_by: nullable(uuid()),
    requested_by_name: text(160),
    finished_at: nullable(instant()),
    ...stamps,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'requested_by', 'created_at', 'id'], descending: true },
      { columns: ['expires_at'], only_where: 'erased_at is null' },
    ],
  },
)

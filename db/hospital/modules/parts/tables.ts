// What a hospital says itself in the tables of its modules (MOD-15): every edition is kept, and what was made by
// an earlier one keeps its number. What ships stands in the program and is edition 0.

import {
  choice,
  id,
  instant,
  integer,
  json,
  key,
  nullable,
  ref,
  text,
} from '../../../store/columns.ts'
import { stamps } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { modules } from '../../modules.ts'

export const part_tables = table(
  'part_tables',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    module: choice(modules),
    table_key: key(40),
    version_no: integer(),
    rows: json<Record<string, unknown>[]>(),
    reason: text(300),
    changed_by_name: text(160),
    confirmed_by_name: nullable(text(160)),
    confirmed_at: nullable(instant()),
    ...stamps,
  },
  { unique: [{ columns: ['hospital_id', 'module', 'table_key', 'version_no'] }] },
)

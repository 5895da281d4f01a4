// What vitals keep: their tables, their sets, their alerts.

import {
  choice,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  maybe,
  otherwise,
  ref,
  text,
  uuid,
} from '../../columns.ts'
import { versioned } from '../../stamps.ts'
import { table } from '../../table.ts'
import { table_codes } from './words.ts'

export const vital_tables = table(
  'vital_tables',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: choice(table_codes),
    edition: integer(),
    rows: json<Record<string, unknown>[]>(),
    source: text(500),
    effective_from: day(),
    written_by: text(160),
    /** Nobody of this hospital: it came with the product. */
    written_by_id: maybe(uuid()),
    adopted_by: maybe(text(160)),
    adopted_at: maybe(instant()),
    adopt_note: maybe(text(300)),
    in_force: otherwise(flag(), false),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'code', 'edition'] },
      { columns: ['hospital_id', 'code'], only_where: 'in_force' },
    ],
  },
)

// What a hospital says itself in the tables of safety (2.6), and which of them it has adopted. What ships
// stands in the program (decision 0416).

import {
  choice,
  flag,
  id,
  instant,
  integer,
  json,
  key,
  nullable,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { safety_tables } from '../words.ts'

export const safety_rows = table(
  'safety_rows',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    safety_table: choice(safety_tables),
    /** By what it takes the place of a shipped one. */
    row_key: key(300),
    body: json<Record<string, unknown>>(),
    /** The shipped row of this key does not count here. */
    struck: flag(),
    source: nullable(text(300)),
    reason: text(300),
    by_id: nullable(uuid()),
    by_name: text(160),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'safety_table', 'row_key'] }] },
)

export const safety_adoptions = table(
  'safety_adoptions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    safety_table: choice(safety_tables),
    /** Of what ships: a release that changes it is adopted anew. */
    edition: integer(),
    adopted_by: text(160),
    adopted_at: instant(),
    note: text(300),
  },
  { unique: [{ columns: ['hospital_id', 'safety_table', 'edition'] }] },
)

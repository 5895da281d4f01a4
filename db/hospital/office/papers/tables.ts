// The code on each printed paper, how often it was printed, and what its first print came to.

import {
  code,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  uuid,
} from '../../../store/columns.ts'
import { table } from '../../../store/table.ts'

export interface Said {
  number: string | null
  date: string
  /** In minor units. */
  amount: number | null
}

export const paper_codes = table(
  'paper_codes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    kind: code(40),
    entity_id: uuid(),
    code: code(12),
    prints: otherwise(integer(), 0),
    first_at: instant(),
    /** Of the first rendering, without the line that says who printed it. */
    sha256: nullable(code(64)),
    /** Of a paper that no record stands behind, such as a statement: what it said. */
    said: nullable(json<Said>()),
  },
  {
    unique: [{ columns: ['code'] }, { columns: ['hospital_id', 'kind', 'entity_id'] }],
  },
)

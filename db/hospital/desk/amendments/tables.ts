// Every version of every signed record, as it was. Rows are only ever added.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  nullable,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { table } from '../../../store/table.ts'
import { version_kinds } from './words.ts'

export const record_versions = table(
  'record_versions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    record_type: code(40),
    record_id: uuid(),
    /** Whose record it was when it was written; a merge changes no version. */
    patient_id: nullable(uuid()),
    version: integer(),
    kind: choice(version_kinds),
    content: json<Record<string, unknown>>(),
    /** Field by field: what it was, what it became. */
    changes: json<Record<string, [unknown, unknown]>>(),
    at: instant(),
    user_id: nullable(uuid()),
    by_name: text(160),
    reason: nullable(text(300)),
  },
  {
    unique: [{ columns: ['record_id', 'version'] }],
    indexes: [{ columns: ['hospital_id', 'record_type', 'at'] }],
    append_only: true,
  },
)

// Records that look like one person, and those that were made one.

import {
  choice,
  id,
  instant,
  integer,
  json,
  nullable,
  ref,
  text,
} from '../../../../store/columns.ts'
import { stamps, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { merge_states, pair_states, patient_states } from '../words.ts'

/** Two records that look like one person; `a_id` is the smaller id, so that a pair stands once. */
export const duplicate_pairs = table(
  'duplicate_pairs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    a_id: ref('patients'),
    b_id: ref('patients'),
    score: integer(),
    reasons: json<string[]>(),
    status: choice(pair_states),
    dismissed_by: nullable(text(160)),
    dismiss_reason: nullable(text(300)),
    ...versioned,
  },
  {
    unique: [{ columns: ['a_id', 'b_id'] }],
    indexes: [{ columns: ['b_id'] }, { columns: ['hospital_id', 'status', 'score'] }],
  },
)

export const patient_merges = table(
  'patient_merges',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    kept_id: ref('patients'),
    duplicate_id: ref('patients'),
    duplicate_was: choice(patient_states),
    reason: text(300),
    merged_by: text(160),
    merged_at: instant(),
    /** Ids of the rows that moved, by table: what an undo puts back. */
    moved: json<Record<string, string[]>>(),
    fields_filled: json<Record<string, unknown>>(),
    status: choice(merge_states),
    undone_by: nullable(text(160)),
    undone_at: nullable(instant()),
    undo_reason: nullable(text(300)),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['kept_id'] },
      { columns: ['duplicate_id'] },
      { columns: ['hospital_id', 'merged_at'] },
    ],
  },
)

/** How far the nightly comparison has come (PAT-22). */
export const duplicate_scans = table(
  'duplicate_scans',
  { id: id(), hospital_id: ref('hospitals'), scanned_until: instant(), ...stamps },
  { unique: [{ columns: ['hospital_id'] }] },
)

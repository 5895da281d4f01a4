// Two records that may be one person, and records made one.

import {
  AnyObject,
  asked,
  choice,
  form,
  Id,
  listOf,
  maybe,
  named,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../kinds/kinds.ts'
import { duplicate_levels, merge_states } from './words.ts'
import { out, At } from './shape-parts.ts'
import { PatientRow } from './row-shapes.ts'

export const DuplicateCandidate = named(
  'DuplicateCandidate',
  shape({
    patient: PatientRow,
    score: Whole(0, 100),
    level: choice(duplicate_levels),
    reasons: listOf(Text(1, 60)),
  }),
)

export type DuplicateCandidate = Static<typeof DuplicateCandidate>

export const MergeInput = form({
  duplicate_id: Id,
  keep: asked(AnyObject),
  reason: Reason,
})

export type MergeInput = Static<typeof MergeInput>

export const PatientMerge = named(
  'PatientMerge',
  shape({
    id: Text(1, 36),
    kept: PatientRow,
    duplicate: PatientRow,
    reason: Text(1, 300),
    merged_by: Text(1, 160),
    merged_at: At,
    moved: AnyObject,
    fields_filled: listOf(Text(1, 60)),
    status: choice(merge_states),
    undone_by: out(160),
    undone_at: maybe(At),
    undo_reason: out(300),
  }),
)

export type PatientMerge = Static<typeof PatientMerge>

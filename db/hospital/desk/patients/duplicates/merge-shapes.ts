// Two records that may be one person, and records made one.

import {
  AnyObject,
  Anything,
  optional,
  choice,
  Day,
  form,
  Id,
  listOf,
  named,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { GateResult, Overrides } from '../../gates/shapes.ts'
import { duplicate_levels, merge_states, pair_states } from '../words.ts'
import { out } from '../shape-parts.ts'
import { PatientRow } from '../register/row-shapes.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { patient_merges } from './tables.ts'

const patientMerge = fieldsOf(patient_merges)

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
  keep: optional(AnyObject),
  reason: Reason,
  overrides: Overrides,
})

export type MergeInput = Static<typeof MergeInput>

export const PatientMerge = named(
  'PatientMerge',
  shape({
    id: Text(1, 36),
    kept: PatientRow,
    duplicate: PatientRow,
    ...patientMerge('reason', 'merged_by', 'merged_at'),
    moved: AnyObject,
    fields_filled: listOf(Text(1, 60)),
    ...patientMerge('status', 'undone_by', 'undone_at', 'undo_reason'),
    warnings: optional(listOf(GateResult)),
    /** At an undo: what was made since and belongs to the kept record (PAT-21). */
    left_with_kept: optional(listOf(shape({ kind: Text(1, 60), count: Whole(1) }))),
    /** Ids of the rows that moved, by kind: of one merge alone. */
    rows_moved: optional(AnyObject),
  }),
)

export type PatientMerge = Static<typeof PatientMerge>

export const MergeFilters = {
  status: optional(choice(merge_states)),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}

export const PreviewWords = form({ with: Id })
export const field_fates = ['SAME', 'KEPT', 'FILLED', 'CONFLICT'] as const
export const MergePreview = named(
  'PatientMergePreview',
  shape({
    kept: PatientRow,
    duplicate: PatientRow,
    fields: listOf(
      shape({
        field: Text(1, 60),
        kept: Anything,
        duplicate: Anything,
        fate: choice(field_fates),
      }),
    ),
    /** How many rows of each kind would go over. */
    moves: AnyObject,
    /** What stands in the way, in the words of the refusal. */
    conflicts: listOf(Text(1, 1000)),
    warnings: listOf(GateResult),
  }),
)
export type MergePreview = Static<typeof MergePreview>

export const PairFilters = {
  status: optional(choice(pair_states)),
  min_score: optional(Whole(0, 100)),
  from: optional(Day),
  to: optional(Day),
}

export const DuplicatePair = named(
  'DuplicatePair',
  shape({
    id: Text(1, 36),
    a: PatientRow,
    b: PatientRow,
    score: Whole(0, 100),
    reasons: listOf(Text(1, 60)),
    status: choice(pair_states),
    dismissed_by: out(160),
    dismiss_reason: out(300),
  }),
)
export type DuplicatePair = Static<typeof DuplicatePair>

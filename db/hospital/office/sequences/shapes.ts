// What goes in and what comes out about numbering (platform 2.8).

import {
  choice,
  oneOfTwo,
  Flag,
  Id,
  listOf,
  nullable,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { sequence_resets, sequence_scopes } from './words.ts'

const Next = Whole(1, 9_999_999_999)

export const Sequence = named(
  'Sequence',
  shape({
    kind: Text(1, 40),
    label: Text(1, 80),
    area: Text(1, 40),
    pattern: Text(1, 60),
    scope: choice(sequence_scopes),
    reset: choice(sequence_resets),
    gapless: Flag,
    /** A list where each branch counts for itself and none was asked for. */
    next_value: oneOfTwo(
      Whole(1),
      listOf(shape({ facility_id: Text(1, 36), next_value: Whole(1) })),
    ),
    last_reference: nullable(Text(1, 40)),
    last_taken_at: nullable(Text(24, 24)),
    example: Text(1, 60),
  }),
)
export type Sequence = Static<typeof Sequence>

export const SequenceChange = named(
  'SequenceChange',
  partial({
    pattern: Text(1, 60),
    scope: choice(sequence_scopes),
    reset: choice(sequence_resets),
    next_value: Next,
    facility_id: Id,
  }),
)
export type SequenceChange = Static<typeof SequenceChange>

export const SequenceFilters = partial({ area: Text(0, 40) })
export const SequenceAt = partial({ facility_id: Id })

// Batches of claims as they come in and go out (2.9).

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  nullable,
  Money,
  named,
  partial,
  some,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { batch_moves_known } from './rows.ts'
import { Claim, Month } from './shapes.ts'
import { batch_states } from './words.ts'

const shown = (max: number) => nullable(Text(0, max))
const fields = {
  id: Text(1, 36),
  facility_id: Text(1, 36),
  number: Text(1, 40),
  status: choice(batch_states),
  scheme_id: Text(1, 36),
  scheme_name: Text(0, 160),
  month: Text(7, 7),
  sequence: Whole(1),
  claims_count: Whole(),
  claimed: Money,
  paid: Money,
  denied: Money,
  pending: Money,
  first_folio: nullable(Whole()),
  last_folio: nullable(Whole()),
  submitted_at: nullable(Instant),
  submitted_on: nullable(Day),
  reference: shown(60),
  due_on: nullable(Day),
  moves: listOf(choice(batch_moves_known)),
  created_at: Instant,
  created_by_name: Text(0, 160),
  updated_at: Instant,
  version: Whole(1),
}
export const Batch = named('ClaimBatch', shape(fields))
export type Batch = Static<typeof Batch>
export const BatchOpened = named(
  'ClaimBatchOpened',
  shape({
    ...fields,
    claims: listOf(Claim, 10_000),
    history: listOf(
      shape({
        at: Instant,
        by_name: Text(0, 160),
        move: Text(1, 40),
        from: nullable(choice(batch_states)),
        to: choice(batch_states),
        reason: shown(300),
      }),
    ),
  }),
)
export type BatchOpened = Static<typeof BatchOpened>

export const BatchInput = named(
  'ClaimBatchInput',
  form({ scheme_id: Id, month: Month, all_ready: optional(Flag) }),
)
export type BatchInput = Static<typeof BatchInput>
export const ClaimIds = named('ClaimIds', form({ claim_ids: some(Id, 1000) }))
export const SubmitInput = named(
  'ClaimBatchSubmitInput',
  partial({ submitted_on: nullable(Day), reference: nullable(Text(0, 60)) }),
)
export type SubmitInput = Static<typeof SubmitInput>
export const BatchFilters = {
  status: optional(choice(batch_states)),
  scheme_id: optional(Id),
  month: optional(Month),
}
export const ExportAsked = partial({ format: choice(['json', 'csv'] as const) })

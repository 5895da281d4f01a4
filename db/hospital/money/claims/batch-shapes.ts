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
import { batch_life } from './rows.ts'
import { Claim, Month } from './shapes.ts'
import { batch_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { claim_batches } from './tables.ts'

const claimBatch = fieldsOf(claim_batches)

const shown = (max: number) => nullable(Text(0, max))
const fields = {
  ...claimBatch('id', 'facility_id', 'number', 'status', 'scheme_id'),
  scheme_name: Text(0, 160),
  ...claimBatch('month', 'sequence'),
  claims_count: Whole(),
  claimed: Money,
  paid: Money,
  denied: Money,
  pending: Money,
  ...claimBatch('first_folio', 'last_folio', 'submitted_at', 'submitted_on', 'reference', 'due_on'),
  moves: listOf(choice(batch_life.names)),
  created_at: Instant,
  created_by_name: Text(0, 160),
  ...claimBatch('updated_at', 'version'),
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
  facility_id: optional(Id),
  status: optional(choice(batch_states)),
  scheme_id: optional(Id),
  month: optional(Month),
}
export const ExportAsked = partial({ format: choice(['json', 'csv'] as const) })

// Controlled drugs as they go in and out (2.6, 5.7).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  Money,
  named,
  nullable,
  optional,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { WitnessToken } from '../witness/shapes.ts'
import { controlled_checks, controlled_discrepancies } from './tables.ts'
import { check_shifts, discrepancy_causes, discrepancy_states, reported_causes } from './words.ts'

const checked = fieldsOf(controlled_checks)
const discrepancy = fieldsOf(controlled_discrepancies)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

export const CupboardsAsked = shape({ store_id: optional(Id), facility_id: optional(Id) })
export type CupboardsAsked = Static<typeof CupboardsAsked>

export const CupboardRow = named(
  'ControlledBalance',
  shape({
    store_id: Text(1, 36),
    store_name: Text(0, 120),
    product_id: Text(1, 36),
    product_name: Text(0, 230),
    schedule: nullable(Text(0, 20)),
    balance: Money,
    last_line_at: nullable(Instant),
    last_check_at: nullable(Instant),
    open_discrepancy: nullable(Text(0, 40)),
  }),
)
export type CupboardRow = Static<typeof CupboardRow>

export const WasteInput = named(
  'ControlledWasteInput',
  form({
    store_id: Id,
    product_id: Id,
    batch_id: Id,
    quantity: Money,
    reason: Text(3, 300),
    patient_id: may(Id),
    witness_token: WitnessToken,
  }),
)
export type WasteInput = Static<typeof WasteInput>

export const CorrectionInput = named(
  'ControlledCorrectionInput',
  form({
    store_id: Id,
    product_id: Id,
    corrects_line: may(Whole(1)),
    quantity_in: may(Money),
    quantity_out: may(Money),
    reason: Text(3, 200),
    witness_token: WitnessToken,
  }),
)
export type CorrectionInput = Static<typeof CorrectionInput>

export const CheckInput = named(
  'ControlledCheckInput',
  form({
    store_id: Id,
    shift: may(choice(check_shifts)),
    lines: some(form({ product_id: Id, counted: Money }), 500),
    witness_token: WitnessToken,
  }),
)
export type CheckInput = Static<typeof CheckInput>

export const ControlledCheck = named(
  'ControlledCheck',
  shape({
    ...checked('id', 'store_id'),
    store_name: Text(0, 120),
    ...checked('at', 'shift', 'by_name', 'witness_name', 'missed_at'),
    missed: Flag,
    lines: listOf(
      shape({
        product_id: Text(1, 36),
        product_name: Text(0, 230),
        register: Money,
        counted: Money,
        difference: Money,
      }),
    ),
    discrepancy_ids: listOf(Text(1, 36)),
  }),
)
export type ControlledCheck = Static<typeof ControlledCheck>

export const CheckFilters = {
  store_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  missed: optional(QueryFlag),
}
const check_filters = shape(CheckFilters)
export type ChecksAsked = Static<typeof check_filters>

const fields = {
  ...discrepancy('id', 'facility_id'),
  reference: Text(1, 40),
  ...discrepancy('store_id'),
  store_name: Text(0, 120),
  ...discrepancy('product_id'),
  product_name: Text(0, 230),
  ...discrepancy('status'),
  difference: Money,
  ...discrepancy('found_line', 'found_at'),
  found_by: Text(0, 160),
  ...discrepancy('investigator_id', 'due_on', 'cause', 'authority_ref', 'resolved_by_name'),
  ...discrepancy('correction_line', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(['investigate', 'resolve', 'report'])),
}
export const Discrepancy = named('ControlledDiscrepancy', shape(fields))
export type Discrepancy = Static<typeof Discrepancy>

export const DiscrepancyOpened = named(
  'ControlledDiscrepancyOpened',
  shape({
    ...fields,
    notes: listOf(shape({ at: Instant, by_name: Text(0, 160), text: Text(0, 1000) })),
    history: History,
  }),
)
export type DiscrepancyOpened = Static<typeof DiscrepancyOpened>

export const DiscrepancyFilters = {
  search: optional(Search),
  store_id: optional(Id),
  product_id: optional(Id),
  status: optional(choice(discrepancy_states)),
  from: optional(Day),
  to: optional(Day),
}
const discrepancy_filters = shape(DiscrepancyFilters)
export type DiscrepanciesAsked = Static<typeof discrepancy_filters>

export const DiscrepancyNote = form({ text: Text(3, 1000) })
export const Investigating = form({ investigator_id: Id, due_on: Day })
export type Investigating = Static<typeof Investigating>
export const Resolving = form({
  cause: choice(discrepancy_causes),
  note: Text(3, 200),
  witness_token: WitnessToken,
})
export type Resolving = Static<typeof Resolving>
export const Reporting = form({
  cause: choice(reported_causes),
  authority_ref: Text(2, 60),
  note: Text(3, 300),
})
export type Reporting = Static<typeof Reporting>

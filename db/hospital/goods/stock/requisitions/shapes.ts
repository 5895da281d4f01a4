import {
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  tellsWho,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { short_reasons } from '../transfers/words.ts'
import { WitnessToken } from '../witness/shapes.ts'
import { requisition_lines, requisitions } from './tables.ts'
import { issue_short_reasons, requisition_priorities, requisition_states } from './words.ts'

const requisition = fieldsOf(requisitions)
const line = fieldsOf(requisition_lines)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const written = {
  from_store_id: may(Id),
  to_store_id: Id,
  department: may(Text(0, 120)),
  patient_id: may(Id),
  priority: may(choice(requisition_priorities)),
  needed_by: may(Day),
  note: may(Text(0, 300)),
  lines: some(form({ product_id: Id, requested: Money, unit: may(Text(0, 20)) }), 500),
}
export const RequisitionInput = named(
  'StockRequisitionInput',
  form({ ...written, submit: may(Flag) }),
)
export type RequisitionInput = Static<typeof RequisitionInput>
/** Of a draft. */
export const RequisitionChange = named('StockRequisitionChange', partial(written))
export type RequisitionChange = Static<typeof RequisitionChange>

const fields = {
  ...requisition('id', 'facility_id'),
  reference: Text(1, 40),
  ...requisition('from_store_id'),
  from_store_name: Text(0, 120),
  ...requisition('to_store_id'),
  to_store_name: Text(0, 120),
  ...requisition('department', 'patient_id'),
  patient_name: tellsWho('patient_id', nullable(Text(0, 400))),
  patient_number: tellsWho('patient_id', nullable(Text(0, 40))),
  ...requisition('priority', 'needed_by', 'status', 'note', 'made_by_name'),
  ...requisition('approved_by_name', 'issued_by_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(['submit', 'approve', 'reject', 'issue', 'receive', 'close', 'cancel'])),
}
export const Requisition = named('StockRequisition', shape(fields))
export type Requisition = Static<typeof Requisition>

export const RequisitionOpened = named(
  'StockRequisitionOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        ...line('id', 'product_id'),
        product_name: Text(0, 230),
        requested: Money,
        on_hand_there: Money,
        amc_there: nullable(Money),
        months_there: nullable(Money),
        mark: nullable(choice(['HIGH'])),
        approved: nullable(Money),
        issued: Money,
        received: Money,
        short: Money,
        ...line('substitute_id', 'reason', 'note'),
        batches: listOf(
          shape({
            product_id: Text(1, 36),
            batch_id: Text(1, 36),
            lot: nullable(Text(0, 60)),
            expiry: nullable(Day),
            issued: Money,
            received: nullable(Money),
            reason: nullable(choice(short_reasons)),
          }),
        ),
      }),
    ),
    history: History,
  }),
)
export type RequisitionOpened = Static<typeof RequisitionOpened>

export const RequisitionFilters = {
  search: optional(Search),
  from_store_id: optional(Id),
  to_store_id: optional(Id),
  department: optional(Text(1, 120)),
  patient_id: optional(Id),
  status: optional(choice(requisition_states)),
  priority: optional(choice(requisition_priorities)),
  unapproved: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(RequisitionFilters)
export type RequisitionsAsked = Static<typeof filters>

export const RequisitionApproving = form({
  lines: may(listOf(form({ line_id: Id, approved: Money, reason: may(Text(0, 300)) }), 500)),
  note: may(Text(0, 300)),
})
export type RequisitionApproving = Static<typeof RequisitionApproving>

const IssueLine = form({
  line_id: Id,
  quantity: Money,
  batch_id: may(Id),
  substitute_id: may(Id),
  reason: may(choice(issue_short_reasons)),
})
export const RequisitionIssue = form({ lines: some(IssueLine, 500), witness_token: WitnessToken })
export type RequisitionIssue = Static<typeof RequisitionIssue>
export type IssueLine = Static<typeof IssueLine>

export const RequisitionReceive = form({
  lines: may(
    listOf(
      form({
        line_id: Id,
        batch_id: may(Id),
        received: Money,
        reason: may(choice(short_reasons)),
      }),
      500,
    ),
  ),
  witness_token: WitnessToken,
})
export type RequisitionReceive = Static<typeof RequisitionReceive>

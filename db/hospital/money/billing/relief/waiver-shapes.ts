// Waivers and write-offs as they come in and go out (2.7).

import {
  optional,
  choice,
  Day,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  partial,
  Reason,
  type Static,
  shape,
  some,
  Text,
  tellsWho,
} from '../../../../core/kinds/kinds.ts'
import { History } from '../history-shapes.ts'
import {
  waiver_categories,
  waiver_kinds,
  waiver_states,
  write_off_reasons,
  write_off_states,
} from './waiver-words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { waivers, write_offs } from './waiver-tables.ts'

const waiver = fieldsOf(waivers)
const writeOff = fieldsOf(write_offs)

const out = (max: number) => nullable(Text(0, max))

export const WithNote = form({ note: Reason })
export const MayNote = partial({ note: nullable(Text(0, 300)) })

export const WaiverInput = named(
  'WaiverInput',
  form({
    bill_id: Id,
    item_ids: optional(nullable(some(Id, 500))),
    amount: Money,
    category: choice(waiver_categories),
    reason: Reason,
    attachment_id: optional(nullable(Id)),
  }),
)
export type WaiverInput = Static<typeof WaiverInput>

export const ApproveWaiver = partial({ amount: nullable(Money), note: nullable(Text(0, 300)) })
export type ApproveWaiver = Static<typeof ApproveWaiver>

const of_bill = {
  ...waiver('id', 'facility_id', 'number', 'bill_id', 'bill_number', 'patient_id'),
  patient_name: tellsWho('patient_id', out(200)),
  ...waiver('amount', 'reason', 'requested_by_name', 'decided_at', 'decided_by_name'),
  ...waiver('decision_note', 'created_at', 'updated_at', 'version'),
}

const waiver_fields = {
  ...of_bill,
  ...waiver('status', 'kind'),
  item_ids: nullable(listOf(Text(1, 36))),
  ...waiver('category', 'payment_id', 'exemption_id', 'attachment_id'),
  moves: listOf(choice(['approve', 'decline', 'reverse'])),
}
export const Waiver = named('Waiver', shape(waiver_fields))
export type Waiver = Static<typeof Waiver>
export const WaiverOpened = named('WaiverOpened', shape({ ...waiver_fields, history: History }))
export type WaiverOpened = Static<typeof WaiverOpened>

export const WaiverFilters = {
  status: optional(choice(waiver_states)),
  kind: optional(choice(waiver_kinds)),
  category: optional(choice(waiver_categories)),
  patient_id: optional(Id),
  bill_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}
const waiver_filters = shape(WaiverFilters)
export type WaiverFilter = Static<typeof waiver_filters>

export const WriteOffInput = named(
  'WriteOffInput',
  form({ reason: Reason, reason_code: choice(write_off_reasons) }),
)
export type WriteOffInput = Static<typeof WriteOffInput>

export const WriteOff = named(
  'WriteOff',
  shape({
    ...of_bill,
    ...writeOff('status', 'reason_code', 'client_id', 'recovered', 'entry_reference'),
    moves: listOf(choice(['approve', 'decline'])),
  }),
)
export type WriteOff = Static<typeof WriteOff>

export const WriteOffFilters = {
  status: optional(choice(write_off_states)),
  reason_code: optional(choice(write_off_reasons)),
  patient_id: optional(Id),
  client_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}
const write_off_filters = shape(WriteOffFilters)
export type WriteOffFilter = Static<typeof write_off_filters>

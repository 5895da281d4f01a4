// Waivers and write-offs as they come in and go out (2.7).

import {
  optional,
  choice,
  Day,
  form,
  Id,
  Instant,
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
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { History } from '../history-shapes.ts'
import {
  waiver_categories,
  waiver_kinds,
  waiver_states,
  write_off_reasons,
  write_off_states,
} from './waiver-words.ts'

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
  id: Text(1, 36),
  facility_id: Text(1, 36),
  number: out(40),
  bill_id: Text(1, 36),
  bill_number: out(40),
  patient_id: out(36),
  patient_name: out(200),
  amount: Money,
  reason: Text(0, 300),
  requested_by_name: Text(0, 160),
  decided_at: nullable(Instant),
  decided_by_name: out(160),
  decision_note: out(300),
  created_at: Instant,
  updated_at: Instant,
  version: Whole(1),
}

const waiver_fields = {
  ...of_bill,
  status: choice(waiver_states),
  kind: choice(waiver_kinds),
  item_ids: nullable(listOf(Text(1, 36))),
  category: choice(waiver_categories),
  payment_id: out(36),
  exemption_id: out(36),
  attachment_id: out(36),
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
    status: choice(write_off_states),
    reason_code: choice(write_off_reasons),
    client_id: out(36),
    recovered: Money,
    entry_reference: out(40),
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

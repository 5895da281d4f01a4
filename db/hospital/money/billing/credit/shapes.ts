// Credit notes as they come in and go out (2.6).

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
  Reason,
  Search,
  type Static,
  shape,
  some,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { Quantity } from '../../../../core/kinds/quantity.ts'
import { credit_reasons, credit_states } from './words.ts'
import { History } from '../history-shapes.ts'

const out = (max: number) => nullable(Text(0, max))

export const CreditInput = named(
  'CreditNoteInput',
  form({
    bill_id: Id,
    reason: Reason,
    reason_code: choice(credit_reasons),
    lines: optional(
      nullable(
        some(
          form({
            item_id: Id,
            quantity: optional(nullable(Quantity)),
            amount: optional(nullable(Money)),
          }),
          500,
        ),
      ),
    ),
    issue: optional(Flag),
  }),
)
export type CreditInput = Static<typeof CreditInput>

const credit_fields = {
  id: Text(1, 36),
  facility_id: Text(1, 36),
  number: out(40),
  status: choice(credit_states),
  bill_id: Text(1, 36),
  bill_number: out(40),
  patient_id: out(36),
  patient_name: out(200),
  reason: Text(0, 300),
  reason_code: choice(credit_reasons),
  total: Money,
  tax: Money,
  scheme_part: Money,
  unpaid_part: Money,
  insured_part: Money,
  waived_part: Money,
  paid_part: Money,
  deposit_id: out(36),
  source: out(40),
  source_id: out(300),
  issued_at: nullable(Instant),
  issued_by_name: out(160),
  business_date: nullable(Day),
  fiscal_reference: out(60),
  entry_reference: out(40),
  moves: listOf(choice(['issue', 'discard', 'apply'])),
  created_at: Instant,
  created_by_name: Text(0, 160),
  updated_at: Instant,
  version: Whole(1),
}

export const CreditNote = named('CreditNote', shape(credit_fields))
export type CreditNote = Static<typeof CreditNote>

export const CreditNoteOpened = named(
  'CreditNoteOpened',
  shape({
    ...credit_fields,
    lines: listOf(
      shape({
        item_id: Text(1, 36),
        description: Text(0, 300),
        quantity: nullable(Money),
        amount: Money,
        tax: Money,
        scheme_part: Money,
        unpaid_part: Money,
        insured_part: Money,
        waived_part: Money,
        paid_part: Money,
      }),
    ),
    history: History,
  }),
)
export type CreditNoteOpened = Static<typeof CreditNoteOpened>

export const CreditFilters = {
  status: optional(choice(credit_states)),
  bill_id: optional(Id),
  patient_id: optional(Id),
  client_id: optional(Id),
  reason_code: optional(choice(credit_reasons)),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
  search: optional(Search),
}
const filters = shape(CreditFilters)
export type CreditFilter = Static<typeof filters>

export const WithReason = form({ reason: Reason })

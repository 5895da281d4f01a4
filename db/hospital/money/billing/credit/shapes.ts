// Credit notes as they come in and go out (2.6).

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
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
  tellsWho,
} from '../../../../core/kinds/kinds.ts'
import { Quantity } from '../../../../core/kinds/quantity.ts'
import { credit_reasons, credit_states } from './words.ts'
import { History } from '../history-shapes.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { credit_notes, credit_note_lines } from './tables.ts'

const creditNote = fieldsOf(credit_notes)
const creditNoteLine = fieldsOf(credit_note_lines)

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
  ...creditNote('id', 'facility_id', 'number', 'status', 'bill_id', 'bill_number', 'patient_id'),
  patient_name: tellsWho('patient_id', out(200)),
  ...creditNote('reason', 'reason_code', 'total', 'tax', 'scheme_part', 'unpaid_part'),
  ...creditNote('insured_part', 'waived_part', 'paid_part', 'deposit_id'),
  ...creditNote('source', 'source_id', 'issued_at', 'issued_by_name', 'business_date'),
  fiscal_reference: out(60),
  entry_reference: out(40),
  moves: listOf(choice(['issue', 'discard', 'apply'])),
  ...creditNote('created_at', 'created_by_name', 'updated_at', 'version'),
}

export const CreditNote = named('CreditNote', shape(credit_fields))
export type CreditNote = Static<typeof CreditNote>

export const CreditNoteOpened = named(
  'CreditNoteOpened',
  shape({
    ...credit_fields,
    lines: listOf(
      shape({
        ...creditNoteLine('item_id', 'description', 'quantity', 'amount', 'tax', 'scheme_part'),
        ...creditNoteLine('unpaid_part', 'insured_part', 'waived_part', 'paid_part'),
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

// Quotations, in and out (commercial 2.3).

import {
  choice,
  Day,
  Id,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  optional,
  partial,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { History } from '../../history.ts'
import { document_fields, Items, line_fields, may } from './lines/shapes.ts'
import { quotation_life } from './record.ts'
import { quotations } from './tables.ts'
import { approval_states, decline_reasons, quotation_states, sending_channels } from './words.ts'

const quotation = fieldsOf(quotations)
const none = (max: number) => nullable(Text(0, max))

const fields = {
  ...quotation('id'),
  reference: Text(1, 50),
  ...quotation('version_no', 'status', 'facility_id'),
  ...document_fields,
  ...quotation('terms', 'valid_until', 'sent_at', 'sent_by_name'),
  sent_to: listOf(
    shape({
      contact_name: Text(0, 160),
      channel: choice(sending_channels),
      address: none(254),
    }),
  ),
  ...quotation('answered_at', 'answered_by', 'answer_note', 'client_po', 'decline_reason'),
  ...quotation('order_id'),
  order_reference: none(40),
  days_left: nullable(Whole(-100_000)),
  ...quotation('created_by_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(quotation_life.names)),
}
export const Quotation = named('Quotation', shape(fields))
export type Quotation = Static<typeof Quotation>
export const QuotationOpened = named(
  'QuotationOpened',
  shape({ ...fields, items: listOf(shape(line_fields)), history: History }),
)
export type QuotationOpened = Static<typeof QuotationOpened>

const own = { terms: nullable(LongText(0, 2000)), valid_until: nullable(Day) }
export const QuotationInput = named(
  'QuotationInput',
  shape({ items: Items, ...partial({ ...may, ...own }).properties }),
)
export type QuotationInput = Static<typeof QuotationInput>
export const QuotationChange = named('QuotationChange', partial({ items: Items, ...may, ...own }))
export type QuotationChange = Static<typeof QuotationChange>

export const MayNoteQuotation = partial({ note: none(300) })
export const NoteQuotation = shape({ note: Reason })
export const MayReasonQuotation = partial({ reason: none(300) })
export const CancelQuotation = shape({ reason: Reason })
export const SendQuotation = partial({
  channels: listOf(choice(sending_channels), sending_channels.length, 1),
  contact_ids: nullable(listOf(Id, 50, 1)),
  message: nullable(LongText(0, 2000)),
})
export type SendQuotation = Static<typeof SendQuotation>
export const AcceptQuotation = shape({
  answered_by: Text(1, 160),
  answered_at: optional(nullable(Instant)),
  note: optional(none(300)),
  client_po: optional(none(60)),
})
export type AcceptQuotation = Static<typeof AcceptQuotation>
export const DeclineQuotation = shape({
  decline_reason: choice(decline_reasons),
  answered_by: optional(none(160)),
  note: optional(none(300)),
})
export type DeclineQuotation = Static<typeof DeclineQuotation>
export const PaperAsked = { lang: optional(choice(['en', 'sw'])) }
export const QuotationPaperAsked = partial({
  version: Whole(1, 10_000),
  lang: choice(['en', 'sw']),
})

export const QuotationFilters = {
  facility_id: optional(Id),
  search: optional(Search),
  status: optional(choice(quotation_states)),
  client_id: optional(Id),
  patient_id: optional(Id),
  approval_status: optional(choice(approval_states)),
  prepared_by: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(QuotationFilters)
export type QuotationFilter = Static<typeof filters>

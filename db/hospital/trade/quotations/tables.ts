// Quotations, their lines, and each version as it was sent (commercial 2.3).

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { document_columns, line_columns } from './lines/columns.ts'
import { decline_reasons, quotation_states, type SendingChannel } from './words.ts'

export interface SentTo {
  contact_name: string
  channel: SendingChannel
  address: string | null
}

export const quotations = table(
  'quotations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    number: code(40),
    status: choice(quotation_states),
    version_no: otherwise(integer(), 1),
    ...document_columns,
    terms: nullable(text(2000)),
    valid_until: nullable(day()),
    sent_at: nullable(instant()),
    sent_by_name: nullable(text(160)),
    sent_to: otherwise(json<SentTo[]>(), () => []),
    answered_at: nullable(instant()),
    /** On the client's side. */
    answered_by: nullable(text(160)),
    answer_note: nullable(text(300)),
    client_po: nullable(text(60)),
    decline_reason: nullable(choice(decline_reasons)),
    /** What was made of it; orders stand below, so no foreign key. */
    order_id: nullable(uuid()),
    order_number: nullable(code(40)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'client_name', 'order_number'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'valid_until'], only_where: "status = 'SENT'" },
      { columns: ['hospital_id', 'client_id'], only_where: 'client_id is not null' },
      { columns: ['patient_id'], only_where: 'patient_id is not null' },
    ],
  },
)

export const quotation_moves = historyTable('quotation_moves', 'quotations')

export const quotation_items = table(
  'quotation_items',
  { ...line_columns, quotation_id: ref('quotations') },
  { unique: [{ columns: ['quotation_id', 'position'] }] },
)

/** As it was sent, word for word: the row and its lines (COM-25). */
export const quotation_versions = table(
  'quotation_versions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    quotation_id: ref('quotations'),
    version_no: integer(),
    sent_at: instant(),
    sent_by_name: text(160),
    kept: json<{ row: Record<string, unknown>; lines: Record<string, unknown>[] }>(),
  },
  { append_only: true, unique: [{ columns: ['quotation_id', 'version_no'] }] },
)

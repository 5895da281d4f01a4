// Invoices, receipts and statements as PDF, and whether a paper is genuine (billing 4.19, 5.14).

import { clock } from '../../db/clock.ts'
import { actingBranch } from '../../db/hospital/accounting/post.ts'
import { Collections, CollectionsAsked } from '../../db/hospital/billing/collection-shapes.ts'
import { collections } from '../../db/hospital/billing/collections.ts'
import { creditNoteOf, refundOf } from '../../db/hospital/billing/credit-facts.ts'
import { creditRow } from '../../db/hospital/billing/credit-rows.ts'
import { refundRow } from '../../db/hospital/billing/refund-rows.ts'
import { invoiceOf } from '../../db/hospital/billing/invoice-facts.ts'
import { paperPolicy } from '../../db/hospital/billing/paper-policy.ts'
import {
  CreditAsked,
  InvoiceAsked,
  ReceiptAsked,
  StatementAsked,
} from '../../db/hospital/billing/paper-words.ts'
import { rowOf as paymentRow } from '../../db/hospital/billing/payment-list.ts'
import { receiptOf } from '../../db/hospital/billing/receipt-facts.ts'
import { rowOf as billRow } from '../../db/hospital/billing/rows.ts'
import { statementOf } from '../../db/hospital/billing/statement-facts.ts'
import { shiftRow } from '../../db/hospital/drawers/rows.ts'
import { zReport } from '../../db/hospital/drawers/z-report.ts'
import { genuine } from '../../db/hospital/papers/genuine.ts'
import { Genuine, GenuineAsked } from '../../db/hospital/papers/shapes.ts'
import { rowOf as patientRow } from '../../db/hospital/patients/rows.ts'
import { newId } from '../../db/ids.ts'
import { creditPaper } from '../../templates/credit-note.ts'
import { refundPaper } from '../../templates/refund-voucher.ts'
import { invoicePaper } from '../../templates/invoice.ts'
import { receiptPaper } from '../../templates/receipt.ts'
import { statementPaper } from '../../templates/statement.ts'
import { shiftPaper } from '../../templates/z-report.ts'
import { area } from '../route.ts'
import { collected, moneyReply } from './money-papers.ts'
import { file, get } from './words.ts'

const pdf = { content_type: 'application/pdf' } as const
const bill_marks: Readonly<Record<string, 'draft' | 'cancelled' | 'credited'>> = {
  DRAFT: 'draft',
  DISCARDED: 'cancelled',
  CANCELLED: 'cancelled',
  CREDITED: 'credited',
}

const credit_marks: Readonly<Record<string, 'draft' | 'cancelled'>> = {
  DRAFT: 'draft',
  DISCARDED: 'cancelled',
}

export const door = area('billing-papers', [
  file('/billing/bills/:id/invoice', {
    summary: 'A bill as a PDF: an invoice once it is issued',
    access: 'bill:read',
    record: (caller, { id }) => billRow(caller, id),
    query: InvoiceAsked,
    ...pdf,
    async run({ caller, params, query, facts: from }) {
      const { bill, owner, facts } = await invoiceOf(caller, params.id, query.lang)
      const mark = bill_marks[bill.status] ?? null
      return moneyReply(
        caller,
        from,
        {
          kind: 'bill',
          entity_id: bill.id,
          number: bill.number,
          owner,
          size: query.paper ?? 'A4',
          mark,
        },
        (paper) => invoicePaper({ ...paper, ...facts }),
      )
    },
  }),
  file('/billing/payments/:id/receipt', {
    summary: 'The receipt of a payment, for the roll or on A4',
    access: 'payment:read',
    record: (caller, { id }) => paymentRow(caller, id),
    query: ReceiptAsked,
    ...pdf,
    async run({ caller, params, query, facts: from }) {
      const { payment, owner, facts, paper } = await receiptOf(caller, params.id, query.lang)
      return moneyReply(
        caller,
        from,
        {
          kind: 'payment',
          entity_id: payment.id,
          number: payment.number,
          owner,
          size: query.paper ?? paper,
          mark: payment.status === 'REVERSED' ? 'reversed' : null,
        },
        (common) => receiptPaper({ ...common, ...facts }),
      )
    },
  }),
  file('/billing/patients/:id/statement', {
    summary: 'A patient’s statement of account, as a PDF',
    access: 'bill:read',
    record: (caller, { id }) => patientRow(caller, id),
    query: StatementAsked,
    ...pdf,
    async run({ caller, params, query, facts: from }) {
      const facility_id = await actingBranch(caller)
      const { owner, facts } = await statementOf(caller, params.id, facility_id, query)
      return moneyReply(
        caller,
        from,
        {
          kind: 'statement',
          entity_id: newId(),
          number: `${facts.party.number}-${facts.to}`,
          said: { number: facts.party.number, date: facts.to, amount: facts.closing },
          owner,
          size: 'A4',
          mark: null,
        },
        (paper) => statementPaper({ ...paper, ...facts, at: clock.instant() }),
      )
    },
  }),
  file('/billing/credit-notes/:id/pdf', {
    summary: 'A credit note as a PDF',
    access: 'creditnote:read',
    record: (caller, { id }) => creditRow(caller, id),
    query: CreditAsked,
    ...pdf,
    async run({ caller, params, query, facts: from }) {
      const { note, owner, facts } = await creditNoteOf(caller, params.id, query.lang)
      const mark = credit_marks[note.status] ?? null
      return moneyReply(
        caller,
        from,
        {
          kind: 'credit_note',
          entity_id: note.id,
          number: note.number,
          owner,
          size: 'A4',
          mark,
        },
        (paper) => creditPaper({ ...paper, ...facts }),
      )
    },
  }),
  file('/billing/refunds/:id/voucher', {
    summary: 'The voucher of an approved refund, for the roll or on A4',
    access: 'refund:read',
    record: (caller, { id }) => refundRow(caller, id),
    query: ReceiptAsked,
    ...pdf,
    async run({ caller, params, query, facts: from }) {
      const { refund, owner, facts } = await refundOf(caller, params.id, query.lang)
      return moneyReply(
        caller,
        from,
        {
          kind: 'refund',
          entity_id: refund.id,
          number: refund.number,
          owner,
          size: query.paper ?? 'A4',
          mark: refund.status === 'CANCELLED' ? 'cancelled' : null,
        },
        (paper) => refundPaper({ ...paper, ...facts }),
      )
    },
  }),
  file('/billing/shifts/:id/z-report', {
    summary: 'The Z report of a closed shift, for the roll or on A4',
    access: ['shift:read', 'shift:open'],
    record: (caller, { id }) => shiftRow(caller, id),
    query: ReceiptAsked,
    ...pdf,
    async run({ caller, params, query, facts: from }) {
      const report = await zReport(caller, params.id)
      const { shift } = report
      const policy = await paperPolicy(caller)
      return moneyReply(
        caller,
        from,
        {
          kind: 'shift',
          entity_id: shift.id,
          number: shift.number,
          owner: {
            facility_id: shift.facility_id,
            patient_id: null,
            language: query.lang ?? policy.language,
            decimals: policy.decimals,
          },
          size: query.paper ?? policy.receipt_paper,
          mark: null,
        },
        (paper) => shiftPaper({ ...paper, report, at: shift.closed_at ?? shift.opened_at }),
      )
    },
  }),
  get('/billing/reports/collections', {
    summary: 'What was collected, by day, drawer, cashier and method',
    access: 'billing:report',
    query: CollectionsAsked,
    reply: Collections,
    run: async ({ caller, query }) => collected(caller, query, await collections(caller, query)),
  }),
  get('/billing/verify/:code', {
    summary: 'Whether a printed paper is genuine and still counts',
    access: 'open',
    query: GenuineAsked,
    reply: Genuine,
    run: ({ params, query }) => genuine(params.code, query.lang ?? 'en'),
  }),
])

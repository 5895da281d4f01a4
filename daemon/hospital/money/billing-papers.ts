// Invoices, receipts and statements as PDF, and whether a paper is genuine (billing 4.19, 5.14).

import {
  Collections,
  CollectionsAsked,
} from '../../../db/hospital/money/billing/payments/collection-shapes.ts'
import { collections } from '../../../db/hospital/money/billing/payments/collections.ts'
import { creditNoteRecord } from '../../../db/hospital/money/billing/credit/rows.ts'
import { refundRecord } from '../../../db/hospital/money/billing/refunds/rows.ts'
import {
  CreditAsked,
  InvoiceAsked,
  ReceiptAsked,
  ShiftReportAsked,
  StatementAsked,
} from '../../../db/hospital/money/billing/papers/words.ts'
import { paymentRecord } from '../../../db/hospital/money/billing/payments/list.ts'
import { billRecord } from '../../../db/hospital/money/billing/bills/rows.ts'
import { shiftRecord } from '../../../db/hospital/money/drawers/rows.ts'
import { ShiftReport } from '../../../db/hospital/money/drawers/shapes.ts'
import { zReport } from '../../../db/hospital/money/drawers/z-report.ts'
import { genuine } from '../../../db/hospital/office/papers/genuine.ts'
import { Genuine, GenuineAsked } from '../../../db/hospital/office/papers/shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { AsFile } from '../../edge/answers.ts'
import { area } from '../../edge/route.ts'
import { collected } from './money-papers.ts'
import {
  printCreditNote,
  printInvoice,
  printReceipt,
  printRefund,
  printStatement,
  printZReport,
} from './money-prints.ts'
import { byId, file, get } from '../words.ts'

const pdf = { content_type: 'application/pdf' } as const
export const door = area('billing-papers', [
  file('/billing/bills/:id/invoice', {
    summary: 'A bill as a PDF: an invoice once it is issued',
    access: 'bill:read',
    opens: 'desk',
    audit: 'bill.print',
    record: byId(billRecord.get),
    query: InvoiceAsked,
    ...pdf,
    run: ({ caller, params, query, facts: at }) => printInvoice(caller, at, params.id, query),
  }),
  file('/billing/payments/:id/receipt', {
    summary: 'The receipt of a payment, for the roll or on A4',
    access: 'payment:read',
    opens: 'desk',
    audit: 'payment.print',
    record: byId(paymentRecord.get),
    query: ReceiptAsked,
    ...pdf,
    run: ({ caller, params, query, facts: at }) => printReceipt(caller, at, params.id, query),
  }),
  file('/billing/patients/:id/statement', {
    summary: 'A patient’s statement of account, as a PDF',
    access: 'bill:read',
    opens: 'desk',
    audit: 'patient_account.print',
    record: byId(patientRecord.get),
    query: StatementAsked,
    ...pdf,
    run: ({ caller, params, query, facts: at }) => printStatement(caller, at, params.id, query),
  }),
  file('/billing/credit-notes/:id/pdf', {
    summary: 'A credit note as a PDF',
    access: 'creditnote:read',
    opens: 'desk',
    audit: 'credit_note.print',
    record: byId(creditNoteRecord.get),
    query: CreditAsked,
    ...pdf,
    run: ({ caller, params, query, facts: at }) => printCreditNote(caller, at, params.id, query),
  }),
  file('/billing/refunds/:id/voucher', {
    summary: 'The voucher of an approved refund, for the roll or on A4',
    access: 'refund:read',
    opens: 'desk',
    audit: 'refund.print',
    record: byId(refundRecord.get),
    query: ReceiptAsked,
    ...pdf,
    run: ({ caller, params, query, facts: at }) => printRefund(caller, at, params.id, query),
  }),
  get('/billing/shifts/:id/z-report', {
    summary: 'The Z report of a closed shift, for the roll, on A4, or as figures',
    access: ['shift:read', 'shift:open'],
    opens: 'nobody',
    record: byId(shiftRecord.get),
    query: ShiftReportAsked,
    reply: ShiftReport,
    run: async ({ caller, params, query, facts: at }) =>
      query.format === 'json'
        ? zReport(caller, params.id)
        : new AsFile(await printZReport(caller, at, params.id, query)),
  }),
  get('/billing/reports/collections', {
    summary: 'What was collected, by day, drawer, cashier and method',
    access: 'billing:report',
    opens: 'nobody',
    query: CollectionsAsked,
    reply: Collections,
    run: async ({ caller, query }) => collected(caller, query, await collections(caller, query)),
  }),
  get('/billing/verify/:code', {
    summary: 'Whether a printed paper is genuine and still counts',
    access: 'open',
    opens: 'nobody',
    query: GenuineAsked,
    reply: Genuine,
    run: ({ params, query }) => genuine(params.code, query.lang ?? 'en'),
  }),
])

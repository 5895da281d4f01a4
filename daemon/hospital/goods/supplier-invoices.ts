// What suppliers ask for (stock 5.13).

import type { Caller } from '../../../db/core/caller.ts'
import * as crediting from '../../../db/hospital/goods/procurement/invoices/crediting.ts'
import * as drafts from '../../../db/hospital/goods/procurement/invoices/drafts.ts'
import * as matching from '../../../db/hospital/goods/procurement/invoices/matching.ts'
import * as posting from '../../../db/hospital/goods/procurement/invoices/posting.ts'
import * as invoices from '../../../db/hospital/goods/procurement/invoices/record.ts'
import {
  Crediting,
  ExceptionNotes,
  InvoiceChange,
  InvoiceFilters,
  InvoiceInput,
  InvoicePosting,
  InvoiceReason,
  SupplierInvoice,
  SupplierInvoiceOpened,
} from '../../../db/hospital/goods/procurement/invoices/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post } = nobodys

const record = byId(invoices.invoiceRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  invoices.find(caller, (await done).id)

export const door = area('supplier-invoices', [
  list('/procurement/invoices', {
    summary: 'Invoices of suppliers',
    access: 'payable:read',
    filters: InvoiceFilters,
    each: SupplierInvoice,
    run: ({ caller, query }) => invoices.list(caller, query),
  }),
  create('/procurement/invoices', {
    summary: 'Enter an invoice; of an order without lines: what was received and not invoiced',
    access: 'payable:write',
    once: true,
    body: InvoiceInput,
    reply: SupplierInvoiceOpened,
    says: 'Invoice entered.',
    run: ({ caller, body }) => shown(caller, drafts.open(caller, body)),
  }),
  get('/procurement/invoices/:id', {
    summary: 'One invoice of a supplier',
    access: 'payable:read',
    reply: SupplierInvoiceOpened,
    run: ({ caller, params }) => invoices.find(caller, params.id),
  }),
  patch('/procurement/invoices/:id', {
    summary: 'Change an invoice before it matches; it is matched anew',
    access: 'payable:write',
    record,
    body: InvoiceChange,
    reply: SupplierInvoiceOpened,
    says: 'Invoice changed.',
    run: ({ caller, params, body }) => shown(caller, drafts.change(caller, params.id, body)),
  }),
  post('/procurement/invoices/:id/match', {
    summary: 'Hold an invoice against what was ordered and received',
    access: 'payable:write',
    record,
    reply: SupplierInvoiceOpened,
    says: 'Invoice held against its order.',
    run: ({ caller, params }) => shown(caller, matching.match(caller, params.id)),
  }),
  post('/procurement/invoices/:id/approve-exception', {
    summary: 'Take what does not match, with a reason for each, of an invoice that another entered',
    access: 'purchase:approve',
    record,
    body: ExceptionNotes,
    reply: SupplierInvoiceOpened,
    says: 'Exceptions approved.',
    run: ({ caller, params, body }) =>
      shown(caller, matching.approveExceptions(caller, params.id, body)),
  }),
  post('/procurement/invoices/:id/post', {
    summary: 'Take an invoice that matches into the books: it is owed now',
    access: 'payable:write',
    once: true,
    record,
    body: InvoicePosting,
    body_may_miss: true,
    reply: SupplierInvoiceOpened,
    says: 'Invoice posted.',
    run: ({ caller, params, body }) =>
      shown(caller, posting.post(caller, params.id, body.date ?? null)),
  }),
  create('/procurement/invoices/:id/credit', {
    summary: "Enter a supplier's credit note to an invoice",
    access: 'payable:write',
    once: true,
    record,
    body: Crediting,
    reply: SupplierInvoiceOpened,
    says: 'Credit note entered.',
    run: ({ caller, params, body }) => shown(caller, crediting.credit(caller, params.id, body)),
  }),
  post('/procurement/invoices/:id/cancel', {
    summary: 'Give up an invoice that was not posted',
    access: 'payable:write',
    record,
    body: InvoiceReason,
    reply: SupplierInvoiceOpened,
    says: 'Invoice cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, posting.cancel(caller, params.id, body.reason)),
  }),
])

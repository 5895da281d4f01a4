// What goes back to suppliers (stock 5.13).

import type { Caller } from '../../../db/core/caller.ts'
import { PaperAsked } from '../../../db/hospital/goods/procurement/orders/shapes.ts'
import * as crediting from '../../../db/hospital/goods/procurement/returns/crediting.ts'
import * as drafts from '../../../db/hospital/goods/procurement/returns/drafts.ts'
import * as returns from '../../../db/hospital/goods/procurement/returns/record.ts'
import * as replacing from '../../../db/hospital/goods/procurement/returns/replacing.ts'
import * as sending from '../../../db/hospital/goods/procurement/returns/sending.ts'
import {
  MayNote,
  Replacing,
  ReturnChange,
  ReturnCredited,
  ReturnFilters,
  ReturnInput,
  ReturnReason,
  Sending,
  SupplierReturn,
  SupplierReturnOpened,
} from '../../../db/hospital/goods/procurement/returns/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printReturn } from './purchase-prints.ts'

const { create, file, get, list, patch, post } = nobodys

const record = byId(returns.returnRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  returns.find(caller, (await done).id)

export const door = area('supplier-returns', [
  list('/procurement/returns', {
    summary: 'Goods that go back to suppliers',
    access: 'stock:read',
    filters: ReturnFilters,
    each: SupplierReturn,
    run: ({ caller, query }) => returns.list(caller, query),
  }),
  create('/procurement/returns', {
    summary: 'Write down what is to go back out of a store that you keep',
    access: 'stock:receive',
    body: ReturnInput,
    reply: SupplierReturnOpened,
    says: 'Return written.',
    run: ({ caller, body }) => shown(caller, drafts.open(caller, body)),
  }),
  get('/procurement/returns/:id', {
    summary: 'One return; prices with product:cost',
    access: 'stock:read',
    reply: SupplierReturnOpened,
    run: ({ caller, params }) => returns.find(caller, params.id),
  }),
  patch('/procurement/returns/:id', {
    summary: 'Change a return before it is approved',
    access: 'stock:receive',
    record,
    body: ReturnChange,
    reply: SupplierReturnOpened,
    says: 'Return changed.',
    run: ({ caller, params, body }) => shown(caller, drafts.change(caller, params.id, body)),
  }),
  post('/procurement/returns/:id/approve', {
    summary: 'Approve a return that somebody else made',
    access: 'stock:approve',
    record,
    body: MayNote,
    body_may_miss: true,
    reply: SupplierReturnOpened,
    says: 'Return approved.',
    run: ({ caller, params, body }) =>
      shown(caller, sending.approve(caller, params.id, body.note || null)),
  }),
  post('/procurement/returns/:id/send', {
    summary: 'Let the goods go: out of the store, off what is owed and into the books',
    access: 'stock:receive',
    once: true,
    record,
    body: Sending,
    body_may_miss: true,
    reply: SupplierReturnOpened,
    says: 'Goods sent back.',
    run: ({ caller, params, body }) => shown(caller, sending.send(caller, params.id, body)),
  }),
  post('/procurement/returns/:id/credit', {
    summary: "Write down the supplier's credit note; the books take what it differs by",
    access: 'payable:write',
    once: true,
    record,
    body: ReturnCredited,
    reply: SupplierReturnOpened,
    says: 'Return credited.',
    run: ({ caller, params, body }) => shown(caller, crediting.credit(caller, params.id, body)),
  }),
  post('/procurement/returns/:id/replace', {
    summary: 'Say by which receipt other goods came for it',
    access: 'stock:receive',
    record,
    body: Replacing,
    reply: SupplierReturnOpened,
    says: 'Return replaced.',
    run: ({ caller, params, body }) =>
      shown(caller, replacing.replace(caller, params.id, body.receipt_id)),
  }),
  post('/procurement/returns/:id/cancel', {
    summary: 'Give up a return that was not sent',
    access: 'stock:receive',
    record,
    body: ReturnReason,
    reply: SupplierReturnOpened,
    says: 'Return cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, sending.cancel(caller, params.id, body.reason)),
  }),
  file('/procurement/returns/:id/pdf', {
    summary: 'The debit note as a PDF; prices with product:cost',
    access: 'stock:read',
    record,
    query: PaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printReturn(caller, at, params.id, query),
  }),
])

// What suppliers and donors bring (stock 5.12).

import type { Caller } from '../../../db/core/caller.ts'
import { PaperAsked } from '../../../db/hospital/goods/procurement/orders/shapes.ts'
import * as drafts from '../../../db/hospital/goods/procurement/receipts/drafts.ts'
import * as posting from '../../../db/hospital/goods/procurement/receipts/posting.ts'
import * as receipts from '../../../db/hospital/goods/procurement/receipts/record.ts'
import {
  Inspecting,
  MayReason,
  Posting,
  Receipt,
  ReceiptChange,
  ReceiptFilters,
  ReceiptInput,
  ReceiptOpened,
  Reversing,
} from '../../../db/hospital/goods/procurement/receipts/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printReceiptOfGoods } from './purchase-prints.ts'

const { create, file, get, list, patch, post } = nobodys

const record = byId(receipts.receiptRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  receipts.find(caller, (await done).id)

export const door = area('receipts', [
  list('/procurement/receipts', {
    summary: 'Receipts of goods',
    access: 'stock:read',
    filters: ReceiptFilters,
    each: Receipt,
    run: ({ caller, query }) => receipts.list(caller, query),
  }),
  create('/procurement/receipts', {
    summary: 'Write down what came to a store that you keep',
    access: 'stock:receive',
    once: true,
    body: ReceiptInput,
    reply: ReceiptOpened,
    says: 'Receipt written.',
    run: ({ caller, body }) => shown(caller, drafts.open(caller, body)),
  }),
  get('/procurement/receipts/:id', {
    summary: 'One receipt; prices with product:cost',
    access: 'stock:read',
    reply: ReceiptOpened,
    run: ({ caller, params }) => receipts.find(caller, params.id),
  }),
  patch('/procurement/receipts/:id', {
    summary: 'Change a receipt before it is posted; it is inspected anew',
    access: 'stock:receive',
    record,
    body: ReceiptChange,
    reply: ReceiptOpened,
    says: 'Receipt changed.',
    run: ({ caller, params, body }) => shown(caller, drafts.change(caller, params.id, body)),
  }),
  post('/procurement/receipts/:id/inspect', {
    summary: 'Say who inspected what came',
    access: 'stock:receive',
    record,
    body: Inspecting,
    body_may_miss: true,
    reply: ReceiptOpened,
    says: 'Receipt inspected.',
    run: ({ caller, params, body }) => shown(caller, posting.inspect(caller, params.id, body)),
  }),
  post('/procurement/receipts/:id/post', {
    summary: 'Take the goods into the store and into the books',
    access: 'stock:receive',
    once: true,
    record,
    body: Posting,
    body_may_miss: true,
    reply: ReceiptOpened,
    says: 'Goods received.',
    run: ({ caller, params, body }) =>
      shown(caller, posting.post(caller, params.id, body.witness_token)),
  }),
  post('/procurement/receipts/:id/reverse', {
    summary: 'Take back a receipt that somebody else posted, while nothing of it was used',
    access: 'stock:approve',
    once: true,
    record,
    body: Reversing,
    reply: ReceiptOpened,
    says: 'Receipt reversed.',
    run: ({ caller, params, body }) => shown(caller, posting.reverse(caller, params.id, body)),
  }),
  post('/procurement/receipts/:id/cancel', {
    summary: 'Give up a receipt that was not posted',
    access: 'stock:receive',
    record,
    body: MayReason,
    body_may_miss: true,
    reply: ReceiptOpened,
    says: 'Receipt cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, posting.cancel(caller, params.id, body.reason || null)),
  }),
  file('/procurement/receipts/:id/pdf', {
    summary: 'The goods received note as a PDF; prices with product:cost',
    access: 'stock:read',
    record,
    query: PaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) =>
      printReceiptOfGoods(caller, at, params.id, query),
  }),
])

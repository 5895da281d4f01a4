// Transfers between stores (stock 5.5).

import type { Caller } from '../../../db/core/caller.ts'
import { GoodsPaperAsked } from '../../../db/hospital/goods/stock/papers/shapes.ts'
import * as arrive from '../../../db/hospital/goods/stock/transfers/arrive.ts'
import * as transfers from '../../../db/hospital/goods/stock/transfers/record.ts'
import { change, open, send } from '../../../db/hospital/goods/stock/transfers/send.ts'
import {
  Arriving,
  Sending,
  Transfer,
  TransferCancel,
  TransferChange,
  TransferFilters,
  TransferInput,
  TransferOpened,
} from '../../../db/hospital/goods/stock/transfers/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printTransfer } from './goods-prints.ts'

const { create, file, get, list, patch, post } = nobodys

const record = byId(transfers.transferRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  transfers.find(caller, (await done).id)

export const door = area('transfers', [
  list('/stock/transfers', {
    summary: 'Transfers between stores',
    access: 'stock:read',
    filters: TransferFilters,
    each: Transfer,
    run: ({ caller, query }) => transfers.list(caller, query),
  }),
  create('/stock/transfers', {
    summary: 'Write a transfer from a store that you keep',
    access: 'stock:move',
    body: TransferInput,
    reply: TransferOpened,
    says: 'Transfer written.',
    run: ({ caller, body }) => shown(caller, open(caller, body)),
  }),
  get('/stock/transfers/:id', {
    summary: 'One transfer',
    access: 'stock:read',
    reply: TransferOpened,
    run: ({ caller, params }) => transfers.find(caller, params.id),
  }),
  patch('/stock/transfers/:id', {
    summary: 'Change a transfer that is not sent yet',
    access: 'stock:move',
    record,
    body: TransferChange,
    reply: TransferOpened,
    says: 'Transfer changed.',
    run: ({ caller, params, body }) => shown(caller, change(caller, params.id, body)),
  }),
  post('/stock/transfers/:id/send', {
    summary: 'Send a transfer: the goods leave the store',
    access: 'stock:move',
    once: true,
    record,
    body: Sending,
    body_may_miss: true,
    reply: TransferOpened,
    says: 'Transfer sent.',
    run: ({ caller, params, body }) => shown(caller, send(caller, params.id, body)),
  }),
  post('/stock/transfers/:id/receive', {
    summary: 'Receive a transfer; without lines all of it came',
    access: 'stock:move',
    once: true,
    record,
    body: Arriving,
    body_may_miss: true,
    reply: TransferOpened,
    says: 'Transfer received.',
    run: ({ caller, params, body }) => shown(caller, arrive.receive(caller, params.id, body)),
  }),
  post('/stock/transfers/:id/cancel', {
    summary: 'Take a transfer back before it is received',
    access: 'stock:move',
    once: true,
    record,
    body: TransferCancel,
    body_may_miss: true,
    reply: TransferOpened,
    says: 'Transfer cancelled.',
    run: ({ caller, params, body }) => shown(caller, arrive.cancel(caller, params.id, body)),
  }),
  file('/stock/transfers/:id/pdf', {
    summary: 'The paper that goes with a transfer, as a PDF',
    access: 'stock:read',
    record,
    query: GoodsPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query }) => printTransfer(caller, params.id, query),
  }),
])

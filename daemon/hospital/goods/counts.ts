// Counts of what lies in a store (stock 5.4).

import type { Caller } from '../../../db/core/caller.ts'
import { approve } from '../../../db/hospital/goods/stock/counts/approve.ts'
import * as planning from '../../../db/hospital/goods/stock/counts/planning.ts'
import { countRecord } from '../../../db/hospital/goods/stock/counts/record.ts'
import * as again from '../../../db/hospital/goods/stock/counts/recount.ts'
import {
  Count,
  CountApproving,
  CountFilters,
  CountInput,
  CountLine,
  CountLineFilters,
  CountOpened,
  CountSheet,
  CountSubmit,
  Recount,
  SendBack,
  SheetSaved,
} from '../../../db/hospital/goods/stock/counts/shapes.ts'
import { saveSheet } from '../../../db/hospital/goods/stock/counts/sheets.ts'
import {
  find,
  list as listCounts,
  listLines,
} from '../../../db/hospital/goods/stock/counts/view.ts'
import { CountPaperAsked } from '../../../db/hospital/goods/stock/papers/shapes.ts'
import { WithReason } from '../../../db/hospital/goods/stock/pool/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printCount } from './goods-prints.ts'

const { create, file, get, list, post, put } = nobodys

const record = byId(countRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) => find(caller, (await done).id)

export const door = area('counts', [
  list('/stock/counts', {
    summary: 'Counts',
    access: 'stock:read',
    filters: CountFilters,
    each: Count,
    run: ({ caller, query }) => listCounts(caller, query),
  }),
  create('/stock/counts', {
    summary: 'Plan a count of a store that you keep',
    access: 'stock:count',
    body: CountInput,
    reply: CountOpened,
    says: 'Count planned.',
    run: ({ caller, body }) => shown(caller, planning.plan(caller, body)),
  }),
  get('/stock/counts/:id', {
    summary: 'One count',
    access: 'stock:count',
    reply: CountOpened,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  post('/stock/counts/:id/start', {
    summary: 'Begin a count: its lines are what lies there now',
    access: 'stock:count',
    record,
    reply: CountOpened,
    says: 'Count begun.',
    run: ({ caller, params }) => shown(caller, planning.start(caller, params.id)),
  }),
  list('/stock/counts/:id/lines', {
    summary: 'The lines of a count; who counts blind sees no figure of the books',
    access: 'stock:count',
    record,
    filters: CountLineFilters,
    each: CountLine,
    run: ({ caller, params, query }) => listLines(caller, params.id, query),
  }),
  put('/stock/counts/:id/lines', {
    summary: 'What was counted, a sheet at a time',
    access: 'stock:count',
    record,
    body: CountSheet,
    reply: SheetSaved,
    says: 'Sheet saved.',
    run: ({ caller, params, body }) => saveSheet(caller, params.id, body.lines),
  }),
  post('/stock/counts/:id/submit', {
    summary: 'Hand a count in; what is far from the books is counted again',
    access: 'stock:count',
    record,
    body: CountSubmit,
    body_may_miss: true,
    reply: CountOpened,
    says: 'Count handed in.',
    run: ({ caller, params, body }) =>
      shown(caller, again.submit(caller, params.id, body.missing_as_zero === true)),
  }),
  post('/stock/counts/:id/recount', {
    summary: 'Count lines again that somebody else had counted',
    access: 'stock:count',
    record,
    body: Recount,
    reply: CountOpened,
    says: 'Counted again.',
    run: ({ caller, params, body }) => shown(caller, again.recount(caller, params.id, body.lines)),
  }),
  post('/stock/counts/:id/send-back', {
    summary: 'Have lines of a count counted again',
    access: 'stock:approve',
    record,
    body: SendBack,
    reply: CountOpened,
    says: 'Sent back.',
    run: ({ caller, params, body }) => shown(caller, again.sendBack(caller, params.id, body)),
  }),
  post('/stock/counts/:id/approve', {
    summary: 'Approve a count; what differs is posted',
    access: 'stock:approve',
    once: true,
    record,
    body: CountApproving,
    body_may_miss: true,
    reply: CountOpened,
    says: 'Count approved.',
    run: ({ caller, params, body }) => shown(caller, approve(caller, params.id, body)),
  }),
  post('/stock/counts/:id/cancel', {
    summary: 'Give a count up',
    access: 'stock:count',
    record,
    body: WithReason,
    reply: CountOpened,
    says: 'Count cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, planning.cancel(caller, params.id, body.reason)),
  }),
  file('/stock/counts/:id/pdf', {
    summary: 'The sheet to count on, without a figure of the books, or what differs, as a PDF',
    access: 'stock:count',
    record,
    query: CountPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query }) => printCount(caller, params.id, query),
  }),
])

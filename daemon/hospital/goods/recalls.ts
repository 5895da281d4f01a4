// Recalls (stock 5.8).

import type { Caller } from '../../../db/core/caller.ts'
import { GoodsPaperAsked } from '../../../db/hospital/goods/stock/papers/shapes.ts'
import { WithReason } from '../../../db/hospital/goods/stock/pool/shapes.ts'
import * as recalling from '../../../db/hospital/goods/stock/recalls/recalling.ts'
import * as recalls from '../../../db/hospital/goods/stock/recalls/record.ts'
import {
  Recall,
  RecallChange,
  RecallClosing,
  RecallFilters,
  RecallInput,
  RecallOpened,
  RecallTelling,
  RecallTold,
  TraceFilters,
  TraceRow,
} from '../../../db/hospital/goods/stock/recalls/shapes.ts'
import { tellPatients } from '../../../db/hospital/goods/stock/recalls/telling.ts'
import { trace } from '../../../db/hospital/goods/stock/recalls/trace.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'
import { printRecall } from './goods-prints.ts'

const nobody = { opens: 'nobody' } as const
const record = byId(recalls.recallRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  recalls.find(caller, (await done).id)

export const door = area('recalls', [
  list('/stock/recalls', {
    summary: 'Recalls, and what became of what they are about',
    access: 'stock:read',
    ...nobody,
    filters: RecallFilters,
    each: Recall,
    run: ({ caller, query }) => recalls.list(caller, query),
  }),
  create('/stock/recalls', {
    summary: 'Open a recall: every shelf of it is set apart and nothing more is issued',
    access: 'stock:quality',
    ...nobody,
    body: RecallInput,
    reply: RecallOpened,
    says: 'Recall opened.',
    run: ({ caller, body }) => shown(caller, recalling.open(caller, body)),
  }),
  get('/stock/recalls/:id', {
    summary: 'One recall',
    access: 'stock:read',
    ...nobody,
    reply: RecallOpened,
    run: ({ caller, params }) => recalls.find(caller, params.id),
  }),
  patch('/stock/recalls/:id', {
    summary: 'Change an open recall; lots are only added',
    access: 'stock:quality',
    ...nobody,
    record,
    body: RecallChange,
    reply: RecallOpened,
    says: 'Recall changed.',
    run: ({ caller, params, body }) => shown(caller, recalling.change(caller, params.id, body)),
  }),
  list('/stock/recalls/:id/trace', {
    summary: 'Where it lies and to whom it went',
    access: 'stock:quality',
    sheet: 'recall-trace',
    opens: 'many',
    audit: 'recall.trace',
    record,
    filters: TraceFilters,
    each: TraceRow,
    run: ({ caller, params, query }) => trace(caller, params.id, query),
  }),
  post('/stock/recalls/:id/tell-patients', {
    summary: 'Write to those who were given some of it; who cannot be written to is to be called',
    access: 'stock:quality',
    opens: 'many',
    once: true,
    record,
    body: RecallTelling,
    body_may_miss: true,
    reply: RecallTold,
    says: 'Patients told.',
    run: ({ caller, params, body }) => tellPatients(caller, params.id, body),
  }),
  file('/stock/recalls/:id/pdf', {
    summary: 'The report of a recall, as a PDF; it names no patient',
    access: 'stock:read',
    ...nobody,
    record,
    query: GoodsPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query }) => printRecall(caller, params.id, query),
  }),
  post('/stock/recalls/:id/close', {
    summary: 'Close a recall that is carried out, or that the authority took back',
    access: 'stock:quality',
    ...nobody,
    record,
    body: RecallClosing,
    body_may_miss: true,
    reply: RecallOpened,
    says: 'Recall closed.',
    run: ({ caller, params, body }) => shown(caller, recalling.close(caller, params.id, body)),
  }),
  post('/stock/recalls/:id/reopen', {
    summary: 'Open a recall again',
    access: 'stock:quality',
    ...nobody,
    record,
    body: WithReason,
    reply: RecallOpened,
    says: 'Recall open again.',
    run: ({ caller, params, body }) =>
      shown(caller, recalling.reopen(caller, params.id, body.reason)),
  }),
])

// Adjustments and their reasons (stock 5.3).

import type { Caller } from '../../../db/core/caller.ts'
import * as decide from '../../../db/hospital/goods/stock/adjustments/decide.ts'
import { open } from '../../../db/hospital/goods/stock/adjustments/drafts.ts'
import { listReasons } from '../../../db/hospital/goods/stock/adjustments/reasons.ts'
import * as adjustments from '../../../db/hospital/goods/stock/adjustments/record.ts'
import {
  Adjustment,
  AdjustmentFilters,
  AdjustmentInput,
  AdjustmentOpened,
  Approving,
  MayReason,
  ReasonFilters,
  StockReason,
  Submitting,
} from '../../../db/hospital/goods/stock/adjustments/shapes.ts'
import { WithNote } from '../../../db/hospital/goods/stock/pool/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, post } = nobodys

const record = byId(adjustments.adjustmentRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  adjustments.find(caller, (await done).id)

export const door = area('adjustments', [
  list('/stock/adjustments', {
    summary: 'Adjustments',
    access: 'stock:read',
    filters: AdjustmentFilters,
    each: Adjustment,
    run: ({ caller, query }) => adjustments.list(caller, query),
  }),
  create('/stock/adjustments', {
    summary: 'Write an adjustment of a store that you keep',
    access: 'stock:adjust',
    body: AdjustmentInput,
    reply: AdjustmentOpened,
    says: 'Adjustment written.',
    run: ({ caller, body }) => shown(caller, open(caller, body)),
  }),
  get('/stock/adjustments/:id', {
    summary: 'One adjustment',
    access: 'stock:read',
    reply: AdjustmentOpened,
    run: ({ caller, params }) => adjustments.find(caller, params.id),
  }),
  post('/stock/adjustments/:id/submit', {
    summary: 'Submit an adjustment; it is posted at once where nobody else must approve it',
    access: 'stock:adjust',
    once: true,
    record,
    body: Submitting,
    body_may_miss: true,
    reply: AdjustmentOpened,
    says: 'Adjustment submitted.',
    run: ({ caller, params, body }) =>
      shown(caller, decide.submit(caller, params.id, body.witness_token)),
  }),
  post('/stock/adjustments/:id/approve', {
    summary: 'Approve an adjustment that somebody else made',
    access: 'stock:approve',
    once: true,
    record,
    body: Approving,
    body_may_miss: true,
    reply: AdjustmentOpened,
    says: 'Adjustment posted.',
    run: ({ caller, params, body }) => shown(caller, decide.approve(caller, params.id, body)),
  }),
  post('/stock/adjustments/:id/reject', {
    summary: 'Reject an adjustment',
    access: 'stock:approve',
    record,
    body: WithNote,
    reply: AdjustmentOpened,
    says: 'Adjustment rejected.',
    run: ({ caller, params, body }) => shown(caller, decide.reject(caller, params.id, body.note)),
  }),
  post('/stock/adjustments/:id/cancel', {
    summary: 'Take an adjustment back before it is posted',
    access: 'stock:adjust',
    record,
    body: MayReason,
    body_may_miss: true,
    reply: AdjustmentOpened,
    says: 'Adjustment cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, decide.cancel(caller, params.id, body.reason || null)),
  }),
  list('/stock/reasons', {
    summary: 'Reasons of adjustments',
    access: 'stock:read',
    filters: ReasonFilters,
    each: StockReason,
    run: ({ caller, query }) => listReasons(caller, query),
  }),
])

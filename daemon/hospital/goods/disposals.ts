// What is destroyed (stock 5.6).

import type { Caller } from '../../../db/core/caller.ts'
import * as disposing from '../../../db/hospital/goods/stock/disposals/disposing.ts'
import * as disposals from '../../../db/hospital/goods/stock/disposals/record.ts'
import {
  Destroying,
  Disposal,
  DisposalFilters,
  DisposalInput,
  DisposalOpened,
  MayNote,
} from '../../../db/hospital/goods/stock/disposals/shapes.ts'
import { GoodsPaperAsked } from '../../../db/hospital/goods/stock/papers/shapes.ts'
import { WithReason } from '../../../db/hospital/goods/stock/pool/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printDisposal } from './goods-prints.ts'

const { create, file, get, list, post } = nobodys

const record = byId(disposals.disposalRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  disposals.find(caller, (await done).id)

export const door = area('disposals', [
  list('/stock/disposals', {
    summary: 'Disposals',
    access: 'stock:read',
    filters: DisposalFilters,
    each: Disposal,
    run: ({ caller, query }) => disposals.list(caller, query),
  }),
  create('/stock/disposals', {
    summary: 'Draw up a disposal of what is set apart in a store that you keep',
    access: 'stock:quality',
    body: DisposalInput,
    reply: DisposalOpened,
    says: 'Disposal drawn up.',
    run: ({ caller, body }) => shown(caller, disposing.open(caller, body)),
  }),
  get('/stock/disposals/:id', {
    summary: 'One disposal',
    access: 'stock:read',
    reply: DisposalOpened,
    run: ({ caller, params }) => disposals.find(caller, params.id),
  }),
  post('/stock/disposals/:id/approve', {
    summary: 'Approve a disposal that somebody else drew up',
    access: 'stock:dispose',
    record,
    body: MayNote,
    body_may_miss: true,
    reply: DisposalOpened,
    says: 'Disposal approved.',
    run: ({ caller, params, body }) =>
      shown(caller, disposing.approve(caller, params.id, body.note || null)),
  }),
  post('/stock/disposals/:id/destroy', {
    summary: 'Carry a disposal out before a third person; the goods leave the books',
    access: 'stock:dispose',
    once: true,
    record,
    body: Destroying,
    reply: DisposalOpened,
    says: 'Destroyed.',
    run: ({ caller, params, body }) => shown(caller, disposing.destroy(caller, params.id, body)),
  }),
  post('/stock/disposals/:id/cancel', {
    summary: 'Give a disposal up; the goods stay set apart',
    access: 'stock:dispose',
    record,
    body: WithReason,
    reply: DisposalOpened,
    says: 'Disposal cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, disposing.cancel(caller, params.id, body.reason)),
  }),
  file('/stock/disposals/:id/pdf', {
    summary: 'The certificate of what was destroyed, as a PDF; values with product:cost',
    access: 'stock:read',
    record,
    query: GoodsPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printDisposal(caller, at, params.id, query),
  }),
])

// What wards and stores ask a store for (stock 5.5).

import type { Caller } from '../../../db/core/caller.ts'
import { RequisitionPaperAsked } from '../../../db/hospital/goods/stock/papers/shapes.ts'
import { WithNote, WithReason } from '../../../db/hospital/goods/stock/pool/shapes.ts'
import * as asking from '../../../db/hospital/goods/stock/requisitions/asking.ts'
import { issue } from '../../../db/hospital/goods/stock/requisitions/issuing.ts'
import { close, receive } from '../../../db/hospital/goods/stock/requisitions/receiving.ts'
import * as requisitions from '../../../db/hospital/goods/stock/requisitions/record.ts'
import {
  Requisition,
  RequisitionApproving,
  RequisitionChange,
  RequisitionFilters,
  RequisitionInput,
  RequisitionIssue,
  RequisitionOpened,
  RequisitionReceive,
} from '../../../db/hospital/goods/stock/requisitions/shapes.ts'
import { inBody } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'
import { printRequisition } from './goods-prints.ts'

const record = byId(requisitions.requisitionRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  requisitions.find(caller, (await done).id)

export const door = area('requisitions', [
  list('/stock/requisitions', {
    summary: 'Requisitions',
    access: 'stock:read',
    opens: 'many',
    audit: 'requisition.list',
    filters: RequisitionFilters,
    each: Requisition,
    run: ({ caller, query }) => requisitions.list(caller, query),
  }),
  create('/stock/requisitions', {
    summary: 'Ask a store for goods',
    access: 'requisition:write',
    opens: inBody('desk', 'patient_id'),
    body: RequisitionInput,
    reply: RequisitionOpened,
    says: 'Requisition written.',
    run: ({ caller, body }) => shown(caller, asking.open(caller, body)),
  }),
  get('/stock/requisitions/:id', {
    summary: 'One requisition',
    access: 'stock:read',
    opens: 'many',
    audit: 'requisition.read',
    reply: RequisitionOpened,
    run: ({ caller, params }) => requisitions.find(caller, params.id),
  }),
  patch('/stock/requisitions/:id', {
    summary: 'Change a requisition that is not submitted yet',
    access: 'requisition:write',
    opens: inBody('desk', 'patient_id'),
    record,
    body: RequisitionChange,
    reply: RequisitionOpened,
    says: 'Requisition changed.',
    run: ({ caller, params, body }) => shown(caller, asking.change(caller, params.id, body)),
  }),
  post('/stock/requisitions/:id/submit', {
    summary: 'Submit a requisition',
    access: 'requisition:write',
    opens: 'many',
    record,
    reply: RequisitionOpened,
    says: 'Requisition submitted.',
    run: ({ caller, params }) => shown(caller, asking.submit(caller, params.id)),
  }),
  post('/stock/requisitions/:id/approve', {
    summary: 'Approve a requisition that somebody else made',
    access: 'requisition:approve',
    opens: 'many',
    record,
    body: RequisitionApproving,
    body_may_miss: true,
    reply: RequisitionOpened,
    says: 'Requisition approved.',
    run: ({ caller, params, body }) => shown(caller, asking.approve(caller, params.id, body)),
  }),
  post('/stock/requisitions/:id/reject', {
    summary: 'Reject a requisition',
    access: 'requisition:approve',
    opens: 'many',
    record,
    body: WithNote,
    reply: RequisitionOpened,
    says: 'Requisition rejected.',
    run: ({ caller, params, body }) => shown(caller, asking.reject(caller, params.id, body.note)),
  }),
  post('/stock/requisitions/:id/issue', {
    summary: 'Issue what was approved',
    access: 'requisition:issue',
    opens: 'many',
    once: true,
    record,
    body: RequisitionIssue,
    reply: RequisitionOpened,
    says: 'Goods issued.',
    run: ({ caller, params, body }) => shown(caller, issue(caller, params.id, body)),
  }),
  post('/stock/requisitions/:id/receive', {
    summary: 'Receive what was issued; without lines all of it came',
    access: 'requisition:write',
    opens: 'many',
    once: true,
    record,
    body: RequisitionReceive,
    body_may_miss: true,
    reply: RequisitionOpened,
    says: 'Goods received.',
    run: ({ caller, params, body }) => shown(caller, receive(caller, params.id, body)),
  }),
  post('/stock/requisitions/:id/close', {
    summary: 'Close a requisition of which no more will come',
    access: 'requisition:issue',
    opens: 'many',
    record,
    body: WithReason,
    reply: RequisitionOpened,
    says: 'Requisition closed.',
    run: ({ caller, params, body }) => shown(caller, close(caller, params.id, body.reason)),
  }),
  post('/stock/requisitions/:id/cancel', {
    summary: 'Take a requisition back before anything is issued',
    access: 'requisition:write',
    opens: 'many',
    record,
    body: WithReason,
    reply: RequisitionOpened,
    says: 'Requisition cancelled.',
    run: ({ caller, params, body }) => shown(caller, asking.cancel(caller, params.id, body.reason)),
  }),
  file('/stock/requisitions/:id/pdf', {
    summary: 'A requisition or the voucher of its issue, as a PDF',
    access: 'stock:read',
    opens: 'nobody',
    record,
    query: RequisitionPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query }) => printRequisition(caller, params.id, query),
  }),
])

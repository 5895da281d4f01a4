// Credit notes and refunds (billing 5.4).

import * as credits from '../../db/hospital/billing/credit-list.ts'
import { discard, issue, open } from '../../db/hospital/billing/credit-notes.ts'
import { creditRow } from '../../db/hospital/billing/credit-rows.ts'
import {
  CreditFilters,
  CreditInput,
  CreditNote,
  CreditNoteOpened,
  WithReason,
} from '../../db/hospital/billing/credit-shapes.ts'
import * as refundList from '../../db/hospital/billing/refund-rows.ts'
import {
  ApproveRefund,
  PayRefund,
  Refund,
  RefundFilters,
  RefundInput,
  RefundOpened,
} from '../../db/hospital/billing/refund-shapes.ts'
import * as refunds from '../../db/hospital/billing/refunds.ts'
import { WithNote } from '../../db/hospital/billing/waiver-shapes.ts'
import type { Caller } from '../../db/caller.ts'
import { area } from '../route.ts'
import { create, get, list, post } from './words.ts'

const note = (caller: Caller, { id }: { id: string }) => creditRow(caller, id)
const refund = (caller: Caller, { id }: { id: string }) => refundList.refundRow(caller, id)

export const door = area('billing-credits', [
  list('/billing/credit-notes', {
    summary: 'Credit notes',
    access: 'creditnote:read',
    filters: CreditFilters,
    each: CreditNote,
    run: ({ caller, query }) => credits.list(caller, query),
  }),
  create('/billing/credit-notes', {
    summary: 'Write a credit note; with issue: true it is issued at once',
    access: 'creditnote:create',
    once: true,
    body: CreditInput,
    reply: CreditNoteOpened,
    says: 'Credit note written.',
    run: async ({ caller, body }) => credits.find(caller, (await open(caller, body)).id),
  }),
  get('/billing/credit-notes/:id', {
    summary: 'One credit note with its lines',
    access: 'creditnote:read',
    reply: CreditNoteOpened,
    run: ({ caller, params }) => credits.find(caller, params.id),
  }),
  post('/billing/credit-notes/:id/issue', {
    summary: 'Issue a credit note',
    access: 'creditnote:issue',
    once: true,
    record: note,
    reply: CreditNoteOpened,
    says: 'Credit note issued.',
    run: async ({ caller, params }) => credits.find(caller, (await issue(caller, params.id)).id),
  }),
  post('/billing/credit-notes/:id/discard', {
    summary: 'Throw the draft of a credit note away',
    access: 'creditnote:create',
    record: note,
    body: WithReason,
    reply: CreditNoteOpened,
    says: 'Credit note discarded.',
    run: async ({ caller, params, body }) =>
      credits.find(caller, (await discard(caller, params.id, body.reason)).id),
  }),
  list('/billing/refunds', {
    summary: 'Refunds',
    access: 'refund:read',
    filters: RefundFilters,
    each: Refund,
    run: ({ caller, query }) => refundList.list(caller, query),
  }),
  create('/billing/refunds', {
    summary: 'Ask for a refund',
    access: 'refund:request',
    once: true,
    body: RefundInput,
    reply: RefundOpened,
    says: 'Refund requested.',
    run: async ({ caller, body }) =>
      refundList.find(caller, (await refunds.request(caller, body)).id),
  }),
  get('/billing/refunds/:id', {
    summary: 'One refund',
    access: 'refund:read',
    reply: RefundOpened,
    run: ({ caller, params }) => refundList.find(caller, params.id),
  }),
  post('/billing/refunds/:id/approve', {
    summary: 'Approve a refund that somebody else asked for',
    access: 'refund:approve',
    record: refund,
    body: ApproveRefund,
    reply: RefundOpened,
    says: 'Refund approved.',
    run: async ({ caller, params, body }) =>
      refundList.find(caller, (await refunds.approve(caller, params.id, body)).id),
  }),
  post('/billing/refunds/:id/decline', {
    summary: 'Decline a refund',
    access: 'refund:approve',
    record: refund,
    body: WithNote,
    reply: RefundOpened,
    says: 'Refund declined.',
    run: async ({ caller, params, body }) =>
      refundList.find(caller, (await refunds.decline(caller, params.id, body.note)).id),
  }),
  post('/billing/refunds/:id/pay', {
    summary: 'Pay out a refund that others asked for and approved',
    access: 'refund:pay',
    once: true,
    record: refund,
    body: PayRefund,
    reply: RefundOpened,
    says: 'Refund paid.',
    run: async ({ caller, params, body }) =>
      refundList.find(caller, (await refunds.pay(caller, params.id, body)).id),
  }),
  post('/billing/refunds/:id/cancel', {
    summary: 'Cancel a refund that was not paid',
    access: 'refund:approve',
    record: refund,
    body: WithReason,
    reply: RefundOpened,
    says: 'Refund cancelled.',
    run: async ({ caller, params, body }) =>
      refundList.find(caller, (await refunds.cancel(caller, params.id, body.reason)).id),
  }),
])

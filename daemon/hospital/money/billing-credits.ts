// Credit notes and refunds (billing 5.4).

import * as credits from '../../../db/hospital/money/billing/credit/list.ts'
import { discard, issue, open } from '../../../db/hospital/money/billing/credit/notes.ts'
import { creditNoteRecord } from '../../../db/hospital/money/billing/credit/rows.ts'
import {
  CreditFilters,
  CreditInput,
  CreditNote,
  CreditNoteOpened,
  WithReason,
} from '../../../db/hospital/money/billing/credit/shapes.ts'
import * as refundList from '../../../db/hospital/money/billing/refunds/rows.ts'
import {
  ApproveRefund,
  PayRefund,
  Refund,
  RefundFilters,
  RefundInput,
  RefundOpened,
} from '../../../db/hospital/money/billing/refunds/shapes.ts'
import * as refunds from '../../../db/hospital/money/billing/refunds/refunds.ts'
import { WithNote } from '../../../db/hospital/money/billing/relief/waiver-shapes.ts'
import { area } from '../../edge/route.ts'
import { movesOf } from '../moves.ts'
import { byId, create, get, list } from '../words.ts'

const moveNote = movesOf({
  path: '/billing/credit-notes',
  row: creditNoteRecord.get,
  reply: CreditNoteOpened,
  find: credits.find,
})
const moveRefund = movesOf({
  path: '/billing/refunds',
  row: refundList.refundRecord.get,
  reply: RefundOpened,
  find: refundList.find,
})

export const door = area('billing-credits', [
  list('/billing/credit-notes', {
    summary: 'Credit notes',
    access: 'creditnote:read',
    opens: 'many',
    audit: 'credit_note.list',
    filters: CreditFilters,
    each: CreditNote,
    run: ({ caller, query }) => credits.list(caller, query),
  }),
  create('/billing/credit-notes', {
    summary: 'Write a credit note; with issue: true it is issued at once',
    access: 'creditnote:create',
    opens: 'many',
    once: true,
    body: CreditInput,
    reply: CreditNoteOpened,
    says: 'Credit note written.',
    run: async ({ caller, body }) => credits.find(caller, (await open(caller, body)).id),
  }),
  get('/billing/credit-notes/:id', {
    summary: 'One credit note with its lines',
    access: 'creditnote:read',
    opens: 'desk',
    audit: 'credit_note.read',
    record: byId(creditNoteRecord.get),
    reply: CreditNoteOpened,
    run: ({ caller, params }) => credits.find(caller, params.id),
  }),
  moveNote('issue', {
    summary: 'Issue a credit note',
    access: 'creditnote:issue',
    once: true,
    says: 'Credit note issued.',
    run: (caller, id) => issue(caller, id),
  }),
  moveNote('discard', {
    summary: 'Throw the draft of a credit note away',
    access: 'creditnote:create',
    body: WithReason,
    says: 'Credit note discarded.',
    run: (caller, id, { reason }) => discard(caller, id, reason),
  }),
  list('/billing/refunds', {
    summary: 'Refunds',
    access: 'refund:read',
    opens: 'many',
    audit: 'refund.list',
    filters: RefundFilters,
    each: Refund,
    run: ({ caller, query }) => refundList.list(caller, query),
  }),
  create('/billing/refunds', {
    summary: 'Ask for a refund',
    access: 'refund:request',
    opens: 'many',
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
    opens: 'desk',
    audit: 'refund.read',
    record: byId(refundList.refundRecord.get),
    reply: RefundOpened,
    run: ({ caller, params }) => refundList.find(caller, params.id),
  }),
  moveRefund('approve', {
    summary: 'Approve a refund that somebody else asked for',
    access: 'refund:approve',
    body: ApproveRefund,
    says: 'Refund approved.',
    run: (caller, id, body) => refunds.approve(caller, id, body),
  }),
  moveRefund('decline', {
    summary: 'Decline a refund',
    access: 'refund:approve',
    body: WithNote,
    says: 'Refund declined.',
    run: (caller, id, { note }) => refunds.decline(caller, id, note),
  }),
  moveRefund('pay', {
    summary: 'Pay out a refund that others asked for and approved',
    access: 'refund:pay',
    once: true,
    body: PayRefund,
    says: 'Refund paid.',
    run: (caller, id, body) => refunds.pay(caller, id, body),
  }),
  moveRefund('cancel', {
    summary: 'Cancel a refund that was not paid',
    access: 'refund:approve',
    body: WithReason,
    says: 'Refund cancelled.',
    run: (caller, id, { reason }) => refunds.cancel(caller, id, reason),
  }),
])

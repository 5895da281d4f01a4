// Quotations (commercial 5.2).

import * as orders from '../../../db/hospital/trade/orders/drafts.ts'
import { find as findOrder } from '../../../db/hospital/trade/orders/list.ts'
import { ConvertQuotation, OrderOpened } from '../../../db/hospital/trade/orders/shapes.ts'
import * as drafts from '../../../db/hospital/trade/quotations/drafts.ts'
import { find, list as listQuotations } from '../../../db/hospital/trade/quotations/list.ts'
import * as moves from '../../../db/hospital/trade/quotations/moves.ts'
import { quotationRecord } from '../../../db/hospital/trade/quotations/record.ts'
import { send } from '../../../db/hospital/trade/quotations/sending.ts'
import {
  AcceptQuotation,
  CancelQuotation,
  DeclineQuotation,
  MayNoteQuotation,
  MayReasonQuotation,
  NoteQuotation,
  Quotation,
  QuotationChange,
  QuotationFilters,
  QuotationInput,
  QuotationOpened,
  QuotationPaperAsked,
  SendQuotation,
} from '../../../db/hospital/trade/quotations/shapes.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { movesOf } from '../moves.ts'
import { byId, create, file, get, list, patch } from '../words.ts'
import { printQuotation } from './trade-prints.ts'

const record = byId(quotationRecord.get)
const path = '/commercial/quotations'
const move = movesOf({ path, row: quotationRecord.get, reply: QuotationOpened, find })

export const door = area('quotations', [
  list(path, {
    summary: 'Quotations, the newest first',
    access: 'quotation:read',
    opens: inQuery('desk', 'patient_id'),
    audit: 'quotation.list',
    filters: QuotationFilters,
    each: Quotation,
    run: ({ caller, query }) => listQuotations(caller, query),
  }),
  create(path, {
    summary: 'Write a quotation',
    access: 'quotation:write',
    opens: inBody('desk', 'patient_id'),
    body: QuotationInput,
    reply: QuotationOpened,
    says: 'Quotation written.',
    run: async ({ caller, body }) => find(caller, (await drafts.open(caller, body)).id),
  }),
  get('/commercial/quotations/:id', {
    summary: 'One quotation, with its lines',
    access: 'quotation:read',
    opens: 'desk',
    audit: 'quotation.read',
    record,
    reply: QuotationOpened,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  patch('/commercial/quotations/:id', {
    summary: 'Change a quotation that was not sent',
    access: 'quotation:write',
    opens: 'desk',
    record,
    body: QuotationChange,
    reply: QuotationOpened,
    says: 'Quotation changed.',
    run: async ({ caller, params, body }) =>
      find(caller, (await drafts.change(caller, params.id, body)).id),
  }),
  move('approve-discount', {
    summary: 'Agree with the prices that somebody else wrote',
    access: 'quotation:approve',
    body: MayNoteQuotation,
    body_may_miss: true,
    says: 'Prices agreed.',
    run: (caller, id, body) => drafts.approve(caller, id, body.note || null),
  }),
  move('refuse-discount', {
    summary: 'Refuse the prices that somebody else wrote',
    access: 'quotation:approve',
    body: NoteQuotation,
    says: 'Prices refused.',
    run: (caller, id, body) => drafts.refuse(caller, id, body.note),
  }),
  move('send', {
    summary: 'Send a quotation, by e-mail or on paper',
    access: 'quotation:write',
    body: SendQuotation,
    body_may_miss: true,
    says: 'Quotation sent.',
    run: (caller, id, body) => send(caller, id, body),
  }),
  move('accept', {
    summary: 'Note that a quotation was accepted',
    access: 'quotation:write',
    body: AcceptQuotation,
    says: 'Quotation accepted.',
    run: (caller, id, body) => moves.accept(caller, id, body),
  }),
  move('decline', {
    summary: 'Note that a quotation was declined, and why',
    access: 'quotation:write',
    body: DeclineQuotation,
    says: 'Quotation declined.',
    run: (caller, id, body) => moves.decline(caller, id, body),
  }),
  move('expire', {
    summary: 'Let a quotation expire before its day',
    access: 'quotation:write',
    body: MayReasonQuotation,
    body_may_miss: true,
    says: 'Quotation expired.',
    run: (caller, id, body) => moves.expire(caller, id, body.reason || null),
  }),
  move('revise', {
    summary: 'Write a new version of a quotation that was sent',
    access: 'quotation:write',
    body: MayReasonQuotation,
    body_may_miss: true,
    says: 'New version begun.',
    run: (caller, id, body) => moves.revise(caller, id, body.reason || null),
  }),
  create('/commercial/quotations/:id/convert', {
    summary: 'Make an order of a quotation that was accepted',
    access: 'quotation:write',
    opens: 'desk',
    once: true,
    record,
    body: ConvertQuotation,
    body_may_miss: true,
    reply: OrderOpened,
    says: 'Order written.',
    run: async ({ caller, params, body }) =>
      findOrder(caller, (await orders.ofQuotation(caller, params.id, body)).id),
  }),
  move('cancel', {
    summary: 'Take a quotation back',
    access: 'quotation:write',
    body: CancelQuotation,
    says: 'Quotation cancelled.',
    run: (caller, id, body) => moves.cancel(caller, id, body.reason),
  }),
  file('/commercial/quotations/:id/pdf', {
    summary: 'The quotation on paper, in any version that was sent',
    access: 'quotation:read',
    opens: 'desk',
    audit: 'quotation.print',
    record,
    query: QuotationPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printQuotation(caller, at, params.id, query),
  }),
])

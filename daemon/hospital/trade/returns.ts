// Returns (commercial 5.4).

import * as decisions from '../../../db/hospital/trade/returns/decide.ts'
import { find, list as listReturns, refunded } from '../../../db/hospital/trade/returns/list.ts'
import { open } from '../../../db/hospital/trade/returns/open.ts'
import { returnRecord } from '../../../db/hospital/trade/returns/record.ts'
import { refund } from '../../../db/hospital/trade/returns/refund.ts'
import { restock } from '../../../db/hospital/trade/returns/restock.ts'
import {
  ApproveReturn,
  CancelReturn,
  RefundReturn,
  RejectReturn,
  RestockReturn,
  Return,
  ReturnFilters,
  ReturnInput,
  ReturnOpened,
  ReturnPaperAsked,
  ReturnRefunded,
} from '../../../db/hospital/trade/returns/shapes.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { movesOf } from '../moves.ts'
import { byId, create, file, get, list, post } from '../words.ts'
import { printReturn } from './trade-prints.ts'

const record = byId(returnRecord.get)
const path = '/commercial/returns'
const move = movesOf({ path, row: returnRecord.get, reply: ReturnOpened, find })

export const door = area('returns', [
  list(path, {
    summary: 'Returns, the newest first',
    access: 'return:read',
    opens: inQuery('desk', 'patient_id'),
    audit: 'sales_return.list',
    filters: ReturnFilters,
    each: Return,
    run: ({ caller, query }) => listReturns(caller, query),
  }),
  create(path, {
    summary: 'Note what somebody brings back, and what is asked for it',
    access: 'return:write',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: ReturnInput,
    reply: ReturnOpened,
    says: 'Return noted.',
    run: async ({ caller, body }) => find(caller, (await open(caller, body)).id),
  }),
  get('/commercial/returns/:id', {
    summary: 'One return, with its lines',
    access: 'return:read',
    opens: 'desk',
    audit: 'sales_return.read',
    record,
    reply: ReturnOpened,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  move('approve', {
    summary: 'Approve a return that somebody else noted',
    access: 'return:approve',
    body: ApproveReturn,
    body_may_miss: true,
    says: 'Return approved.',
    run: (caller, id, body) => decisions.approve(caller, id, body),
  }),
  move('reject', {
    summary: 'Reject a return',
    access: 'return:approve',
    body: RejectReturn,
    says: 'Return rejected.',
    run: (caller, id, body) => decisions.reject(caller, id, body.note),
  }),
  post('/commercial/returns/:id/cancel', {
    summary: 'Cancel a return of which nothing was put back or refunded',
    access: ['return:write', 'return:approve'],
    opens: 'desk',
    record,
    body: CancelReturn,
    reply: ReturnOpened,
    says: 'Return cancelled.',
    run: async ({ caller, params, body }) =>
      find(caller, (await decisions.cancel(caller, params.id, body.reason)).id),
  }),
  move('restock', {
    summary: 'Put returned goods on the shelf, apart or away',
    access: 'return:restock',
    once: true,
    body: RestockReturn,
    says: 'Goods put back.',
    run: (caller, id, body) => restock(caller, id, body),
  }),
  post('/commercial/returns/:id/refund', {
    summary: 'Refund a return: a credit note, and money where it was paid',
    access: 'return:refund',
    opens: 'desk',
    once: true,
    record,
    body: RefundReturn,
    reply: ReturnRefunded,
    says: 'Refunded.',
    run: async ({ caller, params, body }) =>
      refunded(caller, await refund(caller, params.id, body)),
  }),
  file('/commercial/returns/:id/pdf', {
    summary: 'The note of a return, on paper',
    access: 'return:read',
    opens: 'desk',
    audit: 'sales_return.print',
    record,
    query: ReturnPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printReturn(caller, at, params.id, query),
  }),
])

// Plans, orders and the licence.

import * as licences from '../../../db/hospital/office/plans/licences.ts'
import { list as plans } from '../../../db/hospital/office/plans/plans.ts'
import * as purchases from '../../../db/hospital/office/plans/purchases.ts'
import { quote } from '../../../db/hospital/office/plans/quotes.ts'
import {
  Licence,
  LicenceGiven,
  LicenceRow,
  Plan,
  Purchase,
  PurchaseCancel,
  PurchaseFilters,
  PurchaseInput,
  Quote,
} from '../../../db/hospital/office/plans/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, file, get, list, listed, post } = nobodys

const purchase = byId(purchases.purchaseRecord.get)

export const door = area('plans', [
  listed('/plans', {
    summary: 'Plans that can be ordered',
    access: 'plan:read',
    each: Plan,
    run: () => plans(),
  }),
  post('/plan-purchases/quote', {
    summary: 'What a plan would cost',
    access: 'plan:read',
    body: PurchaseInput,
    reply: Quote,
    silent: true,
    says: 'Quote made.',
    run: ({ caller, body }) => quote(caller, body),
  }),
  list('/plan-purchases', {
    summary: 'Orders of a plan, the newest first',
    access: 'plan:read',
    filters: PurchaseFilters,
    each: Purchase,
    run: ({ caller, query }) => purchases.list(caller, query),
  }),
  create('/plan-purchases', {
    summary: 'Order a plan',
    access: 'plan:purchase',
    body: PurchaseInput,
    reply: Purchase,
    says: 'Order made.',
    once: true,
    run: ({ caller, body }) => purchases.order(caller, body),
  }),
  get('/plan-purchases/:id', {
    summary: 'One order',
    access: 'plan:read',
    reply: Purchase,
    run: ({ caller, params }) => purchases.find(caller, params.id),
  }),
  post('/plan-purchases/:id/cancel', {
    summary: 'Cancel an order',
    access: 'plan:purchase',
    record: purchase,
    body: PurchaseCancel,
    body_may_miss: true,
    reply: Purchase,
    says: 'Order cancelled.',
    run: ({ caller, params, body }) => purchases.cancel(caller, params.id, body?.reason ?? null),
  }),
  file('/plan-purchases/:id/request', {
    summary: 'The text that is sent to the seller for a licence',
    access: 'plan:purchase',
    record: purchase,
    content_type: 'text/plain',
    run: async ({ caller, params }) => ({
      content_type: 'text/plain; charset=utf-8',
      bytes: Buffer.from(await purchases.requestText(caller, params.id)),
      file_name: 'licence-request.txt',
    }),
  }),
  get('/licence', {
    summary: 'The licence as it stands',
    access: 'plan:read',
    reply: Licence,
    run: ({ caller }) => licences.find(caller),
  }),
  create('/licence', {
    summary: 'Record a licence',
    access: 'plan:licence',
    body: LicenceGiven,
    reply: Licence,
    says: 'Licence recorded.',
    run: ({ caller, body }) => licences.install(caller, body.licence),
  }),
  list('/licence/history', {
    summary: 'Licences that were recorded',
    access: 'plan:read',
    each: LicenceRow,
    run: ({ caller, query }) => licences.history(caller, query),
  }),
])

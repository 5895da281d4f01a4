// Procedures that are asked for and done (care 5.1).

import * as orders from '../../../db/hospital/care/procedures/orders.ts'
import {
  OrderCancel,
  OrderFilters,
  PerformInput,
  ProcedureOrder,
  ProcedureOrderInput,
  ProcedureOrderWhole,
  ProcedurePerformed,
} from '../../../db/hospital/care/procedures/shapes.ts'
import * as records from '../../../db/hospital/care/records/view.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, list, post } from '../words.ts'

const record = byId(orders.orderRecord.get)

export const door = area('procedures', [
  list('/clinical/procedure-orders', {
    summary: 'Procedures that are asked for, and those that were done',
    access: 'record:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'procedure_order.list',
    filters: OrderFilters,
    each: ProcedureOrder,
    run: ({ caller, query }) => orders.list(caller, query),
  }),
  create('/clinical/procedure-orders', {
    summary: 'Ask for a procedure, and charge it',
    access: 'record:write',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    body: ProcedureOrderInput,
    reply: ProcedureOrderWhole,
    says: 'Procedure asked.',
    run: async ({ caller, body }) => orders.whole(caller, await orders.open(caller, body)),
  }),
  post('/clinical/procedure-orders/:id/perform', {
    summary: 'A procedure was done',
    access: 'record:sign',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: PerformInput,
    body_may_miss: true,
    reply: ProcedurePerformed,
    says: 'Procedure recorded.',
    run: async ({ caller, params, body }) => {
      const { order, record: written, warnings } = await orders.perform(caller, params.id, body)
      return {
        order: await orders.whole(caller, order),
        record: await records.whole(caller, written),
        warnings,
      }
    },
  }),
  post('/clinical/procedure-orders/:id/cancel', {
    summary: 'A procedure is not needed any more',
    access: 'record:write',
    opens: 'clinical',
    signs: true,
    once: true,
    record,
    body: OrderCancel,
    reply: ProcedureOrderWhole,
    says: 'Order cancelled.',
    run: async ({ caller, params, body }) =>
      orders.whole(caller, await orders.cancel(caller, params.id, body.reason)),
  }),
])

// Orders of tests, and what a patient's results are (diagnostics 5.2).

import { oneOfTwo } from '../../../db/core/kinds/kinds.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import * as cancelling from '../../../db/hospital/diagnostics/laboratory/orders/cancelling.ts'
import { order as orderTests } from '../../../db/hospital/diagnostics/laboratory/orders/ordering.ts'
import { checkOrder } from '../../../db/hospital/diagnostics/laboratory/orders/foreseeing.ts'
import { orderRecord } from '../../../db/hospital/diagnostics/laboratory/orders/record.ts'
import {
  CancelInput,
  DiagnosticOrder,
  DiagnosticOrderInput,
  OrderCheck,
  OrderFilters,
  OrderPaperQuery,
  OrderRow,
  PatientFilters,
  PatientItem,
  ReviewInput,
} from '../../../db/hospital/diagnostics/laboratory/orders/shapes.ts'
import * as orders from '../../../db/hospital/diagnostics/laboratory/orders/view.ts'
import { paperReply } from '../../edge/papers.ts'
import { said } from '../../edge/answers.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, create, file, get, list, post } from '../words.ts'
import { cumulativePaper, paperOfOrder, requestPaper } from './order-paper.ts'

const record = byId(orderRecord.get)
const papers = { RESULT: paperOfOrder, REQUEST: requestPaper, CUMULATIVE: cumulativePaper }

export const door = area('diagnostic-orders', [
  list('/diagnostics/orders', {
    summary: 'Orders of tests',
    access: 'diagnostic:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'diagnostic_order.list',
    filters: OrderFilters,
    each: OrderRow,
    run: ({ caller, query }) => orders.list(caller, query),
  }),
  create('/diagnostics/orders', {
    summary: 'Order tests, and charge them',
    access: 'diagnostic:order',
    opens: inBody('clinical', 'patient_id'),
    signs: true,
    once: true,
    again: true,
    body: DiagnosticOrderInput,
    reply: oneOfTwo(DiagnosticOrder, OrderCheck),
    says: 'Tests ordered.',
    run: async ({ caller, body }) => {
      if (body.check_only === true) {
        return said('Nothing is ordered yet.', await checkOrder(caller, body), 200)
      }
      const { order, warnings } = await orderTests(caller, body)
      return orders.whole(caller, order, warnings)
    },
  }),
  get('/diagnostics/orders/:id', {
    summary: 'One order, with its items, results and specimens',
    access: 'diagnostic:read',
    opens: 'clinical',
    audit: 'diagnostic_order.read',
    record,
    reply: DiagnosticOrder,
    run: ({ caller, params }) => orders.whole(caller, { id: params.id }),
  }),
  post('/diagnostics/orders/:id/cancel', {
    summary: 'Take tests of an order back',
    access: 'diagnostic:order',
    opens: 'clinical',
    signs: true,
    record,
    body: CancelInput,
    reply: DiagnosticOrder,
    says: 'Tests cancelled.',
    run: async ({ caller, params, body }) =>
      orders.whole(caller, await cancelling.cancel(caller, params.id, body)),
  }),
  post('/diagnostics/orders/:id/review', {
    summary: 'Say that the results were read',
    access: 'diagnostic:order',
    opens: 'clinical',
    signs: true,
    record,
    body: ReviewInput,
    body_may_miss: true,
    reply: DiagnosticOrder,
    says: 'Results reviewed.',
    run: async ({ caller, params, body }) =>
      orders.whole(caller, await cancelling.review(caller, params.id, body.note || null)),
  }),
  file('/diagnostics/orders/:id/pdf', {
    summary:
      'The results of an order, alone or beside earlier ones, or the slip that asks for them, as a PDF',
    access: 'diagnostic:read',
    opens: 'clinical',
    audit: 'diagnostic_order.print',
    record,
    query: OrderPaperQuery,
    content_type: 'application/pdf',
    run: async ({ caller, params, query: { kind = 'RESULT', item_id, lang: language } }) => {
      const paper = await papers[kind](caller, params.id, { language, item_id })
      return paperReply(paper, paper.number ?? undefined)
    },
  }),
  list('/patients/:id/diagnostics', {
    summary: "A patient's tests and results",
    access: 'diagnostic:read',
    opens: 'clinical',
    audit: 'patient.diagnostics',
    record: byId(patientRecord.get),
    filters: PatientFilters,
    each: PatientItem,
    run: ({ caller, params, query }) => orders.ofPatient(caller, params.id, query),
  }),
])

// Bills, how visits are charged, and what waits for money (billing 5.1, 5.2).

import { visitRecord } from '../../../db/hospital/desk/visits/rows.ts'
import * as bills from '../../../db/hospital/money/billing/bills/bills.ts'
import { look } from '../../../db/hospital/money/billing/bills/settled-by.ts'
import * as byHand from '../../../db/hospital/money/billing/charges/by-hand.ts'
import { cancel } from '../../../db/hospital/money/billing/bills/cancel.ts'
import { changePayer } from '../../../db/hospital/money/billing/bills/change-payer.ts'
import * as flow from '../../../db/hospital/money/billing/charges/flow.ts'
import {
  FlowInput,
  GatesInput,
  PatientFlow,
  ServiceGates,
} from '../../../db/hospital/money/billing/charges/flow-shapes.ts'
import {
  BillInput,
  ItemsInput,
  PayerChanged,
  PayerInput,
  WhyInput,
} from '../../../db/hospital/money/billing/bills/input-shapes.ts'
import { issue } from '../../../db/hospital/money/billing/bills/issue.ts'
import { billRecord } from '../../../db/hospital/money/billing/bills/rows.ts'
import {
  Bill,
  BillFilters,
  BillFound,
  BillOpened,
  ClearanceAsked,
  Clearances,
  IssueInput,
} from '../../../db/hospital/money/billing/bills/shapes.ts'
import {
  VisitAccount,
  visitAccount,
} from '../../../db/hospital/money/billing/bills/visit-account.ts'
import { area } from '../../edge/route.ts'
import { inBody, ruled } from '../../edge/opens.ts'
import { byId, create, get, list, patch, post, put } from '../words.ts'

export const door = area('billing', [
  get('/billing/patient-flow', {
    summary: 'How visits are charged',
    access: 'tariff:read',
    opens: 'nobody',
    reply: PatientFlow,
    run: ({ caller }) => flow.find(caller),
  }),
  patch('/billing/patient-flow', {
    summary: 'Set how visits are charged',
    access: 'billing:configure',
    opens: 'nobody',
    body: FlowInput,
    reply: PatientFlow,
    says: 'Patient flow changed.',
    run: ({ caller, body }) => flow.change(caller, body),
  }),
  get('/billing/service-gates', {
    summary: 'Which services wait for money',
    access: 'tariff:read',
    opens: 'nobody',
    reply: ServiceGates,
    run: ({ caller }) => flow.gates(caller),
  }),
  put('/billing/service-gates', {
    summary: 'Set which services wait for money: the whole table',
    access: 'billing:configure',
    opens: 'nobody',
    body: GatesInput,
    reply: ServiceGates,
    says: 'Gates changed.',
    run: ({ caller, body }) => flow.setGates(caller, body.rows),
  }),
  get('/billing/clearance', {
    summary: 'Whether a service may go ahead',
    access: 'gate:read',
    opens: ruled('says of a line whether it is cleared, and names nobody'),
    query: ClearanceAsked,
    reply: Clearances,
    run: ({ caller, query }) => bills.clearances(caller, query),
  }),
  get('/billing/visits/:id/account', {
    summary: 'What a visit costs, and what of it is open',
    access: 'bill:read',
    opens: 'desk',
    audit: 'visit_account.read',
    record: byId(visitRecord.get),
    reply: VisitAccount,
    run: ({ caller, params }) => visitAccount(caller, params.id),
  }),
  list('/billing/bills', {
    summary: 'Bills',
    access: 'bill:read',
    opens: 'many',
    audit: 'bill.list',
    filters: BillFilters,
    each: Bill,
    totals: true,
    run: ({ caller, query }) => bills.list(caller, query),
  }),
  create('/billing/bills', {
    summary: 'Make a draft bill by hand',
    access: 'bill:create',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: BillInput,
    reply: BillOpened,
    says: 'Bill drafted.',
    run: async ({ caller, body }) => bills.find(caller, (await byHand.open(caller, body)).id),
  }),
  get('/billing/bills/:id', {
    summary: 'One bill with its lines and what settled it',
    access: 'bill:read',
    opens: 'desk',
    audit: 'bill.read',
    record: byId(billRecord.get),
    reply: BillFound,
    run: ({ caller, params }) => look(caller, params.id),
  }),
  create('/billing/bills/:id/items', {
    summary: 'Add lines to a draft',
    access: 'bill:create',
    opens: 'desk',
    record: byId(billRecord.get),
    body: ItemsInput,
    reply: BillOpened,
    says: 'Lines added.',
    async run({ caller, params, body }) {
      await byHand.addItems(caller, params.id, body.items)
      return bills.find(caller, params.id)
    },
  }),
  post('/billing/bills/:id/items/:item_id/cancel', {
    summary: 'Take a line off a draft',
    access: 'bill:create',
    opens: 'desk',
    record: (caller, { id, item_id }) => byHand.billWithLine(caller, id, item_id),
    body: WhyInput,
    reply: BillOpened,
    says: 'Line cancelled.',
    async run({ caller, params, body }) {
      await byHand.cancelItem(caller, params.id, params.item_id, body.reason)
      return bills.find(caller, params.id)
    },
  }),
  post('/billing/bills/:id/change-payer', {
    summary: 'Let somebody else pay a draft',
    access: 'bill:payer',
    opens: 'desk',
    record: byId(billRecord.get),
    body: PayerInput,
    reply: PayerChanged,
    says: 'Payer changed.',
    async run({ caller, params, body }) {
      const { kept } = await changePayer(caller, params.id, body)
      return { bill: await bills.find(caller, params.id), kept }
    },
  }),
  post('/billing/bills/:id/discard', {
    summary: 'Throw a draft away',
    access: 'bill:cancel',
    opens: 'desk',
    record: byId(billRecord.get),
    body: WhyInput,
    reply: BillOpened,
    says: 'Draft discarded.',
    async run({ caller, params, body }) {
      await byHand.discard(caller, params.id, body.reason)
      return bills.find(caller, params.id)
    },
  }),
  post('/billing/bills/:id/cancel', {
    summary: 'Cancel a bill of today on which nothing is settled',
    access: 'bill:cancel',
    opens: 'desk',
    once: true,
    record: byId(billRecord.get),
    body: WhyInput,
    reply: BillOpened,
    says: 'Bill cancelled.',
    async run({ caller, params, body }) {
      await cancel(caller, params.id, body.reason)
      return bills.find(caller, params.id)
    },
  }),
  post('/billing/bills/:id/issue', {
    summary: 'Issue a bill',
    once: true,
    access: 'bill:issue',
    opens: 'desk',
    record: byId(billRecord.get),
    body: IssueInput,
    body_may_miss: true,
    reply: BillOpened,
    says: 'Bill issued.',
    async run({ caller, params, body }) {
      await issue(caller, params.id, body ?? {})
      return bills.find(caller, params.id)
    },
  }),
])

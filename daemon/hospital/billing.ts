// Bills, how visits are charged, and what waits for money (billing 5.1, 5.2).

import * as bills from '../../db/hospital/billing/bills.ts'
import * as flow from '../../db/hospital/billing/flow.ts'
import {
  FlowInput,
  GatesInput,
  PatientFlow,
  ServiceGates,
} from '../../db/hospital/billing/flow-shapes.ts'
import { issue } from '../../db/hospital/billing/issue.ts'
import { rowOf } from '../../db/hospital/billing/rows.ts'
import {
  Bill,
  BillFilters,
  BillOpened,
  ClearanceAsked,
  Clearances,
  IssueInput,
} from '../../db/hospital/billing/shapes.ts'
import { area } from '../route.ts'
import { get, list, patch, post, put } from './words.ts'

export const door = area('billing', [
  get('/billing/patient-flow', {
    summary: 'How visits are charged',
    access: 'tariff:read',
    reply: PatientFlow,
    run: ({ caller }) => flow.find(caller),
  }),
  patch('/billing/patient-flow', {
    summary: 'Set how visits are charged',
    access: 'billing:configure',
    body: FlowInput,
    reply: PatientFlow,
    says: 'Patient flow changed.',
    run: ({ caller, body }) => flow.change(caller, body),
  }),
  get('/billing/service-gates', {
    summary: 'Which services wait for money',
    access: 'tariff:read',
    reply: ServiceGates,
    run: ({ caller }) => flow.gates(caller),
  }),
  put('/billing/service-gates', {
    summary: 'Set which services wait for money: the whole table',
    access: 'billing:configure',
    body: GatesInput,
    reply: ServiceGates,
    says: 'Gates changed.',
    run: ({ caller, body }) => flow.setGates(caller, body.rows),
  }),
  get('/billing/clearance', {
    summary: 'Whether a service may go ahead',
    access: 'gate:read',
    query: ClearanceAsked,
    reply: Clearances,
    run: ({ caller, query }) => bills.clearances(caller, query),
  }),
  list('/billing/bills', {
    summary: 'Bills',
    access: 'bill:read',
    filters: BillFilters,
    each: Bill,
    run: ({ caller, query }) => bills.list(caller, query),
  }),
  get('/billing/bills/:id', {
    summary: 'One bill with its lines',
    access: 'bill:read',
    reply: BillOpened,
    run: ({ caller, params }) => bills.find(caller, params.id),
  }),
  post('/billing/bills/:id/issue', {
    summary: 'Issue a bill',
    once: true,
    access: 'bill:issue',
    record: (caller, { id }) => rowOf(caller, id),
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

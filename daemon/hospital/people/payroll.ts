// What pay is made of, and what the law takes of it (people 5.9).

import * as components from '../../../db/hospital/people/payroll/components.ts'
import {
  Breakdown,
  ComponentFilters,
  PayComponent,
  PayComponentInput,
  StatutoryFilters,
  StatutoryInput,
  StatutoryTable,
  Trial,
} from '../../../db/hospital/people/payroll/shapes.ts'
import * as statutory from '../../../db/hospital/people/payroll/statutory.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { create, list, post } = nobodys

export const door = area('payroll', [
  list('/hr/pay-components', {
    summary: 'Components of pay',
    access: 'payroll:read',
    filters: ComponentFilters,
    each: PayComponent,
    run: ({ caller, query }) => components.list(caller, query),
  }),
  create('/hr/pay-components', {
    summary: 'Add a component of pay',
    access: 'payroll:settings',
    body: PayComponentInput,
    reply: PayComponent,
    says: 'Component added.',
    run: ({ caller, body }) => components.open(caller, body),
  }),
  list('/hr/statutory-tables', {
    summary: 'What the law takes of pay, by date',
    access: 'payroll:read',
    filters: StatutoryFilters,
    each: StatutoryTable,
    run: ({ caller, query }) => statutory.list(caller, query),
  }),
  create('/hr/statutory-tables', {
    summary: 'Add a statutory table, with its date and source',
    access: 'payroll:settings',
    body: StatutoryInput,
    reply: StatutoryTable,
    says: 'Statutory table added.',
    run: ({ caller, body }) => statutory.open(caller, body),
  }),
  post('/hr/statutory-tables/try', {
    summary: 'What the law would take of a pay; nothing is stored',
    access: 'payroll:read',
    silent: true,
    body: Trial,
    reply: Breakdown,
    says: 'OK',
    run: ({ caller, body }) => statutory.attemptPay(caller, body),
  }),
])

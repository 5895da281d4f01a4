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
import * as inputs from '../../../db/hospital/people/payroll/inputs/inputs.ts'
import {
  InputsSet,
  PayInput,
  PayInputFilters,
  PayInputs,
} from '../../../db/hospital/people/payroll/inputs/shapes.ts'
import * as profiles from '../../../db/hospital/people/payroll/profiles/profiles.ts'
import { PayProfile, PayProfileInput } from '../../../db/hospital/people/payroll/profiles/shapes.ts'
import { MayNote, Refusing } from '../../../db/hospital/people/staff/banks/shapes.ts'
import { staffRecord } from '../../../db/hospital/people/staff/records/rows.ts'
import * as statutory from '../../../db/hospital/people/payroll/statutory.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, list, listed, post, put } = nobodys

const person = byId(staffRecord.get)
const profile = byId(profiles.profileRecord.get)

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
  listed('/hr/staff/:id/pay-profiles', {
    summary: 'What somebody is paid, from which day on',
    access: 'payroll:read',
    record: person,
    each: PayProfile,
    run: ({ caller, params }) => profiles.ofStaff(caller, params.id),
  }),
  create('/hr/staff/:id/pay-profiles', {
    summary: 'Enter what somebody is paid from a day on; somebody else approves it',
    access: 'payroll:prepare',
    record: person,
    body: PayProfileInput,
    reply: PayProfile,
    says: 'Pay profile entered: somebody else approves it.',
    run: ({ caller, params, body }) => profiles.open(caller, params.id, body),
  }),
  post('/hr/pay-profiles/:id/approve', {
    summary: 'Approve pay that somebody else entered',
    access: 'payroll:approve',
    record: profile,
    body: MayNote,
    reply: PayProfile,
    says: 'Pay profile approved.',
    run: ({ caller, params, body }) => profiles.approve(caller, params.id, body.note ?? null),
  }),
  post('/hr/pay-profiles/:id/refuse', {
    summary: 'Refuse pay that somebody else entered',
    access: 'payroll:approve',
    record: profile,
    body: Refusing,
    reply: PayProfile,
    says: 'Pay profile refused.',
    run: ({ caller, params, body }) => profiles.refuse(caller, params.id, body.note),
  }),
  list('/hr/pay-inputs', {
    summary: 'What comes to the pay of one month alone',
    access: 'payroll:read',
    filters: PayInputFilters,
    each: PayInput,
    run: ({ caller, query }) => inputs.list(caller, query),
  }),
  put('/hr/pay-inputs', {
    summary: 'Set what comes to the pay of one month; without units and amount a row goes',
    access: 'payroll:prepare',
    body: PayInputs,
    reply: InputsSet,
    says: 'Pay inputs set.',
    run: ({ caller, body }) => inputs.put(caller, body),
  }),
])

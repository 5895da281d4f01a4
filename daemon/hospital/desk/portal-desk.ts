// The portal from the staff's side: settings, codes, accounts, proxies.

import * as accounts from '../../../db/hospital/desk/portal/accounts.ts'
import * as codes from '../../../db/hospital/desk/portal/codes.ts'
import * as proxies from '../../../db/hospital/desk/portal/proxies.ts'
import * as settings from '../../../db/hospital/desk/portal/settings.ts'
import {
  AccountFilters,
  ApproveInput,
  CodeInput,
  IssuedCode,
  PortalAccount,
  PortalSettings,
  PortalSettingsChange,
  Proxy,
  ProxyFilters,
  ProxyInput,
  Why,
} from '../../../db/hospital/desk/portal/shapes.ts'
import { patientRecord } from '../../../db/hospital/desk/patients/rows.ts'
import { area } from '../../edge/route.ts'
import { conversations } from './portal-threads.ts'
import { create, get, list, patch, post } from '../words.ts'

type By = Parameters<typeof accounts.accountRow>[0]
const account = (caller: By, { id }: { id: string }) => accounts.accountRow(caller, id)
const patient = (caller: By, { id }: { id: string }) => patientRecord.get(caller, id)
const proxy = (caller: By, { id }: { id: string }) => proxies.proxyRecord.get(caller, id)

const moves = [
  ['suspend', 'Suspend a patient’s account', 'Account suspended.'],
  ['restore', 'Restore a suspended account', 'Account restored.'],
  ['close', 'Close a patient’s account', 'Account closed.'],
] as const

export const door = area('portal-desk', [
  get('/portal-settings', {
    summary: 'What the patient portal offers',
    access: 'portal:manage',
    opens: 'nobody',
    reply: PortalSettings,
    run: ({ caller }) => settings.find(caller),
  }),
  patch('/portal-settings', {
    summary: 'Change what the patient portal offers',
    access: 'portal:manage',
    opens: 'nobody',
    body: PortalSettingsChange,
    reply: PortalSettings,
    says: 'Portal settings saved.',
    run: ({ caller, body }) => settings.change(caller, body),
  }),
  list('/portal-accounts', {
    summary: 'Accounts of patients',
    access: 'portal:codes',
    opens: 'many',
    audit: 'portal_account.list',
    filters: AccountFilters,
    each: PortalAccount,
    run: ({ caller, query }) => accounts.list(caller, query),
  }),
  ...moves.map(([step, summary, says]) =>
    post(`/portal-accounts/:id/${step}`, {
      summary,
      access: 'portal:manage',
      opens: 'desk',
      record: account,
      body: Why,
      reply: PortalAccount,
      says,
      run: ({ caller, params, body }) => accounts.move(caller, params.id, step, body.reason),
    }),
  ),
  create('/patients/:id/portal-codes', {
    summary: 'A code with which a patient opens an account; shown once',
    access: 'portal:codes',
    opens: 'record',
    record: patient,
    body: CodeInput,
    reply: IssuedCode,
    says: 'Code given.',
    run: ({ caller, params, body }) => codes.issue(caller, params.id, body),
  }),
  list('/portal-proxies', {
    summary: 'Who acts for whom',
    access: 'portal:decide',
    opens: 'many',
    audit: 'portal_proxy.list',
    filters: ProxyFilters,
    each: Proxy,
    run: ({ caller, query }) => proxies.list(caller, query),
  }),
  create('/patients/:id/proxies', {
    summary: 'Let somebody act for this patient',
    access: 'portal:decide',
    opens: 'record',
    record: patient,
    body: ProxyInput,
    reply: Proxy,
    says: 'Proxy opened.',
    run: ({ caller, params, body }) => proxies.open(caller, params.id, body),
  }),
  post('/portal-proxies/:id/approve', {
    summary: 'Agree to what was asked for in the portal',
    access: 'portal:decide',
    opens: 'many',
    record: proxy,
    body: ApproveInput,
    body_may_miss: true,
    reply: Proxy,
    says: 'Proxy approved.',
    run: ({ caller, params, body }) => proxies.approve(caller, params.id, body),
  }),
  post('/portal-proxies/:id/decline', {
    summary: 'Decline what was asked for in the portal',
    access: 'portal:decide',
    opens: 'many',
    record: proxy,
    body: Why,
    reply: Proxy,
    says: 'Proxy declined.',
    run: ({ caller, params, body }) => proxies.decline(caller, params.id, body.reason),
  }),
  post('/portal-proxies/:id/end', {
    summary: 'End a proxy',
    access: 'portal:decide',
    opens: 'many',
    record: proxy,
    body: Why,
    reply: Proxy,
    says: 'Proxy ended.',
    run: ({ caller, params, body }) => proxies.end(caller, params.id, body.reason),
  }),
  ...conversations,
])

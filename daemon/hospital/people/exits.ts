// How people leave (people 5.11).

import type { Caller } from '../../../db/core/caller.ts'
import * as clearing from '../../../db/hospital/people/exits/clearing.ts'
import { complete } from '../../../db/hospital/people/exits/complete.ts'
import * as exits from '../../../db/hospital/people/exits/list.ts'
import * as opening from '../../../db/hospital/people/exits/open.ts'
import * as exit from '../../../db/hospital/people/exits/record.ts'
import * as settling from '../../../db/hospital/people/exits/settle.ts'
import {
  CertificateAsked,
  ClearItem,
  Exit,
  ExitChange,
  ExitFilters,
  ExitInput,
  ExitOpened,
  ItemInput,
  Terminal,
  Waivers,
  Withdraw,
} from '../../../db/hospital/people/exits/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printCertificate } from './exit-prints.ts'

const { create, file, get, list, patch, post } = nobodys

/** Of one's own people (HR-1). */
const record = byId(exit.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  exits.find(caller, (await done).id)

export const door = area('exits', [
  list('/hr/exits', {
    summary: 'Who leaves',
    access: 'exit:read',
    filters: ExitFilters,
    each: Exit,
    run: ({ caller, query }) => exits.list(caller, query),
  }),
  create('/hr/exits', {
    summary: 'Somebody leaves: notice, and what is to be cleared',
    access: 'exit:write',
    body: ExitInput,
    reply: ExitOpened,
    says: 'Exit opened.',
    run: ({ caller, body }) => shown(caller, opening.open(caller, body)),
  }),
  get('/hr/exits/:id', {
    summary: 'One exit, with its items',
    access: 'exit:read',
    record,
    reply: ExitOpened,
    run: ({ caller, params }) => exits.find(caller, params.id),
  }),
  patch('/hr/exits/:id', {
    summary: 'Set an exit right before it is cleared',
    access: 'exit:write',
    record,
    body: ExitChange,
    reply: ExitOpened,
    says: 'Exit changed.',
    run: ({ caller, params, body }) => shown(caller, opening.change(caller, params.id, body)),
  }),
  post('/hr/exits/:id/start-clearing', {
    summary: 'Ask everybody to clear their items',
    access: 'exit:write',
    record,
    reply: ExitOpened,
    says: 'Clearing begun.',
    run: ({ caller, params }) => shown(caller, clearing.startClearing(caller, params.id)),
  }),
  post('/hr/exits/:id/items', {
    summary: 'One item more to be cleared',
    access: 'exit:write',
    record,
    body: ItemInput,
    reply: ExitOpened,
    says: 'Item added.',
    run: ({ caller, params, body }) => shown(caller, clearing.addItem(caller, params.id, body)),
  }),
  post('/hr/exits/:id/items/:item_id/clear', {
    summary: 'An item is handed back, or owed',
    access: 'exit:read',
    record,
    body: ClearItem,
    reply: ExitOpened,
    says: 'Item cleared.',
    run: ({ caller, params, body }) =>
      shown(caller, clearing.clearItem(caller, params.id, params.item_id, body)),
  }),
  post('/hr/exits/:id/clear', {
    summary: 'Everything is cleared',
    access: 'exit:approve',
    record,
    body: Waivers,
    reply: ExitOpened,
    says: 'Exit cleared.',
    run: ({ caller, params, body }) => shown(caller, clearing.clear(caller, params.id, body)),
  }),
  post('/hr/exits/:id/calculate', {
    summary: 'Reckon what is due beside the last salary',
    access: 'payroll:prepare',
    record,
    body: Terminal,
    reply: ExitOpened,
    says: 'Terminal pay calculated.',
    run: ({ caller, params, body }) => shown(caller, settling.calculate(caller, params.id, body)),
  }),
  post('/hr/exits/:id/settle', {
    summary: 'Settle what somebody else calculated: a FINAL run is begun',
    access: 'payroll:approve',
    record,
    reply: ExitOpened,
    says: 'Exit settled.',
    run: ({ caller, params }) => shown(caller, settling.settle(caller, params.id)),
  }),
  post('/hr/exits/:id/complete', {
    summary: 'The person has left',
    access: 'exit:approve',
    record,
    reply: ExitOpened,
    says: 'Exit completed.',
    run: ({ caller, params }) => shown(caller, complete(caller, params.id)),
  }),
  post('/hr/exits/:id/withdraw', {
    summary: 'Somebody stays after all',
    access: 'exit:approve',
    record,
    body: Withdraw,
    reply: ExitOpened,
    says: 'Exit withdrawn.',
    run: ({ caller, params, body }) =>
      shown(caller, opening.withdraw(caller, params.id, body.reason)),
  }),
  file('/hr/exits/:id/certificate', {
    summary: 'The certificate of service of who has left, as a PDF',
    access: 'exit:read',
    record,
    query: CertificateAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts }) =>
      printCertificate(caller, params.id, query.lang, facts.base_url),
  }),
])

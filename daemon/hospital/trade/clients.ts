// Clients and their people (commercial 5.1, 5.8).

import {
  AccountAsked,
  ClientAccount,
  StatementAsked,
} from '../../../db/hospital/trade/clients/account-shapes.ts'
import { accountOf } from '../../../db/hospital/trade/clients/account.ts'
import * as contacts from '../../../db/hospital/trade/clients/contacts/contacts.ts'
import {
  Contact,
  ContactChange,
  ContactFilters,
  ContactInput,
} from '../../../db/hospital/trade/clients/contacts/shapes.ts'
import * as holds from '../../../db/hospital/trade/clients/holds.ts'
import { list as listClients } from '../../../db/hospital/trade/clients/list.ts'
import * as moves from '../../../db/hospital/trade/clients/moves.ts'
import * as opening from '../../../db/hospital/trade/clients/open.ts'
import { clientRecord } from '../../../db/hospital/trade/clients/record.ts'
import * as settings from '../../../db/hospital/trade/clients/settings/settings.ts'
import {
  CommercialSettingsChange,
  CommercialSettingsShown,
} from '../../../db/hospital/trade/clients/settings/shapes.ts'
import {
  Client,
  ClientChange,
  ClientFilters,
  ClientInput,
  ClientOpened,
  CloseClient,
  MayReason,
  ReleaseHold,
  WithWhy,
} from '../../../db/hospital/trade/clients/shapes.ts'
import { find, opened } from '../../../db/hospital/trade/clients/shown.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printAccount } from './trade-prints.ts'

const { create, file, get, list, patch, post } = nobodys

const record = byId(clientRecord.get)
const contact = byId(contacts.contactRecord.get)

export const door = area('clients', [
  list('/commercial/clients', {
    summary: 'Clients, with what they owe and what stands in their way',
    access: 'client:read',
    filters: ClientFilters,
    each: Client,
    run: ({ caller, query }) => listClients(caller, query),
  }),
  create('/commercial/clients', {
    summary: 'Open a client',
    access: 'client:write',
    body: ClientInput,
    reply: ClientOpened,
    says: 'Client opened.',
    run: ({ caller, body }) => opened(caller, opening.open(caller, body)),
  }),
  get('/commercial/clients/:id', {
    summary: 'One client',
    access: 'client:read',
    reply: ClientOpened,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  patch('/commercial/clients/:id', {
    summary: 'Change a client',
    access: ['client:write', 'client:credit'],
    record,
    body: ClientChange,
    reply: ClientOpened,
    says: 'Client changed.',
    run: ({ caller, params, body }) => opened(caller, opening.change(caller, params.id, body)),
  }),
  post('/commercial/clients/:id/activate', {
    summary: 'Deal with a client',
    access: 'client:status',
    record,
    body: MayReason,
    body_may_miss: true,
    reply: ClientOpened,
    says: 'Client activated.',
    async run({ caller, params, body }) {
      const { warnings } = await moves.activate(caller, params.id, body.reason || null)
      return find(caller, params.id, { warnings })
    },
  }),
  post('/commercial/clients/:id/suspend', {
    summary: 'Stop new orders, quotations and credit of a client',
    access: 'client:status',
    record,
    body: WithWhy,
    reply: ClientOpened,
    says: 'Client suspended.',
    async run({ caller, params, body }) {
      await moves.suspend(caller, params.id, body.reason)
      return find(caller, params.id)
    },
  }),
  post('/commercial/clients/:id/close', {
    summary: 'Close a client that owes nothing',
    access: 'client:status',
    record,
    body: CloseClient,
    reply: ClientOpened,
    says: 'Client closed.',
    async run({ caller, params, body }) {
      await moves.close(caller, params.id, body.close_reason)
      return find(caller, params.id)
    },
  }),
  post('/commercial/clients/:id/reopen', {
    summary: 'Open a client again that was closed',
    access: 'client:status',
    record,
    body: WithWhy,
    reply: ClientOpened,
    says: 'Client reopened.',
    async run({ caller, params, body }) {
      const { adopted_bills } = await moves.reopen(caller, params.id, body.reason)
      return find(caller, params.id, { adopted_bills })
    },
  }),
  post('/commercial/clients/:id/hold', {
    summary: 'Give a client no more credit',
    access: 'client:credit',
    record,
    body: WithWhy,
    reply: ClientOpened,
    says: 'Client on hold.',
    async run({ caller, params, body }) {
      await holds.hold(caller, params.id, body.reason)
      return find(caller, params.id)
    },
  }),
  post('/commercial/clients/:id/release-hold', {
    summary: 'Lift a hold of a client',
    access: 'client:credit',
    record,
    body: ReleaseHold,
    reply: ClientOpened,
    says: 'Hold lifted.',
    async run({ caller, params, body }) {
      await holds.release(caller, params.id, body)
      return find(caller, params.id)
    },
  }),
  get('/commercial/clients/:id/account', {
    summary: 'The account of a client over a period',
    access: 'client:statement',
    record,
    query: AccountAsked,
    reply: ClientAccount,
    run: ({ caller, params, query }) => accountOf(caller, params.id, query),
  }),
  file('/commercial/clients/:id/statement', {
    summary: 'The account of a client, on paper',
    access: 'client:statement',
    record,
    query: StatementAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printAccount(caller, at, params.id, query),
  }),
  list('/commercial/contacts', {
    summary: 'People of clients',
    access: 'client:read',
    filters: ContactFilters,
    each: Contact,
    run: ({ caller, query }) => contacts.list(caller, query),
  }),
  create('/commercial/contacts', {
    summary: 'Add somebody of a client',
    access: 'client:write',
    body: ContactInput,
    reply: Contact,
    says: 'Contact added.',
    run: async ({ caller, body }) => contacts.find(caller, (await contacts.open(caller, body)).id),
  }),
  patch('/commercial/contacts/:id', {
    summary: 'Change somebody of a client',
    access: 'client:write',
    record: contact,
    body: ContactChange,
    reply: Contact,
    says: 'Contact changed.',
    run: async ({ caller, params, body }) =>
      contacts.find(caller, (await contacts.change(caller, params.id, body)).id),
  }),
  get('/commercial/settings', {
    summary: 'How the hospital deals with its clients',
    access: 'client:read',
    reply: CommercialSettingsShown,
    run: ({ caller }) => settings.find(caller),
  }),
  patch('/commercial/settings', {
    summary: 'Set how the hospital deals with its clients',
    access: 'commercial:settings',
    body: CommercialSettingsChange,
    reply: CommercialSettingsShown,
    says: 'Settings changed.',
    run: ({ caller, body }) => settings.change(caller, body),
  }),
])

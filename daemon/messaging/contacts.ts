// Contacts, their import and export, and groups under /v1.

import * as contacts from '../../db/messaging/contacts/contacts.ts'
import { contactsFile } from '../../db/messaging/contacts/export.ts'
import * as groups from '../../db/messaging/contacts/groups.ts'
import { carryOut } from '../../db/messaging/contacts/importing.ts'
import * as imports from '../../db/messaging/contacts/imports.ts'
import {
  Contact,
  contact_filters,
  ContactChange,
  ContactImport,
  ContactInput,
  Deleted,
  ForgetInput,
  Forgotten,
  Group,
  GroupChange,
  GroupInput,
  import_filters,
  ImportFault,
  ManyInput,
  MembersAdded,
  MembersInput,
  MembersOut,
  MembersRemoved,
} from '../../db/messaging/contacts/shapes.ts'
import { on_existing } from '../../db/messaging/contacts/words.ts'
import { choice, partial } from '../../db/core/kinds/kinds.ts'
import { Words } from '../../db/core/kinds/strict.ts'
import { forget } from '../../db/messaging/platform/forget.ts'
import { wrong } from '../../db/messaging/refusals.ts'
import type { Facts } from '../edge/facts.ts'
import { area } from '../edge/route.ts'
import { runInWorker } from '../work/workers.ts'
import { create, file, get, intake, list, post, put, remove } from './words.ts'

const mib = 1024 * 1024

const kindOf = ({ headers }: Facts): 'json' | 'csv' => {
  const [kind = ''] = String(headers['content-type'] ?? '').split(';')
  const name = kind.trim().toLowerCase()
  if (name === 'application/json') return 'json'
  if (name === 'text/csv') return 'csv'
  throw wrong('Content-Type', 'Send application/json or text/csv.')
}

export const door = area('contacts', [
  list('/contacts', {
    summary: 'Contacts',
    access: 'contacts:read',
    filters: contact_filters,
    each: Contact,
    run: ({ caller, query }) => contacts.list(caller, query),
  }),
  create('/contacts', {
    summary: 'Add a contact',
    access: 'contacts:write',
    body: ContactInput,
    reply: Contact,
    run: ({ caller, body }) => contacts.create(caller, body),
  }),
  post('/contacts/delete', {
    summary: 'Delete many contacts',
    access: 'contacts:write',
    body: ManyInput,
    reply: Deleted,
    run: ({ caller, body }) => contacts.removeMany(caller, body),
  }),
  intake('/contacts/import', {
    summary: 'Import up to 50,000 contacts, as JSON or CSV',
    access: 'contacts:write',
    query: partial({ groupIds: Words(0, 4000), onExisting: choice(on_existing) }),
    body_limit: 16 * mib,
    reply: ContactImport,
    run: async ({ caller, query, body, facts, keep }) => {
      const kind = kindOf(facts)
      if (kind === 'json' && (query.groupIds ?? query.onExisting) !== undefined)
        throw wrong('groupIds', 'With JSON, groupIds and onExisting stand in the body.')
      const read = await runInWorker('read contacts', {
        bytes: body,
        kind,
        ...(query.groupIds === undefined ? {} : { group_ids: query.groupIds.split(',') }),
        ...(query.onExisting === undefined ? {} : { existing: query.onExisting }),
      })
      return carryOut(caller, read, { keep })
    },
  }),
  list('/contacts/imports', {
    summary: 'Imports of contacts, newest first',
    access: 'contacts:read',
    filters: import_filters,
    each: ContactImport,
    run: ({ caller, query }) => imports.list(caller, query),
  }),
  get('/contacts/imports/:id', {
    summary: 'One import with its first 1,000 errors',
    access: 'contacts:read',
    reply: ContactImport,
    run: ({ caller, params }) => imports.find(caller, params.id),
  }),
  list('/contacts/imports/:id/errors', {
    summary: 'Errors of an import by line',
    access: 'contacts:read',
    each: ImportFault,
    run: ({ caller, params, query }) => imports.errors(caller, params.id, query),
  }),
  file('/contacts/export', {
    summary: 'Contacts as a file',
    access: 'contacts:read',
    query: partial({ groupId: Words(0, 64), format: choice(['csv', 'jsonl']) }),
    content_type: 'text/csv; charset=utf-8',
    run: async ({ caller, query }) => {
      const format = query.format ?? 'csv'
      return {
        bytes: await contactsFile(caller, {
          format,
          ...(query.groupId === undefined ? {} : { groupId: query.groupId }),
        }),
        content_type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
        file_name: `contacts.${format}`,
      }
    },
  }),
  get('/contacts/:id', {
    summary: 'One contact',
    access: 'contacts:read',
    reply: Contact,
    run: ({ caller, params }) => contacts.find(caller, params.id),
  }),
  put('/contacts/:id', {
    summary: 'Change a contact',
    access: 'contacts:write',
    body: ContactChange,
    reply: Contact,
    run: ({ caller, params, body }) => contacts.change(caller, params.id, body),
  }),
  remove('/contacts/:id', {
    summary: 'Delete a contact; its messages and its opt-out stay',
    access: 'contacts:write',
    run: ({ caller, params }) => contacts.remove(caller, params.id),
  }),
  post('/contacts/:id/forget', {
    summary: 'Forget a person: contact, texts and replies; the number becomes a hash',
    access: 'contacts:write',
    body: ForgetInput,
    reply: Forgotten,
    run: ({ caller, params, body }) => forget(caller, params.id, body),
  }),
  list('/groups', {
    summary: 'Groups of contacts, by name',
    access: 'contacts:read',
    filters: { search: Words(0, 200) },
    each: Group,
    run: ({ caller, query }) => groups.list(caller, query),
  }),
  create('/groups', {
    summary: 'Add a group',
    access: 'contacts:write',
    body: GroupInput,
    reply: Group,
    run: ({ caller, body }) => groups.create(caller, body),
  }),
  get('/groups/:id', {
    summary: 'One group',
    access: 'contacts:read',
    reply: Group,
    run: ({ caller, params }) => groups.find(caller, params.id),
  }),
  put('/groups/:id', {
    summary: 'Change a group',
    access: 'contacts:write',
    body: GroupChange,
    reply: Group,
    run: ({ caller, params, body }) => groups.change(caller, params.id, body),
  }),
  remove('/groups/:id', {
    summary: 'Delete a group; its contacts stay',
    access: 'contacts:write',
    run: ({ caller, params }) => groups.remove(caller, params.id),
  }),
  list('/groups/:id/members', {
    summary: 'Contacts of a group',
    access: 'contacts:read',
    filters: { optedOut: contact_filters.optedOut },
    each: Contact,
    run: ({ caller, params, query }) => groups.members(caller, params.id, query),
  }),
  post('/groups/:id/members', {
    summary: 'Add contacts to a group',
    access: 'contacts:write',
    body: MembersInput,
    reply: MembersAdded,
    run: ({ caller, params, body }) => groups.add(caller, params.id, body),
  }),
  post('/groups/:id/members/remove', {
    summary: 'Take contacts out of a group',
    access: 'contacts:write',
    body: MembersOut,
    reply: MembersRemoved,
    run: ({ caller, params, body }) => groups.take(caller, params.id, body),
  }),
])

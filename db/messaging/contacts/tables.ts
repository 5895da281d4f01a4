// Contacts, their groups and imports of them (MSG 2.14).

import {
  big,
  choice,
  code,
  cut,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../store/columns.ts'
import { searched, stamps, versioned } from '../../store/stamps.ts'
import { table } from '../../store/table.ts'
import { owned } from '../owned.ts'
import {
  type AttributeValue,
  contact_languages,
  contact_sources,
  import_error_codes,
  import_states,
} from './words.ts'

export const msg_contacts = table(
  'msg_contacts',
  {
    ...owned,
    /** International digits without a plus. */
    phone: code(15),
    first_name: nullable(text(80)),
    last_name: nullable(text(80)),
    language: nullable(choice(contact_languages)),
    attributes: otherwise(json<Record<string, AttributeValue>>(), () => ({})),
    source: choice(contact_sources),
    ...versioned,
    ...searched,
  },
  {
    unique: [{ columns: ['account_id', 'mode', 'phone'] }],
    indexes: [{ columns: ['account_id', 'mode', 'id'] }],
    search: ['first_name', 'last_name', 'phone'],
  },
)

export const msg_groups = table(
  'msg_groups',
  {
    ...owned,
    name: text(80),
    /** Names differ without regard to case. */
    name_key: cut(text(80)),
    description: nullable(text(500)),
    ...versioned,
    ...searched,
  },
  {
    unique: [{ columns: ['account_id', 'mode', 'name_key'] }],
    indexes: [{ columns: ['account_id', 'mode', 'name_key', 'id'] }],
    search: ['name'],
  },
)

export const msg_group_members = table(
  'msg_group_members',
  {
    group_id: ref('msg_groups'),
    contact_id: ref('msg_contacts'),
    hospital_id: uuid(),
    added_at: instant(),
  },
  { key: ['group_id', 'contact_id'], indexes: [{ columns: ['contact_id'] }] },
)

export const msg_contact_imports = table(
  'msg_contact_imports',
  {
    ...owned,
    status: choice(import_states),
    received: otherwise(integer(), 0),
    created: otherwise(integer(), 0),
    updated: otherwise(integer(), 0),
    unchanged: otherwise(integer(), 0),
    duplicates: otherwise(integer(), 0),
    rejected: otherwise(integer(), 0),
    opted_out: otherwise(integer(), 0),
    group_ids: otherwise(json<string[]>(), () => []),
    /** Headings of a CSV that became attributes under another name. */
    renamed: otherwise(json<{ heading: string; attribute: string }[]>(), () => []),
    duration_ms: nullable(big()),
    actor: text(160),
    ...stamps,
  },
  {
    // One at a time for an account (MSG-433): the database says so, on any daemon.
    unique: [{ columns: ['account_id', 'mode'], only_where: "status = 'running'" }],
    indexes: [{ columns: ['account_id', 'mode', 'id'] }],
  },
)

export const msg_import_errors = table(
  'msg_import_errors',
  {
    id: id(),
    hospital_id: uuid(),
    import_id: ref('msg_contact_imports'),
    row: integer(),
    field: text(120),
    code: choice(import_error_codes),
    value: text(60),
    message: text(200),
  },
  { indexes: [{ columns: ['import_id', 'row', 'id'] }] },
)

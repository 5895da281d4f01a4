// The people of a client, in and out (commercial 2.2).

import {
  choice,
  Email,
  Flag,
  Id,
  listOf,
  LongText,
  named,
  nullable,
  optional,
  partial,
  Phone,
  QueryFlag,
  Search,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { receivings } from '../words.ts'
import { client_contacts } from './tables.ts'

const contact = fieldsOf(client_contacts)

export const Contact = named(
  'ClientContact',
  shape({
    ...contact('id', 'client_id'),
    client_name: Text(0, 120),
    ...contact('full_name', 'is_primary', 'email', 'job_title', 'notes', 'phone', 'active'),
    receives: listOf(choice(receivings), receivings.length),
    ...contact('created_at', 'updated_at', 'version'),
  }),
)
export type Contact = Static<typeof Contact>

const may = {
  is_primary: Flag,
  email: nullable(Email),
  job_title: nullable(Text(0, 120)),
  notes: nullable(LongText(0, 2000)),
  phone: nullable(Phone),
  receives: listOf(choice(receivings), receivings.length),
}
export const ContactInput = named(
  'ClientContactInput',
  shape({
    client_id: Id,
    full_name: Text(1, 120),
    is_primary: optional(may.is_primary),
    email: optional(may.email),
    job_title: optional(may.job_title),
    notes: optional(may.notes),
    phone: optional(may.phone),
    receives: optional(may.receives),
  }),
)
export type ContactInput = Static<typeof ContactInput>
export const ContactChange = named(
  'ClientContactChange',
  partial({ full_name: Text(1, 120), ...may, active: Flag }),
)
export type ContactChange = Static<typeof ContactChange>

export const ContactFilters = {
  search: optional(Search),
  client_id: optional(Id),
  active: optional(QueryFlag),
}
const filters = shape(ContactFilters)
export type ContactFilter = Static<typeof filters>

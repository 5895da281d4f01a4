// The people of a client (COM-6, COM-7): one of them is the first to be called.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { type Of, recordOf } from '../../../../store/record-of.ts'
import { matching } from '../../../../store/search.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { phone } from '../../../office/hospitals/hospitals.ts'
import { namesOfClients } from '../names.ts'
import { client_life, clientRecord } from '../record.ts'
import { receivings } from '../words.ts'
import type { Contact, ContactChange, ContactFilter, ContactInput } from './shapes.ts'
import { client_contacts } from './tables.ts'

export type ContactRow = RowOf<(typeof client_contacts)['columns']>

export const contactRecord = recordOf(client_contacts, 'contact')

const falling = ['-is_primary', 'full_name', 'id']

/** Active ones, the first to be called before the others. */
export const contactsOf = ({ hospital_id }: Of, client_id: string): Promise<ContactRow[]> =>
  client_contacts.all({ hospital_id, client_id, active: true }, { order: falling })

export async function contactsOfMany(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, ContactRow[]>> {
  const found = await client_contacts.all(
    { hospital_id, client_id: [...ids], active: true },
    { order: falling },
  )
  return Map.groupBy(found, ({ client_id }) => client_id)
}

export async function list(
  caller: Caller,
  asked: ContactFilter & PageAsked,
): Promise<Page<Contact>> {
  const found = await pageFrom(client_contacts, asked, {
    from: sql` from client_contacts${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.client_id, sql`client_id = ${asked.client_id}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      matching('client_contacts', asked.search),
    ])}`,
    order: sql` order by full_name, id`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

async function shownMany(caller: Of, found: readonly ContactRow[]): Promise<Contact[]> {
  const ids = [...new Set(found.map(({ client_id }) => client_id))]
  const names = new Map((await namesOfClients(caller, ids)).map(({ id, name }) => [id, name]))
  return found.map((row) => ({ ...row, client_name: names.get(row.client_id) ?? '' }))
}

export const find = async (caller: Of, id: string): Promise<Contact> =>
  (await shownMany(caller, [await contactRecord.get(caller, id)]))[0] as Contact

/** COM-6: the first is the first to be called whatever is said. The client is locked before its people. */
export async function open(caller: Caller, input: ContactInput): Promise<ContactRow> {
  const { client_id } = input
  const client = await clientRecord.locked(caller, client_id)
  if (client.status === 'CLOSED') throw client_life.refusal(client.status, client.name)
  const standing = await contactsOf(caller, client_id)
  const is_primary = standing.length === 0 || input.is_primary === true
  if (is_primary) await unset(caller, client_id)
  const said = await read(caller, input)
  const row = await kept(client.name, () =>
    client_contacts.insert({
      ...said,
      hospital_id: caller.hospital_id,
      client_id,
      full_name: input.full_name,
      is_primary,
      receives: input.receives ?? [...receivings],
    }),
  )
  record(caller, 'contact.create', about(row))
  return row
}

const about = ({ id, full_name }: ContactRow) => ({
  entity_type: 'contact',
  entity_id: id,
  entity_label: full_name,
})

async function read(caller: Caller, input: ContactChange): Promise<Partial<ContactRow>> {
  const { is_primary: _is, ...rest } = input
  const said = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value === '' ? null : value]),
  ) as Partial<ContactRow>
  return {
    ...said,
    ...(rest.phone ? { phone: await phone(caller, 'phone', rest.phone) } : {}),
    ...(rest.email ? { email: rest.email.toLowerCase() } : {}),
  }
}

/** COM-7. */
async function kept<T>(client: string, write: () => Promise<T>): Promise<T> {
  return attempt(write).catch((error: unknown) => {
    const field = ['phone', 'email'].find((one) => isTaken(error, one))
    if (field === undefined) throw error
    throw conflict(`Another contact of ${client} has this ${field} already.`)
  })
}

const unset = ({ hospital_id }: Of, client_id: string): Promise<number> =>
  client_contacts.change({ hospital_id, client_id, is_primary: true }, { is_primary: false })

export async function change(
  caller: Caller,
  id: string,
  input: ContactChange,
): Promise<ContactRow> {
  const { client_id } = await contactRecord.get(caller, id)
  const client = await clientRecord.locked(caller, client_id)
  const before = await contactRecord.locked(caller, id)
  fresh(caller, before)
  const said = await read(caller, input)
  const active = said.active ?? before.active
  const is_primary = active && (await isFirst(caller, before, input.is_primary))
  if (is_primary) await unset(caller, client_id)
  const changes = { ...said, is_primary }
  await kept(client.name, () =>
    client_contacts.change({ hospital_id: caller.hospital_id, id }, changes),
  )
  if (!is_primary) await nextFirst(caller, client_id)
  record(caller, 'contact.update', { ...about(before), changes: difference(before, changes) })
  return contactRecord.get(caller, id)
}

/** Who is the first stays it until another is, or until this one is active no more. */
async function isFirst(
  caller: Caller,
  { client_id, is_primary }: ContactRow,
  wanted: boolean | undefined,
): Promise<boolean> {
  if (wanted === true || is_primary) return true
  return (await contactsOf(caller, client_id)).length === 0
}

/** COM-6: the longest-standing active one, where none is the first any more. */
async function nextFirst({ hospital_id }: Of, client_id: string): Promise<void> {
  const standing = await client_contacts.all(
    { hospital_id, client_id, active: true },
    { order: ['created_at', 'id'] },
  )
  if (standing.some(({ is_primary }) => is_primary)) return
  const [oldest] = standing
  if (oldest === undefined) return
  await client_contacts.change({ hospital_id, id: oldest.id }, { is_primary: true })
}

/** Of a client that is closed. */
export const closeContacts = ({ hospital_id }: Of, client_id: string): Promise<number> =>
  client_contacts.change(
    { hospital_id, client_id, active: true },
    { active: false, is_primary: false },
  )

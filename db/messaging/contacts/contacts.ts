// Contacts of an account (MSG-430): one for a number, in groups as it pleases.

import { insertBulk } from '../../store/bulk.ts'
import { attempt, row, rows, run } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { isId } from '../../core/ids.ts'
import { matching } from '../../store/search.ts'
import { oneOf, sql, type Sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { clock } from '../../core/clock.ts'
import { note } from '../accounts/audit.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { afterId, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import { freshHere, noneHere, refuse, taken, wrong, wrongState } from '../refusals.ts'
import { readNumber } from '../routing/numbers.ts'
import { setting } from '../settings/settings.ts'
import { attributesFault } from './reading.ts'
import type { Contact, ContactChange, ContactInput, ManyInput } from './shapes.ts'
import { msg_contacts, msg_group_members, msg_groups } from './tables.ts'
import type { AttributeValue, OptOutScope } from './words.ts'

export type ContactRow = RowOf<(typeof msg_contacts)['columns']>
type Shown = ContactRow & { opted_out: OptOutScope | null }

export interface ContactsAsked extends Asked {
  search?: string
  groupId?: string
  optedOut?: string
  language?: string
  since?: string
  until?: string
}

const from = sql` from msg_contacts c left join msg_opt_outs o on o.account_id = c.account_id
  and o.mode = c.mode and o.phone = c.phone and o.lifted_at is null`

export async function list(
  caller: MessagingCaller,
  asked: ContactsAsked,
): Promise<Listed<Contact>> {
  const { groupId } = asked
  if (groupId !== undefined) await mustBeGroup(caller, groupId)
  const found = await read(
    where([
      ...ownedBy(caller),
      matching('msg_contacts', asked.search, 'c'),
      when(
        groupId,
        sql`exists (select 1 from msg_group_members m where m.group_id = ${groupId} and m.contact_id = c.id)`,
      ),
      outCondition(asked.optedOut),
      when(asked.language, sql`c.language = ${asked.language}`),
      when(asked.since, sql`c.created_at >= ${utc(asked.since)}`),
      when(asked.until, sql`c.created_at < ${utc(asked.until)}`),
      afterId(asked, 'asc', 'c.id'),
    ]),
    limitOf(asked) + 1,
  )
  const shown = await shownAll(found.slice(0, limitOf(asked)))
  const page = listed(
    asked,
    found,
    ({ id }) => id,
    ({ id }) => cursorOf(id),
  )
  return { data: shown, nextCursor: page.nextCursor }
}

export const ownedBy = ({ account_id, mode }: Owner): Sql[] => [
  sql`c.account_id = ${account_id}`,
  sql`c.mode = ${mode}`,
]

export function outCondition(word: string | undefined): Sql | undefined {
  if (word === undefined) return undefined
  return word === 'none' ? sql`o.scope is null` : sql`o.scope = ${word}`
}

const utc = (moment: string | undefined): string =>
  moment === undefined ? '' : new Date(moment).toISOString()

/** In the order of their ids, each with what it opted out of. */
export async function read(condition: Sql, limit: number): Promise<Shown[]> {
  return (await msg_contacts.read(
    sql`select ${msg_contacts.selection('c')}, o.scope as opted_out ${from} ${condition}
        order by c.id limit ${limit}`,
  )) as Shown[]
}

export async function shownAll(found: readonly Shown[]): Promise<Contact[]> {
  const groups = await groupsOf(found.map(({ id }) => id))
  return found.map((one) => shown(one, groups.get(one.id) ?? []))
}

async function groupsOf(ids: readonly string[]): Promise<Map<string, string[]>> {
  const members = await rows<{ group_id: string; contact_id: string }>(
    sql`select group_id, contact_id from msg_group_members where contact_id${oneOf(ids)}
        order by group_id`,
  )
  const groups = new Map<string, string[]>()
  for (const { group_id, contact_id } of members) {
    const known = groups.get(contact_id)
    if (known === undefined) groups.set(contact_id, [group_id])
    else known.push(group_id)
  }
  return groups
}

const shown = (one: Shown, group_ids: string[]): Contact => ({
  id: one.id,
  phone: one.phone,
  firstName: one.first_name,
  lastName: one.last_name,
  language: one.language,
  attributes: one.attributes,
  groupIds: group_ids,
  optedOut: one.opted_out ?? 'none',
  source: one.source,
  version: one.version,
  createdAt: one.created_at,
  updatedAt: one.updated_at,
})

export async function find(caller: MessagingCaller, id: string): Promise<Contact> {
  const found = isId(id) ? await read(where([...ownedBy(caller), sql`c.id = ${id}`]), 1) : []
  const [one] = await shownAll(found)
  if (one === undefined) throw noneHere('contact')
  return one
}

export async function create(caller: MessagingCaller, given: ContactInput): Promise<Contact> {
  mustBeAttributes(given.attributes)
  const groups = [...new Set(given.groupIds ?? [])]
  await mustBeGroups(caller, groups)
  const phone = numberOf(given.phone)
  await mustHaveRoom(caller, 1)
  const made = await orTaken(phone, () =>
    msg_contacts.insert({
      ...ownerOf(caller),
      phone,
      first_name: orNull(given.firstName),
      last_name: orNull(given.lastName),
      language: given.language ?? null,
      attributes: (given.attributes ?? {}) as Record<string, AttributeValue>,
      source: 'api',
    }),
  )
  await join(caller, made.id, groups)
  return find(caller, made.id)
}

/** Members that are absent stay; null clears; groups are those that are named. */
export async function change(
  caller: MessagingCaller,
  id: string,
  given: ContactChange,
): Promise<Contact> {
  mustBeAttributes(given.attributes)
  const before = await rowOf(caller, id)
  const groups = given.groupIds === undefined ? undefined : [...new Set(given.groupIds)]
  if (groups !== undefined) await mustBeGroups(caller, groups)
  freshHere(caller, before)
  const phone = given.phone === undefined ? undefined : numberOf(given.phone)
  await orTaken(phone ?? '', () =>
    msg_contacts.change(
      { ...ownerOf(caller), id },
      {
        ...(phone === undefined ? {} : { phone }),
        ...(given.firstName === undefined ? {} : { first_name: orNull(given.firstName) }),
        ...(given.lastName === undefined ? {} : { last_name: orNull(given.lastName) }),
        ...(given.language === undefined ? {} : { language: given.language }),
        ...(given.attributes === undefined
          ? {}
          : { attributes: (given.attributes ?? {}) as Record<string, AttributeValue> }),
      },
    ),
  )
  if (groups !== undefined) {
    await run(sql`delete from msg_group_members where contact_id = ${id}`)
    await join(caller, id, groups)
  }
  return find(caller, id)
}

const orNull = (name: string | null | undefined): string | null =>
  name === undefined || name === '' ? null : name

/** Out of its groups; its messages and its opt-out stay (MSG-436). */
export async function remove(caller: MessagingCaller, id: string): Promise<void> {
  await rowOf(caller, id)
  await removeWhere(sql`id = ${id}`, caller)
}

export async function removeMany(
  caller: MessagingCaller,
  { ids, groupId }: ManyInput,
): Promise<{ deleted: number }> {
  if ((ids === undefined) === (groupId === undefined))
    throw wrong('ids', 'ids or groupId must be given, and not both.')
  if (groupId !== undefined) {
    await mustBeGroup(caller, groupId)
    return {
      deleted: await removeWhere(
        sql`id in (select contact_id from msg_group_members where group_id = ${groupId})`,
        caller,
      ),
    }
  }
  return { deleted: await removeWhere(sql`id${oneOf(ids ?? [])}`, caller) }
}

async function removeWhere(which: Sql, owner: MessagingCaller): Promise<number> {
  const { account_id, mode } = owner
  const own = sql`account_id = ${account_id} and mode = ${mode} and ${which}`
  const ids = (await rows<{ id: string }>(sql`select id from msg_contacts where ${own}`)).map(
    ({ id }) => id,
  )
  if (ids.length === 0) return 0
  await run(sql`delete from msg_group_members where contact_id${oneOf(ids)}`)
  const count = await run(sql`delete from msg_contacts where id${oneOf(ids)}`)
  await note(owner, 'contact.delete', {
    owner,
    entity: 'contact',
    entity_id: ids.length === 1 ? (ids[0] ?? null) : null,
    changes: { count },
  })
  return count
}

async function rowOf(caller: MessagingCaller, id: string): Promise<ContactRow> {
  const found = isId(id)
    ? await msg_contacts.find({ ...ownerOf(caller), id }, { lock: true })
    : undefined
  if (found === undefined) throw noneHere('contact')
  return found
}

export function numberOf(typed: string, field = 'phone'): string {
  const phone = readNumber(typed)
  if (phone !== null) return phone
  const quoted = typed === '' ? 'An empty text' : typed.slice(0, 20).toWellFormed()
  throw refuse('invalid_phone_number', `${quoted} is not a Tanzanian mobile number.`, { field })
}

function mustBeAttributes(attributes: unknown): void {
  if (attributes === undefined || attributes === null) return
  const fault = attributesFault(attributes)
  if (fault !== null) throw wrong(fault.field, fault.message)
}

export async function mustBeGroup(caller: Owner, id: string): Promise<void> {
  const found = isId(id) ? await msg_groups.find({ ...ownerOf(caller), id }) : undefined
  if (found === undefined) throw noneHere('group')
}

export async function mustBeGroups(caller: Owner, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { account_id, mode } = caller
  const found = await row<{ n: number }>(
    sql`select count(*) as n from msg_groups
        where account_id = ${account_id} and mode = ${mode} and id${oneOf(ids)}`,
  )
  if (Number(found?.n ?? 0) < ids.length) throw noneHere('group')
}

export async function mustHaveRoom({ account_id, mode }: Owner, more: number): Promise<void> {
  const most = await setting('contacts_max_per_account')
  const found = await row<{ n: number }>(
    sql`select count(*) as n from msg_contacts where account_id = ${account_id} and mode = ${mode}`,
  )
  if (Number(found?.n ?? 0) + more > most)
    throw wrongState(`This account has as many contacts as it may (${most}).`)
}

async function orTaken<T>(phone: string, work: () => Promise<T>): Promise<T> {
  try {
    return await attempt(work)
  } catch (error) {
    if (isTaken(error, 'phone')) throw taken('phone', `A contact with ${phone}`)
    throw error
  }
}

const join = (caller: Owner, contact_id: string, groups: readonly string[]): Promise<void> =>
  insertBulk(
    msg_group_members,
    { contact_id, hospital_id: caller.hospital_id, added_at: clock.instant() },
    groups.map((group_id) => ({ group_id })),
  )

// Groups of contacts (MSG-436).

import { clock } from '../../core/clock.ts'
import { attempt, row, rows, run } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { isId, newId } from '../../core/ids.ts'
import { matching } from '../../store/search.ts'
import { byDialect, oneOf, sql, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { insertBulk } from '../../store/bulk.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import {
  afterId,
  afterWord,
  type Asked,
  cursorOf,
  limitOf,
  type Listed,
  listed,
} from '../cursors.ts'
import { freshHere, noneHere, taken, wrongState } from '../refusals.ts'
import { numberOf, outCondition, ownedBy, read, shownAll } from './contacts.ts'
import { searchTextOf } from './search-text.ts'
import type { Contact, Group, GroupChange, GroupInput, MembersInput } from './shapes.ts'
import { msg_contacts, msg_groups } from './tables.ts'
import { groups_most } from './words.ts'

type Row = RowOf<(typeof msg_groups)['columns']>

export async function list(
  caller: MessagingCaller,
  asked: Asked & { search?: string },
): Promise<Listed<Group>> {
  const found = await msg_groups.read(
    sql`select ${msg_groups.selection('c')} from msg_groups c ${where([
      ...ownedBy(caller),
      matching('msg_groups', asked.search, 'c'),
      afterWord(asked, 'c.name_key', 'c.id'),
    ])} order by c.name_key, c.id limit ${limitOf(asked) + 1}`,
  )
  const counts = await membersOf(found.map(({ id }) => id))
  return listed(
    asked,
    found,
    (one) => shown(one, counts.get(one.id) ?? 0),
    (one) => cursorOf(one.name_key, one.id),
  )
}

async function membersOf(ids: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ group_id: string; n: number }>(
    sql`select group_id, count(*) as n from msg_group_members where group_id${oneOf(ids)}
        group by group_id`,
  )
  return new Map(found.map(({ group_id, n }) => [group_id, Number(n)]))
}

const shown = (one: Row, members: number): Group => ({
  id: one.id,
  name: one.name,
  description: one.description,
  memberCount: members,
  version: one.version,
  createdAt: one.created_at,
  updatedAt: one.updated_at,
})

export async function find(caller: Owner, id: string): Promise<Group> {
  const one = await rowOf(caller, id)
  return shown(one, (await membersOf([id])).get(id) ?? 0)
}

export async function rowOf(caller: Owner, id: string, lock = false): Promise<Row> {
  const found = isId(id) ? await msg_groups.find({ ...ownerOf(caller), id }, { lock }) : undefined
  if (found === undefined) throw noneHere('group')
  return found
}

/** As people name one on the command line. */
export async function groupCalled(caller: Owner, typed: string): Promise<Row> {
  const named = await msg_groups.find({ ...ownerOf(caller), name_key: keyOf(typed) })
  return named ?? rowOf(caller, typed)
}

export async function create(
  caller: MessagingCaller,
  { name, description }: GroupInput,
): Promise<Group> {
  const { account_id, mode } = caller
  const count = await row<{ n: number }>(
    sql`select count(*) as n from msg_groups where account_id = ${account_id} and mode = ${mode}`,
  )
  if (Number(count?.n ?? 0) >= groups_most)
    throw wrongState(`This account has as many groups as it may (${groups_most}).`)
  const made = await orTaken(name, () =>
    msg_groups.insert({
      ...ownerOf(caller),
      name,
      name_key: keyOf(name),
      description: description ?? null,
    }),
  )
  return shown(made, 0)
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

export async function change(
  caller: MessagingCaller,
  id: string,
  { name, description }: GroupChange,
): Promise<Group> {
  freshHere(caller, await rowOf(caller, id, true))
  await orTaken(name ?? '', () =>
    msg_groups.change(
      { ...ownerOf(caller), id },
      {
        ...(name === undefined ? {} : { name, name_key: keyOf(name) }),
        ...(description === undefined ? {} : { description }),
      },
    ),
  )
  return find(caller, id)
}

async function orTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await attempt(work)
  } catch (error) {
    if (isTaken(error, 'name_key')) throw taken('name', `A group named ${name}`)
    throw error
  }
}

/** Told by campaigns, which stand below: the group is their audience and may not go. */
let usedBy: (group_id: string) => Promise<string | null> = () => Promise.resolve(null)
export function setGroupUse(ask: typeof usedBy): void {
  usedBy = ask
}

/** Its contacts stay. */
export async function remove(caller: MessagingCaller, id: string): Promise<void> {
  const one = await rowOf(caller, id, true)
  const campaign = await usedBy(id)
  if (campaign !== null)
    throw wrongState(`The group ${one.name} is the audience of the campaign ${campaign}.`)
  await run(sql`delete from msg_group_members where group_id = ${id}`)
  await msg_groups.remove({ ...ownerOf(caller), id })
}

export async function members(
  caller: MessagingCaller,
  id: string,
  asked: Asked & { optedOut?: string },
): Promise<Listed<Contact>> {
  await rowOf(caller, id)
  const found = await read(
    where([
      ...ownedBy(caller),
      sql`exists (select 1 from msg_group_members m where m.group_id = ${id} and m.contact_id = c.id)`,
      outCondition(asked.optedOut),
      afterId(asked, 'asc', 'c.id'),
    ]),
    limitOf(asked) + 1,
  )
  const page = listed(
    asked,
    found,
    ({ id: one }) => one,
    ({ id: one }) => cursorOf(one),
  )
  return { data: await shownAll(found.slice(0, limitOf(asked))), nextCursor: page.nextCursor }
}

/** Adding one that is in it already is no error; unknown numbers are made or told. */
export async function add(
  caller: MessagingCaller,
  id: string,
  { contactIds = [], phones = [], create: makes = false }: MembersInput,
): Promise<{ added: number; already: number; unknown: string[] }> {
  const group = await rowOf(caller, id)
  const numbers = [...new Set(phones.map((typed, at) => numberOf(typed, `phones[${at}]`)))]
  const by_phone = await idsOf(caller, numbers)
  const missing = numbers.filter((phone) => !by_phone.has(phone))
  if (makes && missing.length > 0) {
    for (const [phone, contact_id] of await make(caller, missing)) by_phone.set(phone, contact_id)
  }
  const asked_ids = [...new Set(contactIds)]
  const own = new Set(await ownIds(caller, asked_ids))
  const ids = [...new Set([...own, ...by_phone.values()])]
  const { hospital_id } = caller
  const list = JSON.stringify(ids)
  const added = await run(
    sql`insert into msg_group_members (group_id, contact_id, hospital_id, added_at)
        select ${byDialect({ sqlite: sql`${group.id}`, postgres: sql`${group.id}::text` })}, c.id,
          ${byDialect({ sqlite: sql`${hospital_id}`, postgres: sql`${hospital_id}::text` })},
          ${byDialect({ sqlite: sql`${clock.instant()}`, postgres: sql`${clock.instant()}::text` })}
        from msg_contacts c where c.id in (${byDialect({
          sqlite: sql`select value from json_each(${list})`,
          postgres: sql`select value from json_array_elements_text(${list}::json) as l (value)`,
        })})
        on conflict (group_id, contact_id) do nothing`,
  )
  return {
    added,
    already: ids.length - added,
    unknown: [...(makes ? [] : missing), ...asked_ids.filter((one) => !own.has(one))],
  }
}

export async function idsOf(
  { account_id, mode }: Owner,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<{ id: string; phone: string }>(
    sql`select id, phone from msg_contacts
        where account_id = ${account_id} and mode = ${mode} and phone${oneOf(phones)}`,
  )
  return new Map(found.map(({ id, phone }) => [phone, id]))
}

async function ownIds({ account_id, mode }: Owner, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    sql`select id from msg_contacts
        where account_id = ${account_id} and mode = ${mode} and id${oneOf(ids)}`,
  )
  return found.map(({ id }) => id)
}

async function make(
  caller: MessagingCaller,
  phones: readonly string[],
): Promise<[string, string][]> {
  const made = phones.map((phone): [string, string] => [phone, newId()])
  const at = clock.instant()
  await insertBulk(
    msg_contacts,
    { ...ownerOf(caller), source: 'api', created_at: at, updated_at: at },
    made.map(([phone, id]) => ({
      id,
      phone,
      search_text: searchTextOf({ first_name: null, last_name: null, phone }),
    })),
  )
  return made
}

export async function take(
  caller: MessagingCaller,
  id: string,
  { contactIds = [], phones = [] }: Pick<MembersInput, 'contactIds' | 'phones'>,
): Promise<{ removed: number }> {
  await rowOf(caller, id)
  const numbers = phones.map((typed, at) => numberOf(typed, `phones[${at}]`))
  const by_phone = await idsOf(caller, numbers)
  const ids = [...new Set([...contactIds, ...by_phone.values()])]
  return {
    removed: await run(
      sql`delete from msg_group_members where group_id = ${id} and contact_id${oneOf(ids)}`,
    ),
  }
}

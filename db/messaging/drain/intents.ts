// Before a part's first byte leaves, its intent is kept with full durability (MSG-302). Only what this
// transaction let through may be sent; what was cancelled, ended or taken meanwhile, or is in somebody's
// hand, falls out of it.

import { dialect, returning, run, within } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { oneOf, raw, sql } from '../../store/sql.ts'
import type { Queued } from './queued.ts'

export interface Owner {
  link_id: string
  daemon: string
  /** MSG-314: grows with every owner; an older one can write nothing any more. */
  fence: number
  test?: true
}

export interface Intent {
  message: Queued
  part_id: string
  number: number
  segments: number
  bind: number
  sequence: number
  user_reference: number
  /** Whether a row of this part is there already. */
  resumed: boolean
}

/** Parts of a message whose turn has not come: they belong to the link from the first one on. */
export interface Later {
  message_id: string
  hospital_id: string
  part_id: string
  number: number
  segments: number
  phone: string
}

/** What is to go, asked for when the writer is there: more may have become free while it was waited for. */
export interface Going {
  intents: readonly Intent[]
  later: readonly Later[]
  at: string
}

/** Those that a rate which daemons keep together lets go; asked in the same transaction. */
export type Gate = (intents: readonly Intent[]) => Promise<readonly Intent[]>

/** Answers the ids of the parts that may go. What `cut` writes first is kept with them, or not at all. */
export function intend(
  owner: Owner,
  cut: () => Promise<Going> | Going,
  gate?: Gate,
): Promise<ReadonlySet<string>> {
  return within(async () => {
    const { intents, later, at } = await cut()
    const going = gate === undefined ? intents : await gate(intents)
    const fresh = going.filter(({ resumed }) => !resumed)
    const resumed = going.filter((one) => one.resumed)
    const allowed = new Set<string>()
    if (fresh.length > 0) {
      const messages = await begin(owner, fresh, at)
      await write(owner, fresh, later, messages, at)
      for (const one of fresh) if (messages.has(one.message.message_id)) allowed.add(one.part_id)
    }
    if (resumed.length > 0) for (const id of await resume(owner, resumed, at)) allowed.add(id)
    return allowed
  }, 'jobs')
}

/** Test mode has no links and no leases; the turn that asks is alone with its account. */
export const intendInTest = async (
  owner: Owner,
  intents: readonly Intent[],
  at: string,
): Promise<void> => {
  await intend({ ...owner, test: true }, () => ({ intents, later: [], at }))
}

const stillOwned = ({ link_id, daemon, fence, test }: Owner) =>
  test === true
    ? sql`1 = 1`
    : sql`exists (
  select 1 from msg_links l
  where l.id = ${link_id} and l.fence = ${fence} and l.lease_owner = ${daemon})`

/** Not the stronger lock: it would pass over what only a new row refers to. */
const skipHeld = () => (dialect() === 'postgres' ? raw('for no key update skip locked') : raw(''))

/**
 * What was put off or paused after it was read is not due any more, and stays (MSG-308). So does what
 * somebody has in hand: he may be waiting for a wallet that this transaction holds (decision 0262).
 */
async function begin(
  owner: Owner,
  fresh: readonly Intent[],
  at: string,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(fresh.map(({ message }) => message.message_id))]
  const begun = await returning<{ id: string }>(sql`
    update msg_messages set submitted = true, link_id = ${owner.link_id}, updated_at = ${at}
    where id in (
      select id from msg_messages
      where id${oneOf(ids)} and status = 'queued' and not submitted and valid_until > ${at}
        and due_at <= ${at} ${skipHeld()})
      and ${stillOwned(owner)}
    returning id`)
  return new Set(begun.map(({ id }) => id))
}

const part_types = {
  id: 'text',
  hospital_id: 'text',
  message_id: 'text',
  number: 'integer',
  segments: 'integer',
  state: 'text',
  bind: 'integer',
  sequence: 'bigint',
  user_reference: 'integer',
  phone: 'text',
  attempts: 'integer',
} as const

async function write(
  { link_id, daemon, fence }: Owner,
  fresh: readonly Intent[],
  later: readonly Later[],
  messages: ReadonlySet<string>,
  at: string,
): Promise<void> {
  const rows = [
    ...fresh.map(({ message, part_id, ...one }) => ({
      id: part_id,
      hospital_id: message.hospital_id,
      message_id: message.message_id,
      number: one.number,
      segments: one.segments,
      state: 'submitting',
      bind: one.bind,
      sequence: one.sequence,
      user_reference: one.user_reference,
      phone: message.phone,
      attempts: 1,
    })),
    ...later.map(({ part_id, ...one }) => ({
      id: part_id,
      hospital_id: one.hospital_id,
      message_id: one.message_id,
      number: one.number,
      segments: one.segments,
      state: 'waiting',
      bind: 0,
      sequence: null,
      user_reference: null,
      phone: one.phone,
      attempts: 0,
    })),
  ].filter(({ message_id }) => messages.has(message_id))
  if (rows.length === 0) return
  await run(sql`
    insert into msg_parts (id, hospital_id, message_id, number, segments, state, bind, sequence,
      user_reference, phone, attempts, link_id, owner, fence, submitted_at, created_at)
    select given.*, ${text(link_id)}, ${text(daemon)}, ${fence} + 0,
      case when given.state = 'submitting' then ${text(at)} end, ${text(at)}
    from ${given('given', part_types, rows)}`)
}

/** PostgreSQL cannot tell the type of a bound value in a select list. */
const text = (value: string) => sql`cast(${value} as varchar)`

async function resume(owner: Owner, resumed: readonly Intent[], at: string): Promise<string[]> {
  const rows = resumed.map(({ part_id, bind, sequence, user_reference }) => ({
    part_id,
    bind,
    sequence,
    user_reference,
  }))
  const types = {
    part_id: 'text',
    bind: 'integer',
    sequence: 'bigint',
    user_reference: 'integer',
  } as const
  const taken = await returning<{ id: string }>(sql`
    update msg_parts set state = 'submitting', bind = given.bind, sequence = given.sequence,
      user_reference = given.user_reference, owner = ${owner.daemon}, fence = ${owner.fence},
      submitted_at = ${at}, attempts = attempts + 1, link_id = ${owner.link_id}
    from ${given('given', types, rows)}
    where msg_parts.id = given.part_id and state = 'waiting' and ${stillOwned(owner)}
      and exists (select 1 from msg_messages m
        where m.id = msg_parts.message_id and m.status = 'queued' and m.valid_until > ${at})
    returning ${raw('msg_parts.id')}`)
  return taken.map(({ id }) => id)
}

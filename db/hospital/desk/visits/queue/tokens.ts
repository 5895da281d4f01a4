// Numbers that are called out (QUE-2): from 001 each day, per branch and prefix, never given twice, and none
// that somebody wears still.

import type { Caller } from '../../../../core/caller.ts'
import { returning, rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { open_entry_states } from '../words.ts'

export interface TokenFor {
  facility_id: string
  prefix: string
  day: string
}

type Of = Pick<Caller, 'hospital_id'>

export async function nextToken(caller: Of, asked: TokenFor): Promise<string> {
  const last = (await counted(caller, asked)) ?? (await begun(caller, asked))
  return `${asked.prefix}-${String(last).padStart(3, '0')}`
}

async function counted(
  { hospital_id }: Of,
  { facility_id, prefix, day }: TokenFor,
): Promise<number | undefined> {
  const [taken] = await returning<{ last: number }>(
    sql`update queue_tokens set last = last + 1 where hospital_id = ${hospital_id}
      and facility_id = ${facility_id} and prefix = ${prefix} and day = ${day} returning last`,
  )
  return taken?.last
}

/** The first of the day; two who come at once are counted on. */
async function begun(caller: Of, asked: TokenFor): Promise<number> {
  const { facility_id, prefix, day } = asked
  const first = (await highestWorn(caller, asked)) + 1
  const [taken] = await returning<{ last: number }>(
    sql`insert into queue_tokens (hospital_id, facility_id, prefix, day, last)
      values (${caller.hospital_id}, ${facility_id}, ${prefix}, ${day}, ${first})
      on conflict (facility_id, prefix, day) do update set last = queue_tokens.last + 1
      returning last`,
  )
  return taken?.last ?? first
}

async function highestWorn(
  { hospital_id }: Of,
  { facility_id, prefix }: TokenFor,
): Promise<number> {
  const worn = await rows<{ token: string }>(
    sql`select token from queue_entries where hospital_id = ${hospital_id}
      and facility_id = ${facility_id} and status${oneOf([...open_entry_states])}`,
  )
  const numbers = worn
    .filter(({ token }) => token.startsWith(`${prefix}-`))
    .map(({ token }) => Number(token.slice(prefix.length + 1)))
  return Math.max(0, ...numbers.filter(Number.isSafeInteger))
}

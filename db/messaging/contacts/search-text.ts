// The words by which a contact is found.

import { rows, run } from '../../store/connection.ts'
import { byDialect, oneOf, sql } from '../../store/sql.ts'
import { folded } from '../../store/table.ts'
import type { Owner } from '../caller.ts'

export async function refreshSearch(
  { account_id, mode }: Pick<Owner, 'account_id' | 'mode'>,
  phones: readonly string[],
): Promise<void> {
  const found = await rows<{
    id: string
    phone: string
    first_name: string | null
    last_name: string | null
    search_text: string
  }>(
    sql`select id, phone, first_name, last_name, search_text from msg_contacts
        where account_id = ${account_id} and mode = ${mode} and phone${oneOf(phones)}`,
  )
  const stale = found
    .map((one) => ({ ...one, now: searchTextOf(one) }))
    .filter((one) => one.now !== one.search_text)
  if (stale.length === 0) return
  const json = JSON.stringify(stale.map(({ id, now }) => [id, now]))
  await run(
    sql`update msg_contacts as old set search_text = new.words
        from (select value ->> 0 as id, value ->> 1 as words from ${byDialect({
          sqlite: sql`jsonb_each(${json})`,
          postgres: sql`json_array_elements(${json}::json) as each_row (value)`,
        })}) as new where old.id = new.id`,
  )
}

export const searchTextOf = (one: {
  first_name: string | null
  last_name: string | null
  phone: string
}): string =>
  folded([one.first_name, one.last_name, one.phone].filter((word) => word !== null).join(' '))

// What the documents of areas have put on the account of one party, branch by branch: what people wrote by hand stands
// beside them (ACC-9).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { booksOf } from '../books.ts'
import { grouped } from '../chart/chart.ts'
import { hand_sources } from './subledgers.ts'

export async function postedOn(
  caller: Caller,
  grouping: string,
  party_id: string,
): Promise<Map<string, number>> {
  const { chart } = await booksOf(caller)
  const accounts = grouped(chart, grouping).map(({ id }) => id)
  const found = await rows<{ facility_id: string; net: number }>(
    sql`select l.facility_id, cast(sum(l.debit - l.credit) as bigint) as net
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.hospital_id = ${caller.hospital_id} and l.party_id = ${party_id}
        and l.account_id${oneOf(accounts)} and not e.source${oneOf(hand_sources)}
      group by l.facility_id`,
  )
  return new Map(found.map(({ facility_id, net }) => [facility_id, Number(net)]))
}

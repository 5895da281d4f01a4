// Writing into the register of controlled drugs (STK-70, STK-71): in the transaction of the move, while
// the pool of the product is held, so that no two lines are numbered at once.

import { createHash } from 'node:crypto'
import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { Parties } from './parties.ts'
import { controlled_entries } from './tables.ts'

export type EntryRow = RowOf<(typeof controlled_entries)['columns']>

/** What a line says beside its number, its people and its hash. */
export type Line = Pick<
  EntryRow,
  | 'store_id'
  | 'product_id'
  | 'kind'
  | 'quantity_in'
  | 'quantity_out'
  | 'balance'
  | 'source'
  | 'source_id'
> &
  Partial<EntryRow>

const lines_a_page = 30
export const first_hash = '0'.repeat(64)

export async function enter(caller: Caller, parties: Parties, line: Line): Promise<EntryRow> {
  const { hospital_id } = caller
  const { store_id, product_id } = line
  const last = await row<{ line_no: number; hash: string }>(
    sql`select line_no, hash from controlled_entries where hospital_id = ${hospital_id}
      and store_id = ${store_id} and product_id = ${product_id} order by line_no desc limit 1`,
  )
  const line_no = Number(last?.line_no ?? 0) + 1
  const wanted = controlled_entries.withDefaults({
    ...line,
    ...parties,
    hospital_id,
    line_no,
    page_no: Math.ceil(line_no / lines_a_page),
    at: clock.instant(),
    hash: '',
  })
  return controlled_entries.insert({
    ...wanted,
    hash: hashOfLine(wanted, last?.hash ?? first_hash),
  })
}

/** Everything that the line says, with the hash of the one before it. */
export function hashOfLine({ hash: _own, ...said }: EntryRow, before: string): string {
  const names = Object.keys(said).toSorted() as (keyof typeof said)[]
  const text = JSON.stringify([before, ...names.map((name) => [name, said[name]])])
  return createHash('sha256').update(text).digest('hex')
}

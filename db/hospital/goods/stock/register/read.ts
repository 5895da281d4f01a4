// The register of controlled drugs as people read it, and the proof of its chain (STK-71).

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import type { ControlledEntry, RegisterFilter } from './shapes.ts'
import { controlled_entries } from './tables.ts'
import { type EntryRow, first_hash, hashOfLine } from './write.ts'

/** In the order in which the lines were written. */
export async function listRegister(
  caller: Caller,
  asked: RegisterFilter & PageAsked,
): Promise<Page<ControlledEntry>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(controlled_entries, asked, {
    from: sql` from controlled_entries${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all'
        ? undefined
        : sql`store_id in (select id from stores where facility_id${oneOf(scope)})`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.product_id, sql`product_id = ${asked.product_id}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      ...withinDays(sql`at`, timezone, asked),
    ])}`,
    order: sql` order by at, id`,
  })
  return mapPage(found, (row) => ({
    ...row,
    quantity_in: row.quantity_in / 1000,
    quantity_out: row.quantity_out / 1000,
    balance: row.balance / 1000,
  }))
}

/** The first line that does not follow from the one before it, in words; null: the chains hold. */
export async function brokenLine({ hospital_id }: Caller): Promise<string | null> {
  const pages = await rows<{ store_id: string; product_id: string }>(
    sql`select distinct store_id, product_id from controlled_entries
      where hospital_id = ${hospital_id} order by store_id, product_id`,
  )
  for (const page of pages) {
    const lines = await controlled_entries.all({ hospital_id, ...page }, { order: ['line_no'] })
    const broken = brokenIn(lines)
    if (broken !== null) return broken
  }
  return null
}

function brokenIn(lines: readonly EntryRow[]): string | null {
  let before = first_hash
  let balance = 0
  for (const [at, line] of lines.entries()) {
    balance += line.quantity_in - line.quantity_out
    const follows = line.line_no === at + 1 && line.balance === balance && balance >= 0
    if (!follows || line.hash !== hashOfLine(line, before)) {
      return `line ${line.line_no} of product ${line.product_id} in store ${line.store_id}`
    }
    before = line.hash
  }
  return null
}

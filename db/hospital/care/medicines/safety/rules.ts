// The tables of safety (5.7): read a page at a time, written row by row, adopted as a whole (CAR-87).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageOf, type PageAsked } from '../../../../store/pages.ts'
import { folded } from '../../../../store/table.ts'
import { takeTurn } from '../../../../store/turn.ts'
import { record } from '../../../office/audit/record.ts'
import { holders } from '../../../office/access/users/holders.ts'
import { type Origin, safety_tables, type SafetyTable } from '../words.ts'
import { safety_bodies } from './bodies.ts'
import { keyOf, tidied } from './keys.ts'
import type { SafetyInput, SafetyRow } from './shapes.ts'
import { edition, safety_source, shippedRows } from './shipped.ts'
import { safety_adoptions, safety_rows } from './tables.ts'

export function tableCalled(typed: string): SafetyTable {
  const found = safety_tables.find((table) => table === typed)
  if (found === undefined) throw noSuch('table of safety')
  return found
}

export async function list(
  { hospital_id }: Caller,
  typed: string,
  asked: PageAsked & { search?: string; target?: string; origin?: Origin },
): Promise<Page<SafetyRow>> {
  const table = tableCalled(typed)
  const own = await safety_rows.all({ hospital_id, safety_table: table })
  const keys = new Set(own.map(({ row_key }) => row_key))
  const mine = own
    .filter(({ struck }) => !struck)
    .map((row): SafetyRow => {
      const { row_key, body, source, reason, by_name } = row
      return { key: row_key, origin: 'OWN', values: body, source, reason, by_name }
    })
  const shipped = [...shippedRows()[table]]
    .filter(([key]) => !keys.has(key))
    .map(([key, values]): SafetyRow => {
      const of = { source: safety_source, reason: null, by_name: null }
      return { key, origin: 'SHIPPED', values: { ...values }, ...of }
    })
  const words = folded(asked.search ?? '')
  const rows = [...mine, ...shipped]
    .filter(({ origin }) => asked.origin === undefined || origin === asked.origin)
    .filter(({ key }) => asked.target === undefined || key.split('|').includes(asked.target))
    .filter(({ values }) => words === '' || folded(JSON.stringify(values)).includes(words))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return pageOf(asked, rows)
}

/** All of it or nothing; a row of the same key gives way. */
export async function put(caller: Caller, typed: string, { rows, reason }: SafetyInput) {
  const { hospital_id } = caller
  const table = tableCalled(typed)
  await takeTurn(`safety ${hospital_id} ${table}`)
  let removed = 0
  for (const [index, row] of rows.entries()) {
    const body = tidied(table, read(safety_bodies[table], row.values), `rows[${index}]`)
    const row_key = keyOf(table, body)
    const gone = row.removed === true
    if (gone) removed += 1
    await safety_rows.remove({ hospital_id, safety_table: table, row_key })
    if (gone && !shippedRows()[table].has(row_key)) continue
    await safety_rows.insert({
      hospital_id,
      safety_table: table,
      row_key,
      body: { ...body },
      struck: gone,
      source: row.source || null,
      reason,
      by_id: caller.user_id,
      by_name: caller.name,
    })
  }
  record(caller, 'safety_table.write', {
    entity_type: 'safety_table',
    entity_id: null,
    entity_label: table,
    reason,
    rows: rows.length,
  })
  return { set: rows.length - removed, removed }
}

/** Ruling 40: from here on it blocks as it says. Nobody adopts what he or she wrote alone. */
export async function adopt(caller: Caller, typed: string, note: string): Promise<void> {
  const { hospital_id } = caller
  const table = tableCalled(typed)
  const known = await safety_adoptions.find({ hospital_id, safety_table: table, edition })
  if (known !== undefined) throw adopted(table)
  const [last] = await safety_rows.all(
    { hospital_id, safety_table: table },
    { order: ['-updated_at', '-id'], limit: 1 },
  )
  if (last !== undefined && last.by_id !== null && last.by_id === caller.user_id) {
    const others = (await holders(caller, 'clinical:settings')).length > 1
    if (others) throw conflict('You edited this table last: somebody else must adopt it.')
  }
  await attempt(() =>
    safety_adoptions.insert({
      hospital_id,
      safety_table: table,
      edition,
      adopted_by: caller.name,
      adopted_at: clock.instant(),
      note,
    }),
  ).catch((error: unknown) => {
    throw isTaken(error, 'safety_table') ? adopted(table) : error
  })
  record(caller, 'safety_table.adopt', {
    entity_type: 'safety_table',
    entity_id: null,
    entity_label: table,
    to_state: 'ADOPTED',
    reason: note,
  })
}

const adopted = (table: SafetyTable) => conflict(`${table} was adopted already.`, 'state')

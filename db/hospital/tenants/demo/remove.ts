// A hospital of made-up people goes as a whole (operations 4.15, OPS-161): every row of it, its audit
// log and its books too, in one transaction. What is cut off leaves everything as it was.

import { type Caller, operator, platform_id } from '../../../core/caller.ts'
import { dialect, row, run, within } from '../../../store/connection.ts'
import { withoutGuard } from '../../../store/guards.ts'
import { conflict } from '../../../core/refusal.ts'
import { raw, sql } from '../../../store/sql.ts'
import { forgetCallers } from '../../office/access/callers.ts'
import { keyOfUser } from '../../office/access/sign-in/lockouts.ts'
import { lockouts, users } from '../../office/access/tables.ts'
import { record } from '../../office/audit/record.ts'
import { byCode, forget, type Hospital, only } from '../../office/hospitals/hospitals.ts'
import { type Belonging, belongings, isIndexed, references, rowsOf } from './belongings.ts'
import { eraseFiles, filesOf } from './kept-files.ts'

export interface DemoRemoved {
  hospital: { id: string; code: string; name: string }
  /** What went, of the tables that held any. */
  tables: { name: string; rows: number }[]
  rows: number
  files: number
}

/** By its code, or the only one; never one with people who are not made up. */
export async function demoHospital(code: string | undefined): Promise<Hospital> {
  const found = code === undefined ? await only() : await byCode(code)
  if (found === undefined || found.id === platform_id) {
    throw conflict('There is no such hospital here.', 'demo')
  }
  if (!found.is_demo) {
    throw conflict(
      `${found.name} is no demonstration: only a hospital of made-up people can be removed.`,
      'demo',
    )
  }
  return found
}

/** How many rows would go, table by table. */
export async function wouldRemove(id: string): Promise<{ name: string; rows: number }[]> {
  const counted: { name: string; rows: number }[] = []
  for (const one of belongings(id)) {
    const found = await row<{ n: number }>(rowsOf(one))
    const rows = Number(found?.n ?? 0)
    if (rows > 0) counted.push({ name: one.name, rows })
  }
  return counted
}

export async function removeDemo(
  caller: Caller,
  code: string | undefined,
  progress: (table: string, done: number, total: number) => void = () => undefined,
): Promise<DemoRemoved> {
  const { removed, files } = await within(async () => {
    const { id, code: word, name } = await alone(await demoHospital(code))
    const about = { id, code: word, name }
    const kept = await filesOf(id)
    const tables = await wouldRemove(id)
    const total = tables.reduce((sum, one) => sum + one.rows, 0)
    await unlock(id)
    await takeAway(id, new Map(tables.map((one) => [one.name, one.rows])), (table, done) =>
      progress(table, done, total),
    )
    forget(id)
    forgetCallers()
    record(operator(platform_id, caller.name), 'demo.remove', {
      entity_type: 'hospital',
      entity_id: id,
      entity_label: name,
      rows: total,
      query: { code: word, tables: Object.fromEntries(tables.map((one) => [one.name, one.rows])) },
    })
    return { removed: { hospital: about, tables, rows: total }, files: kept }
  })
  return { ...removed, files: await eraseFiles(files) }
}

/** PostgreSQL: whoever is about to write for this hospital waits, and then finds none. */
async function alone(hospital: Hospital): Promise<Hospital> {
  if (dialect() === 'postgres') {
    await row(sql`select id from hospitals where id = ${hospital.id} for update`)
  }
  return hospital
}

async function unlock(hospital_id: string): Promise<void> {
  const people = await users.all({ hospital_id })
  await lockouts.removeAnywhere({ account_key: people.map(keyOfUser) })
}

async function takeAway(
  hospital_id: string,
  counts: ReadonlyMap<string, number>,
  progress: (table: string, done: number) => void,
): Promise<void> {
  let done = 0
  for (const one of belongings(hospital_id)) {
    const expected = counts.get(one.name) ?? 0
    if (expected === 0) continue
    const ways = await easyWays(one, expected)
    done += one.guarded
      ? await withoutGuard(one.name, () => removeRows(one))
      : await removeRows(one)
    for (const way of ways) await run(sql`drop index ${raw(way)}`)
    progress(one.name, done)
  }
}

const removeRows = ({ name, whose }: Belonging): Promise<number> =>
  run(sql`delete from ${raw(name)} where ${whose}`)

/** Looking at so many rows in all is no trouble without an index. */
const pairs_max = 2_000_000

/**
 * Before a row goes, the database looks whether another refers to it: of every row, in every table
 * that could. Where no index answers that and there is much to look through, one is made that lives
 * as long as this table is being emptied.
 */
async function easyWays({ name }: Belonging, going: number): Promise<string[]> {
  const made: string[] = []
  for (const { table, column } of references(name)) {
    if (isIndexed(table, column)) continue
    const left = await row<{ n: number }>(
      sql`select count(*) as n from (select 1 from ${raw(table.name)} limit ${pairs_max}) some_rows`,
    )
    if (going * Number(left?.n ?? 0) <= pairs_max) continue
    const index = `going_${made.length}`
    await run(sql`create index ${raw(index)} on ${raw(table.name)} (${raw(column)})`)
    made.push(index)
  }
  return made
}

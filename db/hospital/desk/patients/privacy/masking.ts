// How lists of other areas keep to PRV-1: whose record is closed to the caller stands there with a number
// and no name, and is not found by the name.

import { type Caller, can } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { matching } from '../../../../store/search.ts'
import { join, nothing, oneOf, raw, type Sql, sql } from '../../../../store/sql.ts'
import { masked_name } from '../words.ts'
import { mayOpen } from './privacy.ts'

/** Of these patients, those whose record is closed to the caller. */
export async function closedAmong(
  caller: Caller,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const named = [...new Set(ids)].filter((id) => id !== null)
  if (named.length === 0 || can(caller, 'patient:restricted')) return new Set()
  return closed(caller, sql`and id${oneOf(named)}`)
}

async function closed(caller: Caller, narrowed: Sql): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(
    sql`select id from patients
      where hospital_id = ${caller.hospital_id} and sensitivity = 'RESTRICTED' ${narrowed}`,
  )
  const ids = found.map(({ id }) => id)
  const open = await mayOpen(caller, ids)
  return new Set(ids.filter((id) => !open.has(id)))
}

/** Rows that keep the name of their patient: of a closed record the number alone is shown. */
export async function maskedNames<
  R extends { patient_id: string | null; patient_name: string | null },
>(caller: Caller, found: readonly R[]): Promise<R[]> {
  const hidden = await closedAmong(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.map((row) =>
    hidden.has(row.patient_id ?? '') ? { ...row, patient_name: masked_name } : row,
  )
}

interface Searched {
  table: string
  alias?: string
  /** Columns that find a closed record as well, where exactly that number was typed. */
  numbers: readonly string[]
}

/** As `matching`; who is closed to the caller is found by a number and not by the name. */
export async function matchingOpen(
  caller: Caller,
  { table, alias = table, numbers }: Searched,
  typed: string | undefined,
): Promise<Sql | undefined> {
  const found = matching(table, typed, alias)
  if (found === undefined || can(caller, 'patient:restricted')) return found
  return sql`${found} and ${await notClosed(caller, sql`${raw(alias)}.patient_id`, {
    typed: typed ?? '',
    numbers: numbers.map((column) => sql`${raw(alias)}.${raw(column)}`),
  })}`
}

/** The records of patients that are open to the caller, and of closed ones whose number was typed. */
export async function notClosed(
  caller: Caller,
  patient_id: Sql,
  { typed, numbers }: { typed: string; numbers: readonly Sql[] },
): Promise<Sql> {
  const hidden = can(caller, 'patient:restricted') ? [] : [...(await closed(caller, nothing))]
  if (hidden.length === 0) return sql`1 = 1`
  const word = typed.trim().toUpperCase()
  const ways = [
    sql`${patient_id} is null`,
    sql`not (${patient_id}${oneOf(hidden)})`,
    ...numbers.map((number) => sql`upper(${number}) = ${word}`),
  ]
  return sql`(${join(ways, ' or ')})`
}

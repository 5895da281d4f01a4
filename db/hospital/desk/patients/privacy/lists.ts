// Restricted patients in lists of whatever area (PRV-1): a field that tells who somebody is says so in
// its shape, and is masked where the record is closed to the caller; a name does not find one there.

import { type Caller, can } from '../../../../core/caller.ts'
import type { TSchema } from '../../../../core/kinds/kinds.ts'
import { rows } from '../../../../store/connection.ts'
import { matching, matchingIn } from '../../../../store/search.ts'
import { oneOf, raw, type Sql, sql } from '../../../../store/sql.ts'
import { mayOpen } from './privacy.ts'

export const restrictedRecord = 'Restricted record'

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  nullable?: boolean
  of_patient?: string
  /** Of a record that is opened by itself as well. */
  everywhere?: boolean
}
type Held = Record<string, unknown>
interface Closable {
  of: Held
  field: string
  id: string
  nullable: boolean
}

const tells = new WeakMap<object, boolean>()

/** Whether anything of this shape tells who somebody is: most do not, and cost nothing. */
function tellsWhoIs(shape: Shape): boolean {
  let known = tells.get(shape)
  if (known === undefined) {
    known =
      shape.of_patient !== undefined ||
      (shape.items !== undefined && tellsWhoIs(shape.items)) ||
      Object.values(shape.properties ?? {}).some(tellsWhoIs)
    tells.set(shape, known)
  }
  return known
}

function* closable(shape: Shape, value: unknown, in_list: boolean): Generator<Closable> {
  if (value === null || typeof value !== 'object' || !tellsWhoIs(shape)) return
  if (Array.isArray(value)) {
    for (const one of value) yield* closable(shape.items ?? {}, one, true)
    return
  }
  const of = value as Held
  for (const [field, inner] of Object.entries(shape.properties ?? {})) {
    const id = inner.of_patient === undefined ? undefined : of[inner.of_patient]
    if ((in_list || inner.everywhere === true) && typeof id === 'string')
      yield { of, field, id, nullable: inner.nullable === true }
    else yield* closable(inner, of[field], in_list)
  }
}

/** Masks in place, rows of a list and lists inside a record; the record that was opened stays as it is. */
export async function maskClosed(
  caller: Caller,
  schema: TSchema,
  value: unknown,
  is_list: boolean,
): Promise<void> {
  // What a patient sees of the own account is the portal's matter (POR-6).
  if (caller.kind === 'PATIENT' || !tellsWhoIs(schema as Shape)) return
  const shape = is_list ? { items: schema as Shape } : (schema as Shape)
  const found = [...closable(shape, value, is_list)]
  const closed = await closedAmong(caller, new Set(found.map(({ id }) => id)))
  for (const { of, field, id, nullable } of found) {
    if (!closed.has(id) || of[field] === null) continue
    of[field] = nullable && !/name/.test(field) ? null : restrictedRecord
  }
}

/** Of these patients, those that are restricted and not open to the caller. */
export async function closedAmong(
  caller: Caller,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (ids.size === 0 || can(caller, 'patient:restricted')) return new Set()
  const restricted = await rows<{ id: string }>(
    sql`select id from patients where hospital_id = ${caller.hospital_id}
      and id${oneOf([...ids])} and sensitivity = 'RESTRICTED'`,
  )
  const found = restricted.map(({ id }) => id)
  const open = await mayOpen(caller, found)
  return new Set(found.filter((id) => !open.has(id)))
}

/**
 * Beside a search over names: a restricted patient is found by the numbers of a record alone (PRV-1).
 */
export function notByName(
  caller: Caller,
  typed: string | undefined,
  numbers: readonly string[],
  patient_id = 'patient_id',
): Sql | undefined {
  const by_number = matchingIn(numbers, typed)
  if (by_number === undefined || can(caller, 'patient:restricted')) return undefined
  return sql`((${by_number}) or not exists (select 1 from patients closed
    where closed.id = ${raw(patient_id)} and closed.sensitivity = 'RESTRICTED'))`
}

/**
 * Whose patient `p` somebody types: the whole number, or the name, by which a closed one is not found (PRV-1).
 */
export function patientTyped(caller: Caller, typed: string): Sql {
  const number = sql`p.number = ${typed.toUpperCase()}`
  const name = matching('patients', typed, 'p')
  if (name === undefined) return number
  return can(caller, 'patient:restricted')
    ? sql`(${number} or ${name})`
    : sql`(${number} or (${name} and p.sensitivity <> 'RESTRICTED'))`
}

/** The same for rows of other areas, whose patient stands in this column. */
export const ofPatientTyped = (caller: Caller, typed: string, column: Sql): Sql =>
  sql`exists (select 1 from patients p where p.id = ${column} and ${patientTyped(caller, typed)})`

/** Of colleagues nothing, where a list is of what colleagues may not know (TBC-24). */
export const notOfColleagues = (column: Sql): Sql =>
  sql`${column} not in (select id from patients where sensitivity = 'STAFF')`

/** PRV-1: what is clinical of anybody but these is shown to the care team alone. */
export const ofOpenPatients = (column: Sql): Sql =>
  sql`${column} in (select id from patients where sensitivity = 'NORMAL')`

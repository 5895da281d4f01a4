// Patients as rows of a list: a fixed number of statements, however many they are.

import { type Caller, can } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { pathsOf } from '../areas/administrative-areas.ts'
import { ageOn } from './ages.ts'
import { openVisitsOf } from '../../../neighbours/visits.ts'
import { hiddenPhotos } from '../privacy/hidden-photos.ts'
import { restrictedRecord } from '../privacy/lists.ts'
import { mayOpen } from '../privacy/privacy.ts'
import { languageOf } from './reader.ts'
import { type ListedRow, rowsOf } from '../rows.ts'
import { groupsInForce } from '../groups/vulnerability.ts'
import type { PatientRow } from '../shapes.ts'

export interface Viewing {
  /** Found by exact number, card or identifier: a restricted row is shown (PRV-1). */
  exact?: ReadonlySet<string>
}

export async function viewRows(
  caller: Caller,
  found: readonly ListedRow[],
  { exact = new Set() }: Viewing = {},
): Promise<PatientRow[]> {
  if (found.length === 0) return []
  const language = await languageOf(caller)
  const day = await today(caller)
  const hidden = await hiddenOf(caller, found, exact)
  const open = found.filter(({ id }) => !hidden.has(id))
  const paths = await pathsOf(
    caller,
    open.flatMap(({ area_id }) => area_id ?? []),
  )
  const shared = await phoneHolders(
    caller,
    open.flatMap(({ phone }) => phone ?? []),
  )
  const pictured = await withPhoto(
    caller,
    open.map(({ id }) => id),
  )
  const visits = await openVisitsOf(
    caller,
    open.map(({ id }) => id),
  )
  const groups = await groupsInForce(caller, open)
  return found.map((row) =>
    hidden.has(row.id)
      ? masked(row)
      : {
          ...pick(row),
          age: ageOn(row.birth_date, day, language),
          phone_shared: row.phone_shared || (shared.get(row.phone ?? '') ?? 0) > 1,
          area_path: paths.get(row.area_id ?? '') ?? null,
          vulnerable_groups: groups.get(row.id) ?? [],
          open_visit: visits.get(row.id) ?? null,
          photo: pictured.has(row.id),
        },
  )
}

/** Patients as other areas name them in their lists, by id; what the caller may not open is masked. */
export async function patientRows(
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, PatientRow>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const shown = await viewRows(caller, await rowsOf(caller, unique))
  return new Map(shown.map((row) => [row.id, row]))
}

const pick = (row: ListedRow) => ({
  id: row.id,
  number: row.number,
  full_name: row.full_name,
  known_as: row.known_as,
  sex: row.sex,
  birth_date: row.birth_date,
  birth_date_estimated: row.birth_date_estimated,
  phone: row.phone,
  status: row.status,
  identity: row.identity,
  sensitivity: row.sensitivity,
  allergy_status: row.allergy_status,
  last_visit_at: row.last_visit_at,
})

async function hiddenOf(
  caller: Caller,
  found: readonly ListedRow[],
  exact: ReadonlySet<string>,
): Promise<Set<string>> {
  if (can(caller, 'patient:restricted')) return new Set()
  const closed = found
    .filter(({ id, sensitivity }) => sensitivity === 'RESTRICTED' && !exact.has(id))
    .map(({ id }) => id)
  const open = await mayOpen(caller, closed)
  return new Set(closed.filter((id) => !open.has(id)))
}

export const masked = ({ id, number }: Pick<ListedRow, 'id' | 'number'>): PatientRow => ({
  id,
  number,
  full_name: restrictedRecord,
  known_as: null,
  sex: null,
  birth_date: null,
  birth_date_estimated: null,
  age: null,
  phone: null,
  phone_shared: null,
  area_path: null,
  status: null,
  identity: null,
  sensitivity: null,
  allergy_status: null,
  vulnerable_groups: null,
  open_visit: null,
  last_visit_at: null,
  photo: null,
  restricted: true,
})

/** Living patients per number. */
export async function phoneHolders(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  phones: readonly string[],
): Promise<Map<string, number>> {
  if (phones.length === 0) return new Map()
  const found = await rows<{ phone: string; n: number }>(
    sql`select phone, count(*) as n from patients
      where hospital_id = ${hospital_id} and phone${oneOf(phones)}
      and phone is not null and status in ('TEMPORARY', 'ACTIVE', 'INACTIVE') group by phone`,
  )
  return new Map(found.map(({ phone, n }) => [phone, Number(n)]))
}

/** Those with a photo that this caller may look at. */
export async function withPhoto(caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ subject_id: string }>(
    sql`select subject_id from photos where hospital_id = ${caller.hospital_id}
      and subject = 'patient' and subject_id${oneOf(ids)}`,
  )
  const pictured = found.map(({ subject_id }) => subject_id)
  const hidden = await hiddenPhotos(caller, pictured)
  return new Set(pictured.filter((id) => !hidden.has(id)))
}

// Many patients by their ids, for lists of other areas: as rows, in a fixed number of statements.

import type { Caller } from '../../../../core/caller.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { PatientRow } from '../shapes.ts'
import { patients } from '../tables.ts'
import { viewRows } from './view.ts'

/** What the caller may not open is masked (PRV-2). */
export async function patientsById(
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, PatientRow>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const found = await patients.read(
    sql`select ${patients.selection()} from patients
      where hospital_id = ${caller.hospital_id} and id${oneOf(wanted)}`,
  )
  return new Map((await viewRows(caller, found)).map((row) => [row.id, row]))
}

// Names of patients for lists of many; the edge masks those that are closed to who asks (PRV-1).

import type { Caller } from '../../../core/caller.ts'
import { rowsOf } from '../../desk/patients/rows.ts'

export async function namesOf(
  caller: Caller,
  found: readonly { patient_id: string }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(found.map(({ patient_id }) => patient_id))]
  return new Map((await rowsOf(caller, ids)).map(({ id, full_name }) => [id, full_name]))
}

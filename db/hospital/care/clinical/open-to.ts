// In a list of many, what is clinical of the closed records is left out; narrowed to one patient the edge
// has asked (PRV-1, PRV-3, CAR-10). What somebody wrote is never hidden from the writer.

import { type Caller, can } from '../../../core/caller.ts'
import { raw, type Sql, sql } from '../../../store/sql.ts'
import { ofOpenPatients } from '../../desk/patients/privacy/lists.ts'
import { mayOpen } from '../../desk/patients/privacy/privacy.ts'
import { notOfRestrictedVisits } from '../../desk/visits/for-areas.ts'

/** Whether the closed parts are open to the caller: of this patient, or of everybody. */
export const isTeam = async (caller: Caller, patient_id: string | undefined): Promise<boolean> =>
  patient_id === undefined
    ? can(caller, 'patient:restricted')
    : (await mayOpen(caller, [patient_id])).has(patient_id)

/** Of rows with `patient_id`, `visit_id` and `by_id`. */
export async function clinicalOpenTo(
  caller: Caller,
  patient_id: string | undefined,
  alias: string,
): Promise<Sql | undefined> {
  if (await isTeam(caller, patient_id)) return undefined
  const of = (column: string): Sql => raw(`${alias}.${column}`)
  return sql`(${of('by_id')} = ${caller.user_id ?? ''} or (${notClosed(of)}))`
}

export const notClosed = (of: (column: string) => Sql): Sql =>
  sql`${ofOpenPatients(of('patient_id'))} and ${notOfRestrictedVisits(of('visit_id'))}`

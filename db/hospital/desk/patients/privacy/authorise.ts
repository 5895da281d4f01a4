// What a door opens of one patient is judged here, for every route and command alike (PRV-1 to PRV-3,
// PRV-6). Rules behind a door do not ask again.

import type { Caller } from '../../../../core/caller.ts'
import { isId } from '../../../../core/ids.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { recordRead } from '../../../office/audit/reads.ts'
import { type Row, patientRecord } from '../rows.ts'
import { canSee, assertMayOpen, restricted } from './privacy.ts'

/** A patient, or a record that names its patient: a visit itself, or something of one. */
export type Found =
  | Row
  | {
      readonly patient_id: string | null
      readonly visit_id?: string | null
      /** Of a visit: at a restricted point, or of violence (PRV-3). */
      readonly restricted?: boolean
    }

/** record: PRV-2. clinical: PRV-1 and PRV-3 as well. desk: the desk's part of a closed record. */
export type Part = 'record' | 'clinical' | 'desk'

export interface Opened {
  patient: Row
  patient_id: string
  grant_id: string | null
}

export async function authorise(caller: Caller, part: Part, found: Found): Promise<Opened | null> {
  const patient = await patientIn(caller, found)
  if (patient === null) return null
  const of = { patient, patient_id: patient.id }
  if (part === 'desk') return { ...of, grant_id: null }
  const grant = await assertMayOpen(caller, await keptOf(caller, patient))
  if (part === 'clinical' && !(await canSee(caller, { patient_id: patient.id, ...visitIn(found) })))
    throw restricted()
  return { ...of, grant_id: grant?.id ?? null }
}

/** By an id that was sent: what is no id is nobody either. */
export async function authoriseNamed(
  caller: Caller,
  part: Part,
  patient_id: string,
): Promise<Opened | null> {
  if (!isId(patient_id)) throw noSuch('patient')
  return authorise(caller, part, { patient_id })
}

/** A merged record opens what the kept one opens (PAT-20). */
const keptOf = async (caller: Caller, patient: Row): Promise<Row> =>
  patient.merged_into_id === null ? patient : patientRecord.get(caller, patient.merged_into_id)

async function patientIn(caller: Caller, found: Found): Promise<Row | null> {
  // A problem of the chart has a sensitivity of its own.
  if (!('patient_id' in found)) return found
  return found.patient_id === null ? null : patientRecord.get(caller, found.patient_id)
}

function visitIn(found: Found): { visit_id?: string; sensitive?: boolean } {
  if (!('patient_id' in found)) return {}
  if (found.restricted !== undefined) return { sensitive: found.restricted }
  return typeof found.visit_id === 'string' ? { visit_id: found.visit_id } : {}
}

/** For whoever has no door: the record is opened, and that stands in the log (PLT-112). */
export async function authoriseRead(caller: Caller, id: string, action: string): Promise<Row> {
  const row = await patientRecord.get(caller, id)
  const found = await authorise(caller, 'record', row)
  await recordRead(caller, action, {
    entity_type: 'patient',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.id,
    ...(typeof found?.grant_id === 'string' ? { query: { break_glass: found.grant_id } } : {}),
  })
  return row
}

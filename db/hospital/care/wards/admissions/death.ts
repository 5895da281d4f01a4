// A death in the ward (CAR-32), and one that somebody else recorded of a patient who lies here.

import type { Caller } from '../../../../core/caller.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { markDeceased } from '../../../desk/patients/record/deaths.ts'
import { momentOf } from '../../../desk/vitals/read-input.ts'
import { receiveBody } from '../../../neighbours/emergencies.ts'
import { endStay, letGo, openStay } from '../stays/beds-held.ts'
import { endTransfers } from '../transfers/record.ts'
import { begun } from './begin.ts'
import { afterAdmission, endWork } from './discharge.ts'
import { admissionRecord, liveOf, type Row } from './record.ts'
import type { DeathInput } from './shapes.ts'

/** The bed is kept until the body is moved; nothing more is charged for it. */
export async function recordDeath(caller: Caller, id: string, input: DeathInput): Promise<Row> {
  const signer = await practisingSigner(caller)
  const { before, patient } = await begun(caller, id, 'record_death')
  const died_at = momentOf('died_at', input.died_at, patient.birth_date, 'told')
  afterAdmission('died_at', died_at, before)
  const row = await died(caller, before, died_at, input.note ?? null)
  // What a stay owes is charged before the account is that of somebody who died.
  await endWork(caller, row, 'Died')
  await markDeceased(caller, {
    patient_id: row.patient_id,
    died_at,
    place: 'WARD',
    confirmed_by: input.certified_by ?? signer.name,
    cause: input.causes ?? null,
  })
  const { patient_id, id: admission_id } = row
  await receiveBody(caller, { patient_id, admission_id, source: 'WARD', died_at })
  return row
}

async function died(
  caller: Caller,
  before: Row,
  died_at: string,
  note: string | null,
): Promise<Row> {
  const row = await admissionRecord.moved(caller, before, 'record_death', {
    outcome: 'DIED',
    clinically_at: died_at,
    cleared_at: null,
    cleared_by_name: null,
    gate_pass_no: null,
    discharge_note: note ?? before.discharge_note,
  })
  const stay = await openStay(caller, row.id)
  if (stay !== undefined) await endStay(caller, stay, died_at, 'DIED')
  return row
}

/** PAT-24: what a death elsewhere stops. Who asked for a bed needs none. */
export async function onDeath(
  caller: Caller,
  patient_id: string,
  died_at: string,
): Promise<Record<string, readonly string[]>> {
  const seen = await liveOf(caller, patient_id)
  if (seen === undefined || seen.outcome === 'DIED') return {}
  const before = await admissionRecord.locked(caller, seen.id)
  await endTransfers(caller, before.id, 'Died')
  await letGo(caller, before, 'Died')
  if (before.admitted_at === null) {
    await admissionRecord.moved(caller, before, 'cancel', { bed_id: null }, 'Died')
  } else await died(caller, before, died_at, null)
  return { admissions: [before.number] }
}

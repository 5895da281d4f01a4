// What keeps somebody from a vaccine: for life, for a while, or because it was refused (2.13).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { writable } from '../../desk/patients/rows.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { record } from '../../office/audit/record.ts'
import { today } from '../../office/places/hours.ts'
import { deferralRecord, type DeferralRow } from './record.ts'
import type { Deferral, DeferralInput } from './shapes.ts'
import { immunisation_deferrals } from './tables.ts'
import { doseNamed, vaccineNamed } from './vaccines.ts'

export async function open(caller: Caller, input: DeferralInput): Promise<DeferralRow> {
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const what = whatOf(input)
  const until = input.until ?? null
  if (until !== null && until < (await today(caller, patient.facility_id))) {
    throw invalid('until', 'is in the past.')
  }
  const { hospital_id } = caller
  const standing = conflict(
    `${what.dose_key ?? what.vaccine} is put off for this patient already: end that first.`,
    'state',
  )
  const made = {
    hospital_id,
    facility_id: caller.facility_id ?? patient.facility_id,
    patient_id: patient.id,
    ...what,
    kind: input.kind,
    reason: input.reason,
    until,
    by_name: signer.name.slice(0, 160),
    by_id: caller.user_id,
  }
  const row = await attempt(() => immunisation_deferrals.insert(made)).catch((error: unknown) => {
    throw isTaken(error, 'vaccine') || isTaken(error, 'dose_key') ? standing : error
  })
  noted(caller, 'open', row)
  return row
}

function whatOf({ dose_key, vaccine }: DeferralInput) {
  if (dose_key) {
    const { line } = doseNamed(dose_key)
    return { dose_key: line.dose_key, vaccine: line.vaccine }
  }
  if (!vaccine) throw invalid('vaccine', 'or dose_key is required.')
  return { dose_key: null, vaccine: vaccineNamed(vaccine).code }
}

export async function end(caller: Caller, id: string, reason: string): Promise<DeferralRow> {
  const signer = await signerOf(caller)
  const before = await deferralRecord.locked(caller, id)
  if (before.ended_at !== null) throw conflict('It has ended already.', 'state')
  const changes = {
    ended_at: clock.instant(),
    ended_by_name: signer.name.slice(0, 160),
    end_reason: reason,
  }
  await immunisation_deferrals.change({ hospital_id: caller.hospital_id, id }, changes)
  noted(caller, 'end', before)
  return deferralRecord.get(caller, id)
}

/** Why it was put off is clinical, and stands with it alone. */
function noted(caller: Caller, move: string, row: DeferralRow): void {
  record(caller, `immunisation_deferral.${move}`, {
    entity_type: 'immunisation_deferral',
    entity_id: row.id,
    entity_label: row.dose_key ?? row.vaccine,
    patient_id: row.patient_id,
    to_state: row.kind,
  })
}

export const shown = (row: DeferralRow): Deferral => row

// Who an unknown body is (MOR-4): two people from outside saw it and said so, or the police does.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../core/refusal.ts'
import { isId } from '../../../core/ids.ts'
import { identify as identifyPatient } from '../../desk/patients/register/change.ts'
import { markDeceased } from '../../desk/patients/record/deaths.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { person } from './expecting.ts'
import { refreshHolds } from './holds.ts'
import type { Identified } from './kept.ts'
import { begun, type Body, bodyRecord } from './record.ts'
import type { IdentifyInput } from './shapes.ts'
import { body_viewings } from './tables.ts'

export async function identify(caller: Caller, id: string, input: IdentifyInput): Promise<Body> {
  const { before, patient } = await begun(caller, id, 'identify')
  if (before.identity === 'KNOWN' && !input.reason) {
    throw invalid('reason', 'is required: this body was identified before.')
  }
  const identified = await saidBy(caller, before, input)
  const told = input.patient_id ?? input.patient
  if (patient.identity === 'UNKNOWN' && !told) {
    throw new Refusal(400, 'invalid', "Give either patient_id or the person's details.", {
      field: 'patient_id',
    })
  }
  const kept =
    patient.identity === 'UNKNOWN'
      ? await named(caller, before, input, identified)
      : await patientRecord.get(caller, before.patient_id)
  const changes = { identified, ...person(kept), identity: 'KNOWN' as const }
  const now = await bodyRecord.get(caller, id)
  const row = await bodyRecord.moved(caller, now, 'identify', changes, input.reason ?? null)
  await refreshHolds(caller, row)
  return row
}

/** The record of the patient becomes that person's, or is merged into the one there is. */
async function named(
  caller: Caller,
  body: Body,
  { patient_id, patient, reason }: IdentifyInput,
  { how, names }: Identified,
) {
  const { id } = await identifyPatient({ ...caller, expected_version: null }, body.patient_id, {
    ...(patient_id === undefined ? {} : { patient_id }),
    ...(patient === undefined ? {} : { patient }),
    ...(reason === undefined ? {} : { reason }),
    evidence: how === 'POLICE' ? 'POLICE' : 'RELATIVE',
    identified_by_name: (names[0] ?? caller.name).slice(0, 120),
  })
  const kept = await patientRecord.get(caller, id)
  if (kept.status === 'DECEASED' || !body.own) return kept
  // The record that there was is of somebody who lived until now.
  return markDeceased(caller, {
    patient_id: id,
    died_at: body.died_at ?? clock.instant(),
    place: 'UNKNOWN',
    confirmed_by: caller.name,
    source_note: body.number,
    died_at_estimated: true,
  })
}

async function saidBy(
  caller: Caller,
  body: Body,
  { viewing_id, police }: IdentifyInput,
): Promise<Identified> {
  const at = clock.instant()
  const by_name = caller.name
  if (police) return { at, by_name, how: 'POLICE', names: [police.officer], police }
  if (!viewing_id) throw invalid('viewing_id', 'is required, or what the police says.')
  const { hospital_id } = caller
  const viewing = isId(viewing_id)
    ? await body_viewings.find({ hospital_id, id: viewing_id, body_id: body.id })
    : undefined
  if (viewing === undefined) throw noSuch('viewing')
  const { visitors } = viewing
  const documented = visitors.some(({ id_no }) => id_no !== null)
  if (!viewing.identified || (visitors.length < 2 && !documented)) {
    throw conflict('Two people from outside must say who it is, or one with a document.')
  }
  return { at, by_name, how: 'VIEWING', names: visitors.map(({ name }) => name), police: null }
}

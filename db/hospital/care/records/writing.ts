// A record is written as a draft and changed while it is one (3.1 edit; CAR-3 to CAR-8).

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { isId } from '../../../core/ids.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { gate } from '../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../desk/gates/shapes.ts'
import { type Row as Patient, writable } from '../../desk/patients/rows.ts'
import { joinTeam } from '../../desk/visits/moves/events.ts'
import { staffOf } from '../../neighbours/people.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { zoneOf } from '../../office/places/hours.ts'
import type { Written } from './begin.ts'
import { contentRead } from './content.ts'
import { placeOf } from './place.ts'
import { clinicalRecord, isAuthor, record_life, type RecordRow, seen } from './record.ts'
import type { RecordChange, RecordInput } from './shapes.ts'
import { signNow, stepDown } from './signing.ts'
import { clinical_records } from './tables.ts'
import { signed_states } from './words.ts'

/** The draft; with `sign` it is signed in the same breath, or nothing of it stands. */
export async function open(caller: Caller, input: RecordInput): Promise<Written> {
  if (await madeBefore(caller, clinical_records, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const place = await placeOf(caller, patient, { ...input, whenever: input.kind === 'SUMMARY' })
  const content = await contentRead(caller, input, { patient, place })
  await copiedFrom(caller, input.copied_from_id, patient)
  // The log of the assistant stands in an area below: only that it is an id is known here.
  if (input.assist_id && !isId(input.assist_id)) throw noSuch('suggestion')
  const before = { place_id: place.place_id, content }
  await stepDown(caller, before, input.replace_primary ?? false)
  const row = await clinicalRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      ...content,
      patient_id: patient.id,
      facility_id: place.facility_id,
      visit_id: place.visit_id,
      admission_id: place.admission_id,
      place_id: place.place_id,
      department: place.department,
      copied_from_id: input.copied_from_id ?? null,
      assist_id: input.assist_id ?? null,
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      cadre: (await staffOf(caller))?.cadre?.slice(0, 80) ?? null,
      by_id: caller.user_id,
    },
    'record',
  )
  const warnings = await notBackdated(caller, row, patient, input.overrides)
  if (place.visit_id !== null) await joinTeam(caller, place.visit_id)
  if (input.sign !== true) return { row, warnings }
  const signed = await signNow(caller, row, patient, { overrides: input.overrides })
  return { row: signed.row, warnings: [...warnings, ...signed.warnings] }
}

async function already(caller: Caller, { id, patient_id }: RecordInput): Promise<Written> {
  const { hospital_id } = caller
  const found = await clinical_records.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return { row: found, warnings: [] }
}

async function copiedFrom(
  caller: Caller,
  id: string | null | undefined,
  { id: patient_id }: Patient,
): Promise<void> {
  if (!id) return
  const source = await seen(caller, id)
  if (source.patient_id !== patient_id) throw noSuch('record')
}

/** CAR-5. */
async function notBackdated(
  caller: Caller,
  row: RecordRow,
  patient: Patient,
  overrides: readonly Override[] | undefined,
): Promise<GateResult[]> {
  const { id, patient_id, visit_id } = row
  return gate(caller, {
    action: 'record.write',
    subject: { record: row, patient },
    facts: { departments: row.department },
    overrides: overrides?.filter(({ gate: key }) => key === 'BACKDATED'),
    entity: { type: 'clinical_record', id, patient_id, visit_id },
  })
}

export async function change(caller: Caller, id: string, input: RecordChange): Promise<RecordRow> {
  await signerOf(caller)
  const { patient_id } = await seen(caller, id)
  const patient = await writable(caller, patient_id)
  const before = await clinicalRecord.locked(caller, id)
  fresh(caller, before)
  await mustBeDraft(caller, before)
  if (!isAuthor(caller, before)) throw conflict(`Only ${before.staff_name} can change this draft.`)
  const place = { place_id: before.place_id, admission_id: before.admission_id }
  const content = await contentRead(caller, input, { patient, place, before })
  await stepDown(caller, { ...before, content }, input.replace_primary ?? false)
  return clinicalRecord.changed(caller, before, 'edit', content)
}

/** CAR-8, in the words of section 6. */
async function mustBeDraft(caller: Caller, row: RecordRow): Promise<void> {
  if (row.status === 'DRAFT') return
  if (!(signed_states as readonly string[]).includes(row.status)) {
    throw record_life.refusal(row.status, row.title)
  }
  const on = dayIn(await zoneOf(caller, row.facility_id), new Date(row.signed_at ?? row.created_at))
  throw conflict(`This note was signed on ${on}. It can: amend, void.`, 'state')
}

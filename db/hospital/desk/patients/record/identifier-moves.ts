// Numbers of a patient one by one: added, seen, voided (PAT-6, PAT-12).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { compare } from '../register/change.ts'
import type { Identifier, IdentifierChange, IdentifierInput } from './hanging-shapes.ts'
import { patient_identifiers } from './hanging-tables.ts'
import { free, insert, readIdentifier } from './identifiers.ts'
import { dateIn, looksRight, misfit } from '../register/identity-numbers.ts'
import { oneAtATime } from '../register/register.ts'
import { type Row as Patient, patientRecord, writable } from '../rows.ts'
import { patients } from '../tables.ts'
import { recordOf } from '../../../../store/record-of.ts'

type Row = RowOf<(typeof patient_identifiers)['columns']>

export const identifierRecord = recordOf(patient_identifiers, 'identifier')

export const identifiersOf = (
  { hospital_id }: Caller,
  patient_id: string,
  include_voided = false,
): Promise<Row[]> =>
  patient_identifiers.all(
    { hospital_id, patient_id, ...(include_voided ? {} : { voided: false }) },
    { order: ['created_at', 'id'] },
  )

export async function add(
  caller: Caller,
  patient_id: string,
  input: IdentifierInput,
): Promise<Identifier> {
  const { hospital_id } = caller
  await oneAtATime(caller)
  const patient = await writable(caller, patient_id)
  const read = readIdentifier('value', input)
  const own = await identifiersOf(caller, patient_id)
  if (own.some(({ type, value_key }) => type === read.type && value_key === read.value_key)) {
    throw conflict('This number stands on the record already.', 'identifier')
  }
  if (read.type === 'NATIONAL_ID' && own.some(({ type }) => type === 'NATIONAL_ID')) {
    throw conflict(`${patient.full_name} has another national ID. Void it first.`, 'identifier')
  }
  await free(caller, [read], patient_id)
  await insert(caller, patient_id, [read])
  const made = await patient_identifiers.find({
    hospital_id,
    patient_id,
    type: read.type,
    value_key: read.value_key,
    voided: false,
  })
  note(caller, 'identifier.create', patient, made as Row, {})
  await compare(caller, patient)
  return made as Row
}

export async function change(
  caller: Caller,
  id: string,
  input: IdentifierChange,
): Promise<Identifier> {
  const { before, patient } = await touched(caller, id)
  await patient_identifiers.change({ hospital_id: caller.hospital_id, id }, input)
  note(caller, 'identifier.update', patient, before, { changes: difference(before, input) })
  return identifierRecord.get(caller, id)
}

/** The document was seen: from now on it is known who this is. */
export async function verify(
  caller: Caller,
  id: string,
  { seen_document, mismatch_reason }: { seen_document: boolean; mismatch_reason?: string },
): Promise<Identifier> {
  if (!seen_document) throw invalid('seen_document', 'must be true.')
  const { hospital_id } = caller
  const { before, patient } = await touched(caller, id)
  if (before.verified) throw conflict('This number is verified already.', 'state')
  if (patient.identity === 'UNKNOWN') {
    throw conflict(`Say first who ${patient.number} is: nobody is known by that record yet.`)
  }
  const birth = before.type === 'NATIONAL_ID' ? await birthBy(caller, before, patient) : null
  if (birth !== null && !patient.birth_date_estimated && mismatch_reason === undefined) {
    throw conflict(`The national ID says ${birth}, the birth date says ${patient.birth_date}.`)
  }
  await patient_identifiers.change(
    { hospital_id, id },
    {
      verified: true,
      verified_by: caller.name,
      verified_at: clock.instant(),
      mismatch_reason: birth === null ? null : (mismatch_reason ?? null),
    },
  )
  const guessed = birth !== null && patient.birth_date_estimated
  const known = {
    identity: 'CONFIRMED' as const,
    ...(guessed ? { birth_date: birth, birth_date_estimated: false } : {}),
  }
  await patients.change({ hospital_id, id: patient.id }, known)
  note(caller, 'identifier.verify', patient, before, {
    changes: difference(patient, known),
    reason: mismatch_reason,
  })
  return identifierRecord.get(caller, id)
}

/** The birth date that a national ID says, where it is another than the record's. */
async function birthBy(caller: Caller, { value }: Row, patient: Patient): Promise<string | null> {
  const { country } = await hospitalOf(caller)
  if (!looksRight(value, country)) throw conflict(misfit(country))
  const date = country === 'TZ' ? dateIn(value) : null
  return date === patient.birth_date ? null : date
}

export async function voided(caller: Caller, id: string, reason: string): Promise<Identifier> {
  const { hospital_id } = caller
  const { before, patient } = await touched(caller, id)
  await patient_identifiers.change(
    { hospital_id, id },
    { voided: true, void_reason: reason, holder_key: null },
  )
  const left = await identifiersOf(caller, patient.id)
  if (before.verified && patient.identity === 'CONFIRMED' && !left.some((one) => one.verified)) {
    await patients.change({ hospital_id, id: patient.id }, { identity: 'DECLARED' })
  }
  note(caller, 'identifier.void', patient, before, { reason })
  return identifierRecord.get(caller, id)
}

/** One that counts, of a patient who may be written to. */
async function touched(caller: Caller, id: string): Promise<{ before: Row; patient: Patient }> {
  const { patient_id } = await identifierRecord.get(caller, id)
  await oneAtATime(caller)
  const patient = await writable(caller, patient_id)
  const before = await identifierRecord.get(caller, id)
  if (before.voided) throw conflict('This number is voided. Nothing more can be done with it.')
  return { before, patient: await patientRecord.get(caller, patient.id) }
}

function note(
  caller: Caller,
  action: string,
  { id, number }: Patient,
  one: Row,
  more: Partial<Parameters<typeof record>[2]>,
): void {
  record(caller, action, {
    entity_type: 'identifier',
    entity_id: one.id,
    entity_label: `${number} ${one.type}`,
    patient_id: id,
    ...more,
  })
}

// Changing a patient's record (PAT-9), and who an unknown patient is after all (PAT-15).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { readBirth } from './ages.ts'
import { candidatesFor } from '../duplicates/candidates.ts'
import * as identifiers from '../record/identifiers.ts'
import { keyOf, warningsOf } from './identity-numbers.ts'
import { type Columns, nameColumns, needed, readOthers } from './input.ts'
import { patient_life } from '../life.ts'
import { merge } from '../duplicates/merges.ts'
import { readName } from './names.ts'
import { dismissPairs, openPairs } from '../duplicates/pairs.ts'
import { view } from '../patients.ts'
import { hangTold, oneAtATime, portray, readPerson, stopped, warningsFor } from './register.ts'
import { type Row, patientRecord, writable } from '../rows.ts'
import { settingsOf } from '../settings.ts'
import type { IdentifyInput, PatientChange } from './input-shapes.ts'
import type { Patient } from '../shapes.ts'
import { patient_identifiers } from '../record/hanging-tables.ts'
import { patients } from '../tables.ts'

export async function change(caller: Caller, id: string, input: PatientChange): Promise<Patient> {
  const { hospital_id } = caller
  // Before the record itself is locked: a registration holds this and may wait for the record.
  await oneAtATime(caller)
  const before = await writable(caller, id)
  fresh(caller, before)
  const changes = await readChanges(caller, before, input)
  await replaceNationalId(caller, id, input.national_id)
  await patients.change({ hospital_id, id }, changes)
  const row = await patientRecord.get(caller, id)
  if (input.photo_attachment_id !== undefined) await portray(caller, row)
  if (looksOtherwise(before, row) || input.national_id !== undefined) await compare(caller, row)
  record(caller, 'patient.update', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: row.number,
    patient_id: id,
    changes: difference(before, changes),
    reason: input.reason,
  })
  return { ...(await view(caller, row)), warnings: await warningsAfter(caller, row) }
}

const identity_fields = ['first_name', 'last_name', 'sex', 'birth_date'] as const

async function readChanges(caller: Caller, before: Row, input: PatientChange): Promise<Columns> {
  const { name_aliases } = await settingsOf(caller)
  const names = {
    first_name:
      input.first_name === undefined ? before.first_name : needed('first_name', input.first_name),
    middle_name:
      input.middle_name === undefined
        ? before.middle_name
        : readName('middle_name', input.middle_name),
    last_name:
      input.last_name === undefined ? before.last_name : readName('last_name', input.last_name),
    known_as: input.known_as === undefined ? before.known_as : readName('known_as', input.known_as),
  }
  if (input.birth_date === null) throw invalid('birth_date', 'is required.')
  const birth = readBirth(input, await today(caller))
  const changes: Columns = {
    ...nameColumns(names, name_aliases, before.unknown_label),
    ...(input.sex === undefined ? {} : { sex: input.sex, sex_told: true }),
    ...birth,
    ...(await readOthers(caller, input, before.id)),
  }
  const touched = identity_fields.some(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  )
  if (
    touched &&
    !isNaming(before, changes) &&
    before.identity === 'CONFIRMED' &&
    input.reason === undefined
  ) {
    throw invalid('reason', 'is required: the identity of this patient is confirmed.')
  }
  return changes
}

/** PAT-16: a newborn gets its name, whatever paper it has already. */
function isNaming(before: Row, changes: Columns): boolean {
  const others = identity_fields.filter((field) => field !== 'first_name')
  const same = others.every(
    (field) => changes[field] === undefined || changes[field] === before[field],
  )
  return same && before.source === 'NEWBORN' && /^Baby( [A-H])?$/.test(before.first_name)
}

/** Another number takes the place of the one before, which stays in the register, voided. */
async function replaceNationalId(
  caller: Caller,
  patient_id: string,
  typed: string | null | undefined,
): Promise<void> {
  if (typed === undefined) return
  const of = { hospital_id: caller.hospital_id, patient_id }
  const read = identifiers.readIdentifiers({ national_id: typed })
  await identifiers.free(caller, read, patient_id)
  const before = await patient_identifiers.find({ ...of, type: 'NATIONAL_ID', voided: false })
  if (before !== undefined && typed !== null && keyOf(typed) === before.value_key) return
  if (before?.verified === true) {
    throw conflict('This national ID is verified. Void it before another is recorded.')
  }
  await patient_identifiers.change(
    { ...of, type: 'NATIONAL_ID', voided: false },
    { voided: true, void_reason: 'Replaced', holder_key: null },
  )
  await identifiers.insert(caller, patient_id, read)
}

const looksOtherwise = (before: Row, row: Row): boolean =>
  before.full_name !== row.full_name ||
  before.birth_date !== row.birth_date ||
  before.sex !== row.sex ||
  before.phone !== row.phone

/** Nothing is refused; what looks like one person is put before the records officer. */
export async function compare(caller: Caller, row: Row): Promise<void> {
  const { hospital_id } = caller
  const own = await patient_identifiers.all({ hospital_id, patient_id: row.id, voided: false })
  await openPairs(caller, row.id, await candidatesFor(caller, { ...row, identifiers: own }))
}

async function warningsAfter(caller: Caller, row: Row) {
  const of = { hospital_id: caller.hospital_id, patient_id: row.id }
  const national = await patient_identifiers.find({ ...of, type: 'NATIONAL_ID', voided: false })
  const { country } = await hospitalOf(caller)
  return national === undefined ? [] : warningsOf(national.value, country, row.birth_date)
}

/** The record of an unknown person becomes that person's; the label stays and is still found. */
export async function identify(caller: Caller, id: string, input: IdentifyInput): Promise<Patient> {
  const { hospital_id } = caller
  const { patient, patient_id } = input
  if ((patient === undefined) === (patient_id === undefined)) {
    throw new Refusal(400, 'invalid', "Give either patient_id or the person's details.", {
      field: 'patient_id',
    })
  }
  await oneAtATime(caller)
  const before = await patientRecord.locked(caller, id)
  fresh(caller, before)
  // Whom nobody knew who has died is named all the same, and stays dead (MOR-4).
  const died = before.status === 'DECEASED' && before.identity === 'UNKNOWN'
  const to = died ? before.status : patient_life.move('identify', before.status, before.number)
  if (patient === undefined) return identifyAs(caller, before, patient_id ?? '', input)
  const settings = await settingsOf(caller)
  const {
    identifiers: numbers,
    others,
    ...person
  } = await readPerson(caller, patient, settings, before)
  if (before.sex_told && person.sex !== before.sex && input.reason === undefined) {
    throw invalid('reason', `is required: the record says ${before.sex}.`)
  }
  await identifiers.free(caller, numbers, id)
  const whole = { ...person, identifiers: numbers, others }
  const found = await stopped(caller, whole, patient.confirm_different ?? [], id)
  const changes: Columns = {
    ...others,
    ...person,
    status: to,
    ...(before.death === null ? {} : { death: { ...before.death, was: 'ACTIVE' as const } }),
    identity: 'DECLARED',
    sex_told: true,
    identified_by: {
      evidence: input.evidence,
      name: input.identified_by_name,
      at: clock.instant(),
    },
  }
  await patients.change({ hospital_id, id }, changes)
  await identifiers.insert(caller, id, numbers)
  await hangTold(caller, { ...before, ...changes }, patient, 'patient.')
  await dismissPairs(caller, id, found.confirmed)
  await openPairs(caller, id, found.open)
  record(caller, 'patient.identify', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: before.number,
    patient_id: id,
    from_state: before.status,
    to_state: to,
    changes: difference(before, changes),
    reason: input.reason,
  })
  const row = await patientRecord.get(caller, id)
  return {
    ...(await view(caller, row)),
    warnings: await warningsFor(caller, row, whole, patient),
  }
}

/** A known record: the temporary one is merged into it, which can be undone. */
async function identifyAs(
  caller: Caller,
  before: Row,
  patient_id: string,
  input: IdentifyInput,
): Promise<Patient> {
  const known = await writable(caller, patient_id)
  if (before.sex_told && known.sex !== before.sex && input.reason === undefined) {
    throw invalid('reason', `is required: the record says ${before.sex}.`)
  }
  const reason = input.reason ?? `Identified by ${input.identified_by_name} (${input.evidence})`
  const merging = { duplicate_id: before.id, reason }
  await merge({ ...caller, expected_version: null }, known.id, merging, { as_known: true })
  return view(caller, await patientRecord.get(caller, known.id))
}

// Registering a person (PAT-1…8, PAT-12, PAT-13), and the same check without saving.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { recordRead } from '../../../office/audit/reads.ts'
import { hang } from '../../../office/attachments/portraits.ts'
import { record } from '../../../office/audit/record.ts'
import { hospitalOf, phone, today } from '../../../office/hospitals/hospitals.ts'
import { addAllergyDraft } from '../../../neighbours/to-care.ts'
import { branchOf } from '../../../office/sequences/branches.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { noBirth, readBirth } from './ages.ts'
import { type Candidate, candidatesFor, type Person, shown } from '../duplicates/candidates.ts'
import { free, insert as insertIdentifiers, readIdentifiers } from '../record/identifiers.ts'
import { warning, type Warning, warningsOf } from './identity-numbers.ts'
import { nameColumns, readNames, readOthers, readSex } from './input.ts'
import * as kin from '../record/kin.ts'
import { readName } from './names.ts'
import { dismissPairs, openPairs } from '../duplicates/pairs.ts'
import { view } from '../patients.ts'
import { assertMayOpen } from '../privacy/privacy.ts'
import { relate } from '../record/relationships.ts'
import { type Row, patientRecord } from '../rows.ts'
import { settingsOf } from '../settings.ts'
import type { DuplicateCandidate } from '../duplicates/merge-shapes.ts'
import type { DuplicateInput, PatientInput } from './input-shapes.ts'
import type { Patient } from '../shapes.ts'
import { patients } from '../tables.ts'
import { type FrontOfficeSettings } from '../setting-tables.ts'
import type { sources } from '../words.ts'
import { takeTurn } from '../../../../store/turn.ts'

export async function register(
  caller: Caller,
  input: PatientInput,
  source: (typeof sources)[number] = 'DESK',
): Promise<Patient> {
  const known = await already(caller, input.id)
  if (known !== undefined) return known
  const settings = await settingsOf(caller)
  const person = await readPerson(caller, input, settings)
  await oneAtATime(caller)
  await free(caller, person.identifiers)
  const found = await stopped(caller, person, input.confirm_different ?? [])
  const row = await insert(caller, person, source, input.id)
  await hangOn(caller, row, person, input, found)
  record(caller, 'patient.create', {
    entity_type: 'patient',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.id,
    to_state: row.status,
  })
  return {
    ...(await view(caller, row)),
    possible_duplicates: await shown(caller, found.open),
    warnings: await warningsFor(caller, row, person, input),
  }
}

/** FRO-6. */
export async function already(
  caller: Caller,
  id: string | undefined,
): Promise<Patient | undefined> {
  if (!(await madeBefore(caller, patients, id))) return undefined
  const row = await patientRecord.get(caller, id ?? '')
  await assertMayOpen(caller, row)
  return view(caller, row)
}

export type ReadPerson = Awaited<ReturnType<typeof readPerson>>

/** A whole body: names, sex, birth and everything else, in the order in which it is judged. */
export async function readPerson(
  caller: Caller,
  input: PatientInput,
  settings: FrontOfficeSettings,
  /** Who stands on the register already, under a label. */
  { id, unknown_label }: Partial<Pick<Row, 'id' | 'unknown_label'>> = {},
) {
  const names = readNames(input)
  const sex = readSex(input.sex)
  const birth = readBirth(input, await today(caller))
  if (birth === undefined) throw noBirth()
  const identifiers = readIdentifiers(input)
  required(input, settings.required_fields)
  const others = await readOthers(caller, input, id)
  const columns = nameColumns(names, settings.name_aliases, unknown_label ?? null)
  return { ...columns, sex, ...birth, others, identifiers }
}

/** PAT-1: what this hospital asks for beside what everyone does. */
function required(input: PatientInput, fields: FrontOfficeSettings['required_fields']): void {
  const there: Record<(typeof fields)[number], boolean> = {
    phone: Boolean(input.phone),
    'address.area_id': Boolean(input.address?.area_id),
    next_of_kin: (input.next_of_kin ?? []).length > 0,
    national_id: Boolean(input.national_id?.trim()),
    occupation: Boolean(input.occupation),
  }
  const missing = fields.find((field) => !there[field])
  if (missing !== undefined) throw invalid(missing, 'is required at this hospital.')
}

/**
 * Two clerks with one person at two desks: the second sees what the first has written. SQLite has
 * one writer; PostgreSQL waits here, for as long as the other's transaction lasts.
 */
export const oneAtATime = ({ hospital_id }: Caller): Promise<void> =>
  takeTurn(`register ${hospital_id}`)

export const personOf = (read: ReadPerson, id: string | null): Person => ({
  ...read,
  id,
  phone: read.others.phone ?? null,
  phone_shared: read.others.phone_shared ?? false,
  area_id: read.others.area_id ?? null,
  mother_id: null,
})

export interface Found {
  /** Likely and possible ones. */
  open: Candidate[]
  confirmed: Candidate[]
}

/** PAT-8: those who stop a registration must each have been looked at. */
export async function stopped(
  caller: Caller,
  read: ReadPerson,
  confirm_different: readonly string[],
  id: string | null = null,
): Promise<Found> {
  for (const other of confirm_different) await patientRecord.get(caller, other)
  const found = await candidatesFor(caller, personOf(read, id))
  const isConfirmed = ({ row }: Candidate): boolean => confirm_different.includes(row.id)
  const stops = found.filter((one) => one.level === 'STOP' && !isConfirmed(one))
  if (stops.length > 0)
    throw conflict(await stopping(caller, stops), 'duplicate', {
      facts: { candidates: stops.map(({ row }) => row.id) },
    })
  return {
    open: found.filter((one) => !isConfirmed(one)),
    confirmed: found.filter(isConfirmed),
  }
}

async function stopping(caller: Caller, stops: readonly Candidate[]): Promise<string> {
  const named = (await shown(caller, stops.slice(0, 3))).map(({ patient, reasons }) =>
    patient.restricted === true
      ? `${patient.number} (restricted record)`
      : `${patient.number} ${patient.full_name}, ${patient.sex}, ${patient.birth_date} (${reasons.join(', ')})`,
  )
  return stops.length === 1
    ? `1 person on the register looks like this one: ${named.join('; ')}. Open that record, or confirm it is another person.`
    : `${stops.length} people on the register look like this one: ${named.join('; ')}. Open one of them, or confirm they are other people.`
}

async function insert(
  caller: Caller,
  { identifiers: _identifiers, others, ...read }: ReadPerson,
  source: (typeof sources)[number],
  id: string | undefined,
): Promise<Row> {
  const { country, language } = await hospitalOf(caller)
  const defaults = { phone_owner: 'SELF' as const, language, nationality: country }
  return patients.insert({
    ...(id === undefined ? {} : { id }),
    ...defaults,
    ...others,
    ...read,
    ...(await numbered(caller)),
    status: 'ACTIVE',
    identity: 'DECLARED',
    source,
  })
}

/** Number, place, time and hand of a registration. */
export async function numbered(caller: Caller) {
  const number = await nextReference(caller, 'patient')
  return {
    hospital_id: caller.hospital_id,
    facility_id: (await branchOf(caller, undefined)).id,
    number,
    number_digits: digitsOf(number),
    registered_at: clock.instant(),
    registered_by: caller.name,
  }
}

export const digitsOf = (number: string): string => number.replace(/\D/g, '').replace(/^0+/, '')

async function hangOn(
  caller: Caller,
  row: Row,
  person: ReadPerson,
  input: PatientInput,
  found: Found,
): Promise<void> {
  await insertIdentifiers(caller, row.id, person.identifiers)
  await hangTold(caller, row, input)
  await dismissPairs(caller, row.id, found.confirmed)
  await openPairs(caller, row.id, found.open)
}

/** Who belongs to the patient, and what he says of himself (PAT-26). */
export async function hangTold(
  caller: Caller,
  row: Row,
  input: PatientInput,
  before = '',
): Promise<void> {
  for (const [index, one] of (input.next_of_kin ?? []).entries()) {
    await kin.insert(caller, row.id, one, `${before}next_of_kin[${index}].`)
  }
  await relate(caller, row, input.relationships ?? [], before)
  if (input.photo_attachment_id !== undefined) await portray(caller, row)
  const { reported_allergies = null, reported_conditions = null } = input
  if (reported_allergies !== null || reported_conditions !== null) {
    await patients.change(
      { hospital_id: caller.hospital_id, id: row.id },
      { reported_allergies, reported_conditions, version: row.version },
    )
  }
  for (const substance of substancesIn(reported_allergies ?? [])) {
    await addAllergyDraft(caller, { patient_id: row.id, substance, source: 'PATIENT' })
  }
}

/** The picture that was named in the body, made ready before the transaction. */
export const portray = (caller: Caller, { id, number, full_name }: Row): Promise<void> =>
  hang(caller, 'patient', { id, label: `${number} ${full_name}`, patient_id: id })

const none_told = new Set(['none', 'hakuna'])

/** PAT-26: none is asked by a clinical user; said at the desk it sets nothing. */
const substancesIn = (told: readonly string[]): string[] => {
  const words = [...new Set(told.map((word) => word.trim()))]
  return words.filter((word) => word !== '' && !none_told.has(word.toLowerCase()))
}

export async function warningsFor(
  caller: Caller,
  row: Row,
  { identifiers }: Pick<ReadPerson, 'identifiers'>,
  input: PatientInput,
): Promise<Warning[]> {
  const { country } = await hospitalOf(caller)
  const national = identifiers.find(({ type }) => type === 'NATIONAL_ID')
  const day = await today(caller)
  const minor = row.birth_date > `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`
  const guarded = (input.next_of_kin ?? []).some(
    ({ relationship, is_guardian }) =>
      is_guardian === true || relationship === 'MOTHER' || relationship === 'GUARDIAN',
  )
  return [
    ...(national === undefined ? [] : warningsOf(national.value, country, row.birth_date)),
    ...(minor && !guarded && row.mother_id === null ? [warning('No guardian is recorded.')] : []),
  ]
}

/** PAT-8: the same check without saving, by as much as is known. */
export async function duplicates(
  caller: Caller,
  input: DuplicateInput,
): Promise<DuplicateCandidate[]> {
  const birth = readBirth(input, await today(caller))
  const person = {
    id: null,
    first_name: readName('first_name', input.first_name),
    middle_name: readName('middle_name', input.middle_name),
    last_name: readName('last_name', input.last_name),
    sex: input.sex ?? null,
    birth_date: birth?.birth_date ?? null,
    birth_date_estimated: birth?.birth_date_estimated ?? false,
    phone: input.phone ? await phone(caller, 'phone', input.phone) : null,
    phone_shared: input.phone_shared ?? false,
    identifiers: readIdentifiers(input),
    mother_id: null,
    area_id: null,
  }
  const found = await candidatesFor(caller, person, { asked: true })
  await recordRead(caller, 'patient.duplicates', { rows: found.length, query: { ...input } })
  return shown(caller, found)
}

// The old register comes in from a file, row by row as the desk would register (PAT-34, PLT-130).

import { importColumn } from '../../../office/imports/column.ts'
import type { Caller } from '../../../../core/caller.ts'
import { isDay, startOfDay } from '../../../../core/clock.ts'
import { conflict, invalid, isRefusal } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import { hospitalOf, phone, today } from '../../../office/hospitals/hospitals.ts'
import type { ImportKind, Sameness } from '../../../registry.ts'
import { administrative_areas } from '../areas/tables.ts'
import { raise } from '../record/alerts.ts'
import { readBirth } from './ages.ts'
import { candidatesFor } from '../duplicates/candidates.ts'
import { change } from './change.ts'
import { patient_identifiers } from '../record/hanging-tables.ts'
import { free, readIdentifiers } from '../record/identifiers.ts'
import { keyOf } from './identity-numbers.ts'
import { PatientInput } from './input-shapes.ts'
import { foldName } from './names.ts'
import { personOf, readPerson, register } from './register.ts'
import { type Row as Patient, patientRecord } from '../rows.ts'
import { settingsOf } from '../settings.ts'
import { patients } from '../tables.ts'
import { sexes as patient_sexes } from '../words.ts'

type Row = Record<string, string>
type Fault = { column: string; value: string; message: string }

export const patients_import: ImportKind = {
  kind: 'patients',
  label: 'Patients',
  permission: 'patient:import',
  columns: [
    importColumn('first_name', 'First name', 'Asha', { required: true }),
    importColumn('middle_name', 'Middle name', 'Juma'),
    importColumn('last_name', 'Last name', 'Mrisho'),
    importColumn('sex', 'Sex', 'Female', { required: true }),
    importColumn('birth_date', 'Birth date', '1990-05-12', { type: 'date' }),
    importColumn('age_years', 'Age in years', '', { type: 'number' }),
    importColumn('phone', 'Telephone', '0712 345 678'),
    importColumn('national_id', 'National ID', ''),
    importColumn('old_number', 'Number in the old register', 'A/1234/09'),
    importColumn('area_code', 'Area', ''),
    importColumn('address', 'Street', 'Mtaa wa Sokoni'),
    importColumn('occupation', 'Occupation', 'Tailor'),
    importColumn('marital_status', 'Marital status', 'MARRIED'),
    importColumn('kin_name', 'Next of kin', 'Rukia Omari'),
    importColumn('kin_phone', 'Telephone of the next of kin', '0754 000 000'),
    importColumn('kin_relationship', 'Relationship', 'SISTER'),
    importColumn('scheme_code', 'Insurance', ''),
    importColumn('membership_no', 'Membership number', ''),
    importColumn('allergies', 'Allergies, with ; between', ''),
    importColumn('registered_on', 'Registered on', '2009-03-01', { type: 'date' }),
    importColumn('notes', 'Notes', ''),
  ],
  async check(caller, row) {
    const errors = await faultsOf(caller, row)
    if (errors.length > 0) return { errors }
    const known = await alike(caller, row)
    return known === null ? { errors } : { errors, duplicate_of: known }
  },
  async write(caller, row, on_duplicate) {
    const known = await alike(caller, row)
    if (known !== null && on_duplicate === 'SKIP') return { id: known.id, outcome: 'skipped' }
    if (known !== null && on_duplicate === 'UPDATE') {
      const missing = await filling(caller, await patientRecord.get(caller, known.id), row)
      await change(caller, known.id, missing)
      return { id: known.id, outcome: 'updated' }
    }
    if (known !== null) throw conflict(`${known.label} is on the register: ${known.how}.`)
    const { id } = await register(caller, await inputOf(caller, row), 'IMPORT')
    await backdate(caller, id, row)
    const text = said(row, 'notes')?.slice(0, 200)
    if (text !== undefined) {
      await raise(caller, id, { kind: 'ADMINISTRATIVE', severity: 'INFO', text })
    }
    return { id, outcome: 'created' }
  },
  sameness: samenessOf,
}

/** As the register would tell them apart when they are written: numbers first, then who they are (PAT-7). */
function samenessOf(row: Row): Sameness {
  const { national_id = '', old_number = '', phone: telephone = '' } = row
  const national = national_id === '' ? [] : [`national ${keyOf(national_id)}`]
  const old = old_number === '' ? [] : [`old ${keyOf(old_number)}`]
  const numbers = [...national, ...old]
  const names = foldName(`${row['first_name']} ${row['middle_name']} ${row['last_name'] ?? ''}`, {})
  const birth = said(row, 'birth_date') ?? [row['age_years'], telephone].join(' ')
  const person = [...names, birth, sexOf(row)].join(' ')
  // Without a day of birth or a telephone the names alone make nobody the same, where numbers tell them apart.
  const known = said(row, 'birth_date') !== undefined || telephone !== ''
  if (!known && numbers.length > 0) return { is: numbers, meets: numbers }
  // Two with national numbers of their own are two people, however alike.
  const [own, other] = [`${person} numbered`, `${person} unnumbered`]
  return national.length > 0
    ? { is: [...numbers, own], meets: [...numbers, other] }
    : { is: [...numbers, other], meets: [...numbers, own, other] }
}

const sexOf = (row: Row): string => {
  const typed = said(row, 'sex') ?? ''
  return sexes[typed.toLowerCase()] ?? typed
}

const sexes: Record<string, string> = {
  m: 'Male',
  me: 'Male',
  male: 'Male',
  f: 'Female',
  ke: 'Female',
  female: 'Female',
  ambiguous: 'Ambiguous',
}
const said = (row: Row, name: string): string | undefined => {
  const text = row[name]?.trim() ?? ''
  return text === '' ? undefined : text
}

/** Everything that is wrong with a row, each column by itself first (PLT-127). */
async function faultsOf(caller: Caller, row: Row): Promise<Fault[]> {
  const each: [string, () => Promise<unknown>][] = [
    ['sex', async () => knownSex(row)],
    ['birth_date', async () => readBirth(birthIn(row), await today(caller))],
    ['phone', async () => said(row, 'phone') && phone(caller, 'phone', said(row, 'phone') ?? '')],
    [
      'kin_phone',
      async () =>
        said(row, 'kin_phone') && phone(caller, 'kin_phone', said(row, 'kin_phone') ?? ''),
    ],
    ['area_code', () => areaOf(caller, row)],
    ['registered_on', () => dayOf(caller, row)],
    ['kin_name', async () => kinOf(row)],
    ['national_id', async () => readIdentifiers({ national_id: row['national_id'] })],
  ]
  const found: Fault[] = []
  for (const [name, work] of each) {
    const message = await refusalIn(work)
    if (message !== undefined) found.push({ column: name, value: row[name] ?? '', message })
  }
  if (found.length > 0) return found
  const message = await refusalIn(async () => {
    const read_row = await readPerson(caller, await inputOf(caller, row), await settingsOf(caller))
    if ((await alike(caller, row)) === null) await free(caller, read_row.identifiers)
  })
  if (message === undefined) return []
  const name = patients_import.columns.find((one) => message.startsWith(one.name))?.name
  return [{ column: name ?? 'first_name', value: row[name ?? ''] ?? '', message }]
}

function knownSex(row: Row): void {
  const sex = sexOf(row)
  if (sex !== '' && !(patient_sexes as readonly string[]).includes(sex))
    throw invalid('sex', `must be one of ${patient_sexes.join(', ')}.`)
}

async function refusalIn(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!isRefusal(error) || error.status >= 500) throw error
    return error.message
  }
}

function birthIn(row: Row) {
  const age = said(row, 'age_years')
  const birth_date = said(row, 'birth_date')
  return {
    ...(birth_date === undefined ? {} : { birth_date }),
    ...(age === undefined ? {} : { age_years: Number(age) }),
  }
}

async function areaOf({ hospital_id }: Caller, row: Row): Promise<string | undefined> {
  const code = said(row, 'area_code')
  if (code === undefined) return undefined
  const found = await administrative_areas.find({ hospital_id, code })
  if (found === undefined) throw invalid('area_code', 'is not known here.')
  return found.id
}

async function dayOf(caller: Caller, row: Row): Promise<string | undefined> {
  const day = said(row, 'registered_on')
  if (day === undefined) return undefined
  if (!isDay(day)) throw invalid('registered_on', 'must be a real date, YYYY-MM-DD.')
  if (day > (await today(caller))) throw invalid('registered_on', 'is in the future.')
  return day
}

function kinOf(row: Row): Record<string, string>[] {
  const full_name = said(row, 'kin_name')
  if (full_name === undefined) {
    if (said(row, 'kin_phone') === undefined) return []
    throw invalid('kin_name', 'is required with kin_phone.')
  }
  const kin_phone = said(row, 'kin_phone')
  return [
    {
      full_name,
      relationship: said(row, 'kin_relationship')?.toUpperCase() ?? 'OTHER',
      ...(kin_phone === undefined ? {} : { phone: kin_phone }),
    },
  ]
}

/** A row as the desk would send it. */
async function inputOf(caller: Caller, row: Row): Promise<PatientInput> {
  const typed_sex = said(row, 'sex')
  const numbers = [
    ['OLD_NUMBER', said(row, 'old_number'), undefined],
    ['INSURANCE', said(row, 'membership_no'), said(row, 'scheme_code')],
  ] as const
  const area_id = await areaOf(caller, row)
  const street = said(row, 'address')
  const body = {
    first_name: said(row, 'first_name'),
    middle_name: said(row, 'middle_name'),
    last_name: said(row, 'last_name'),
    sex: typed_sex === undefined ? undefined : (sexes[typed_sex.toLowerCase()] ?? typed_sex),
    ...birthIn(row),
    phone: said(row, 'phone'),
    national_id: said(row, 'national_id'),
    occupation: said(row, 'occupation'),
    marital_status: said(row, 'marital_status')?.toUpperCase(),
    address: area_id === undefined && street === undefined ? undefined : { area_id, street },
    identifiers: numbers.flatMap(([type, value, issuer]) =>
      value === undefined ? [] : [{ type, value, ...(issuer === undefined ? {} : { issuer }) }],
    ),
    next_of_kin: kinOf(row),
    reported_allergies: listIn(row, 'allergies'),
  }
  return read(PatientInput, JSON.parse(JSON.stringify(body)) as object)
}

const listIn = (row: Row, name: string): string[] | undefined =>
  said(row, name)
    ?.split(';')
    .map((word) => word.trim().slice(0, 120))
    .filter((word) => word !== '')

/** Somebody of the old number, or who looks like this person (STOP and LIKELY). */
async function alike(caller: Caller, row: Row) {
  const { hospital_id } = caller
  const old = said(row, 'old_number')
  const by_old =
    old === undefined
      ? undefined
      : await patient_identifiers.find({
          hospital_id,
          type: 'OLD_NUMBER',
          value_key: keyOf(old),
          voided: false,
        })
  if (by_old !== undefined) {
    const known = await patientRecord.get(caller, by_old.patient_id)
    return { id: known.id, label: labelOf(known), how: `old number ${old ?? ''}` }
  }
  const person = await readPerson(caller, await inputOf(caller, row), await settingsOf(caller))
  const [best] = await candidatesFor(caller, personOf(person, null))
  if (best === undefined || best.level === 'POSSIBLE') return null
  return { id: best.row.id, label: labelOf(best.row), how: best.reasons.join(', ') }
}

const labelOf = ({ number, full_name }: Patient): string => `${number} ${full_name}`

const never_over = ['sex', 'birth_date', 'national_id'] as const

/** PLT-128: only what the file says, and never another sex, birth date or identity number. */
async function filling(caller: Caller, known: Patient, row: Row) {
  const input = await inputOf(caller, row)
  const national = await patient_identifiers.find({
    hospital_id: caller.hospital_id,
    patient_id: known.id,
    type: 'NATIONAL_ID',
    voided: false,
  })
  const now: Record<string, string | null> = {
    sex: known.sex,
    birth_date: known.birth_date_estimated ? null : known.birth_date,
    national_id: national?.value ?? null,
  }
  for (const field of never_over) {
    const [before, told] = [now[field] ?? null, input[field] ?? null]
    if (before === null || told === null) continue
    if (keyOf(before) !== keyOf(told)) {
      throw conflict(`${field} is ${before} on ${known.number}: it is not overwritten.`)
    }
  }
  const { phone: told_phone, occupation, marital_status, national_id, address } = input
  const told = { phone: told_phone, occupation, marital_status, national_id, address }
  return Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** Registered long ago: the day of the old register counts. */
async function backdate(caller: Caller, id: string, row: Row): Promise<void> {
  const day = await dayOf(caller, row)
  if (day === undefined) return
  const { timezone } = await hospitalOf(caller)
  await patients.change(
    { hospital_id: caller.hospital_id, id },
    { registered_at: startOfDay(timezone, day) },
  )
}

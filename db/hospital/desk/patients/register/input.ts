// A body about a patient, read into columns. Every refusal here is a 400 that names its field,
// but for what the body names and nobody has.

import type { Caller } from '../../../../core/caller.ts'
import { countryOf } from '../../../../core/reference/countries.ts'
import { invalid, noSuch } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import { hospitalOf, phone } from '../../../office/hospitals/hospitals.ts'
import { membershipsOf } from '../../../neighbours/billing.ts'
import { addressArea } from '../areas/administrative-areas.ts'
import { type Aliases, foldName, readName, searchWords } from './names.ts'
import type { Row } from '../rows.ts'
import type { AddressInput, PatientChange, PatientInput, PayerChoice } from './input-shapes.ts'
import { sexes } from '../words.ts'

export type Columns = Partial<Row>

export interface Names {
  first_name: string
  middle_name: string | null
  last_name: string | null
  known_as: string | null
}

/** PAT-1: who somebody is. */
export function readNames(input: PatientInput): Names {
  return {
    first_name: needed('first_name', input.first_name),
    middle_name: readName('middle_name', input.middle_name),
    last_name: readName('last_name', input.last_name),
    known_as: readName('known_as', input.known_as),
  }
}

export function needed(field: string, typed: string | null | undefined): string {
  const name = readName(field, typed)
  if (name === null) throw invalid(field, 'is required.')
  return name
}

export function readSex(sex: PatientInput['sex']): (typeof sexes)[number] {
  if (sex === undefined) throw invalid('sex', `is required: one of ${sexes.join(', ')}.`)
  return sex
}

/** Everything that is kept of a name beside the name: how it is listed, searched and compared. */
export function nameColumns(names: Names, aliases: Aliases, label: string | null) {
  const { first_name, middle_name, last_name, known_as } = names
  const full_name = [first_name, middle_name, last_name].filter((name) => name !== null).join(' ')
  return {
    ...names,
    full_name,
    name_key: folded(full_name).slice(0, 200),
    name_words: searchWords([first_name, middle_name, last_name, known_as, label], aliases),
    first_fold: foldName(first_name, aliases).join(' ').slice(0, 80),
    last_fold: foldName(last_name ?? '', aliases)
      .join(' ')
      .slice(0, 80),
  }
}

const plain = [
  'phone_owner',
  'phone_shared',
  'language',
  'marital_status',
  'occupation',
  'education',
  'religion',
] as const

/** What is left alone when a body does not say it, and cleared when it says null. */
export async function readOthers(
  caller: Caller,
  input: PatientChange,
  patient_id: string | null = null,
): Promise<Columns> {
  const { country } = await hospitalOf(caller)
  const kept: Record<string, unknown> = {}
  for (const field of plain) if (input[field] !== undefined) kept[field] = input[field]
  for (const field of ['phone', 'alt_phone'] as const) {
    const typed = input[field]
    if (typed !== undefined) kept[field] = typed ? await phone(caller, field, typed) : null
  }
  if (input.email !== undefined) kept['email'] = input.email?.toLowerCase() ?? null
  if (input.nationality !== undefined) kept['nationality'] = readCountry(input.nationality)
  if (input.blood_group !== undefined) {
    kept['blood_group'] = input.blood_group
    kept['blood_group_source'] = input.blood_group === null ? null : 'TOLD'
  }
  if (input.default_payer !== undefined) {
    kept['default_payer'] =
      input.default_payer === null ? null : await readPayer(caller, input.default_payer, patient_id)
  }
  if (input.address !== undefined) {
    Object.assign(kept, await readAddress(caller, country, input.address))
  }
  return kept
}

/** A membership is the patient's own; what a visit makes of the choice is judged when it opens. */
async function readPayer(
  caller: Caller,
  { kind, membership_id, client_id, name }: PayerChoice,
  patient_id: string | null,
): Promise<Record<string, unknown>> {
  const required = (field: string): never => {
    throw invalid(`default_payer.${field}`, `is required for ${kind}.`)
  }
  if (kind === 'SELF') return { kind }
  if (kind === 'CLIENT') return client_id ? { kind, client_id, name } : required('client_id')
  if (kind === 'OTHER') return name ? { kind, name } : required('name')
  if (!membership_id) return required('membership_id')
  const own = patient_id === null ? [] : await membershipsOf(caller, patient_id)
  if (!own.some(({ id }) => id === membership_id)) throw noSuch('membership')
  return { kind, membership_id }
}

function readCountry(typed: string | null): string | null {
  if (typed === null) return null
  const code = typed.toUpperCase()
  if (countryOf(code) === undefined) throw invalid('nationality', 'is not a country like TZ.')
  return code
}

async function readAddress(
  caller: Caller,
  country: string,
  address: AddressInput | null,
): Promise<Columns> {
  const { area_id = null, local_leader_phone = null } = address ?? {}
  return {
    area_id: area_id === null ? null : await addressArea(caller, country, area_id),
    street: address?.street ?? null,
    house_no: address?.house_no ?? null,
    landmark: address?.landmark ?? null,
    postal_code: address?.postal_code ?? null,
    local_leader: address?.local_leader ?? null,
    local_leader_phone: local_leader_phone
      ? await phone(caller, 'address.local_leader_phone', local_leader_phone)
      : null,
  }
}

// Numbers that others have given a patient (PAT-6, PAT-12).

import type { Caller } from '../../../../core/caller.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { conflict, invalid, type Refusal } from '../../../../core/refusal.ts'
import { isKeepable, keyOf } from '../register/identity-numbers.ts'
import { patientRecord } from '../rows.ts'
import { type IdentifierInput } from './hanging-shapes.ts'
import { patient_identifiers } from './hanging-tables.ts'
import { held_by_one, type IdentifierType } from '../words.ts'

export interface ReadIdentifier extends IdentifierInput {
  value_key: string
  holder_key: string | null
}

export function readIdentifier(field: string, input: IdentifierInput): ReadIdentifier {
  const value = input.value.trim()
  if (input.type === 'NATIONAL_ID' && !isKeepable(value)) {
    throw invalid(field, 'may hold 4 to 30 letters, digits, / and -.')
  }
  const value_key = keyOf(value)
  if (value_key === '') throw invalid(field, 'is required.')
  const held = held_by_one.includes(input.type)
  return { ...input, value, value_key, holder_key: held ? `${input.type}:${value_key}` : null }
}

/** `national_id` of a body is the identifier of that type; what stands twice is kept once. */
export function readIdentifiers(input: {
  national_id?: string | null | undefined
  identifiers?: IdentifierInput[] | undefined
}): ReadIdentifier[] {
  const national = input.national_id?.trim() ?? ''
  const read = [
    ...(national === ''
      ? []
      : [readIdentifier('national_id', { type: 'NATIONAL_ID', value: national })]),
    ...(input.identifiers ?? []).map((one, index) =>
      readIdentifier(`identifiers[${index}].value`, one),
    ),
  ]
  const same = (one: ReadIdentifier) => (other: ReadIdentifier) =>
    one.type === other.type && one.value_key === other.value_key
  const once = read.filter((one, index) => read.findIndex(same(one)) === index)
  if (once.filter(({ type }) => type === 'NATIONAL_ID').length > 1) {
    throw invalid('national_id', 'is given twice, with different numbers.')
  }
  return once
}

/** The database decides who was first (two clerks at once). */
export async function insert(
  caller: Caller,
  patient_id: string,
  identifiers: readonly ReadIdentifier[],
): Promise<void> {
  const { hospital_id } = caller
  for (const one of identifiers) {
    await attempt(() => patient_identifiers.insert({ ...one, hospital_id, patient_id })).catch(
      async (error: unknown) => {
        if (!isTaken(error, 'holder_key') || one.holder_key === null) throw error
        throw await heldBy(caller, one.type, one.holder_key)
      },
    )
  }
}

/** Refuses a number that somebody else holds, before anything is written. */
export async function free(
  caller: Caller,
  identifiers: readonly ReadIdentifier[],
  patient_id?: string,
): Promise<void> {
  const { hospital_id } = caller
  for (const { type, holder_key } of identifiers) {
    if (holder_key === null) continue
    const holder = await patient_identifiers.find({ hospital_id, holder_key })
    if (holder !== undefined && holder.patient_id !== patient_id) {
      throw await heldBy(caller, type, holder_key)
    }
  }
}

async function heldBy(caller: Caller, type: IdentifierType, holder_key: string): Promise<Refusal> {
  const { hospital_id } = caller
  const holder = await patient_identifiers.find({ hospital_id, holder_key })
  const what = type === 'NATIONAL_ID' ? 'national ID' : type.toLowerCase().replaceAll('_', ' ')
  if (holder === undefined) return conflict(`A patient is already registered under this ${what}.`)
  const patient = await patientRecord.get(caller, holder.patient_id)
  const named =
    patient.sensitivity === 'RESTRICTED' ? patient.number : `${patient.number} ${patient.full_name}`
  return conflict(`A patient is already registered under this ${what}: ${named}.`, 'identifier')
}

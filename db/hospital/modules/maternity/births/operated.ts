// By which operation a child was born (MAT-16): asked of a caesarean where there is a theatre, and known by itself
// while the mother is in it.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { caseOf } from '../../../neighbours/theatre.ts'
import { switchesOf } from '../../../office/places/switches.ts'
import type { LabourRow } from '../labours/of.ts'
import type { BirthInput } from './shapes.ts'

type Operated = Pick<BirthInput, 'mode' | 'place' | 'theatre_case_id'>

export async function caseFor(
  caller: Caller,
  { facility_id, patient_id }: LabourRow,
  { mode, place, theatre_case_id }: Operated,
): Promise<string | null> {
  if (theatre_case_id) return hers(caller, patient_id, theatre_case_id)
  if (mode !== 'CAESAREAN' || place !== 'THEATRE') return null
  const { on } = await switchesOf(caller.hospital_id, facility_id)
  if (!on.theatre) return null
  const known = await caseOf(caller, { patient_id })
  if (known !== null && in_theatre.includes(known.status)) return known.case_id
  throw invalid('theatre_case_id', 'is required: in which case of theatre was the caesarean?')
}

const in_theatre: readonly string[] = ['IN_THEATRE', 'IN_RECOVERY']

export async function hers(caller: Caller, patient_id: string, case_id: string): Promise<string> {
  const found = await caseOf(caller, { case_id })
  if (found === null) throw invalid('theatre_case_id', 'is no case of this hospital.')
  if (found.patient_id !== patient_id) {
    throw conflict(`Case ${found.number} is of another patient.`, 'another_patient')
  }
  return case_id
}

// Which scheme is asked for a part of a bill, and by whose membership (BIL-50).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { MembershipRow } from '../../tariff/memberships.ts'
import { memberships, schemes } from '../../tariff/scheme-tables.ts'
import { type SchemeRow, whyNot } from '../../tariff/schemes.ts'
import { called, type Row as Bill } from '../bills/rows.ts'

export interface Insurer {
  scheme: SchemeRow
  /** Null: the bill's scheme, which the patient names without a card. */
  membership_id: string | null
}

interface Asked {
  scheme_id?: string | null | undefined
  membership_id?: string | null | undefined
}

export async function insurerOf(caller: Caller, bill: Bill, asked: Asked): Promise<Insurer> {
  const { patient_id } = bill
  const member = await named(caller, asked.membership_id ?? null)
  const scheme_id = asked.scheme_id ?? member?.scheme_id ?? bill.scheme_id
  if (scheme_id === null) throw invalid('scheme_id', 'is required for Insurance.')
  const scheme = await schemes.find({ hospital_id: caller.hospital_id, id: scheme_id })
  if (scheme === undefined) throw noSuchIn('scheme_id', 'scheme')
  if (member !== undefined && member.scheme_id !== scheme.id) {
    throw invalid('membership_id', 'is of another scheme.')
  }
  if (patient_id === null) throw conflict(`No scheme pays ${called(bill)}: it names no patient.`)
  if (member !== undefined && member.patient_id !== patient_id) {
    throw conflict(`This membership is not ${bill.patient_name}'s.`, 'membership')
  }
  const why = whyNot(scheme, await today(caller))
  if (why !== null) throw conflict(why, 'scheme')
  if (member === undefined && scheme.id === bill.scheme_id) {
    return { scheme, membership_id: bill.membership_id }
  }
  const used = member ?? (await activeOf(caller, patient_id, scheme.id))
  if (used === undefined || used.status !== 'ACTIVE') {
    throw conflict(`${bill.patient_name} is no active member of ${scheme.name}.`, 'membership')
  }
  return { scheme, membership_id: used.id }
}

async function named(
  { hospital_id }: Caller,
  id: string | null,
): Promise<MembershipRow | undefined> {
  if (id === null) return undefined
  const found = await memberships.find({ hospital_id, id })
  if (found === undefined) throw noSuchIn('membership_id', 'membership')
  return found
}

const activeOf = (
  { hospital_id }: Caller,
  patient_id: string,
  scheme_id: string,
): Promise<MembershipRow | undefined> =>
  memberships.find({ hospital_id, patient_id, scheme_id, status: 'ACTIVE' })

const noSuchIn = (field: string, thing: string): Refusal =>
  new Refusal(404, 'not_found', `${field}: no such ${thing}.`, { field })

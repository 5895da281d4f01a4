// Who may act for whom, and until when (POR-6).

import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { ageOn } from '../patients/register/ages.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { type Row as Patient, writable } from '../patients/rows.ts'
import { settingsOf } from './settings.ts'
import type { ProxyOfferInput } from './shapes.ts'
import type { ProxyOffer } from './tables.ts'
import { bases_of_children } from './words.ts'

/** Of a staff code: the holder stands before the desk, and the subject was named. */
export async function offerFrom(
  caller: Caller,
  holder: Patient,
  input: ProxyOfferInput | undefined,
): Promise<ProxyOffer> {
  if (input === undefined) throw invalid('proxy', 'is required for PROXY.')
  const subject = await writable(caller, input.subject_patient_id)
  if (subject.id === holder.id) throw conflict('Nobody acts for himself or herself.')
  return {
    subject_id: subject.id,
    relationship: input.relationship,
    scope: [...new Set(input.scope)],
    basis: input.basis,
    ends_on: await endOf(caller, subject, input),
  }
}

/** A child's proxy ends on the day the child is grown, whatever was asked. */
export async function endOf(
  caller: Caller,
  subject: Patient,
  { basis, ends_on }: { basis: ProxyOffer['basis']; ends_on?: string | null | undefined },
): Promise<string | null> {
  const day = await today(caller)
  if (ends_on && ends_on <= day) throw invalid('ends_on', 'must be after today.')
  if (!bases_of_children.includes(basis)) return ends_on ?? null
  const { proxy_end_age } = await settingsOf(caller)
  if (ageOn(subject.birth_date, day, 'en').years >= proxy_end_age) {
    throw conflict(`${subject.full_name} is ${proxy_end_age} or older: use CONSENT or COURT.`)
  }
  const grown = birthday(subject.birth_date, proxy_end_age)
  return ends_on && ends_on < grown ? ends_on : grown
}

/** The day somebody turns so old; who was born on 29 February does so on 1 March. */
export function birthday(birth_date: string, years: number): string {
  const [year = '', month = '', day = ''] = birth_date.split('-')
  const at = new Date(Date.UTC(Number(year) + years, Number(month) - 1, Number(day)))
  return at.toISOString().slice(0, 10)
}

export const isAdult = async (caller: Caller, patient: Patient): Promise<boolean> =>
  ageOn(patient.birth_date, await today(caller), 'en').years >=
  (await settingsOf(caller)).proxy_end_age

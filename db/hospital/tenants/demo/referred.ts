// Who was sent on: one letter for each visit that ended in a referral.

import type { Caller } from '../../../core/caller.ts'
import type { NewRow } from '../../../store/table.ts'
import { referral_events, referrals } from '../../desk/referrals/tables.ts'
import { referencesOn } from '../../office/sequences/many.ts'
import type { attendance, Place } from './attendances.ts'
import { chanceOf } from './chance.ts'
import { day_ms } from './days.ts'

type Visit = ReturnType<typeof attendance>['visit']
type Referral = NewRow<(typeof referrals)['columns']>

const hospitals = ['Regional Referral Hospital', 'Zonal Referral Hospital'] as const

const isOfEyes = (reason: string | null | undefined): boolean => /\beyes?\b/i.test(reason ?? '')

export async function referred(
  caller: Caller,
  place: Place,
  visits: readonly Visit[],
  until: string,
  seed: number,
): Promise<void> {
  const chance = chanceOf(seed, 4)
  // REF-2: what is not over is one at a time, so only a patient's last may be on its way.
  const last = new Map(visits.map(({ patient_id, number }) => [patient_id, number]))
  const numbers = await referencesOn(
    caller,
    'referral',
    visits.map(({ opened_on }) => opened_on),
  )
  const made = visits.map((visit, index): Referral => {
    const days_ago = (Date.parse(until) - Date.parse(visit.opened_on)) / day_ms
    const is_over = days_ago > 14 || last.get(visit.patient_id) !== visit.number
    const facility = isOfEyes(visit.reason) ? 'Eye Hospital' : chance.one(hospitals)
    const sent_at = visit.seen_by_clinician_at ?? visit.opened_at
    return {
      id: chance.idAt(Date.parse(sent_at)),
      hospital_id: place.hospital_id,
      facility_id: place.facility_id,
      number: numbers[index] as string,
      direction: 'OUT',
      status: is_over ? (chance.happens(0.6) ? 'COMPLETED' : 'EXPIRED') : 'SENT',
      urgency: chance.happens(0.8) ? 'ROUTINE' : 'URGENT',
      patient_id: visit.patient_id,
      visit_id: visit.id ?? null,
      facility,
      facility_key: facility.toLowerCase(),
      reason: visit.reason ?? 'Further care',
      diagnosis: [],
      attachment_ids: [],
      referrer: { staff_id: null, name: 'Kituo demo', cadre: null, licence_no: null },
      sent_at,
      sent_by_channel: 'PRINT',
      created_at: sent_at,
      updated_at: sent_at,
    }
  })
  await referrals.insertMany(made)
  await referral_events.insertMany(
    made.map((one) => ({
      id: chance.idAt(Date.parse(one.sent_at ?? '')),
      hospital_id: place.hospital_id,
      referral_id: one.id as string,
      move: 'send',
      from_state: 'DRAFT',
      to_state: 'SENT',
      at: one.sent_at ?? '',
      by_name: 'Kituo demo',
    })),
  )
}

// A referral as it is kept: found, moved, and what stands in the way of a second one.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { patientRecord } from '../patients/rows.ts'
import { lifeOf } from './life.ts'
import { referral_events, referrals } from './tables.ts'
import { live_states } from './words.ts'

export type Row = RowOf<(typeof referrals)['columns']>

export const referral_history = historyIn(referral_events, 'referral_id')

export const referralRecord = recordWithLife(referrals, {
  type: 'referral',
  life: ({ direction }) => lifeOf(direction),
  called: ({ number }) => number,
  history: referral_history,
  sequence: 'referral',
  clash,
})

/** REF-2, REF-6: what already stands, by its number. */
async function clash(caller: Caller, error: unknown, wanted: Row): Promise<unknown> {
  const { hospital_id } = caller
  if (isTaken(error, 'patient_id')) {
    const known = await going(caller, wanted)
    return known === undefined ? error : clashing(caller, known)
  }
  if (isTaken(error, 'external_reference')) {
    const known = await referrals.find({
      hospital_id,
      facility_key: wanted.facility_key,
      external_reference: wanted.external_reference,
    })
    return conflict(
      `Referral ${known?.number ?? ''} of ${wanted.facility} has the number ${wanted.external_reference ?? ''} already.`,
    )
  }
  return error
}

export type Going = Pick<Row, 'patient_id' | 'facility_key'> & { visit_id?: string | null }

/** The one out to the same facility, for the same visit or likewise without one. */
export const going = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { patient_id, facility_key, visit_id = null }: Going,
): Promise<Row | undefined> =>
  referrals.find({
    hospital_id,
    patient_id,
    facility_key,
    visit_id,
    direction: 'OUT',
    status: [...live_states],
  })

/** REF-2: of two records that become one, two referrals that go on may not become the same. */
export async function refuseTwice(
  caller: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
  patient_id: string,
): Promise<void> {
  const { hospital_id } = caller
  const moving = await referrals.all({
    hospital_id,
    id: [...ids],
    direction: 'OUT',
    status: [...live_states],
  })
  for (const { number, facility, ...one } of moving) {
    const other = await going(caller, { ...one, patient_id })
    if (other === undefined) continue
    throw conflict(
      `${number} and ${other.number} are both to ${facility}: cancel one of them first.`,
    )
  }
}

export async function clashing(
  caller: Caller,
  { patient_id, number, facility, status }: Row,
): Promise<Error> {
  const { full_name } = await patientRecord.get(caller, patient_id)
  return conflict(`${full_name} already has referral ${number} to ${facility} (${status}).`)
}

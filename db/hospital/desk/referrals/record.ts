// A referral as it is kept: found, moved, and what stands in the way of a second one.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { patient_record } from '../patients/rows.ts'
import { lifeOf } from './life.ts'
import { referral_events, referrals } from './tables.ts'
import { live_states } from './words.ts'

export type Row = RowOf<(typeof referrals)['columns']>

export const referral_history = historyIn(referral_events, 'referral_id')

export const referral_record = recordWithLife(referrals, {
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
  if (isTaken(error, 'patient_id')) return live(caller, wanted.patient_id)
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

export async function live(caller: Caller, patient_id: string): Promise<Error> {
  const { hospital_id } = caller
  const { full_name } = await patient_record.get(caller, patient_id)
  const known = await referrals.find({
    hospital_id,
    patient_id,
    direction: 'OUT',
    status: [...live_states],
  })
  return conflict(
    `${full_name} already has referral ${known?.number ?? ''} to ${known?.facility ?? ''} (${known?.status ?? ''}).`,
  )
}

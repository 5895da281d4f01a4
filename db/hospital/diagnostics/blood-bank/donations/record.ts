// A donation from its interview to its release (3.2). Nothing that reacted is ever released.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { donation_states } from '../words.ts'
import { donation_history, donations } from './tables.ts'

export type DonationRow = RowOf<(typeof donations)['columns']>

export const donation_life = life('donation', donation_states, {
  defer: { from: ['ACCEPTED'], to: 'DEFERRED', house: true },
  bleed: { from: ['ACCEPTED'], to: ['COLLECTED', 'FAILED'], permission: 'donor:write' },
  test: { from: ['COLLECTED', 'TESTED'], to: ['COLLECTED', 'TESTED'], permission: 'donation:test' },
  release: { from: ['COLLECTED', 'TESTED'], to: 'RELEASED', permission: 'donation:release' },
  reject: {
    from: ['COLLECTED', 'TESTED'],
    to: 'REJECTED',
    permission: 'donation:release',
    reason: 'required',
  },
})

export const donationRecord = recordWithLife(donations, {
  life: donation_life,
  called: ({ din, donor_number }) => din ?? donor_number ?? '',
  history: historyIn(donation_history),
  // Whom it is kept for is never told what is known of the donor, nor the reverse (BLD-8, BLD-12).
  patient: () => null,
  clash,
})

async function clash({ hospital_id }: Caller, error: unknown, wanted: DonationRow) {
  if (isTaken(error, 'donor_id')) return stillOpen(hospital_id, wanted.donor_id)
  if (isTaken(error, 'din')) return conflict(`Donation ${wanted.din} is here already.`)
  return error
}

/** One donor gives once at a time. */
export async function stillOpen(hospital_id: string, donor_id: string | null) {
  const open = await donations.find({ hospital_id, donor_id, status: 'ACCEPTED' })
  return conflict(`Donation ${open?.din ?? ''} of this donor is still open.`)
}

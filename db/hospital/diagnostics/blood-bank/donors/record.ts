// A donor is deferred by what was found, and comes back by date or by the head of the laboratory (3.1).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { donor_states } from '../words.ts'
import { donor_deferrals, donor_history, donors } from './tables.ts'

export type DonorRow = RowOf<(typeof donors)['columns']>
export type DeferralRow = RowOf<(typeof donor_deferrals)['columns']>

export const donor_life = life('donor', donor_states, {
  defer: { from: ['ELIGIBLE', 'DEFERRED'], to: ['DEFERRED', 'BARRED'], house: true },
  reinstate: {
    from: ['DEFERRED', 'BARRED'],
    to: 'ELIGIBLE',
    permission: 'donor:reinstate',
    reason: 'required',
  },
  end: { from: ['DEFERRED'], to: 'ELIGIBLE', house: true },
})

export const donorRecord = recordWithLife(donors, {
  life: donor_life,
  called: ({ number }) => number,
  history: historyIn(donor_history),
  sequence: 'donor',
  // What an infection of a donor is, is never written to a patient (BLD-12).
  patient: () => null,
  clash,
})

async function clash(caller: Caller, error: unknown, wanted: DonorRow): Promise<unknown> {
  if (!isTaken(error, 'national_id_key')) return error
  const { hospital_id } = caller
  const { national_id_key } = wanted
  const other = await donors.find({ hospital_id, national_id_key })
  return conflict(`This national ID belongs to donor ${other?.number ?? 'of another number'}.`)
}

/** A deferral is over by date at once; the job only writes it down. */
export const standingOn = (
  { status, deferred_until }: Pick<DonorRow, 'status' | 'deferred_until'>,
  today: string,
): DonorRow['status'] =>
  status === 'DEFERRED' && (deferred_until ?? '') < today ? 'ELIGIBLE' : status

// A transfer from bed to bed (3.9).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { bed_transfer_moves, bed_transfers } from '../admissions/tables.ts'
import { wards } from '../places/tables.ts'
import { transfer_states } from '../words.ts'

export type TransferRow = RowOf<(typeof bed_transfers)['columns']>

const transfer_life = life('transfer', transfer_states, {
  accept: { from: ['REQUESTED'], to: 'ACCEPTED', permission: 'admission:accept' },
  complete: { from: ['ACCEPTED', 'REQUESTED'], to: 'DONE', permission: 'admission:transfer' },
  decline: {
    from: ['REQUESTED', 'ACCEPTED'],
    to: 'DECLINED',
    permission: 'admission:accept',
    reason: 'required',
  },
  cancel: {
    from: ['REQUESTED', 'ACCEPTED'],
    to: 'CANCELLED',
    permission: 'admission:transfer',
    reason: 'required',
  },
})

export const transferRecord = recordWithLife(bed_transfers, {
  life: transfer_life,
  type: 'bed_transfer',
  called: ({ created_at }) => `of ${created_at.slice(0, 10)}`,
  history: historyIn(bed_transfer_moves),
  clash: async (caller, error, wanted) =>
    isTaken(error, 'admission_id') ? await alreadyAsked(caller, wanted.admission_id) : error,
})

export const openTransfer = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  admission_id: string,
): Promise<TransferRow | undefined> =>
  bed_transfers.find({ hospital_id, admission_id, status: ['REQUESTED', 'ACCEPTED'] })

export async function alreadyAsked(caller: Caller, admission_id: string): Promise<Error> {
  const { hospital_id } = caller
  const known = await openTransfer(caller, admission_id)
  const ward =
    known === undefined ? undefined : await wards.find({ hospital_id, id: known.to_ward_id })
  return conflict(`A transfer to ${ward?.name ?? 'another bed'} is already asked.`, 'asked')
}

/** Who is not treated any more, or died, goes to no other ward. */
export async function endTransfers(
  caller: Caller,
  admission_id: string,
  reason: string,
): Promise<void> {
  const open = await openTransfer(caller, admission_id)
  if (open === undefined) return
  await transferRecord.moved(
    caller,
    await transferRecord.locked(caller, open.id),
    'cancel',
    {},
    reason,
  )
}

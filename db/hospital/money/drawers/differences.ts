// What was counted and what should be there (BIL-94, BIL-95): every difference is posted (P-66).

import type { Caller } from '../../../core/caller.ts'
import { post } from '../accounting/posting/post.ts'
import { policyOf } from '../policy/policy.ts'
import { differenceLines } from './ledger.ts'
import type { DrawerRow, ShiftRow } from './rows.ts'
import { cash_differences } from './tables.ts'
import type { Treatment } from './words.ts'

export type FoundAt = 'open' | 'close' | 'confirm'

/** Above nought there is more than expected. */
export async function postDifference(
  caller: Caller,
  drawer: DrawerRow,
  shift: ShiftRow,
  found_at: FoundAt,
  amount: number,
): Promise<void> {
  if (amount === 0) return
  const { hospital_id } = caller
  const { shortage_to } = await policyOf(caller)
  const treatment: Treatment = amount > 0 ? 'INCOME' : shortage_to
  await post(caller, {
    source: 'SHIFT_DIFFERENCE',
    source_id: `${shift.id}:${found_at}`,
    memo: `Difference of shift ${shift.number}, ${drawer.name}`,
    document: {
      kind: 'shift',
      id: shift.id,
      reference: shift.number,
      path: `/billing/shifts/${shift.id}`,
    },
    lines: differenceLines(drawer, { amount, treatment, user_id: shift.user_id }),
  })
  await cash_differences.insert({
    hospital_id,
    facility_id: drawer.facility_id,
    shift_id: shift.id,
    shift_number: shift.number,
    user_id: shift.user_id,
    user_name: shift.user_name,
    found_at,
    amount,
    treatment,
    status: amount < 0 ? 'OPEN' : 'SETTLED',
  })
}

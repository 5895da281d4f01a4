// What was counted and what should be there (BIL-94, BIL-95): every difference is posted (P-66).

import type { Caller } from '../../caller.ts'
import { post } from '../accounting/post.ts'
import { policyOf } from '../policy/policy.ts'
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
  const { facility_id } = drawer
  const { shortage_to } = await policyOf(caller)
  const treatment: Treatment = amount > 0 ? 'INCOME' : shortage_to
  const short = Math.abs(Math.min(amount, 0))
  const over = Math.max(amount, 0)
  const cashier = { role: 'cash_suspense', party: { kind: 'STAFF' as const, id: shift.user_id } }
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
    lines: [
      { account_id: drawer.account_id, debit: over, credit: short, facility_id },
      { role: 'cash_over', credit: over, facility_id },
      treatment === 'CASHIER'
        ? { ...cashier, debit: short, facility_id }
        : { role: 'cash_short', debit: short, facility_id },
    ],
  })
  await cash_differences.insert({
    hospital_id,
    facility_id,
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

// A part of a bill that a scheme took over goes back to the patient (BIL-52, P-16): out of its claim, its
// ceilings and approvals, as long as nobody was asked for it.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { claimLinesCredited, claimsOfItems } from '../../../neighbours/claims.ts'
import type { PaymentRow } from '../payments/list.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { insuredMore } from './takeover-amounts.ts'

interface Given {
  item_id: string
  amount: number
  returned: number
  live: boolean
}

export async function takeOverBack(
  caller: Caller,
  bills: readonly Bill[],
  payment: PaymentRow,
  given: readonly Given[],
): Promise<void> {
  const { scheme_id } = payment
  const [bill] = bills
  if (scheme_id === null || bill === undefined) return
  const claims = await claimsOfItems(
    caller,
    given.map(({ item_id }) => item_id),
  )
  const gone = claims.find((one) => one.submitted && one.scheme_id === scheme_id)
  if (gone !== undefined) {
    throw conflict(
      `Claim ${gone.number} was already submitted: ask the insurer desk.`,
      'claim_submitted',
    )
  }
  if (given.some(({ live, returned }) => live && returned > 0)) {
    throw conflict(
      `A part of ${payment.number} was credited: credit the rest of bill ${bill.number}.`,
      'credited',
    )
  }
  await claimLinesCredited(
    caller,
    given.map(({ item_id, amount }) => ({ item_id, scheme_id, payment_id: payment.id, amount })),
  )
  await insuredMore(caller, bill, scheme_id, -payment.amount)
}

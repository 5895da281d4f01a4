// The entries of bills and money built anew from their documents (ACC-93), by the same functions that
// posted them. What was taken back is built with its reversal.

import type { Caller } from '../../../../core/caller.ts'
import type { Replaying, ReplayEvent } from '../../../neighbours/books.ts'
import { withReversals } from '../../accounting/proofs/replayed.ts'
import { adoptions, creditNotes, discounts, issues, returns } from './bills.ts'
import { depositUses, insured, payments, refunds, waivers, writeOffs } from './money.ts'

export const replayOfBills = (caller: Caller): Replaying => ({
  sources: withReversals([
    'BILL_ISSUE',
    'BILL_ADOPT',
    'DEBT_RETURN',
    'BILL_DISCOUNT',
    'CREDIT_NOTE',
    'PAYMENT',
    'CHEQUE_BOUNCE',
    'DEPOSIT_APPLY',
    'REFUND_APPROVE',
    'REFUND_PAY',
    'WRITE_OFF',
  ]),
  events: allOf(caller),
})

async function* allOf(caller: Caller): AsyncGenerator<readonly ReplayEvent[]> {
  yield* issues(caller)
  yield* adoptions(caller)
  yield* returns(caller)
  yield* discounts(caller)
  yield* creditNotes(caller)
  yield* payments(caller)
  yield* waivers(caller)
  yield* insured(caller)
  yield* depositUses(caller)
  yield* refunds(caller)
  yield* writeOffs(caller)
}

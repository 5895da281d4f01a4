// What money does beside sales and bills: what is paid ahead and asked back, bills that are lowered, waived or
// corrected, and what the house itself spends, at every step of its way.

import type { Caller } from '../../../core/caller.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { issue } from '../../money/billing/bills/issue.ts'
import { open as openBill } from '../../money/billing/charges/by-hand.ts'
import { open as writeCredit } from '../../money/billing/credit/notes.ts'
import { takeDeposit } from '../../money/billing/deposits/taking.ts'
import {
  approve as approveRefund,
  request as askBack,
} from '../../money/billing/refunds/refunds.ts'
import { ask as askWaiver } from '../../money/billing/relief/waivers.ts'
import { approve as approveExpense, pay } from '../../money/expenses/decisions.ts'
import { open as writeExpense, submit } from '../../money/expenses/drafts.ts'
import { tried } from './tried.ts'

interface Day {
  next: () => Patient | undefined
  as: (role: string) => Caller
}

/** Nothing of it where nobody takes money. */
export async function settlings({ next, as }: Day): Promise<void> {
  const people = ['cashier', 'billing', 'manager', 'welfare', 'nurse']
  if (people.some((role) => as(role).user_id === null)) return
  for (const upto of ['kept', 'asked', 'agreed'] as const) {
    const patient = next()
    if (patient !== undefined) await tried(() => paidAhead(as, patient, upto))
  }
  for (const how of ['waived', 'corrected'] as const) {
    const patient = next()
    if (patient !== undefined) await tried(() => lowered(as, patient, how))
  }
  for (const [at, spent] of spending.entries()) await tried(() => spends(as, spent, at))
}

async function paidAhead(
  as: Day['as'],
  { id: patient_id, full_name }: Patient,
  upto: 'kept' | 'asked' | 'agreed',
): Promise<void> {
  const purpose = 'Operation next week'
  const { deposit } = await takeDeposit(as('cashier'), {
    patient_id,
    amount: 60_000,
    method: 'Cash',
    purpose,
  })
  if (upto === 'kept') return
  const reason = 'The operation was put off'
  const asked = { deposit_id: deposit.id, amount: 60_000, payee_name: full_name, reason }
  const { id } = await askBack(as('billing'), asked)
  if (upto === 'agreed') await approveRefund(as('manager'), id, { note: 'Seen' })
}

async function lowered(
  as: Day['as'],
  { id: patient_id }: Patient,
  how: 'waived' | 'corrected',
): Promise<void> {
  const items = [{ code: 'CONS' }, { code: 'FBC' }]
  const bill = await openBill(as('billing'), { patient_id, items })
  await issue(as('billing'), bill.id)
  if (how === 'waived') {
    const reason = 'Lives alone and has no income'
    await askWaiver(as('welfare'), { bill_id: bill.id, amount: 5000, category: 'INDIGENT', reason })
    return
  }
  const reason = 'The sample was never taken'
  await writeCredit(as('billing'), { bill_id: bill.id, reason, reason_code: 'NOT_DONE' })
}

const spending = [
  { description: 'Fuel for the generator', amount: 240_000, category: 'Utilities' },
  { description: 'A plumber for the maternity', amount: 85_000, category: 'Maintenance' },
  { description: 'Paper and envelopes', amount: 42_000, category: 'Supplies' },
  { description: 'Transport of samples to the zone', amount: 30_000, category: 'Transport' },
] as const

/** A draft, one that waits, one that was agreed, one that was paid. */
async function spends(as: Day['as'], spent: (typeof spending)[number], at: number): Promise<void> {
  const asked = { ...spent, payee: 'Duka la Mfano', method: 'Cash' }
  const { expense } = await writeExpense(as('nurse'), asked)
  if (at === 0) return
  await submit(as('nurse'), expense.id)
  if (at === 1) return
  await approveExpense(as('manager'), expense.id, 'Needed')
  if (at === 3) await pay(as('cashier'), expense.id, { method: 'Cash' })
}

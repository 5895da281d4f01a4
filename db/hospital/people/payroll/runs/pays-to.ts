// Where the pay of a run goes.

import type { Of } from '../../../../store/record-of.ts'
import { type BankRow, masked, waysOf } from '../../staff/banks/banks.ts'
import { nextDay } from '../../../../core/clock.ts'

export interface Bank {
  id: string
  method: BankRow['method']
  pays_to: string | null
  shared_reason: string | null
  label: string
  /** Changed near the day of pay, or about to be (HR-11). */
  unsettled: boolean
}

/** The details themselves, for whoever pays. */
export async function detailsOf(
  caller: Of,
  ids: readonly string[],
  pay_on: string,
): Promise<Map<string, BankRow>> {
  const by_person = Map.groupBy(await waysOf(caller, ids), ({ staff_id }) => staff_id)
  return new Map(
    [...by_person].flatMap(([staff_id, own]): [string, BankRow][] => {
      const used = own.findLast((one) => isPaid(one, pay_on))
      return used === undefined ? [] : [[staff_id, used]]
    }),
  )
}

const near_days = 5

/** That which is in force on the day of pay. */
export async function banksOf(
  caller: Of,
  ids: readonly string[],
  pay_on: string,
): Promise<Map<string, Bank>> {
  const found = await waysOf(caller, ids)
  const by_person = Map.groupBy(found, ({ staff_id }) => staff_id)
  const banks = new Map<string, Bank>()
  for (const [staff_id, own] of by_person) {
    const used = own.filter((one) => isPaid(one, pay_on)).at(-1)
    if (used !== undefined) banks.set(staff_id, bankOf(used, own, pay_on))
  }
  return banks
}

const isPaid = ({ status, effective_from, replaced_from }: BankRow, day: string): boolean =>
  status !== 'PENDING' && effective_from <= day && (replaced_from === null || replaced_from > day)

function bankOf(used: BankRow, own: readonly BankRow[], pay_on: string): Bank {
  const since = nextDay(pay_on, -near_days)
  const unsettled =
    own.length > 1 &&
    own.some((one) => one.status === 'PENDING' || (one.approved_on ?? '') >= since)
  const { id, method, pays_to, shared_reason } = used
  return { id, method, pays_to, shared_reason, label: labelOf(used), unsettled }
}

function labelOf({ method, bank_name, account_no, mobile_network, mobile_no }: BankRow): string {
  if (method === 'CASH') return 'Cash'
  if (method === 'MOBILE') return `${mobile_network ?? ''} ${masked(mobile_no) ?? ''}`.trim()
  return `${bank_name ?? ''} ${masked(account_no) ?? ''}`.trim()
}

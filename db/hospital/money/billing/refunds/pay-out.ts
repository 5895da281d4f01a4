// Money that leaves the house for a refund or an expense: out of the caller's own drawer where it is
// cash, else out of an account of the method's kind (BIL-47, BIL-91, BIL-92).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { fundingAccountFor, fundingOf } from '../../accounting/funding/funding.ts'
import { took, tillOf } from '../../drawers/cash.ts'
import { funding_kind, type MoneyMethod } from '../payments/words.ts'

export interface Source {
  account_id: string
  account_name: string
  /** Of the drawer that pays; null where an account of the branch does. */
  account_facility_id: string | null
  shift_id: string | null
}

export async function sourceOf(
  caller: Caller,
  method: MoneyMethod,
  facility_id: string,
  named: string | null,
): Promise<Source> {
  if (named !== null) return ofAccount(caller, method, facility_id, named)
  const till = await tillOf(caller, method)
  const { shift_id } = till
  if (method === 'Cash' && till.account_id !== null) {
    return {
      account_id: till.account_id,
      account_name: till.account_name ?? '',
      account_facility_id: till.facility_id,
      shift_id,
    }
  }
  // A cheque is drawn on the bank: what is in hand are cheques of others.
  const by = method === 'Cheque' ? 'Bank Transfer' : method
  const { account_id, name } = await fundingAccountFor(caller, by, facility_id)
  return { account_id, account_name: name, account_facility_id: null, shift_id }
}

/** A funding account that somebody names pays by itself: no drawer takes part. */
async function ofAccount(
  caller: Caller,
  method: MoneyMethod,
  facility_id: string,
  named: string,
): Promise<Source> {
  const found = await fundingOf(caller, named)
  if (found === undefined) throw noSuch('account')
  const kind = method === 'Cheque' ? 'bank' : funding_kind[method]
  if (found.kind !== kind || !found.active || found.facility_id !== facility_id) {
    throw conflict(`${found.name} takes no ${method} at this branch.`, 'account')
  }
  return {
    account_id: found.account_id,
    account_name: found.name,
    account_facility_id: null,
    shift_id: null,
  }
}

export interface Gone {
  kind: 'REFUND' | 'EXPENSE' | 'EXPENSE_REVERSAL'
  method: MoneyMethod
  /** Below nought: out of the drawer. */
  amount: number
  source: 'refund' | 'expense'
  source_id: string
  reference: string
}

/** What the shift is told, where there is one. */
export async function wentOut(
  caller: Caller,
  { shift_id }: Pick<Source, 'shift_id'>,
  gone: Gone,
): Promise<void> {
  if (shift_id !== null) await took(caller, shift_id, gone)
}

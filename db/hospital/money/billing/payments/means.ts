// How money comes (BIL-44 to BIL-47): method, reference and the account it goes to, read and checked
// before anything is written.

import { capitals } from '../../../../core/kinds/capitals.ts'
import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { fundingAccountFor, fundingOf } from '../../accounting/funding/funding.ts'
import { facilityNames } from '../../accounting/reports/parties.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import type { Till } from '../../drawers/cash.ts'
import { payments } from './tables.ts'
import { funding_kind, type MoneyMethod } from './words.ts'

export interface MeansAsked {
  reference?: string | null | undefined
  account_id?: string | null | undefined
  cheque_date?: string | null | undefined
  bank_name?: string | null | undefined
  note?: string | null | undefined
}

export interface Means {
  method: MoneyMethod
  reference: string | null
  reference_key: string | null
  account_id: string
  account_name: string
  cheque_date: string | null
  bank_name: string | null
  note: string | null
  till: Till
}

export function referenceOf(method: MoneyMethod, typed: string | null | undefined): string | null {
  const said = (typed ?? '').trim()
  if (said === '') {
    if (method !== 'Cash') throw invalid('reference', `is required for ${method}.`)
    return null
  }
  if (method !== 'Mobile Money') return said
  const kept = capitals(said.replace(/\s/g, ''))
  if (!/^[A-Z0-9]{6,20}$/.test(kept)) {
    throw invalid('reference', 'must be 6 to 20 letters and digits.')
  }
  return kept
}

/** The till is the caller's, locked before any bill. */
export async function meansOf(
  caller: Caller,
  method: MoneyMethod,
  asked: MeansAsked,
  till: Till,
  facility_id: string,
): Promise<Means> {
  const reference = referenceOf(method, asked.reference)
  const account = await accountOf(caller, method, till, facility_id, asked.account_id ?? null)
  const means = {
    method,
    reference: method === 'Cash' ? reference : (reference ?? ''),
    reference_key:
      reference === null || method === 'Cash' ? null : keyOf(account.account_id, reference),
    ...account,
    cheque_date: asked.cheque_date ?? null,
    bank_name: asked.bank_name ?? null,
    note: asked.note ?? null,
    till,
  }
  await refuseUsed(caller, means)
  return means
}

const keyOf = (account_id: string, reference: string): string =>
  `${account_id}|${capitals(reference.replace(/\s/g, ''))}`

async function refuseUsed(
  { hospital_id }: Caller,
  { reference, reference_key }: Means,
): Promise<void> {
  if (reference_key === null) return
  const used = await payments.find({ hospital_id, reference_key, status: 'RECORDED' })
  if (used !== undefined) {
    throw conflict(`${reference} was already used on receipt ${used.number}.`, 'reference')
  }
}

interface Account {
  account_id: string
  account_name: string
}

/** BIL-45, BIL-47: cash into the caller's drawer; else the account named, else the default one. */
async function accountOf(
  caller: Caller,
  method: MoneyMethod,
  till: Till,
  facility_id: string,
  named: string | null,
): Promise<Account> {
  if (till.account_id !== null) {
    const { account_id } = till
    if (named !== null && named !== account_id) {
      throw conflict('Cash goes into your drawer.', 'account')
    }
    return { account_id, account_name: till.account_name ?? '' }
  }
  if (named === null) return standard(caller, method, facility_id)
  const kind = funding_kind[method]
  const found = await fundingOf(caller, named)
  if (found === undefined) throw noSuch('account')
  if (found.kind !== kind || !found.active || found.facility_id !== facility_id) {
    throw conflict(`${found.name} takes no ${method} at this branch.`, 'account')
  }
  return { account_id: found.account_id, account_name: found.name }
}

async function standard(
  caller: Caller,
  method: MoneyMethod,
  facility_id: string,
): Promise<Account> {
  try {
    const { account_id, name } = await fundingAccountFor(caller, method, facility_id)
    return { account_id, account_name: name }
  } catch (error) {
    const kind = funding_kind[method]
    if (!isRefusal(error) || kind === undefined) throw error
    const branch = (await facilityNames(caller)).get(facility_id) ?? 'this branch'
    throw conflict(`No default ${kind} account for ${branch}: set one in accounting.`, 'account')
  }
}

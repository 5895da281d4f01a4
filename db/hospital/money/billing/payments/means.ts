// How money comes (BIL-44 to BIL-47): method, reference and the account it goes to, read and checked
// before anything is written.

import { capitals } from '../../../../core/kinds/capitals.ts'
import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { fundingAccountFor, fundingOf } from '../../accounting/funding/funding.ts'
import { facilityNames } from '../../accounting/reports/parties.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import type { Till } from '../../drawers/cash.ts'
import { policyOf } from '../../policy/policy.ts'
import { payments } from './tables.ts'
import { funding_kind, type MoneyMethod } from './words.ts'

export interface MeansAsked {
  /** What `referenceOf` read. */
  reference: string | null
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

/** As typed; whether one is wanted, and of what form, is for the hospital to say (BIL-46). */
export async function referenceOf(
  caller: Caller,
  method: MoneyMethod,
  typed: string | null | undefined,
): Promise<string | null> {
  const said = (typed ?? '').trim()
  const { reference_rules } = await policyOf(caller)
  const rule = reference_rules.find((one) => one.method === method)
  if (said === '') {
    if (rule?.required === true) throw invalid('reference', `is required for ${method}.`)
    return null
  }
  const form = rule?.form ?? null
  if (form !== null && !new RegExp(`^(?:${form})$`, 'u').test(keyed(said))) {
    throw invalid('reference', `does not look like one of ${method}: ${form}.`)
  }
  return said
}

/** As references are compared: in capitals, without blanks. */
const keyed = (reference: string): string => capitals(reference.replace(/\s/g, ''))

/** The till is the caller's, locked before any bill. */
export async function meansOf(
  caller: Caller,
  method: MoneyMethod,
  asked: MeansAsked,
  till: Till,
  facility_id: string,
): Promise<Means> {
  const { reference } = asked
  const account = await accountOf(caller, method, till, facility_id, asked.account_id ?? null)
  const means = {
    method,
    reference,
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

const keyOf = (account_id: string, reference: string): string => `${account_id}|${keyed(reference)}`

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

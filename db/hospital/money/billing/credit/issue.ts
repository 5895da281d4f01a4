// Issuing a credit note (3.4, BIL-71): number, ledger, the lines and the bill, the deposit for what
// was paid, in one transaction.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { claimLinesCredited, claimsOfItems } from '../../../neighbours/claims.ts'
import { policyOf } from '../../policy/policy.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { visitCleared } from '../../../desk/visits/for-areas.ts'
import { creditLines } from './ledger.ts'
import { creditNoteRecord, type CreditRow } from './rows.ts'
import { leftOf, type Split, splitOf } from './split.ts'
import { credit_note_lines, type Returned } from './tables.ts'
import { openDeposit, type DepositRow } from '../deposits/deposits.ts'
import { nameOf } from '../history.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { clientOwes, orderTold } from '../bills/order-told.ts'
import { takeBackPaid } from './returned.ts'
import { purseOf } from '../../accounting/purse.ts'
import { requestOf } from '../refunds/refunds.ts'
import { restated } from '../payments/settle.ts'
import { insuredMore, withInsurers } from '../schemes/takeover-amounts.ts'
import { moved, type Row as Bill } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'

/** The bill is locked and may be credited. */
export async function issueCredit(
  caller: Caller,
  bill: Bill,
  draft: CreditRow,
): Promise<CreditRow> {
  if (draft.status !== 'DRAFT') return creditNoteRecord.moved(caller, draft, 'issue')
  const splits = await asOfNow(caller, bill, draft)
  await refuseClaimed(caller, splits)
  await lockHead(caller)
  const number = await nextReference(caller, 'credit_note', bill.facility_id)
  const entry = await post(caller, {
    source: 'CREDIT_NOTE',
    source_id: draft.id,
    memo: `Credit note ${number}, bill ${bill.number}: ${draft.reason}`,
    document: {
      kind: 'credit note',
      id: draft.id,
      reference: number,
      path: `/billing/credit-notes/${draft.id}`,
    },
    lines: await creditLines(caller, bill, splits, draft.reason_code),
  })
  const returned = await lowered(caller, splits, draft)
  const sums = sumsOf(splits)
  const deposit =
    sums.paid_part === 0
      ? null
      : await openDeposit(caller, {
          facility_id: bill.facility_id,
          patient_id: bill.payer_kind === 'CLIENT' ? null : bill.patient_id,
          client_id: bill.client_id,
          party_name: bill.patient_name ?? bill.payer,
          origin: 'CREDIT_NOTE',
          amount: sums.paid_part,
          credit_note_id: draft.id,
          purpose: `Credit note ${number}`,
        })
  await billLowered(caller, bill, sums, number)
  await orderTold(
    caller,
    bill,
    'CREDITED',
    splits.map(({ item, quantity, amount }) => ({ item_id: item.id, quantity, amount })),
  )
  const fell = fellOf(bill, splits)
  if (fell.length > 0) await claimLinesCredited(caller, fell)
  for (const { payment_id, scheme_id, amount } of fell) {
    if (payment_id !== null) await insuredMore(caller, bill, scheme_id, -amount)
  }
  const issued = await creditNoteRecord.moved(
    caller,
    draft,
    'issue',
    {
      ...sums,
      number,
      returned,
      deposit_id: deposit?.id ?? null,
      issued_at: clock.instant(),
      issued_by_name: nameOf(caller),
      business_date: await today(caller),
      entry_reference: entry.reference,
    },
    draft.reason,
  )
  if (deposit !== null) await refundAsked(caller, deposit, draft)
  if (bill.visit_id !== null) await visitCleared(caller, bill.visit_id)
  return deposit === null ? creditNoteRecord.moved(caller, issued, 'apply') : issued
}

/** What falls of the claims: of the bill's scheme, and of whoever took a part over afterwards. */
const fellOf = ({ scheme_id: own }: Bill, splits: readonly Split[]) =>
  splits.flatMap(({ item, scheme_part, insured_by }) => [
    ...(own !== null && scheme_part > 0
      ? [{ item_id: item.id, scheme_id: own, payment_id: null, amount: scheme_part }]
      : []),
    ...insured_by.map((one) => ({ item_id: item.id, ...one })),
  ])

/** BIL-75: where the policy says so, the money is asked back at once, by the way it came. */
async function refundAsked(
  caller: Caller,
  deposit: DepositRow,
  { reason, patient_name }: CreditRow,
): Promise<void> {
  if ((await policyOf(caller)).after_credit !== 'REFUND_REQUEST') return
  await requestOf(caller, await purseOf(caller), deposit, {
    amount: null,
    method: null,
    payee_name: (deposit.party_name ?? patient_name ?? '').slice(0, 160),
    reason,
  })
}

/** A payment may have come in since the draft was written: the parts are told anew. */
async function asOfNow(caller: Caller, bill: Bill, draft: CreditRow): Promise<Split[]> {
  const { hospital_id } = caller
  const purse = await purseOf(caller)
  const items = await itemsOf(caller, bill.id)
  const lines = await credit_note_lines.all(
    { hospital_id, credit_note_id: draft.id },
    { order: ['position'] },
  )
  const splits = lines.map((line, at) => {
    const item = items.find(({ id }) => id === line.item_id) as Item
    const { item_id, quantity, amount } = line
    return splitOf(purse, item, { item_id, quantity, amount }, at)
  })
  return withInsurers(caller, splits)
}

async function refuseClaimed(caller: Caller, splits: readonly Split[]): Promise<void> {
  const claims = await claimsOfItems(
    caller,
    splits.map(({ item }) => item.id),
  )
  const gone = claims.find(({ submitted }) => submitted)
  if (gone === undefined) return
  throw conflict(
    `Claim ${gone.number} was already submitted: ask the insurer desk.`,
    'claim_submitted',
  )
}

async function lowered(
  caller: Caller,
  splits: readonly Split[],
  draft: CreditRow,
): Promise<Returned[]> {
  const { hospital_id } = caller
  for (const split of splits) {
    const { item, ...amounts } = split
    await bill_items.change({ hospital_id, id: item.id }, creditedBy(split, draft))
    await credit_note_lines.change(
      { hospital_id, credit_note_id: draft.id, item_id: item.id },
      amounts,
    )
  }
  return takeBackPaid(caller, splits)
}

function creditedBy(split: Split, { reason_code }: CreditRow): Partial<Item> {
  const { item, amount, scheme_part, unpaid_part, insured_part, waived_part, paid_part } = split
  const whole = leftOf(item) === amount
  const undone = item.service_status === 'PENDING' || item.service_status === 'AUTHORISED'
  return {
    credited: item.credited + amount,
    credited_share: item.credited_share + amount - scheme_part,
    credited_quantity: item.credited_quantity + (split.quantity ?? 0),
    settled: item.settled - insured_part - waived_part - paid_part,
    insured: item.insured - insured_part,
    waived: item.waived - waived_part,
    balance: item.balance - unpaid_part,
    ...(whole && reason_code === 'RETURN' ? { service_status: 'RETURNED' as const } : {}),
    ...(whole && reason_code !== 'RETURN' && undone
      ? { service_status: 'CANCELLED' as const, cancel_reason: reason_code }
      : {}),
  }
}

type Sums = ReturnType<typeof sumsOf>
const parts = [
  'tax',
  'scheme_part',
  'unpaid_part',
  'insured_part',
  'waived_part',
  'paid_part',
] as const

export function sumsOf(splits: readonly Split[]): Record<'total' | (typeof parts)[number], number> {
  const sums = { total: 0, ...Object.fromEntries(parts.map((part) => [part, 0])) } as Sums
  for (const split of splits) {
    sums.total += split.amount
    for (const part of parts) sums[part] += split[part]
  }
  return sums
}

/** CREDITED when nothing of any line is left; else the state follows the balance. */
async function billLowered(caller: Caller, bill: Bill, sums: Sums, number: string): Promise<Bill> {
  const changes = {
    credited: bill.credited + sums.total,
    credited_share: bill.credited_share + sums.total - sums.scheme_part,
    insured: bill.insured - sums.insured_part,
    waived: bill.waived - sums.waived_part,
    paid: bill.paid - sums.paid_part,
    balance: bill.balance - sums.unpaid_part,
    scheme_due: bill.scheme_due - sums.scheme_part,
  }
  const whole = changes.credited + bill.adjusted === bill.total
  if (!whole) return restated(caller, bill, 'credit', changes, number)
  const after = await moved(caller, bill, 'credit', { ...changes, status: 'CREDITED' }, number)
  await clientOwes(caller, after)
  return after
}

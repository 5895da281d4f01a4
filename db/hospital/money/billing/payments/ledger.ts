// What money and waivers say in the ledger (P-06 to P-15, P-19, P-20, P-29), from their records alone:
// as they are posted, and as they are held against the books (ACC-93).

import type { PostingLine } from '../../accounting/entries/lines.ts'
import type { DepositRow } from '../deposits/deposits.ts'
import { debtOf, type Stands } from './owing.ts'
import type { PaymentRow } from './list.ts'
import { gathered } from '../posting-sums.ts'
import type { RefundRow } from '../refunds/rows.ts'
import type { Row as Bill } from '../bills/rows.ts'
import type { WriteOffRow } from '../relief/write-offs.ts'

type Debtor = Pick<Bill, 'id' | 'facility_id' | 'payer_kind' | 'patient_id' | 'client_id'>
export type Money = Pick<
  PaymentRow,
  | 'purpose'
  | 'amount'
  | 'withheld_tax'
  | 'kept'
  | 'taken_for'
  | 'account_id'
  | 'account_facility_id'
  | 'facility_id'
  | 'patient_id'
  | 'client_id'
>

export function paymentLines(payment: Money, bills: readonly Debtor[]): PostingLine[] {
  const { amount, facility_id, account_id, account_facility_id, patient_id, client_id } = payment
  const { held } = debtOf({
    payer_kind: client_id === null ? 'SELF' : 'CLIENT',
    patient_id,
    client_id,
  })
  const owed = payment.taken_for.flatMap(({ bill_id, amount: credit }): PostingLine[] => {
    const bill = bills.find(({ id }) => id === bill_id)
    return bill === undefined
      ? []
      : [{ ...debtOf(bill).debt, credit, facility_id: bill.facility_id }]
  })
  return [
    {
      account_id: account_id ?? '',
      debit: amount,
      facility_id: account_facility_id ?? facility_id,
    },
    { role: 'wht_asset', debit: payment.withheld_tax ?? 0, facility_id },
    ...owed,
    { ...held, credit: payment.kept, facility_id },
    { role: 'recovered', credit: payment.purpose === 'RECOVERY' ? amount : 0, facility_id },
  ]
}

/** P-13: a scheme owes what the patient or the client owed; no money moves. */
export const insuredLines = (bill: Debtor, scheme: Stands, amount: number): PostingLine[] => [
  { ...scheme, debit: amount, facility_id: bill.facility_id },
  { ...debtOf(bill).debt, credit: amount, facility_id: bill.facility_id },
]

/** P-59: what was settled is owed again; what was kept of it is held no more. */
export function bouncedLines(
  payment: Money & Pick<PaymentRow, 'came_back' | 'bank_charge'>,
  bills: readonly Debtor[],
): PostingLine[] {
  const { facility_id, client_id, patient_id, account_id, amount, came_back } = payment
  const payer_kind = client_id === null ? ('SELF' as const) : ('CLIENT' as const)
  const { held } = debtOf({ payer_kind, patient_id, client_id })
  const owed = (came_back?.bills ?? []).flatMap(({ bill_id, amount: debit }): PostingLine[] => {
    const bill = bills.find(({ id }) => id === bill_id)
    return bill === undefined
      ? []
      : [{ ...debtOf(bill).debt, debit, facility_id: bill.facility_id }]
  })
  const charge = payment.bank_charge ?? 0
  return [
    ...owed,
    { ...held, debit: came_back?.held ?? 0, facility_id },
    { role: 'recovered', debit: payment.purpose === 'RECOVERY' ? amount : 0, facility_id },
    { role: 'wht_asset', credit: payment.withheld_tax ?? 0, facility_id },
    { role: 'bank_charge', debit: charge, facility_id },
    { account_id: came_back?.charged_account_id ?? '', credit: charge, facility_id },
    { account_id: account_id ?? '', credit: amount, facility_id },
  ].filter(({ debit = 0, credit = 0 }) => debit + credit > 0)
}

/** P-14: to the departments of the lines, in the amounts that the lines take (BIL-82). */
export function waiverLines(
  bill: Bill,
  category: string | null,
  parts: readonly { department: string | null; amount: number }[],
): PostingLine[] {
  const { facility_id } = bill
  const sums = gathered()
  for (const { department, amount } of parts) {
    sums.add({ role: 'waiver', debit: amount, facility_id, department, description: category })
  }
  const credit = parts.reduce((sum, { amount }) => sum + amount, 0)
  sums.add({ ...debtOf(bill).debt, credit, facility_id })
  return sums.lines()
}

export function depositUseLines(
  deposit: Pick<DepositRow, 'facility_id'>,
  bill: Bill,
  amount: number,
): PostingLine[] {
  const { debt, held } = debtOf(bill)
  return [
    { ...held, debit: amount, facility_id: deposit.facility_id },
    { ...debt, credit: amount, facility_id: bill.facility_id },
  ]
}

/** From now on the hospital owes it. */
export function refundLines(
  { amount, facility_id }: RefundRow,
  { patient_id }: Pick<DepositRow, 'patient_id'>,
): PostingLine[] {
  const held =
    patient_id === null
      ? { role: 'unapplied', party: null }
      : { role: 'deposit', party: { kind: 'PATIENT' as const, id: patient_id } }
  return [
    { ...held, debit: amount, facility_id },
    { role: 'refund_due', credit: amount, facility_id },
  ]
}

export const paidOutLines = ({
  amount,
  facility_id,
  account_id,
  account_facility_id,
}: Pick<
  RefundRow,
  'amount' | 'facility_id' | 'account_id' | 'account_facility_id'
>): PostingLine[] => [
  { role: 'refund_due', debit: amount, facility_id },
  {
    account_id: account_id ?? '',
    credit: amount,
    facility_id: account_facility_id ?? facility_id,
  },
]

/** What was put aside for bad debts first, the rest is a cost of the day. */
export const writeOffLines = (
  { amount, put_aside }: Pick<WriteOffRow, 'amount' | 'put_aside'>,
  bill: Bill,
): PostingLine[] => [
  { role: 'allowance', debit: put_aside, facility_id: bill.facility_id },
  { role: 'bad_debt', debit: amount - put_aside, facility_id: bill.facility_id },
  { ...debtOf(bill).debt, credit: amount, facility_id: bill.facility_id },
]

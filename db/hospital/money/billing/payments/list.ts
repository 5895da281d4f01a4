// Receipts as people see them, and taking one back (BIL-52 to BIL-54).

import { can, type Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict } from '../../../../core/refusal.ts'
import { notByName } from '../../../desk/patients/privacy/lists.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { purseOf } from '../../accounting/purse.ts'
import { type OtherDrawers, reverse as reverseEntry } from '../../accounting/posting/reverse.ts'
import { record } from '../../../office/audit/record.ts'
import { type Till, took, tillOf } from '../../drawers/cash.ts'
import { policyOf } from '../../policy/policy.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { followReversal } from '../bills/adoptions.ts'
import { credit_notes } from '../credit/tables.ts'
import { deposits } from '../deposits/tables.ts'
import { restateDeposit } from '../deposits/deposits.ts'
import { usedMore } from '../relief/exemption-used.ts'
import { totalsOf } from '../bills/list-totals.ts'
import type { Payment, PaymentFilter } from './shapes.ts'
import { payment_allocations, payments } from './tables.ts'
import { payment_states } from './words.ts'
import { unrecover } from '../relief/recovery.ts'
import { refunds } from '../refunds/tables.ts'
import { billRecord, type Row as Bill } from '../bills/rows.ts'
import { type Part, unsettle } from './settle.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { takeOverBack } from '../schemes/takeover-undo.ts'
import { waiverRecord } from '../relief/waiver-rows.ts'

export type PaymentRow = RowOf<(typeof payments)['columns']>

export const payment_life = life('receipt', payment_states, {
  record: { from: ['PENDING_APPROVAL'], to: 'RECORDED', house: true },
  decline: { from: ['PENDING_APPROVAL'], to: 'DECLINED', house: true },
  reverse: { from: ['RECORDED'], to: 'REVERSED', permission: 'payment:reverse' },
})

export const paymentRecord = recordOf(payments, 'payment')

export async function list(
  caller: Caller,
  asked: PaymentFilter & PageAsked,
): Promise<Page<Payment>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const from = sql` from payments${where([
    sql`hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.method, sql`method = ${asked.method}`),
    when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
    when(asked.purpose, sql`purpose = ${asked.purpose}`),
    when(asked.clearing, sql`clearing = ${asked.clearing}`),
    when(asked.client_id, sql`client_id = ${asked.client_id}`),
    when(asked.shift_id, sql`shift_id = ${asked.shift_id}`),
    when(asked.received_by, sql`received_by_id = ${asked.received_by}`),
    when(asked.account_id, sql`account_id = ${asked.account_id}`),
    when(asked.from, sql`business_date >= ${asked.from}`),
    when(asked.to, sql`business_date <= ${asked.to}`),
    matching('payments', asked.search),
    notByName(caller, asked.search, ['number', 'reference']),
  ])}`
  const { total, totals } = await totalsOf(caller, from, { amount: 'amount' })
  const order = sql` order by received_at desc, id desc`
  const found = await pageFrom(payments, asked, { from, order, total })
  return { rows: await view(caller, found.rows), meta: Object.assign(found.meta, { totals }) }
}

/** Its number; a waiver that waits for a decision has none yet. */
export const calledPayment = ({ number, id }: PaymentRow): string => number ?? id

export async function find(caller: Caller, id: string): Promise<Payment> {
  const [shown] = await view(caller, [await paymentRecord.get(caller, id)])
  return shown as Payment
}

async function view(caller: Caller, found: readonly PaymentRow[]): Promise<Payment[]> {
  if (found.length === 0) return []
  const given = await rows<Allocated>(
    sql`select a.payment_id, a.bill_id, b.number as bill_number, a.item_id, a.amount
      from payment_allocations a join bills b on b.id = a.bill_id
      where a.hospital_id = ${caller.hospital_id} and a.live
        and a.payment_id${oneOf(found.map(({ id }) => id))} order by a.id`,
  )
  return opened(caller, found, given)
}

export interface Allocated {
  payment_id: string
  bill_id: string
  bill_number: string | null
  item_id: string
  amount: number
}

/** Of rows that are at hand; what they settled in the order it was written. */
export async function opened(
  caller: Caller,
  found: readonly PaymentRow[],
  given: readonly Allocated[],
): Promise<Payment[]> {
  const purse = await purseOf(caller)
  return found.map((row) => ({
    ...row,
    amount: purse.major(row.amount),
    tendered: row.tendered === null ? null : purse.major(row.tendered),
    withheld_tax: row.withheld_tax === null ? null : purse.major(row.withheld_tax),
    change: purse.major(row.change_given),
    allocations: given
      .filter(({ payment_id }) => payment_id === row.id)
      .map((one) => ({ ...one, amount: purse.major(Number(one.amount)) })),
    moves: movesOf(caller, row),
  }))
}

/** Besides its state: what still waits for a bank (3.3). */
function movesOf(caller: Caller, { status, clearing, method }: PaymentRow): Payment['moves'] {
  const moves: Payment['moves'] = payment_life.open(caller, status)
  if (status !== 'RECORDED' || !can(caller, 'payment:clear')) return moves
  if (clearing === 'PENDING' || clearing === 'DEPOSITED') moves.push('clear')
  if (method === 'Cheque' && clearing !== 'BOUNCED') moves.push('bounce')
  return moves
}

export const partOf = (method: PaymentRow['method']): Part =>
  method === 'Waiver' ? 'waived' : method === 'Insurance' ? 'insured' : 'paid'

/** BIL-52: what became a deposit by a credit note goes back by a refund. */
export async function refuseReturned(
  { hospital_id }: Caller,
  payment: PaymentRow,
  given: readonly { bill_id: string; live: boolean; returned: number }[],
): Promise<void> {
  const touched = given.filter(({ live, returned }) => live && returned > 0)
  if (touched.length === 0) return
  const bill_id = [...new Set(touched.map((one) => one.bill_id))]
  const notes = (await credit_notes.all({ hospital_id, bill_id })).filter(({ returned }) =>
    returned.some(({ payment_id }) => payment_id === payment.id),
  )
  const paid_back = await refunds.all({
    hospital_id,
    credit_note_id: notes.map(({ id }) => id),
    status: 'PAID',
  })
  const [refund] = paid_back
  if (refund !== undefined) {
    throw conflict(`Refund ${refund.number} was paid from this receipt.`, 'refunded')
  }
  const names = notes.map(({ number }) => number).join(', ')
  throw conflict(
    `Credit note ${names} turned part of receipt ${payment.number} into a deposit: refund that instead.`,
    'credited',
  )
}

/** 3.5: a waiver is taken back through its payment. */
async function waiverReversed(
  caller: Caller,
  { waiver_id }: PaymentRow,
  reason: string,
): Promise<void> {
  if (waiver_id === null) return
  const waiver = await waiverRecord.locked(caller, waiver_id)
  await waiverRecord.moved(caller, waiver, 'reverse', {}, reason)
  await usedMore(caller, waiver.exemption_id, -waiver.amount)
}

async function refuseOld(caller: Caller, { number, received_at }: PaymentRow): Promise<void> {
  const { reverse_days } = await policyOf(caller)
  if (clock.ms() - Date.parse(received_at) <= reverse_days * 86_400_000) return
  throw conflict(
    `Receipt ${number} is older than ${reverse_days} days. Make a refund instead.`,
    'too_late',
  )
}

/** BIL-52: what it left with the hospital goes back with it, unless that was used meanwhile. */
export async function closeDeposit(
  caller: Caller,
  payment: PaymentRow,
  reason: string,
): Promise<void> {
  const { hospital_id } = caller
  const kept = await deposits.find({ hospital_id, payment_id: payment.id }, { lock: true })
  if (kept === undefined) return
  const { number, used, held, refunded } = kept
  if (used + held + refunded > 0) {
    throw conflict(`Deposit ${number} of this receipt was used: refund that instead.`, 'deposit')
  }
  await restateDeposit(caller, kept, 'reverse', { refunded: kept.amount }, reason)
}

/** BIL-53: cash goes back out of the drawer of whoever takes it back. */
async function payBack(caller: Caller, payment: PaymentRow, till: Till): Promise<void> {
  if (till.shift_id === null) return
  await took(caller, till.shift_id, {
    kind: 'REVERSAL',
    method: payment.method,
    amount: -payment.amount,
    source: 'payment',
    source_id: payment.id,
    reference: payment.number,
  })
}

const drawerFor = (payment: PaymentRow, till: Till | null): OtherDrawers =>
  till === null ||
  payment.account_id === null ||
  till.account_id === null ||
  till.facility_id === null
    ? {}
    : { [payment.account_id]: { account_id: till.account_id, facility_id: till.facility_id } }

/** Locked in the order of their ids, as everywhere. */
async function billsOf(caller: Caller, payment_id: string): Promise<Bill[]> {
  const { hospital_id } = caller
  const given = await payment_allocations.all({ hospital_id, payment_id })
  const bills = []
  for (const bill_id of [...new Set(given.map((one) => one.bill_id))].sort()) {
    bills.push(await billRecord.locked(caller, bill_id))
  }
  return bills
}

/** The whole payment, once; its lines are debts again and wait, unless the service was done. */
export async function reverse(caller: Caller, id: string, reason: string): Promise<Payment> {
  const { hospital_id } = caller
  const before = await paymentRecord.get(caller, id)
  payment_life.move('reverse', before.status, calledPayment(before))
  await refuseOld(caller, before)
  // The drawer that pays back is the caller's own, locked first (BIL-53).
  const till = partOf(before.method) === 'paid' ? await tillOf(caller, before.method) : null
  const bills = await billsOf(caller, id)
  const payment = (await payments.find({ hospital_id, id }, { lock: true })) ?? before
  const status = payment_life.move('reverse', payment.status, calledPayment(payment))
  // While the bills were waited for, one may have been credited, or the money moved to another.
  const given = await payment_allocations.all({ hospital_id, payment_id: id })
  if (given.some(({ bill_id }) => !bills.some((bill) => bill.id === bill_id))) {
    throw conflict(`${calledPayment(payment)} was moved to another bill meanwhile: try again.`)
  }
  const part = partOf(payment.method)
  if (part === 'insured') await takeOverBack(caller, bills, payment, given)
  else await refuseReturned(caller, payment, given)
  for (const bill of bills) {
    const after = await unsettle(caller, bill, payment, reason, part)
    await followReversal(caller, after, payment.received_at, after.balance - bill.balance)
  }
  await closeDeposit(caller, payment, reason)
  if (payment.purpose === 'RECOVERY') await unrecover(caller, payment, reason)
  if (till !== null) await payBack(caller, payment, till)
  const replace_accounts = drawerFor(payment, till)
  const paid_back = replace_accounts[payment.account_id ?? '']
  await reverseEntry(caller, 'PAYMENT', id, reason, { replace_accounts })
  await payments.change(
    { hospital_id, id },
    {
      status,
      paid_back_account_id: paid_back?.account_id ?? null,
      paid_back_facility_id: paid_back?.facility_id ?? null,
      reversed_at: clock.instant(),
      reversed_by_name: caller.name,
      reverse_reason: reason,
    },
  )
  await waiverReversed(caller, payment, reason)
  record(caller, 'payment.reverse', {
    entity_type: 'payment',
    entity_id: id,
    entity_label: calledPayment(payment),
    patient_id: payment.patient_id,
    from_state: payment.status,
    to_state: status,
    reason,
  })
  return find(caller, id)
}

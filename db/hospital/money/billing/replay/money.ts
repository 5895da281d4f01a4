// Receipts, waivers, deposits, refunds and write-offs, as they were posted (ACC-93).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import type { OtherDrawers } from '../../accounting/posting/reverse.ts'
import { at_once, type Days, inBatches, takenBack } from '../../accounting/proofs/replayed.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { ReplayEvent } from '../../../neighbours/books.ts'
import { asThen } from '../bills/adoptions.ts'
import { deposit_uses, deposits } from '../deposits/tables.ts'
import {
  bouncedLines,
  depositUseLines,
  insuredLines,
  paidOutLines,
  paymentLines,
  refundLines,
  waiverLines,
  writeOffLines,
} from '../payments/ledger.ts'
import type { PaymentRow } from '../payments/list.ts'
import { payment_allocations, payments as payments_of } from '../payments/tables.ts'
import { refunds as refunds_of } from '../refunds/tables.ts'
import { billsOf, debtsOf, itemsOf } from './bills.ts'
import { inDays, ofDays } from './days.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { write_offs } from '../relief/waiver-tables.ts'

type Events = AsyncGenerator<readonly ReplayEvent[]>

async function dayOf(caller: Caller): Promise<(at: string | null) => string | null> {
  const { timezone } = await hospitalOf(caller)
  return (at) => (at === null ? null : dayIn(timezone, new Date(at)))
}

const recorded = (caller: Caller, how: Sql) => (after: string) =>
  payments_of.read(
    sql`select ${payments_of.selection()} from payments where hospital_id = ${caller.hospital_id}
      and status in ('RECORDED', 'REVERSED') and ${how} and id > ${after}
      order by id limit ${at_once}`,
  )

const paid = (payment: PaymentRow, lines: ReplayEvent['lines']): ReplayEvent => ({
  source: 'PAYMENT',
  source_id: payment.id,
  reference: payment.number ?? '',
  date: payment.business_date,
  lines,
})

const paidBack = (payment: PaymentRow): OtherDrawers => {
  const { account_id, facility_id, paid_back_account_id: from } = payment
  if (account_id === null || from === null) return {}
  const of = payment.paid_back_facility_id ?? facility_id
  return { [account_id]: { account_id: from, facility_id: of } }
}

export async function* payments(caller: Caller): Events {
  const day = await dayOf(caller)
  for await (const batch of inBatches(recorded(caller, sql`account_id is not null`))) {
    const of = await billsOf(
      caller,
      batch
        .flatMap(({ taken_for, came_back }) => [...taken_for, ...(came_back?.bills ?? [])])
        .map(({ bill_id }) => bill_id),
    )
    yield batch.flatMap((payment) => {
      const billsAt = (at: string | null) => [...of.values()].map((bill) => asThen(bill, at))
      const bills = billsAt(payment.received_at)
      const event = paid(payment, paymentLines(payment, bills))
      if (payment.status === 'RECORDED') return [event]
      const date = day(payment.reversed_at)
      // A cheque that came back has an entry of its own: that of its receipt stands (P-59).
      if (payment.clearing === 'BOUNCED') {
        const lines = bouncedLines(payment, billsAt(payment.reversed_at))
        return [event, { ...event, source: 'CHEQUE_BOUNCE', date, lines }]
      }
      return [event, takenBack(event, date, paidBack(payment))]
    })
  }
}

export async function* insured(caller: Caller): Events {
  const debtOfScheme = debtsOf(caller)
  const day = await dayOf(caller)
  for await (const batch of inBatches(recorded(caller, sql`method = 'Insurance'`))) {
    const of = await billsOf(
      caller,
      batch.flatMap(({ taken_for }) => taken_for.map(({ bill_id }) => bill_id)),
    )
    const events: ReplayEvent[] = []
    for (const payment of batch) {
      const found = of.get(payment.taken_for[0]?.bill_id ?? '') as Bill
      const bill = asThen(found, payment.received_at)
      const scheme = await debtOfScheme(payment.scheme_id ?? '')
      const event = paid(payment, insuredLines(bill, scheme, payment.amount))
      events.push(event)
      if (payment.status === 'REVERSED') events.push(takenBack(event, day(payment.reversed_at)))
    }
    yield events
  }
}

export async function* waivers(caller: Caller, days?: Days): Events {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const day = await dayOf(caller)
  const of_method = sql`select id from payments
    where hospital_id = ${hospital_id} and method = 'Waiver'`
  // Each by an index of its own, not by all payments there ever were.
  const of_days = ofDays(
    days,
    (asked) =>
      sql`id in (${of_method} and business_date between ${asked.from} and ${asked.to}
        union all ${of_method} and ${inDays(timezone, sql`reversed_at`, asked)})`,
  )
  for await (const batch of inBatches(recorded(caller, sql`method = 'Waiver' ${of_days}`))) {
    const payment_id = batch.map(({ id }) => id)
    const given = await payment_allocations.all({ hospital_id, payment_id }, { order: ['id'] })
    const items = await itemsOf(
      caller,
      given.map(({ item_id }) => item_id),
    )
    const of = await billsOf(
      caller,
      given.map(({ bill_id }) => bill_id),
    )
    const by_payment = Map.groupBy(given, (one) => one.payment_id)
    yield batch.flatMap((payment) => {
      const parts = (by_payment.get(payment.id) ?? []).map(({ item_id, amount }) => ({
        department: items.get(item_id)?.department ?? null,
        amount,
      }))
      const found = of.get(by_payment.get(payment.id)?.[0]?.bill_id ?? '')
      const bill = found === undefined ? undefined : asThen(found, payment.received_at)
      const event = paid(payment, bill === undefined ? [] : waiverLines(bill, null, parts))
      if (payment.status === 'RECORDED') return [event]
      return [event, takenBack(event, day(payment.reversed_at))]
    })
  }
}

export async function* depositUses(caller: Caller): Events {
  const { hospital_id } = caller
  const day = await dayOf(caller)
  const uses = (after: string) =>
    deposit_uses.read(
      sql`select ${deposit_uses.selection()} from deposit_uses where hospital_id = ${hospital_id}
        and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(uses)) {
    const from = await depositsOf(
      caller,
      batch.map(({ deposit_id }) => deposit_id),
    )
    const of = await billsOf(
      caller,
      batch.map(({ bill_id }) => bill_id),
    )
    yield batch.flatMap((use) => {
      const deposit = from.get(use.deposit_id) as Deposit
      const event: ReplayEvent = {
        source: 'DEPOSIT_APPLY',
        source_id: use.id,
        reference: deposit.number,
        date: day(use.at),
        lines: depositUseLines(deposit, asThen(of.get(use.bill_id) as Bill, use.at), use.amount),
      }
      return use.live ? [event] : [event, takenBack(event, null)]
    })
  }
}

type Deposit = Awaited<ReturnType<typeof deposits.all>>[number]

async function depositsOf(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, Deposit>> {
  const found = await deposits.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((deposit) => [deposit.id, deposit]))
}

export async function* refunds(caller: Caller): Events {
  const { hospital_id } = caller
  const day = await dayOf(caller)
  const approved = (after: string) =>
    refunds_of.read(
      sql`select ${refunds_of.selection()} from refunds where hospital_id = ${hospital_id}
        and number is not null and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(approved)) {
    const from = await depositsOf(
      caller,
      batch.map(({ deposit_id }) => deposit_id),
    )
    yield batch.flatMap((refund) => {
      const about = { source_id: refund.id, reference: refund.number ?? '' }
      const event: ReplayEvent = {
        ...about,
        source: 'REFUND_APPROVE',
        date: day(refund.approved_at),
        lines: refundLines(refund, from.get(refund.deposit_id) as Deposit),
      }
      if (refund.status === 'CANCELLED') return [event, takenBack(event, null)]
      if (refund.status !== 'PAID') return [event]
      const lines = paidOutLines(refund)
      return [event, { ...about, source: 'REFUND_PAY', date: refund.paid_on, lines }]
    })
  }
}

export async function* writeOffs(caller: Caller): Events {
  const { hospital_id } = caller
  const day = await dayOf(caller)
  const approved = (after: string) =>
    write_offs.read(
      sql`select ${write_offs.selection()} from write_offs where hospital_id = ${hospital_id}
        and status = 'APPROVED' and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(approved)) {
    const of = await billsOf(
      caller,
      batch.map(({ bill_id }) => bill_id),
    )
    yield batch.map((row) => ({
      source: 'WRITE_OFF',
      source_id: row.id,
      reference: row.number ?? '',
      date: day(row.decided_at),
      lines: writeOffLines(row, asThen(of.get(row.bill_id) as Bill, row.decided_at)),
    }))
  }
}

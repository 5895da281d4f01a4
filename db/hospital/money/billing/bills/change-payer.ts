// Another payer for a draft (BIL-22): every line priced anew, but for a price that somebody set.

import type { Caller } from '../../../../core/caller.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { conflict, isRefusal } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type * as asked from '../../../neighbours/billing.ts'
import { taxRateOn } from '../../accounting/taxes/rates.ts'
import { purseOf } from '../../accounting/purse.ts'
import { pricesOf } from '../../tariff/prices.ts'
import { visitCleared, visitOf } from '../../../desk/visits/for-areas.ts'
import { live } from '../amounts.ts'
import { draft } from '../charges/by-hand.ts'
import { summed } from './drafts.ts'
import type { PayerInput } from './input-shapes.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import { reckoned } from '../charges/lines-by-hand.ts'
import { type Owing, payerByHand, payerOfCharge, pricePayer } from './payers.ts'
import { moved, type Row as Bill } from './rows.ts'
import { bill_items, bills } from './tables.ts'

export async function changePayer(
  caller: Caller,
  id: string,
  input: PayerInput,
): Promise<{ bill: Bill; kept: string[] }> {
  const bill = await draft(caller, id)
  const owing = await payerByHand(caller, bill.patient_id, input, bill.service_date)
  return repriced(caller, bill, owing, input.reason)
}

async function repriced(
  caller: Caller,
  bill: Bill,
  owing: Owing,
  reason: string,
): Promise<{ bill: Bill; kept: string[]; repriced: number }> {
  const { said } = await purseOf(caller)
  const was = bill.total
  const owed = await take(caller, bill, owing)
  const { kept, done } = await priceAnew(caller, owed)
  const { bill: after } = await summed(caller, owed)
  const note = `${reason} (${bill.payer ?? 'Self'} ${said(was)}, now ${owing.payer ?? 'Self'} ${said(after.total)})`
  const written = await moved(caller, after, 'change_payer', {}, note.slice(0, 300))
  if (bill.visit_id !== null) await visitCleared(caller, bill.visit_id)
  return { bill: written, kept, repriced: done }
}

/** A running draft of the new payer may be there: then this one runs no more. */
async function take(caller: Caller, bill: Bill, owing: Owing): Promise<Bill> {
  const { hospital_id } = caller
  const running_key = bill.running
    ? `${bill.visit_id ?? '-'}|${(owing.payer ?? '').toLowerCase()}`
    : bill.running_key
  // What one scheme authorised is nothing to another.
  const authorisation_no = owing.scheme_id === bill.scheme_id ? bill.authorisation_no : null
  const change = (running: boolean) =>
    bills.change({ hospital_id, id: bill.id }, { ...owing, authorisation_no, running_key, running })
  let { running } = bill
  try {
    await attempt(() => change(running))
  } catch (error) {
    if (!isTaken(error, 'running_key')) throw error
    running = false
    await change(running)
  }
  return { ...bill, ...owing, authorisation_no, running_key, running, version: bill.version + 1 }
}

export async function priceAnew(
  caller: Caller,
  bill: Bill,
): Promise<{ kept: string[]; done: number }> {
  const { hospital_id } = caller
  const items = (await itemsOf(caller, bill.id)).filter(live)
  const codes = items.flatMap(({ code }) => (code === null ? [] : [code]))
  if (codes.length === 0) return { kept: items.map(({ description }) => description), done: 0 }
  const visit = bill.visit_id === null ? null : await visitOf(caller, bill.visit_id)
  const prices = await pricesOf(caller, {
    codes,
    date: bill.service_date,
    payer: pricePayer(bill),
    visit_class: visit?.visit_class ?? null,
  })
  const kept: string[] = []
  let done = 0
  for (const item of items) {
    const price = prices.get(item.code ?? '')
    if (price === undefined || isOverridden(item)) {
      kept.push(item.description)
      continue
    }
    const tax =
      price.tax_code === null ? null : await taxRateOn(caller, price.tax_code, item.service_date)
    const line = {
      quantity: item.quantity,
      unit_price: price.price,
      discount: item.discount,
      tax_rate: tax?.rate_bp ?? null,
      tax_inclusive: tax?.inclusive ?? true,
    }
    await bill_items.change(
      { hospital_id, id: item.id },
      {
        ...line,
        ...reckoned(line),
        list_price: price.price,
        tariff_id: price.tariff_id,
        price_reason: price.reason,
        listed: price.listed,
        tax_code: price.tax_code,
        account_id: price.account_id,
        // What was let go by money or cover is judged anew (3.2); what is done stays done.
        ...(item.service_status === 'AUTHORISED' && item.authorised_by !== 'OVERRIDE'
          ? { service_status: 'PENDING' as const, authorised_by: null }
          : {}),
      },
    )
    done += 1
  }
  return { kept, done }
}

const isOverridden = ({ unit_price, list_price }: Item): boolean => unit_price !== list_price

/** BIL-169: of a visit, for the front office. Bills that are issued are named and stay. */
export async function changePayerOfVisit(
  caller: Caller,
  given: Parameters<typeof asked.changePayer>[1],
): ReturnType<typeof asked.changePayer> {
  const { hospital_id } = caller
  const visit = await visitOf(caller, given.visit_id)
  const found = await bills.read(
    sql`select ${bills.selection('b')} from bills b where b.hospital_id = ${hospital_id}
      and b.visit_id = ${visit.id} and b.status${oneOf(['DRAFT', 'ISSUED', 'PART_PAID', 'SETTLED'])}
      order by b.id`,
  )
  const issued_bills = found.flatMap(({ number }) => (number === null ? [] : [number]))
  const kept: string[] = []
  let count = 0
  for (const { id, status, service_date, patient_id } of found) {
    if (status !== 'DRAFT' || patient_id === null) continue
    const bill = await draft({ ...caller, expected_version: null }, id)
    const { owing } = await payerOfCharge(caller, patient_id, given.payer, service_date)
    try {
      const done = await attempt(() => repriced(caller, bill, owing, given.reason))
      kept.push(...done.kept)
      count += done.repriced
    } catch (error) {
      if (!isRefusal(error)) throw error
      throw conflict(error.message, error.code)
    }
  }
  return { repriced: count, kept, issued_bills }
}

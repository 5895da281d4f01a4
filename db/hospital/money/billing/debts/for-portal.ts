// What a patient sees of money in the portal (BIL-10, POR-9): bills that were issued and money that was
// taken, as they stand at the cashier's, of this patient and no other. In minor units.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { row, rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, mapPage, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type {
  PatientBill,
  PatientBillLine,
  PatientPayment,
  PatientPaymentRequest,
} from '../../../neighbours/billing.ts'
import { facilityNames } from '../../../office/places/briefs.ts'
import { statesIn } from '../bills/bills.ts'
import type { Row as Bill } from '../bills/rows.ts'
import { bills } from '../bills/tables.ts'
import { itemsOf } from '../charges/items.ts'
import { payments } from '../payments/tables.ts'
import type { PaymentRow } from '../payments/list.ts'

interface OfPatient extends PageAsked {
  patient_id: string
  from?: string | undefined
  to?: string | undefined
}

/** A draft is nobody's bill yet, and what was taken back before it was issued never became one. */
const issued = sql`number is not null`
/** Waivers and what a scheme takes over are no money of the patient's. */
const of_money = sql`number is not null and method not in ('Waiver', 'Insurance')`

export async function patientBills(
  caller: Caller,
  asked: OfPatient & { status?: string | undefined },
): Promise<Page<PatientBill>> {
  const from = sql` from bills${where([
    sql`hospital_id = ${caller.hospital_id}`,
    sql`patient_id = ${asked.patient_id}`,
    issued,
    when(asked.status, sql`status${oneOf(statesIn(asked.status))}`),
    when(asked.from, sql`coalesce(business_date, service_date) >= ${asked.from}`),
    when(asked.to, sql`coalesce(business_date, service_date) <= ${asked.to}`),
  ])}`
  const found = await pageFrom(bills, asked, {
    from,
    order: sql` order by issued_at desc, id desc`,
  })
  const places = await facilityNames(
    caller,
    found.rows.map(({ facility_id }) => facility_id),
  )
  return mapPage(found, (bill) => shown(bill, places))
}

const shown = (bill: Bill, places: ReadonlyMap<string, string>): PatientBill => ({
  id: bill.id,
  number: bill.number ?? '',
  date: bill.business_date ?? bill.service_date,
  due_on: bill.due_on,
  status: bill.status,
  facility: places.get(bill.facility_id) ?? null,
  total: bill.total,
  paid: bill.paid,
  balance: bill.balance,
})

export async function patientBill(
  caller: Caller,
  { patient_id, bill_id }: { patient_id: string; bill_id: string },
): Promise<(PatientBill & { lines: PatientBillLine[] }) | null> {
  const bill = await bills.find({ hospital_id: caller.hospital_id, id: bill_id, patient_id })
  if (bill === undefined || bill.number === null) return null
  const places = await facilityNames(caller, [bill.facility_id])
  const items = await itemsOf(caller, bill.id)
  const live = items.filter(({ service_status }) => service_status !== 'CANCELLED')
  return {
    ...shown(bill, places),
    lines: live.map(({ id, description, quantity, amount, covered, patient_share }) => ({
      id,
      description,
      quantity: quantity / 1000,
      amount,
      covered,
      patient_share,
    })),
  }
}

export async function patientPayments(
  caller: Caller,
  asked: OfPatient,
): Promise<Page<PatientPayment>> {
  const from = sql` from payments${where([
    sql`hospital_id = ${caller.hospital_id}`,
    sql`patient_id = ${asked.patient_id}`,
    of_money,
    when(asked.from, sql`business_date >= ${asked.from}`),
    when(asked.to, sql`business_date <= ${asked.to}`),
  ])}`
  const order = sql` order by received_at desc, id desc`
  const found = await pageFrom(payments, asked, { from, order })
  const numbers = await billsOf(caller, found.rows)
  return mapPage(found, (payment) => paid(payment, numbers))
}

export async function patientPayment(
  caller: Caller,
  { patient_id, payment_id }: { patient_id: string; payment_id: string },
): Promise<PatientPayment | null> {
  const { hospital_id } = caller
  const found = await payments.find({ hospital_id, id: payment_id, patient_id })
  if (found === undefined || found.number === null) return null
  if (found.method === 'Waiver' || found.method === 'Insurance') return null
  return paid(found, await billsOf(caller, [found]))
}

const paid = (payment: PaymentRow, numbers: ReadonlyMap<string, string>): PatientPayment => ({
  id: payment.id,
  number: payment.number ?? '',
  date: payment.business_date,
  method: payment.method,
  amount: payment.amount,
  bill_number: numbers.get(payment.id) ?? null,
})

/** The first bill that each payment was put on. */
async function billsOf(
  { hospital_id }: Caller,
  found: readonly { id: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (found.length === 0) return new Map()
  const named = await rows<{ payment_id: string; number: string }>(
    sql`select a.payment_id, min(b.number) as number from payment_allocations a
      join bills b on b.id = a.bill_id
      where a.hospital_id = ${hospital_id} and a.live and b.number is not null
        and a.payment_id${oneOf(found.map(({ id }) => id))} group by a.payment_id`,
  )
  return new Map(named.map(({ payment_id, number }) => [payment_id, number]))
}

export async function patientAccount(
  { hospital_id }: Caller,
  patient_id: string,
): Promise<{ balance: number; deposits: number; open_bills: number }> {
  const owed = await row<{ balance: number; open_bills: number }>(
    sql`select cast(coalesce(sum(balance), 0) as bigint) as balance, count(*) as open_bills from bills
      where hospital_id = ${hospital_id} and patient_id = ${patient_id}
        and status in ('ISSUED', 'PART_PAID') and balance > 0`,
  )
  const held = await row<{ held: number }>(
    sql`select cast(coalesce(sum(remaining), 0) as bigint) as held from deposits
      where hospital_id = ${hospital_id} and patient_id = ${patient_id}`,
  )
  return {
    balance: Number(owed?.balance ?? 0),
    deposits: Number(held?.held ?? 0),
    open_bills: Number(owed?.open_bills ?? 0),
  }
}

/** BIL-56 wants a provider of mobile money; until one is set up the way is the cashier's. */
export async function requestPayment(
  caller: Caller,
  asked: { patient_id: string; bill_id: string },
): Promise<PatientPaymentRequest | null> {
  if ((await patientBill(caller, asked)) === null) return null
  throw conflict(
    'No provider of mobile money is set up here: pay at the cashier’s and name the bill.',
    'no_provider',
  )
}

// What stands on a receipt (4.19): what was given, for which bills, and what is left of them now.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { partyLedger } from '../../accounting/reports/party-ledger.ts'
import { shiftRecord } from '../../drawers/rows.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { languageOf, patientOf } from './invoice-facts.ts'
import { paperPolicy } from './policy.ts'
import { type PaymentRow, paymentRecord } from '../payments/list.ts'

export async function receiptOf(caller: Caller, id: string, asked: Language | undefined) {
  const payment = await paymentRecord.get(caller, id)
  const { number } = payment
  if (number === null) {
    throw conflict(
      payment.status === 'DECLINED'
        ? 'This waiver was declined.'
        : 'This waiver waits for a decision.',
      'state',
    )
  }
  const patient = await patientOf(caller, payment.patient_id)
  const { language: standard, decimals, receipt_paper } = await paperPolicy(caller)
  const language = languageOf(asked, patient, standard)
  const bills = await billsOf(caller, payment)
  const owner = {
    facility_id: payment.facility_id,
    patient_id: payment.patient_id,
    language,
    decimals,
  }
  return {
    payment,
    owner,
    paper: receipt_paper,
    facts: {
      number,
      at: payment.received_at,
      purpose: payment.purpose,
      method: payment.method,
      received_from: payment.payer_name,
      patient: patient === null ? null : { number: patient.number, name: patient.full_name },
      cashier: payment.received_by_name,
      account: payment.account_name,
      ...(await tillOf(caller, payment)),
      reference: payment.reference,
      cheque:
        payment.method === 'Cheque' ? { date: payment.cheque_date, bank: payment.bank_name } : null,
      scheme: payment.method === 'Insurance' ? payment.payer_name : null,
      amount: payment.amount,
      tendered: payment.tendered,
      change: payment.change_given,
      bills: bills.map(({ number, amount, balance }) => ({ number, amount, left: balance })),
      goods: await goodsOf(caller, bills),
      ...(await heldOf(caller, payment)),
      reversed:
        payment.reversed_at === null
          ? null
          : {
              at: payment.reversed_at,
              by: payment.reversed_by_name ?? '',
              reason: payment.reverse_reason ?? '',
            },
    },
  }
}

/** Where it was taken. */
async function tillOf(
  caller: Caller,
  { shift_id }: PaymentRow,
): Promise<{ drawer: string | null; shift: string | null }> {
  if (shift_id === null) return { drawer: null, shift: null }
  const { drawer_name, number } = await shiftRecord.get(caller, shift_id)
  return { drawer: drawer_name, shift: number }
}

interface BillOf {
  id: string
  number: string | null
  kind: string
  amount: number
  balance: number
}

/** Of a receipt that was taken back too: it says what it was given for. */
const billsOf = async ({ hospital_id }: Caller, { id }: PaymentRow): Promise<BillOf[]> =>
  (
    await rows<BillOf>(
      sql`select b.id, b.number, b.kind, sum(a.amount) as amount, b.balance
        from payment_allocations a join bills b on b.id = a.bill_id
        where a.hospital_id = ${hospital_id} and a.payment_id = ${id}
        group by b.id, b.number, b.kind, b.balance order by b.number`,
    )
  ).map((one) => ({ ...one, amount: Number(one.amount), balance: Number(one.balance) }))

/** Who buys over the counter gets the goods on the receipt: there is no other paper. */
async function goodsOf({ hospital_id }: Caller, bills: readonly BillOf[]) {
  const sale = bills.find(({ kind }) => kind === 'SALE')
  if (sale === undefined) return []
  const found = await rows<{
    description: string
    quantity: number
    unit_price: number | null
    amount: number
  }>(
    sql`select description, quantity, unit_price, amount from bill_items
      where hospital_id = ${hospital_id} and bill_id = ${sale.id} and service_status <> 'CANCELLED'
      order by position`,
  )
  return found.map((line) => ({
    description: line.description,
    quantity: Number(line.quantity),
    unit_price: Number(line.unit_price ?? 0),
    amount: Number(line.amount),
    note: null,
  }))
}

async function heldOf(
  caller: Caller,
  { patient_id }: PaymentRow,
): Promise<{ owed: number | null; deposits: number | null }> {
  if (patient_id === null) return { owed: null, deposits: null }
  const [owed] = await rows<{ sum: number | null }>(
    sql`select sum(balance) as sum from bills where hospital_id = ${caller.hospital_id}
      and patient_id = ${patient_id} and status in ('DRAFT', 'ISSUED', 'PART_PAID')`,
  )
  const held = await partyLedger(caller, 'deposit', { kind: 'PATIENT', id: patient_id }, {})
  return { owed: Number(owed?.sum ?? 0), deposits: held.closing }
}

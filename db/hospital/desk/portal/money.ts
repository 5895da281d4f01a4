// Bills and payments of the patient, as billing has them to the cent (POR-9).

import type { Caller } from '../../../core/caller.ts'
import { toMajor, type Currency } from '../../../core/kinds/money.ts'
import { type Page, mapPage, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { currency, phone, toMinor } from '../../office/hospitals/hospitals.ts'
import {
  patientAccount,
  patientBill,
  type PatientBill,
  patientBills,
  patientPayment,
  patientPayments,
  requestPayment,
} from '../../neighbours/billing.ts'
import type { PayInput } from './own-shapes.ts'
import { authoriseOwnRead } from './record.ts'
import { whose } from './whose.ts'

interface Narrowed extends PageAsked {
  status?: string
  from?: string
  to?: string
}

const inMajor = <B extends PatientBill>(bill: B, money: Currency): B => ({
  ...bill,
  total: toMajor(bill.total, money),
  paid: toMajor(bill.paid, money),
  balance: toMajor(bill.balance, money),
})

export async function bills(caller: Caller, asked: Narrowed): Promise<Page<PatientBill>> {
  const { patient, caller: by } = await authoriseOwnRead(caller, 'portal.bills', 'BILLS')
  const money = await currency(by)
  return mapPage(await patientBills(by, { ...asked, patient_id: patient.id }), (bill) =>
    inMajor(bill, money),
  )
}

export async function bill(caller: Caller, bill_id: string) {
  const { patient, caller: by } = await authoriseOwnRead(caller, 'portal.bill', 'BILLS')
  const found = await patientBill(by, { patient_id: patient.id, bill_id })
  if (found === null) throw noSuch('bill')
  const money = await currency(by)
  return {
    ...inMajor(found, money),
    lines: found.lines.map((line) => ({
      ...line,
      amount: toMajor(line.amount, money),
      covered: toMajor(line.covered, money),
      patient_share: toMajor(line.patient_share, money),
    })),
  }
}

/** For whom a paper of this bill is printed; refused where the bill is somebody else's. */
export async function ownerOfBill(caller: Caller, bill_id: string): Promise<Caller> {
  const { patient, caller: by } = await authoriseOwnRead(caller, 'portal.invoice', 'BILLS')
  const found = await patientBill(by, { patient_id: patient.id, bill_id })
  if (found === null) throw noSuch('bill')
  return by
}

export async function pay(caller: Caller, bill_id: string, input: PayInput) {
  const { patient, caller: by, settings } = await whose(caller, 'BILLS')
  if (!settings.payments_enabled) throw conflict('Paying here is switched off.')
  const method = input.method ?? 'Mobile Money'
  if (method !== 'Mobile Money') throw invalid('method', 'must be one of Mobile Money.')
  const number = input.phone ? await phone(by, 'phone', input.phone) : (patient.phone ?? undefined)
  const amount = input.amount ? await toMinor(by, 'amount', input.amount) : undefined
  if (amount !== undefined && amount <= 0) throw invalid('amount', 'must be more than 0.')
  const asked = { patient_id: patient.id, bill_id, amount, phone: number, method }
  const made = await requestPayment(by, asked)
  if (made === null) throw noSuch('bill')
  return { ...made, amount: toMajor(made.amount, await currency(by)) }
}

export async function payments(caller: Caller, asked: Narrowed) {
  const { patient, caller: by } = await authoriseOwnRead(caller, 'portal.payments', 'BILLS')
  const money = await currency(by)
  const { status: _s, ...narrowed } = asked
  return mapPage(await patientPayments(by, { ...narrowed, patient_id: patient.id }), (one) => ({
    ...one,
    amount: toMajor(one.amount, money),
  }))
}

export async function ownerOfPayment(caller: Caller, payment_id: string): Promise<Caller> {
  const { patient, caller: by } = await authoriseOwnRead(caller, 'portal.receipt', 'BILLS')
  const found = await patientPayment(by, { patient_id: patient.id, payment_id })
  if (found === null) throw noSuch('payment')
  return by
}

export async function account(caller: Caller) {
  const { patient, caller: by } = await authoriseOwnRead(caller, 'portal.account', 'BILLS')
  const { balance, deposits, open_bills } = await patientAccount(by, patient.id)
  const money = await currency(by)
  return { balance: toMajor(balance, money), deposits: toMajor(deposits, money), open_bills }
}

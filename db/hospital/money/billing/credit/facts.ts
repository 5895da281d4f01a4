// What stands on a credit note and on the voucher of a refund (4.19).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { creditNoteRecord } from './rows.ts'
import { credit_note_lines } from './tables.ts'
import { deposits } from '../deposits/tables.ts'
import { languageOf, patientOf } from '../papers/invoice-facts.ts'
import { itemsOf } from '../charges/items.ts'
import { paperPolicy } from '../papers/policy.ts'
import { refundRecord } from '../refunds/rows.ts'
import { billRecord } from '../bills/rows.ts'

export async function creditNoteOf(caller: Caller, id: string, asked: Language | undefined) {
  const note = await creditNoteRecord.get(caller, id)
  const { hospital_id } = caller
  const lines = await credit_note_lines.all(
    { hospital_id, credit_note_id: id },
    { order: ['position'] },
  )
  const bill = await billRecord.get(caller, note.bill_id)
  const items = new Map((await itemsOf(caller, note.bill_id)).map((item) => [item.id, item]))
  const patient = await patientOf(caller, note.patient_id)
  const { language: standard, decimals, receipt_paper } = await paperPolicy(caller)
  const language = languageOf(asked, patient, standard)
  const deposit =
    note.deposit_id === null ? undefined : await deposits.find({ hospital_id, id: note.deposit_id })
  const refunds = await rows<{ number: string }>(
    sql`select number from refunds where hospital_id = ${hospital_id}
      and credit_note_id = ${id} and number is not null order by number`,
  )
  const taxes = new Map<string, { code: string; rate: number; base: number; tax: number }>()
  for (const line of lines) {
    const item = items.get(line.item_id)
    if (item === undefined || item.tax_code === null) continue
    const key = `${item.tax_code} ${item.tax_rate}`
    const sum = taxes.get(key) ?? {
      code: item.tax_code,
      rate: item.tax_rate ?? 0,
      base: 0,
      tax: 0,
    }
    taxes.set(key, {
      ...sum,
      base: sum.base + line.amount - line.tax,
      tax: sum.tax + line.tax,
    })
  }
  return {
    note,
    owner: { facility_id: note.facility_id, patient_id: note.patient_id, language, decimals },
    receipt_paper,
    facts: {
      number: note.number,
      at: note.issued_at ?? note.created_at,
      issued_on: note.business_date ?? note.created_at.slice(0, 10),
      bill: { number: note.bill_number, on: bill.business_date ?? bill.service_date },
      patient:
        note.patient_name === null
          ? null
          : { number: bill.patient_number, name: note.patient_name },
      reason: note.reason,
      author: note.created_by_name,
      issuer: note.issued_by_name,
      lines: lines.map((line) => ({
        position: line.position,
        description: line.description,
        quantity: line.quantity,
        unit_price: items.get(line.item_id)?.unit_price ?? null,
        tax: line.tax,
        amount: line.amount,
      })),
      taxes: [...taxes.values()].sort((a, b) => (a.code < b.code ? -1 : 1)),
      total: note.total,
      effect: {
        lowered: note.unpaid_part,
        scheme: note.scheme_part + note.insured_part,
        waived: note.waived_part,
        deposit: note.paid_part,
        deposit_number: deposit?.number ?? null,
        refunds: refunds.map(({ number }) => number),
      },
    },
  }
}

export async function refundOf(caller: Caller, id: string, asked: Language | undefined) {
  const refund = await refundRecord.get(caller, id)
  const { number } = refund
  if (number === null) throw conflict('This refund is not approved.', 'state')
  const patient = await patientOf(caller, refund.patient_id)
  const { language: standard, decimals, receipt_paper } = await paperPolicy(caller)
  const language = languageOf(asked, patient, standard)
  const note =
    refund.credit_note_id === null
      ? null
      : await creditNoteRecord.get(caller, refund.credit_note_id)
  return {
    refund,
    owner: { facility_id: refund.facility_id, patient_id: refund.patient_id, language, decimals },
    receipt_paper,
    facts: {
      number,
      at: refund.approved_at ?? refund.created_at,
      amount: refund.amount,
      method: refund.method,
      reference: refund.reference,
      account: refund.account_name,
      deposit: refund.deposit_number,
      receipts: refund.receipt_numbers,
      credit_note: note?.number ?? null,
      reason: refund.reason,
      payee: {
        name: refund.payee_name,
        id_no: refund.payee_id_no,
        phone: refund.payee_phone,
      },
      requested: { by: refund.requested_by_name, at: refund.created_at },
      approved: { by: refund.approved_by_name, at: refund.approved_at },
      paid: { by: refund.paid_by_name, at: refund.paid_at },
    },
  }
}

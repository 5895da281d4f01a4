// Samples of what a patient is handed: an invoice, a receipt, a statement of account.

import { type Invoice, invoicePaper } from './invoice.ts'
import type { MoneyPaper } from './money-paper.ts'
import type { Paper } from './paper.ts'
import { receiptPaper } from './receipt.ts'
import { at, day, long_name, patient, services } from './samples-frame.ts'
import { statementPaper } from './statement.ts'

const lines = (count: number): Invoice['lines'] =>
  Array.from({ length: count }, (_, index) => {
    const unit_price = 500_000 + index * 100
    const quantity = index % 7 === 0 ? 2_500 : 1_000
    const amount = (unit_price * quantity) / 1_000
    return {
      position: index + 1,
      date: day,
      code: `S-${index + 1}`,
      description: services[index % services.length] as string,
      department: index % 2 === 0 ? 'Laboratory' : 'Outpatients',
      quantity,
      unit_price,
      discount: 0,
      tax_code: index % 3 === 0 ? 'A' : null,
      amount,
      covered: index % 2 === 0 ? amount / 2 : 0,
      patient_share: index % 2 === 0 ? amount / 2 : amount,
    }
  })

const beside = {
  pay_to: [
    { name: 'Mobile', institution: 'M-Pesa', number: '5566778', branch: null },
    { name: 'Bank', institution: 'NMB', number: '2041 0001 234', branch: 'Kariakoo' },
  ],
  notice: 'Please keep this paper: you will be asked for it.',
  terms: 'Payment within 30 days. What is not paid by then may be passed on to a collector.',
}

export function invoice(paper: MoneyPaper, count: number): Paper {
  const all = lines(count)
  const total = all.reduce((sum, { amount }) => sum + amount, 0)
  const taxed = all.reduce((sum, one) => sum + (one.tax_code === 'A' ? one.amount : 0), 0)
  // The prices of this house have the tax in them.
  const tax = Math.round((taxed * 18) / 118)
  const covered = all.reduce((sum, one) => sum + one.covered, 0)
  return invoicePaper({
    ...paper,
    ...beside,
    number: 'INV-2026-000231',
    at,
    issued_on: day,
    due_on: '2026-04-30',
    patient,
    customer: null,
    visit: { number: 'V-2026-001024', opened_on: day, closed_on: null, clinician: 'Dr Komba' },
    payer: 'INSURANCE',
    scheme: { name: 'National fund', member_no: '101 202 303', authorisation: 'AU-77' },
    lines: all,
    subtotal: total - tax,
    discount: 0,
    taxes: [{ code: 'A', rate: 1800, base: taxed - tax, tax }],
    total,
    scheme_share: covered,
    patient_share: total - covered,
    off: { paid: 1_000_000 },
    balance: total - covered - 1_000_000,
    movements: [{ on: day, number: 'RCT-2026-000412', what: 'Cash', amount: 1_000_000 }],
    prepared_by: 'Juma Mushi',
  })
}

export const receipt = (paper: MoneyPaper, size: 'A4' | 'ROLL80'): Paper =>
  receiptPaper({
    ...paper,
    size,
    number: 'RCT-2026-000412',
    at,
    purpose: 'BILL',
    method: 'Cash',
    received_from: long_name,
    patient: { number: patient.number, name: long_name },
    cashier: 'Juma Mushi',
    account: null,
    drawer: 'Window 1',
    shift: 'SHF-2026-000041',
    reference: null,
    cheque: null,
    scheme: null,
    amount: 12_345_600,
    tendered: 12_500_000,
    change: 154_400,
    bills: [
      { number: 'INV-2026-000231', amount: 10_000_000, left: 2_345_600 },
      { number: 'INV-2026-000198', amount: 2_345_600, left: 0 },
    ],
    goods: [],
    owed: 2_345_600,
    deposits: 500_000,
    reversed: null,
  })

export const statement = (paper: MoneyPaper): Paper =>
  statementPaper({
    ...paper,
    ...beside,
    at,
    party: { number: patient.number, name: long_name, lines: ['+255 712 345 678'] },
    from: '2026-01-01',
    to: day,
    opening: 1_000_000,
    lines: Array.from({ length: 60 }, (_, index) => ({
      on: day,
      number: index % 2 === 0 ? `INV-2026-${index}` : `RCT-2026-${index}`,
      source: index % 2 === 0 ? 'BILL_ISSUE' : 'PAYMENT',
      memo: index % 2 === 0 ? 'Bill' : 'Payment',
      debit: index % 2 === 0 ? 250_000 : 0,
      credit: index % 2 === 0 ? 0 : 200_000,
      balance:
        1_000_000 + Math.ceil((index + 1) / 2) * 250_000 - Math.floor((index + 1) / 2) * 200_000,
    })),
    closing: 2_500_000,
    deposits: {
      lines: [
        { on: day, number: 'DEP-2026-7', source: 'DEPOSIT', memo: 'Deposit', balance: 500_000 },
      ],
      held: 500_000,
    },
    ageing: {
      not_due: 1_500_000,
      d1_30: 500_000,
      d31_60: 250_000,
      d61_90: 250_000,
      d91_180: 0,
      over_180: 0,
    },
    unpaid: [
      {
        number: 'INV-2026-000231',
        on: day,
        due_on: '2026-04-30',
        total: 2_500_000,
        balance: 1_500_000,
      },
      {
        number: 'INV-2026-000198',
        on: '2026-02-10',
        due_on: '2026-03-12',
        total: 1_000_000,
        balance: 1_000_000,
      },
    ],
  })

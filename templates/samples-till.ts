// Samples of what stays in the house: notes, vouchers, the summary of payments.

import { collectionsPaper } from './collections.ts'
import { creditPaper } from './credit-note.ts'
import { voucherPaper } from './expense-voucher.ts'
import type { MoneyPaper } from './money-paper.ts'
import type { Paper } from './paper.ts'
import { refundPaper } from './refund-voucher.ts'
import { at, day, long_name, patient, services } from './samples-frame.ts'

export const credit = (paper: MoneyPaper): Paper =>
  creditPaper({
    ...paper,
    number: 'CN-2026-000019',
    at,
    issued_on: day,
    bill: { number: 'INV-2026-000231', on: day },
    patient: { number: patient.number, name: long_name },
    reason: 'The scan was ordered twice; the second was never made',
    author: 'Juma Mushi',
    issuer: 'Paulina Ally',
    lines: [
      {
        position: 3,
        description: services[2] as string,
        quantity: 1_000,
        unit_price: 4_500_000,
        tax: 0,
        amount: 4_500_000,
      },
      {
        position: 5,
        description: services[4] as string,
        quantity: null,
        unit_price: null,
        tax: 0,
        amount: 100_000,
      },
    ],
    taxes: [],
    total: 4_600_000,
    effect: {
      lowered: 3_600_000,
      scheme: 0,
      waived: 0,
      deposit: 1_000_000,
      deposit_number: 'DEP-2026-000008',
      refunds: ['RF-2026-000003'],
    },
  })

const step = (by: string) => ({ by, at })

export const refund = (paper: MoneyPaper): Paper =>
  refundPaper({
    ...paper,
    number: 'RF-2026-000003',
    at,
    amount: 1_000_000,
    method: 'Cash',
    reference: null,
    account: 'Window 1',
    deposit: 'DEP-2026-000008',
    receipts: ['RCT-2026-000412'],
    credit_note: 'CN-2026-000019',
    reason: 'The scan was ordered twice',
    payee: { name: long_name, id_no: '19860101-11101-00001-20', phone: '+255 712 345 678' },
    requested: step('Juma Mushi'),
    approved: step('Paulina Ally'),
    paid: step('Asha Komba'),
  })

export const voucher = (paper: MoneyPaper): Paper =>
  voucherPaper({
    ...paper,
    number: 'EXP-2026-000088',
    at,
    spent_on: day,
    description: 'Repair of the generator: two injectors, a filter and a day of work',
    category: 'Maintenance',
    department: 'Works',
    account: '6105 Repairs and maintenance',
    payee: { name: 'Fundi na Wana', tin: '111-222-333', phone: '+255 713 000 000' },
    amount: 118_000_000,
    net: 100_000_000,
    tax: 18_000_000,
    tax_code: 'A',
    wht: 5_000_000,
    wht_bp: 500,
    payable: 113_000_000,
    method: 'Bank Transfer',
    reference: 'TT 8812',
    paid_from: '1111 NMB operating',
    budget: { amount: 500_000_000, used_bp: 6_400 },
    budget_note: 'Within the budget of the quarter',
    requested: step('Juma Mushi'),
    approved: step('Paulina Ally'),
    second: 'Neema Joseph',
    paid: step('Asha Komba'),
    attachments: ['invoice-8812.pdf'],
    entries: ['JE-2026-031977', 'JE-2026-031990'],
  })

const figures = {
  opening: 50_000,
  receipts: 200_000,
  refunds: 10_000,
  reversals: 5_000,
  drops: 190_000,
  expected: 241_000,
  counted: 240_000,
  difference: -1_000,
}

export const summary = (paper: MoneyPaper): Paper =>
  collectionsPaper(
    {
      from: '2026-03-01',
      to: day,
      facility_id: null,
      rows: Array.from({ length: 62 }, (_, index) => ({
        ...figures,
        day: `2026-03-${String(1 + (index % 31)).padStart(2, '0')}`,
        facility_id: index % 2 === 0 ? 'main' : 'annex',
        branch: index % 2 === 0 ? 'Kariakoo' : 'Mbagala',
        drawer: 'Window 1',
        shift: `SHF-2026-${String(index + 1).padStart(6, '0')}`,
        cashier: index % 2 === 0 ? 'Juma Mushi' : long_name,
        method: 'Cash',
        count: 31,
      })),
      methods: [
        {
          method: 'Cash',
          count: 1922,
          receipts: 12_400_000,
          refunds: 620_000,
          reversals: 310_000,
          kept: 11_470_000,
        },
      ],
      totals: { receipts: 12_400_000, refunds: 620_000, reversals: 310_000, kept: 11_470_000 },
      made_at: at,
      made_by: 'Juma Mushi',
    },
    paper,
  )

// A store in the morning: something is out, something expires, a count is open, an order is late.

import type { Seat } from '../desk/desk.ts'

export async function stock(seat: Seat, ...keys: string[]): Promise<void> {
  for (const [words, rows] of Object.entries(answers)) seat.answers.set(words, rows)
  await seat.press('-', ...'stock', 'enter', ...keys)
}

export async function procurement(seat: Seat, ...keys: string[]): Promise<void> {
  for (const [words, rows] of Object.entries(answers)) seat.answers.set(words, rows)
  await seat.press('-', ...'procurement', 'enter', ...keys)
}

const store_name = 'Main pharmacy'

const answers: Readonly<Record<string, object[]>> = {
  'stock reorder': [
    {
      id: 'r1',
      product_name: 'Oxytocin 10 IU/ml',
      store_name,
      usable: 0,
      amc: 84,
      packs: 26,
      unit: 'box',
      on_order: 0,
      supplier_name: 'Zonal medical stores',
    },
    {
      id: 'r2',
      product_name: 'Amoxicillin 500 mg',
      store_name,
      usable: 1_240,
      amc: 3_650,
      packs: 97,
      unit: 'box',
      on_order: 0,
      supplier_name: 'Kilimo Pharma Ltd',
    },
  ],
  'stock expiry': [
    {
      id: 'e1',
      product_name: 'Ceftriaxone 1 g',
      lot: 'CF2201',
      expiry: '2027-01-31',
      days_to_expiry: -3,
      bucket: 'EXPIRED',
      quantity: 40,
      at_risk: 40,
      store_name,
      value: 72_000,
      proposals: ['DISPOSE'],
    },
    {
      id: 'e2',
      product_name: 'Insulin, soluble 100 IU/ml',
      lot: 'IN0042',
      expiry: '2027-02-28',
      days_to_expiry: 25,
      bucket: 'D30',
      quantity: 18,
      at_risk: 11,
      store_name,
      value: 216_000,
      proposals: ['MOVE', 'USE_FIRST'],
    },
  ],
  'procurement orders': [
    {
      id: 'o1',
      reference: 'PO-2027-00007',
      supplier_name: 'Kilimo Pharma Ltd',
      status: 'PART_RECEIVED',
      total: 1_260_000,
      late_days: 4,
      invoice_status: 'NOT_INVOICED',
      expected_on: '2027-01-30',
    },
    {
      id: 'o2',
      reference: 'PO-2027-00008',
      supplier_name: 'Zonal medical stores',
      status: 'SUBMITTED',
      total: 4_800_000,
      late_days: 0,
      invoice_status: 'NOT_INVOICED',
      expected_on: null,
    },
  ],
}

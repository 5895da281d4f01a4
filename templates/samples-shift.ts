// A sample of a Z report: every kind of movement, a difference, something to be traced.

import type { ShiftReport } from '../db/hospital/money/drawers/z-report.ts'
import type { MoneyPaper } from './money-paper.ts'
import type { Paper } from './paper.ts'
import { at } from './samples-frame.ts'
import { shiftPaper } from './z-report.ts'

const shift: ShiftReport['shift'] = {
  id: 'a-shift',
  facility_id: 'a-branch',
  number: 'SHF-2026-000041',
  status: 'CLOSED',
  drawer_id: 'a-drawer',
  drawer_name: 'Window 1',
  user_id: 'a-cashier',
  user_name: 'Juma Mushi',
  opened_at: '2026-03-30T21:00:00.000Z',
  closed_at: at,
  opening_float: 50_000,
  opening_difference: 0,
  denominations_open: [{ value: 10_000, count: 5 }],
  denominations_close: [
    { value: 10_000, count: 22 },
    { value: 5_000, count: 4 },
  ],
  totals: [
    { method: 'Cash', count: 31, amount: 200_000 },
    { method: 'Mobile Money', count: 12, amount: 480_000 },
  ],
  receipts: 200_000,
  refunds: -10_000,
  reversals: -5_000,
  pay_ins: 10_000,
  pay_outs: -4_000,
  floats_in: 0,
  drops: 0,
  expected: 241_000,
  counted: 240_000,
  difference: -1_000,
  declared: [{ method: 'Mobile Money', amount: 470_000 }],
  to_be_traced: [{ method: 'Mobile Money', declared: 470_000, recorded: 480_000 }],
  left_in_drawer: 50_000,
  handed_over: 190_000,
  difference_reason: 'A note of 1,000 was torn and not taken',
  z_number: 88,
  closed_by_name: 'Juma Mushi',
  confirmed_at: null,
  confirmed_by_name: null,
  recounted: null,
  recount_reason: null,
  abandoned: false,
  abandon_reason: null,
  first_number: { RCT: 'RCT-2026-000380' },
  last_number: { RCT: 'RCT-2026-000412' },
  moves: [],
  created_at: at,
  updated_at: at,
  version: 1,
}

export const z = (paper: MoneyPaper, size: 'A4' | 'ROLL80'): Paper =>
  shiftPaper({
    ...paper,
    size,
    at,
    report: {
      kind: 'Z',
      shift,
      movements: [
        { kind: 'RECEIPT', method: 'Cash', count: 31, amount: 200_000 },
        { kind: 'RECEIPT', method: 'Mobile Money', count: 12, amount: 480_000 },
        { kind: 'REFUND', method: 'Cash', count: 1, amount: -10_000 },
        { kind: 'REVERSAL', method: 'Cash', count: 1, amount: -5_000 },
        { kind: 'PAY_IN', method: 'Cash', count: 1, amount: 10_000 },
        { kind: 'PAY_OUT', method: 'Cash', count: 1, amount: -4_000 },
      ],
      series: [{ prefix: 'RCT', first: 'RCT-2026-000380', last: 'RCT-2026-000412', count: 33 }],
      voids: [
        {
          reference: 'RCT-2026-000391',
          method: 'Cash',
          amount: -5_000,
          at,
          by_name: 'Paulina Ally',
        },
      ],
    },
  })

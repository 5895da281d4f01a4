// Screens of money, with what a small house would see on them.

import type { Seat } from '../desk/desk.ts'

export async function money(seat: Seat, ...keys: string[]): Promise<void> {
  for (const [line, data] of Object.entries(till)) seat.answers.set(line, data)
  await seat.press(...keys)
}

export async function screenOf(seat: Seat, name: string, ...keys: string[]): Promise<void> {
  await money(seat, '-')
  await seat.type(name)
  await seat.press('enter', ...keys)
}

const check = (code: string, state: string, count: number) => ({
  code,
  state,
  count,
  owner_permission: 'entry:post',
})
const till = {
  'fiscal-year list': [
    {
      id: 'y1',
      name: '2025',
      starts_on: '2025-01-01',
      ends_on: '2025-12-31',
      status: 'CLOSED',
      result: 61_204_000,
      certificate_number: 'FYC-2025-1',
    },
    {
      id: 'y2',
      name: '2026',
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
      status: 'OPEN',
      result: null,
      certificate_number: null,
    },
  ],
  'plan fiscal-year close 2025': {
    plan: '7f3c0a91d2be4b6f8a17c3d95e02f46b1c8d7a3e5f9024b6d8e1a7c3f5092b4d',
    total: { surplus: 89_819_600 },
  },
  'fiscal-year close 2026 --dry-run': {
    fiscal_year: {
      name: '2026',
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
      status: 'OPEN',
    },
    entries: 48_211,
    checks: [
      {
        code: 'C01',
        state: 'OK',
        count: 0,
        message: 'the year before, 2025, is CLOSED (version 1)',
        fix: null,
        records: [],
      },
      {
        code: 'C04',
        state: 'FAIL',
        count: 3,
        message: '3 draft entries are dated in the year',
        fix: 'kituo books drafts --year 2026',
        records: [{ kind: 'entry', reference: 'Rent of December' }],
      },
    ],
    warnings: [
      { code: 'W01', count: 1, accepted: false, message: 'NMB is reconciled to 2026-11-30' },
    ],
    branches: [
      { name: 'Main', income: 1_204_550_000, expense: 1_101_220_400, surplus: 103_329_600 },
      { name: 'Annex', income: 210_400_000, expense: 223_910_000, surplus: -13_510_000 },
    ],
    total: { surplus: 89_819_600 },
    plan: '7f3c0a91d2be4b6f8a17c3d95e02f46b1c8d7a3e5f9024b6d8e1a7c3f5092b4d',
    ready: false,
  },
  'periods list': [
    {
      id: '2026-11',
      status: 'LOCKED',
      entries: 4_120,
      checks: [check('DRAFTS', 'OK', 0), check('UNMATCHED', 'OK', 0)],
    },
    {
      id: '2026-12',
      status: 'OPEN',
      entries: 3_988,
      checks: [check('DRAFTS', 'BLOCK', 3), check('UNMATCHED', 'WARN', 12)],
    },
  ],
  'books verify --quick': {
    chain_to: 1_204_331,
    head: '5be0c1d47a92ffff',
    checks: [
      { id: 'ACC-101', title: 'entries balance', state: 'OK', checked: 1_204_331, failed: 0 },
      {
        id: 'ACC-108',
        title: 'patients = 1201',
        state: 'FAILED',
        checked: 58_214,
        failed: 1,
        first: 'patient P-004512',
      },
    ],
  },
  'books drafts': [{}, {}, {}],
  'shifts list --open': [
    {
      number: 'SHF-2027-000041',
      status: 'OPEN',
      drawer: 'Window 1',
      cashier: 'Juma Mushi',
      opened_at: '2027-02-03T05:02:00.000Z',
      expected: 255_000,
    },
    {
      number: 'SHF-2027-000042',
      status: 'COUNTING',
      drawer: 'Window 2',
      cashier: 'Paulina Ally',
      opened_at: '2027-02-02T20:30:00.000Z',
      expected: 1_240_500,
    },
  ],
  'statements list --open': [
    {
      id: 's1',
      description: 'TT NHIF claims of December',
      value_date: '2027-01-29',
      amount: 44_210_000,
      bank_reference: 'TT 8812',
    },
    {
      id: 's2',
      description: 'Ledger fee',
      value_date: '2027-01-31',
      amount: -12_000,
      bank_reference: null,
    },
  ],
  'filings list --due': [{ overdue: true }],
  'drawers list': [
    {
      id: 'd1',
      name: 'Window 1',
      branch: 'MAIN',
      shift: 'SHF-2027-000041',
      cashier: 'Juma Mushi',
      expected: 255_000,
      last_left: 50_000,
    },
    {
      id: 'd2',
      name: 'Pharmacy',
      branch: 'MAIN',
      shift: null,
      cashier: null,
      expected: null,
      last_left: 20_000,
    },
  ],
  'request list --state WAITING': [
    {
      id: 'r1',
      command: 'backup restore',
      asked_by: 'cli:root@hms1',
      expires_at: '2027-02-04T09:00:00.000Z',
      reason: 'disk replaced',
    },
  ],
  'refunds list --waiting': [
    {
      id: 'f1',
      payee_name: 'Zainabu Omari',
      amount: 10_000,
      requested_by_name: 'Juma Mushi',
      created_at: '2027-02-03T09:12:00.000Z',
      reason: 'Went home before the scan',
    },
  ],
  'claims batches --limit 200': [
    {
      id: 'b1',
      number: 'CB-NHIF-2027-01',
      month: '2027-01',
      status: 'SEALED',
      submitted_on: null,
      due_on: null,
    },
  ],
  'tariffs list': [
    {
      id: 't1',
      name: 'Full blood count',
      code: 'FBC',
      price: 15_000,
      category: 'Laboratory',
      payer: null,
      effective_from: '2026-01-01',
    },
  ],
}

// Screens of money (billing 8): the desks, what waits for a second person, insurance, prices.

import {
  asRows,
  because,
  column,
  figure,
  type Row,
  type Screen,
  type Tab,
  text,
  when,
} from '../screens.ts'
import { all_requests, waiting_requests } from './waiting.ts'

const shifts: Tab = {
  name: 'Open shifts',
  words: ['shifts', 'list', '--open'],
  rows: asRows,
  id: (row) => text(row, 'number'),
  columns: [
    column('Cashier', 'cashier', 18),
    column('Cash', figure('expected'), 12, { right: true }),
    column('Shift', 'number', 16),
    column('State', 'status', 9, { must: true }),
    column('Drawer', 'drawer', 12),
    column('Opened', (row) => when(row['opened_at']), 16, { wide: true }),
  ],
  acts: [
    {
      key: 'F',
      says: 'force-close',
      of: 'row',
      asks: [
        { name: 'counted', says: 'Counted in the drawer' },
        { name: 'left', says: 'Left in it', value: () => '0' },
        ...because,
      ],
      words: (row, { counted = '', left = '', reason = '' }) => [
        'shifts',
        'force-close',
        text(row, 'number'),
        '--counted',
        counted,
        '--left',
        left,
        '--reason',
        reason,
      ],
    },
  ],
}

const drawers: Tab = {
  name: 'Drawers',
  words: ['drawers', 'list'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Drawer', 'name', 18),
    column('Branch', 'branch', 8),
    column('Shift', (row) => text(row, 'shift') || '-', 16),
    column('Cashier', (row) => text(row, 'cashier') || '-', 16),
    column('Cash', figure('expected'), 12, { right: true }),
    column('Last left', figure('last_left'), 12, { right: true, wide: true }),
  ],
  acts: [],
}

const closed: Tab = {
  name: 'All shifts',
  words: ['shifts', 'list', '--limit', '200'],
  rows: asRows,
  id: (row) => text(row, 'number'),
  columns: [
    column('Cashier', 'cashier', 18),
    column('Shift', 'number', 16),
    column('State', 'status', 9, { must: true }),
    column('Expected', figure('expected'), 11, { right: true }),
    column('Counted', figure('counted'), 11, { right: true }),
    column('Differs', figure('difference'), 9, { right: true }),
  ],
  acts: [
    {
      key: 'p',
      says: 'Z report',
      of: 'row',
      asks: [{ name: 'file', says: 'File to write' }],
      words: (row, { file = '' }) => ['shifts', 'z', text(row, 'number'), '--out', file],
    },
  ],
}

export const cashier_desks: Screen = {
  key: '',
  name: 'cashier-desks',
  title: 'Cashier desks',
  permission: 'shift:read',
  tabs: [shifts, drawers, closed],
}

interface Decision {
  noun: string
  name: string
  yes: string
  no: string
  amount: 'amount' | 'total'
  whom: readonly [title: string, name: string]
}

/** A yes needs no word; a no says why. */
const decision = ({ noun, name, yes, no, amount, whom: [title, whom] }: Decision): Tab => ({
  name,
  words: [noun, 'list', '--waiting'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column(title, whom, 24),
    column('Amount', figure(amount), 12, { right: true }),
    column('Asked by', (row) => text(row, 'requested_by_name') || text(row, 'created_by_name'), 18),
    column('Since', (row) => when(row['created_at']), 16),
    column('Because', 'reason', 30, { wide: true }),
  ],
  acts: [
    { key: 'A', says: yes, of: 'row', words: (row) => [noun, yes, text(row, 'id')] },
    {
      key: 'X',
      says: no,
      of: 'row',
      asks: because,
      words: (row, { reason = '' }) => [noun, no, text(row, 'id'), '--reason', reason],
    },
  ],
})

const said = { yes: 'approve', no: 'decline', amount: 'amount' } as const

export const waiting: Screen = {
  key: 'w',
  name: 'waiting',
  title: 'Waiting',
  permission: 'console:read',
  tabs: [
    waiting_requests,
    decision({ ...said, noun: 'refunds', name: 'Refunds', whom: ['To', 'payee_name'] }),
    decision({ ...said, noun: 'waivers', name: 'Waivers', whom: ['Patient', 'patient_name'] }),
    decision({
      ...said,
      noun: 'write-offs',
      name: 'Write-offs',
      whom: ['Patient', 'patient_name'],
    }),
    decision({
      ...said,
      noun: 'expenses',
      name: 'Expenses',
      no: 'reject',
      whom: ['For', 'description'],
    }),
    decision({
      noun: 'credit-notes',
      name: 'Credit notes',
      yes: 'issue',
      no: 'discard',
      amount: 'total',
      whom: ['Bill', 'bill_number'],
    }),
    all_requests,
  ],
}

const faults = (row: Row): string => {
  const codes = asRows(row['errors']).map((one) => text(one, 'code'))
  return codes.length === 0 ? '' : `${codes.length}: ${[...new Set(codes)].join(', ')}`
}

export const insurance: Screen = {
  key: '',
  name: 'insurance',
  title: 'Insurance',
  permission: 'claim:read',
  tabs: [
    {
      name: 'Batches',
      words: ['claims', 'batches', '--limit', '200'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Batch', 'number', 20),
        column('Month', 'month', 8),
        column('State', 'status', 13, { must: true }),
        column('Sent', 'submitted_on', 10),
        column('Due', 'due_on', 10),
      ],
      acts: [
        {
          key: 'S',
          says: 'note as sent',
          of: 'row',
          words: (row) => ['claims', 'submit', text(row, 'number')],
        },
      ],
    },
    {
      name: 'Claims',
      words: ['claims', 'list', '--limit', '500'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Claim', 'number', 18),
        column('State', 'status', 12, { must: true }),
        column('Claimed', figure('claimed'), 12, { right: true }),
        column('Denied', figure('denied'), 10, { right: true }),
        column('Faults', faults, 24),
      ],
      acts: [
        {
          key: 'm',
          says: 'check a month',
          of: 'list',
          asks: [
            { name: 'scheme', says: 'Scheme' },
            { name: 'month', says: 'Month, like 2026-03' },
          ],
          words: (_row, { scheme = '', month = '' }) => [
            'claims',
            'check',
            '--scheme',
            scheme,
            '--month',
            month,
          ],
        },
      ],
    },
    {
      name: 'Schemes',
      words: ['schemes', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Code', 'code', 12),
        column('Scheme', 'name', 30),
        column('Kind', 'kind', 12),
        column('Contract to', 'contract_expiry', 11),
      ],
      acts: [],
    },
  ],
}

export const prices: Screen = {
  key: '',
  name: 'prices',
  title: 'Prices',
  permission: 'tariff:read',
  tabs: [
    {
      name: 'Prices in force',
      words: ['tariffs', 'list'],
      rows: asRows,
      id: (row) => text(row, 'id'),
      columns: [
        column('Service', 'name', 30),
        column('Code', 'code', 10),
        column('Price', figure('price'), 12, { right: true }),
        column('Kind', 'category', 12),
        column('Payer', 'payer', 14, { wide: true }),
        column('From', 'effective_from', 10, { wide: true }),
      ],
      acts: [
        {
          key: 'i',
          says: 'bring in a file',
          of: 'list',
          asks: [
            { name: 'file', says: 'File' },
            { name: 'payer', says: 'Payer', optional: true },
            { name: 'from', says: 'From the day', optional: true },
          ],
          words: (_row, { file = '', payer = '', from = '' }) => [
            'tariffs',
            'import',
            file,
            ...(payer === '' ? [] : ['--payer', payer]),
            ...(from === '' ? [] : ['--from', from]),
          ],
        },
      ],
    },
  ],
}

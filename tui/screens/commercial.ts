// - Commercial: clients and what is under way with them, and discounts that wait (commercial 8).

import {
  asRows,
  because,
  column,
  figure,
  type Row,
  type Screen,
  type Tab,
  text,
} from '../screens.ts'

/** On hold, or with a contract that is over. */
const marks = (row: Row): string => {
  const days = row['contract_days_left']
  const lapsed = typeof days === 'number' && days < 0
  return [row['credit_hold'] === true ? 'hold' : '', lapsed ? 'lapsed' : '']
    .filter(Boolean)
    .join(' ')
}

const clients: Tab = {
  name: 'Clients',
  words: ['clients', 'list'],
  rows: asRows,
  id: (row) => text(row, 'reference'),
  columns: [
    column('Number', 'reference', 8),
    column('Client', 'name', 24),
    column('State', 'status', 9, { must: true }),
    column('Marks', marks, 11, { must: true }),
    column('Owes', figure('outstanding'), 13, { right: true }),
    column('Late', figure('overdue'), 13, { right: true, wide: true }),
  ],
  acts: [
    {
      key: 'H',
      says: 'hold',
      of: 'row',
      asks: because,
      undo: 'L, lift',
      words: (row, { reason = '' }) => [
        'clients',
        'hold',
        text(row, 'reference'),
        '--reason',
        reason,
      ],
    },
    {
      key: 'L',
      says: 'lift the hold',
      of: 'row',
      asks: because,
      undo: 'H, hold',
      words: (row, { reason = '' }) => [
        'clients',
        'release',
        text(row, 'reference'),
        '--reason',
        reason,
      ],
    },
  ],
  opens: (row) => ['clients', 'show', text(row, 'reference')],
}

const contracts: Tab = {
  name: 'Contracts',
  words: ['clients', 'contracts'],
  rows: asRows,
  id: (row) => text(row, 'reference'),
  columns: [
    column('Number', 'reference', 8),
    column('Client', 'name', 24),
    column('Ends', 'contract_ends', 10),
    column('Days left', 'contract_days_left', 9, { right: true, must: true }),
    column('Owes', figure('outstanding'), 13, { right: true }),
    column('Looked after by', 'account_manager', 16, { wide: true }),
  ],
  acts: [],
  opens: (row) => ['clients', 'show', text(row, 'reference')],
}

const quotations: Tab = {
  name: 'Quotations',
  words: ['quotations', 'list'],
  rows: asRows,
  id: (row) => text(row, 'reference'),
  columns: [
    column('Number', 'reference', 15),
    column('Client', 'client_name', 20),
    column('State', 'status', 9, { must: true }),
    column('Until', 'valid_until', 10),
    column('Total', figure('total'), 13, { right: true }),
    column('Prices', 'approval_status', 10, { wide: true }),
  ],
  acts: [],
}

const orders: Tab = {
  name: 'Orders',
  words: ['clients', 'orders'],
  rows: asRows,
  id: (row) => text(row, 'reference'),
  columns: [
    column('Number', 'reference', 15),
    column('Client', 'client_name', 18),
    column('State', 'status', 14, { must: true }),
    column('Wanted by', 'required_by', 10),
    column('Total', figure('total'), 13, { right: true }),
    column('Billed', 'invoice_status', 13, { wide: true }),
  ],
  acts: [],
}

const returns: Tab = {
  name: 'Returns',
  words: ['clients', 'returns'],
  rows: asRows,
  id: (row) => text(row, 'reference'),
  columns: [
    column('Number', 'reference', 15),
    column('From', 'party_name', 18),
    column('State', 'status', 9, { must: true }),
    column('Because', 'reason_code', 14),
    column('Refund', figure('refund_amount'), 12, { right: true }),
    column('Shelf', 'restock_status', 10, { wide: true }),
    column('Money', 'refund_status', 10, { wide: true }),
  ],
  acts: [],
}

const discounts: Tab = {
  name: 'Discounts waiting',
  words: ['discounts', 'list', '--waiting'],
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns: [
    column('Number', 'reference', 13),
    column('Amount', figure('amount'), 12, { right: true }),
    column('On', 'target_reference', 16),
    column('State', 'status', 8, { must: true }),
    column('Asked by', 'requested_by_name', 16),
    column('Because', 'reason', 24, { wide: true }),
  ],
  acts: [
    {
      key: 'A',
      says: 'approve',
      of: 'row',
      words: (row) => ['discounts', 'approve', text(row, 'id')],
    },
    {
      key: 'X',
      says: 'refuse',
      of: 'row',
      asks: because,
      words: (row, { reason = '' }) => ['discounts', 'refuse', text(row, 'id'), '--reason', reason],
    },
  ],
}

const receivables: Tab = {
  name: 'Receivables',
  words: ['receivables', 'list'],
  rows: asRows,
  id: (row) => text(row['client'] as Row, 'reference'),
  columns: [
    column('Client', (row) => text(row['client'] as Row, 'name'), 22),
    column('Owed', figure('total'), 13, { right: true, must: true }),
    column('Not due', figure('not_due'), 12, { right: true }),
    column('1-30', figure('d1_30'), 12, { right: true }),
    column('31-60', figure('d31_60'), 12, { right: true, wide: true }),
    column('61-90', figure('d61_90'), 12, { right: true, wide: true }),
    column('91-180', figure('d91_180'), 12, { right: true, wide: true }),
    column('Over 180', figure('over_180'), 12, { right: true, wide: true }),
  ],
  acts: [],
}

export const commercial: Screen = {
  key: '',
  name: 'commercial',
  title: 'Commercial',
  permission: 'client:read',
  tabs: [clients, contracts, quotations, orders, returns, discounts, receivables],
}

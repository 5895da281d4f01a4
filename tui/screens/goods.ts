// - Stock, - Procurement: what is short, what expires, what waits and what is owed (stock 8), under `-` by their names.

import {
  asRows,
  column,
  counted,
  figure,
  headOf,
  type Row,
  type Screen,
  type Tab,
  text,
  when,
} from '../screens.ts'

const reference = column('Number', 'reference', 13)
const state = column('State', 'status', 11, { must: true })
const store = column('Store', 'store_name', 12)
const product = column('Product', 'product_name', 22)
const lot = column('Lot', 'lot', 8)

const board = (
  name: string,
  words: readonly string[],
  columns: Tab['columns'],
  more: Partial<Tab> = {},
): Tab => ({
  name,
  words,
  rows: asRows,
  id: (row) => text(row, 'id'),
  columns,
  acts: [],
  ...more,
})

const shortOf = (row: Row): string => (row['usable'] === 0 ? 'OUT' : 'LOW')
const packs = (row: Row): string => `${figure('packs')(row)} ${text(row, 'unit')}`

const buckets: Readonly<Record<string, string>> = {
  EXPIRED: 'EXPIRED',
  D30: '30 days',
  D60: '60 days',
  D90: '90 days',
  D180: '180 days',
}

/** `2 EXPIRED 1,200   1 30 days 400`: what expires when, with its value to who may see it. */
const worthIn = (rows: readonly Row[]): string =>
  Object.entries(buckets)
    .flatMap(([bucket, says]) => {
      const own = rows.filter((row) => row['bucket'] === bucket)
      const value = own.reduce((sum, row) => sum + Number(row['value'] ?? 0), 0)
      const worth = value === 0 ? '' : ` ${Math.round(value).toLocaleString('en-US')}`
      return own.length === 0 ? [] : [`${own.length} ${says}${worth}`]
    })
    .join('   ')

const progress = (row: Row): string => {
  const { counted: done, lines } = (row['totals'] ?? {}) as Row
  return `${text({ done }, 'done')} of ${text({ lines }, 'lines')}`
}

const differing = (row: Row): string => {
  const lines = asRows(row['lines']).filter(({ difference }) => difference !== 0)
  return lines.length === 0 ? '' : `${lines.length} differ`
}

const told = (row: Row): string => {
  const { patients, patients_told, accounted_pct } = (row['figures'] ?? {}) as Row
  return `${text({ accounted_pct }, 'accounted_pct')} %, told ${text({ patients_told }, 'patients_told')} of ${text({ patients }, 'patients')}`
}

export const stock: Screen = {
  key: '',
  name: 'stock',
  title: 'Stock',
  permission: 'stock:read',
  tabs: [
    board(
      'Out and low',
      ['stock', 'reorder'],
      [
        product,
        store,
        column('', shortOf, 3, { must: true }),
        column('Usable', figure('usable'), 8, { right: true }),
        column('A month', figure('amc'), 8, { right: true }),
        column('Buy', packs, 12),
        column('Ordered', figure('on_order'), 8, { right: true, wide: true }),
        column('Supplier', 'supplier_name', 20, { wide: true }),
      ],
      { head: (documents) => headOf(documents, (rows) => counted(rows, shortOf)) },
    ),
    board(
      'Expiry',
      ['stock', 'expiry'],
      [
        product,
        lot,
        column('Until', 'expiry', 10, { must: true }),
        column('Days', figure('days_to_expiry'), 5, { right: true }),
        column('Lies', figure('quantity'), 8, { right: true }),
        column('Left', figure('at_risk'), 8, { right: true }),
        store,
        column('Value', figure('value'), 10, { right: true, wide: true }),
        column('Do', 'proposals', 20, { wide: true }),
      ],
      { head: (documents) => headOf(documents, worthIn) },
    ),
    board(
      'Set apart',
      ['stock', 'apart'],
      [
        product,
        lot,
        column('Lies', figure('quantity'), 8, { right: true }),
        column('Why', 'reason', 16, { must: true }),
        column('Days', 'days', 4, { right: true }),
        store,
        column('Note', 'note', 30, { wide: true }),
      ],
      {
        head: (documents) =>
          headOf(documents, (rows) => counted(rows, (row) => text(row, 'reason'))),
      },
    ),
    board(
      'Counts',
      ['stock', 'counts'],
      [
        reference,
        store,
        column('Kind', 'kind', 10),
        state,
        column('Counted', progress, 14),
        column('Planned', 'planned_on', 10, { wide: true }),
      ],
    ),
    board(
      'On the way',
      ['stock', 'transfers', '--status', 'SENT'],
      [
        reference,
        column('From', 'from_store_name', 16),
        column('To', 'to_store_name', 16),
        column('Sent', (row) => when(row['sent_at']), 16, { must: true }),
        column('By', 'sent_by_name', 16, { wide: true }),
        column('Carrier', 'carrier', 16, { wide: true }),
      ],
    ),
    board(
      'Asked for',
      ['stock', 'requisitions'],
      [
        reference,
        column('For', 'to_store_name', 16),
        column('Of', 'from_store_name', 14),
        column('Priority', 'priority', 9),
        state,
        column('Needed', 'needed_by', 10, { wide: true }),
        column('Asked by', 'made_by_name', 18, { wide: true }),
      ],
      {
        head: (documents) =>
          headOf(documents, (rows) => counted(rows, (row) => text(row, 'status'))),
      },
    ),
    board(
      'Cupboards',
      ['controlled', 'checks'],
      [
        store,
        column('Shift', 'shift', 8),
        column('At', (row) => when(row['at'] ?? row['missed_at']), 16),
        column('By', (row) => (row['missed'] === true ? 'NOBODY' : text(row, 'by_name')), 18, {
          must: true,
        }),
        column('', differing, 9),
        column('Witness', 'witness_name', 18, { wide: true }),
      ],
    ),
    board(
      'Recalls',
      ['recall', 'list'],
      [
        reference,
        state,
        column('Level', 'level', 5),
        column('Products', 'product_names', 24),
        column('Accounted', told, 22),
        column('Since', 'notice_on', 10, { wide: true }),
      ],
      { opens: (row) => ['recall', 'trace', text(row, 'reference')] },
    ),
  ],
}

const late = (row: Row): string =>
  row['late_days'] === 0 ? '' : `${text(row, 'late_days')} d late`

export const procurement: Screen = {
  key: '',
  name: 'procurement',
  title: 'Procurement',
  permission: 'purchase:read',
  tabs: [
    board(
      'Orders',
      ['procurement', 'orders'],
      [
        reference,
        column('Supplier', 'supplier_name', 22),
        column('State', 'status', 13, { must: true }),
        column('Total', figure('total'), 12, { right: true }),
        column('', late, 10),
        column('Invoiced', 'invoice_status', 13, { wide: true }),
        column('Expected', 'expected_on', 10, { wide: true }),
      ],
      {
        head: (documents) =>
          headOf(documents, (rows) => counted(rows, (row) => text(row, 'status'))),
      },
    ),
    board(
      'Approvals',
      ['procurement', 'approvals'],
      [
        reference,
        column('Document', 'document', 18, { must: true }),
        column('Total', figure('total'), 12, { right: true }),
        column('Level', 'level', 5, { right: true }),
        column('Made by', 'by_name', 18),
        column('Since', (row) => when(row['waiting_since']), 16, { wide: true }),
        column('Marks', 'marks', 24, { wide: true }),
      ],
    ),
    board(
      'Exceptions',
      ['procurement', 'invoices', '--status', 'EXCEPTION'],
      [
        reference,
        column('Supplier', 'supplier_name', 22),
        column('Theirs', 'number', 10),
        column('Total', figure('total'), 12, { right: true }),
        column('What differs', (row) => asRows(row['exceptions']).map(({ code }) => code), 16, {
          must: true,
        }),
      ],
    ),
    board(
      'Owed',
      ['procurement', 'suppliers'],
      [
        reference,
        column('Supplier', 'name', 24),
        column('Owed', figure('balance'), 12, { right: true, must: true }),
        column('Overdue', figure('overdue'), 12, { right: true, must: true }),
        column('Ordered', figure('on_order'), 12, { right: true }),
        column('Ahead', figure('advance'), 12, { right: true, wide: true }),
        column('State', 'status', 9, { wide: true }),
      ],
      {
        head: (documents) =>
          headOf(documents, (rows) => {
            const sum = (name: string): string =>
              rows.reduce((all, row) => all + Number(row[name] ?? 0), 0).toLocaleString('en-US')
            return `${sum('balance')} owed   ${sum('overdue')} overdue`
          }),
      },
    ),
  ],
}

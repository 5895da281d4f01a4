// Orders, invoices and suppliers from the command line (stock 8), which the screen Procurement shows.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { SupplierInvoice } from '../../db/hospital/goods/procurement/invoices/shapes.ts'
import { supplier_invoice_states } from '../../db/hospital/goods/procurement/invoices/words.ts'
import type { PurchaseOrder } from '../../db/hospital/goods/procurement/orders/shapes.ts'
import { order_states } from '../../db/hospital/goods/procurement/orders/words.ts'
import type { Supplier } from '../../db/hospital/goods/procurement/suppliers/shapes.ts'
import { supplier_states } from '../../db/hospital/goods/procurement/suppliers/words.ts'
import { command, maybe, yes } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { said, sum } from '../money/money.ts'

const orders = command('procurement orders', {
  says: 'Prints purchase orders, the latest first; --late what should have come.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/procurement/orders/shapes.ts')).PurchaseOrder,
  }),
  permission: 'purchase:read',
  http: 'GET /api/v1/procurement/orders',
  flags: {
    ...searched,
    status: maybe(choice(order_states), 'only those in this state'),
    late: yes('only what should have come'),
  },
  examples: ['kituo procurement orders --late', 'kituo procurement orders --status SENT --json'],
  run: async ({ flags: { limit, search, status, late }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/goods/procurement/orders/record.ts')
    return gathered(limit, (page) =>
      list(by, { ...page, ...said({ search, status, late: late ? true : undefined }) }),
    )
  },
  view: tableOf<PurchaseOrder>(
    ['Number', (row) => row.reference],
    ['Supplier', (row) => row.supplier_name],
    ['State', (row) => row.status],
    ['Total', (row) => sum(row.total)],
    ['Expected', (row) => row.expected_on],
    ['Late', (row) => (row.late_days === 0 ? '' : row.late_days)],
    ['Invoiced', (row) => row.invoice_status, 'wide'],
    ['Made by', (row) => row.made_by_name, 'wide'],
  ),
})

const invoices = command('procurement invoices', {
  says: 'Prints invoices of suppliers, the latest first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/procurement/invoices/shapes.ts')).SupplierInvoice,
  }),
  permission: 'payable:read',
  http: 'GET /api/v1/procurement/invoices',
  flags: {
    ...searched,
    status: maybe(choice(supplier_invoice_states), 'only those in this state'),
    overdue: yes('only what should have been paid'),
  },
  examples: [
    'kituo procurement invoices --status EXCEPTION',
    'kituo procurement invoices --overdue --json',
  ],
  run: async ({ flags: { limit, search, status, overdue }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/goods/procurement/invoices/record.ts')
    return gathered(limit, (page) =>
      list(by, { ...page, ...said({ search, status, overdue: overdue ? true : undefined }) }),
    )
  },
  view: tableOf<SupplierInvoice>(
    ['Number', (row) => row.reference],
    ['Theirs', (row) => row.number],
    ['Supplier', (row) => row.supplier_name],
    ['State', (row) => row.status],
    ['Total', (row) => sum(row.total)],
    ['Left', (row) => sum(row.balance)],
    ['Due', (row) => row.due_on],
    ['What differs', (row) => row.exceptions.map(({ code }) => code).join(', '), 'wide'],
  ),
})

const suppliers = command('procurement suppliers', {
  says: 'Prints suppliers, and what is owed to each.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/procurement/suppliers/shapes.ts')).Supplier,
  }),
  permission: 'supplier:read',
  http: 'GET /api/v1/procurement/suppliers',
  flags: { ...searched, status: maybe(choice(supplier_states), 'only those in this state') },
  examples: ['kituo procurement suppliers', 'kituo procurement suppliers --status ACTIVE --json'],
  run: async ({ flags: { limit, search, status }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/goods/procurement/suppliers/record.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ search, status }) }))
  },
  view: tableOf<Supplier>(
    ['Number', (row) => row.reference],
    ['Name', (row) => row.name],
    ['State', (row) => row.status],
    ['Owed', (row) => sum(row.balance)],
    ['Overdue', (row) => sum(row.overdue)],
    ['Ordered', (row) => sum(row.on_order), 'wide'],
    ['Ahead', (row) => sum(row.advance), 'wide'],
  ),
})

export const commands = [orders, invoices, suppliers]

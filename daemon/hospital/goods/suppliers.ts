// Whom the hospital buys from, and who approves what (stock 5.10, 5.13).

import type { Caller } from '../../../db/core/caller.ts'
import * as rules from '../../../db/hospital/goods/procurement/approvals/rules.ts'
import {
  ApprovalRule,
  RulesAsked,
  RulesInput,
  Waiting,
} from '../../../db/hospital/goods/procurement/approvals/shapes.ts'
import * as waiting from '../../../db/hospital/goods/procurement/approvals/waiting.ts'
import * as suppliers from '../../../db/hospital/goods/procurement/suppliers/record.ts'
import {
  Supplier,
  SupplierChange,
  SupplierFilters,
  SupplierInput,
  SupplierOpened,
  SupplierReason,
} from '../../../db/hospital/goods/procurement/suppliers/shapes.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post, put } = nobodys

const record = byId(suppliers.supplierRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  suppliers.find(caller, (await done).id)

export const door = area('suppliers', [
  list('/procurement/suppliers', {
    summary: 'Suppliers',
    access: 'supplier:read',
    filters: SupplierFilters,
    each: Supplier,
    run: ({ caller, query }) => suppliers.list(caller, query),
  }),
  create('/procurement/suppliers', {
    summary: 'Add a supplier',
    access: 'supplier:write',
    body: SupplierInput,
    reply: SupplierOpened,
    says: 'Supplier added.',
    run: ({ caller, body }) => shown(caller, suppliers.open(caller, body)),
  }),
  get('/procurement/suppliers/:id', {
    summary: 'One supplier',
    access: 'supplier:read',
    reply: SupplierOpened,
    run: ({ caller, params }) => suppliers.find(caller, params.id),
  }),
  patch('/procurement/suppliers/:id', {
    summary: 'Change a supplier',
    access: 'supplier:write',
    record,
    body: SupplierChange,
    reply: SupplierOpened,
    says: 'Supplier changed.',
    run: ({ caller, params, body }) => shown(caller, suppliers.change(caller, params.id, body)),
  }),
  post('/procurement/suppliers/:id/block', {
    summary: 'Buy nothing more of a supplier; open orders stay',
    access: 'supplier:write',
    record,
    body: SupplierReason,
    reply: SupplierOpened,
    says: 'Supplier blocked.',
    run: ({ caller, params, body }) =>
      shown(caller, suppliers.move(caller, params.id, 'block', body.reason)),
  }),
  post('/procurement/suppliers/:id/unblock', {
    summary: 'Buy of a supplier again',
    access: 'supplier:write',
    record,
    body: SupplierReason,
    reply: SupplierOpened,
    says: 'Supplier unblocked.',
    run: ({ caller, params, body }) =>
      shown(caller, suppliers.move(caller, params.id, 'unblock', body.reason)),
  }),
  post('/procurement/suppliers/:id/activate', {
    summary: 'Take a supplier back into use',
    access: 'supplier:write',
    record,
    reply: SupplierOpened,
    says: 'Supplier active.',
    run: ({ caller, params }) => shown(caller, suppliers.move(caller, params.id, 'activate')),
  }),
  post('/procurement/suppliers/:id/deactivate', {
    summary: 'Take a supplier out of use: nothing is ordered there or owed',
    access: 'supplier:write',
    record,
    body: SupplierReason,
    reply: SupplierOpened,
    says: 'Supplier not active.',
    run: ({ caller, params, body }) =>
      shown(caller, suppliers.deactivate(caller, params.id, body.reason)),
  }),
  list('/procurement/approvals', {
    summary: 'What waits for your approval',
    access: 'purchase:approve',
    filters: RulesAsked,
    each: Waiting,
    run: ({ caller, query }) => waiting.list(caller, query),
  }),
  list('/procurement/approval-rules', {
    summary: 'Levels of approval',
    access: 'purchase:read',
    filters: RulesAsked,
    each: ApprovalRule,
    run: ({ caller, query }) => rules.list(caller, query),
  }),
  put('/procurement/approval-rules', {
    summary: 'Set the levels of approval of one kind of document',
    access: 'stock:settings',
    body: RulesInput,
    reply: listOf(ApprovalRule, 3),
    says: 'Levels set.',
    run: ({ caller, body }) => rules.set(caller, body),
  }),
])

// What was done and brought no money (billing 5.14, BIL-138, BIL-139).

import { bill, explain, leakageRecord } from '../../../db/hospital/money/billing/leakage/ending.ts'
import { byMonth, find, list as leaks } from '../../../db/hospital/money/billing/leakage/list.ts'
import {
  Leakage,
  LeakageAsked,
  LeakageFilters,
  LeakageMonth,
  LeakageReason,
} from '../../../db/hospital/money/billing/leakage/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, list, listed, post } from '../words.ts'

const record = byId(leakageRecord.get)

export const door = area('leakage', [
  list('/billing/leakage', {
    summary: 'What was done and brought no money',
    access: 'leakage:read',
    opens: 'many',
    audit: 'leakage.list',
    filters: LeakageFilters,
    each: Leakage,
    totals: true,
    run: ({ caller, query }) => leaks(caller, query),
  }),
  listed('/billing/leakage/months', {
    summary: 'Leaks by department and month: found, billed, explained, open',
    access: 'leakage:read',
    opens: 'nobody',
    query: LeakageAsked,
    each: LeakageMonth,
    run: ({ caller, query }) => byMonth(caller, query),
  }),
  post('/billing/leakage/:id/bill', {
    summary: 'Charge what was missed',
    access: 'leakage:manage',
    opens: 'desk',
    record,
    reply: Leakage,
    says: 'Charged.',
    run: async ({ caller, params }) => find(caller, (await bill(caller, params.id)).id),
  }),
  post('/billing/leakage/:id/explain', {
    summary: 'Say why nothing is charged for it',
    access: 'leakage:manage',
    opens: 'desk',
    record,
    body: LeakageReason,
    reply: Leakage,
    says: 'Explained.',
    run: async ({ caller, params, body }) =>
      find(caller, (await explain(caller, params.id, body.reason)).id),
  }),
])

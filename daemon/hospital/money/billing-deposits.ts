// Deposits (billing 5.4).

import {
  ApplyInput,
  ApplyToBill,
  Deposit,
  DepositFilters,
  DepositInput,
  DepositTaken,
  UnapplyInput,
} from '../../../db/hospital/money/billing/deposits/shapes.ts'
import {
  findDeposit,
  listDeposits,
  takeDeposit,
} from '../../../db/hospital/money/billing/deposits/taking.ts'
import {
  applyDeposit,
  applyToBill,
  unapplyDeposit,
} from '../../../db/hospital/money/billing/deposits/uses.ts'
import { depositRecord } from '../../../db/hospital/money/billing/deposits/deposits.ts'
import { find as findBill } from '../../../db/hospital/money/billing/bills/bills.ts'
import { billRecord } from '../../../db/hospital/money/billing/bills/rows.ts'
import { BillOpened } from '../../../db/hospital/money/billing/bills/shapes.ts'
import { area } from '../../edge/route.ts'
import { inBody } from '../../edge/opens.ts'
import { byId, create, get, list, post } from '../words.ts'

export const door = area('billing-deposits', [
  list('/billing/deposits', {
    summary: 'Deposits',
    access: 'deposit:read',
    opens: 'many',
    audit: 'deposit.list',
    filters: DepositFilters,
    each: Deposit,
    totals: true,
    run: ({ caller, query }) => listDeposits(caller, query),
  }),
  create('/billing/deposits', {
    summary: 'Take money before there is a bill',
    access: 'deposit:create',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: DepositInput,
    reply: DepositTaken,
    says: 'Deposit taken.',
    run: ({ caller, body }) => takeDeposit(caller, body),
  }),
  get('/billing/deposits/:id', {
    summary: 'One deposit with its uses',
    access: 'deposit:read',
    opens: 'desk',
    audit: 'deposit.read',
    record: byId(depositRecord.get),
    reply: Deposit,
    run: ({ caller, params }) => findDeposit(caller, params.id),
  }),
  post('/billing/deposits/:id/apply', {
    summary: 'Set a deposit against a bill',
    access: 'deposit:apply',
    opens: 'desk',
    once: true,
    record: byId(depositRecord.get),
    body: ApplyInput,
    reply: Deposit,
    says: 'Deposit applied.',
    async run({ caller, params, body }) {
      await applyDeposit(caller, params.id, body.bill_id, body.amount)
      return findDeposit(caller, params.id)
    },
  }),
  post('/billing/deposits/:id/unapply', {
    summary: 'Take a deposit off a bill again',
    access: 'payment:reallocate',
    opens: 'desk',
    once: true,
    record: byId(depositRecord.get),
    body: UnapplyInput,
    reply: Deposit,
    says: 'Deposit taken off the bill.',
    async run({ caller, params, body }) {
      await unapplyDeposit(caller, params.id, body.bill_id, body.reason)
      return findDeposit(caller, params.id)
    },
  }),
  post('/billing/bills/:id/apply-deposit', {
    summary: 'Pay a bill from deposits',
    access: 'deposit:apply',
    opens: 'desk',
    once: true,
    record: byId(billRecord.get),
    body: ApplyToBill,
    body_may_miss: true,
    reply: BillOpened,
    says: 'Deposit applied.',
    async run({ caller, params, body }) {
      await applyToBill(caller, params.id, body ?? {})
      return findBill(caller, params.id)
    },
  }),
])

// Batches of salaries, and salaries that came back (people 5.10).

import type { Caller } from '../../../db/core/caller.ts'
import * as batches from '../../../db/hospital/people/payroll/batches/list.ts'
import * as paying from '../../../db/hospital/people/payroll/batches/paying.ts'
import { prepare } from '../../../db/hospital/people/payroll/batches/prepare.ts'
import { batchRecord } from '../../../db/hospital/people/payroll/batches/record.ts'
import {
  BatchFileAsked,
  BatchFilters,
  BatchInput,
  PaidInput,
  PaymentBatch,
  PaymentBatchOpened,
  ReturnInput,
} from '../../../db/hospital/people/payroll/batches/shapes.ts'
import { runRecord } from '../../../db/hospital/people/payroll/runs/record.ts'
import { WithReason } from '../../../db/hospital/people/payroll/runs/shapes.ts'
import { Payslip } from '../../../db/hospital/people/payroll/slips/shapes.ts'
import * as slips from '../../../db/hospital/people/payroll/slips/slips.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printPayList } from './pay-prints.ts'

const { create, file, get, list, post } = nobodys

const record = byId(batchRecord.get)
const csv = 'text/csv; charset=utf-8'
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  batches.find(caller, (await done).id)

export const door = area('salaries', [
  list('/hr/payment-batches', {
    summary: 'Batches of salaries',
    access: 'payroll:read',
    filters: BatchFilters,
    each: PaymentBatch,
    run: ({ caller, query }) => batches.list(caller, query),
  }),
  create('/hr/payroll-runs/:id/payment-batches', {
    summary: 'Prepare what a run still owes, one way of payment at a time',
    access: 'payroll:pay',
    once: true,
    record: byId(runRecord.get),
    body: BatchInput,
    reply: PaymentBatchOpened,
    says: 'Payment batch prepared.',
    run: ({ caller, params, body }) => shown(caller, prepare(caller, params.id, body)),
  }),
  get('/hr/payment-batches/:id', {
    summary: 'One batch of salaries',
    access: 'payroll:read',
    record,
    reply: PaymentBatchOpened,
    run: ({ caller, params }) => batches.find(caller, params.id),
  }),
  file('/hr/payment-batches/:id/file', {
    summary: 'What the bank or the operator is sent; cash is paid by a list on paper',
    access: 'payroll:pay',
    record,
    query: BatchFileAsked,
    content_type: csv,
    run: async ({ caller, params, query }) => {
      const { method } = await batchRecord.get(caller, params.id)
      const { format = method === 'CASH' ? 'pdf' : 'csv', lang } = query
      if (format === 'pdf') return printPayList(caller, params.id, lang)
      const { name, bytes } = await batches.fileFor(caller, params.id)
      return { content_type: csv, bytes, file_name: name }
    },
  }),
  post('/hr/payment-batches/:id/sent', {
    summary: 'The file of a batch went out',
    access: 'payroll:pay',
    record,
    reply: PaymentBatchOpened,
    says: 'Payment batch sent.',
    run: ({ caller, params }) => shown(caller, paying.send(caller, params.id)),
  }),
  post('/hr/payment-batches/:id/paid', {
    summary: 'Salaries of a batch were paid, all but those that failed',
    access: 'payroll:pay',
    once: true,
    record,
    body: PaidInput,
    reply: PaymentBatchOpened,
    says: 'Payment batch paid.',
    run: ({ caller, params, body }) => shown(caller, paying.pay(caller, params.id, body)),
  }),
  post('/hr/payment-batches/:id/cancel', {
    summary: 'Give a batch up that was not paid',
    access: 'payroll:pay',
    record,
    body: WithReason,
    reply: PaymentBatchOpened,
    says: 'Payment batch cancelled.',
    run: ({ caller, params, body }) => shown(caller, paying.cancel(caller, params.id, body.reason)),
  }),
  post('/hr/payslips/:id/return', {
    summary: 'A salary came back from the bank: it is owed again',
    access: 'payroll:pay',
    once: true,
    record: byId(slips.slipRecord.get),
    body: ReturnInput,
    reply: Payslip,
    says: 'Salary returned.',
    run: async ({ caller, params, body }) => {
      await paying.comeBack(caller, params.id, body)
      return slips.find(caller, params.id)
    },
  }),
])

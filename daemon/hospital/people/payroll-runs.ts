// Runs of pay and payslips (people 5.10, 5.12).

import type { Caller } from '../../../db/core/caller.ts'
import * as loans from '../../../db/hospital/people/payroll/loans/loans.ts'
import { Loan, LoanFilters, LoanOpened } from '../../../db/hospital/people/payroll/loans/shapes.ts'
import { calculate } from '../../../db/hospital/people/payroll/runs/calculate.ts'
import * as decisions from '../../../db/hospital/people/payroll/runs/decisions.ts'
import * as runs from '../../../db/hospital/people/payroll/runs/list.ts'
import { open } from '../../../db/hospital/people/payroll/runs/open.ts'
import * as posting from '../../../db/hospital/people/payroll/runs/post.ts'
import * as register from '../../../db/hospital/people/payroll/runs/register.ts'
import { foreseen } from '../../../db/hospital/people/payroll/runs/standing.ts'
import * as returns from '../../../db/hospital/people/payroll/runs/returns.ts'
import { yearCard } from '../../../db/hospital/people/payroll/slips/year-card.ts'
import { staffRecord } from '../../../db/hospital/people/staff/records/rows.ts'
import { runRecord } from '../../../db/hospital/people/payroll/runs/record.ts'
import {
  ApproveRun,
  PayrollRun,
  PayrollRunOpened,
  PostRun,
  RegisterFileAsked,
  RegisterFilters,
  RegisterRow,
  RunFilters,
  RunInput,
  RunReturn,
  WithReason,
} from '../../../db/hospital/people/payroll/runs/shapes.ts'
import {
  OwnSlipFilters,
  Payslip,
  PayslipShort,
  SlipFilters,
  SlipPaperAsked,
  YearAsked,
  YearCard,
  YearPaperAsked,
} from '../../../db/hospital/people/payroll/slips/shapes.ts'
import * as slips from '../../../db/hospital/people/payroll/slips/slips.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printPayslip, printRegister, printYearCard } from './pay-prints.ts'

const { create, file, get, list, listed, post } = nobodys
const csv = 'text/csv; charset=utf-8'

const record = byId(runRecord.get)
const slip = byId(slips.slipRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  runs.find(caller, (await done).id)

export const door = area('payroll-runs', [
  list('/hr/payroll-runs', {
    summary: 'Runs of pay',
    access: 'payroll:read',
    filters: RunFilters,
    each: PayrollRun,
    run: ({ caller, query }) => runs.list(caller, query),
  }),
  create('/hr/payroll-runs', {
    summary: 'Begin a run of pay',
    access: 'payroll:prepare',
    body: RunInput,
    reply: PayrollRunOpened,
    says: 'Payroll run begun.',
    run: ({ caller, body }) => shown(caller, open(caller, body)),
  }),
  get('/hr/payroll-runs/:id', {
    summary: 'One run of pay, with what is wrong with it',
    access: 'payroll:read',
    record,
    reply: PayrollRunOpened,
    run: ({ caller, params }) => runs.find(caller, params.id),
  }),
  post('/hr/payroll-runs/:id/calculate', {
    summary: 'Reckon the payslips of a run anew',
    access: 'payroll:prepare',
    record,
    reply: PayrollRunOpened,
    says: 'Payroll run calculated.',
    transaction: 'rule',
    run: ({ caller, params }) => shown(caller, calculate(caller, params.id)),
  }),
  post('/hr/payroll-runs/:id/back-to-draft', {
    summary: 'Send a run back',
    access: ['payroll:prepare', 'payroll:approve'],
    record,
    body: WithReason,
    reply: PayrollRunOpened,
    says: 'Payroll run sent back.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.backToDraft(caller, params.id, body.reason)),
  }),
  post('/hr/payroll-runs/:id/approve', {
    summary: 'Approve a run that somebody else calculated',
    access: 'payroll:approve',
    record,
    body: ApproveRun,
    reply: PayrollRunOpened,
    says: 'Payroll run approved.',
    around: ({ caller, params }, go) => foreseen(caller, params.id, go),
    run: ({ caller, params, body }) => shown(caller, decisions.approve(caller, params.id, body)),
  }),
  post('/hr/payroll-runs/:id/post', {
    summary: 'Post an approved run to the books; its payslips are final',
    access: 'payroll:post',
    once: true,
    record,
    body: PostRun,
    reply: PayrollRunOpened,
    says: 'Payroll run posted.',
    around: ({ caller, params }, go) => foreseen(caller, params.id, go),
    run: ({ caller, params, body }) =>
      shown(caller, posting.post(caller, params.id, body.date ?? null)),
  }),
  post('/hr/payroll-runs/:id/reverse', {
    summary: 'Take a posted run back of which nothing was paid',
    access: ['payroll:approve', 'payroll:post'],
    once: true,
    record,
    body: WithReason,
    reply: PayrollRunOpened,
    says: 'Payroll run reversed.',
    run: ({ caller, params, body }) =>
      shown(caller, posting.reverse(caller, params.id, body.reason)),
  }),
  post('/hr/payroll-runs/:id/cancel', {
    summary: 'Give a run up that was not approved',
    access: 'payroll:prepare',
    record,
    body: WithReason,
    reply: PayrollRunOpened,
    says: 'Payroll run cancelled.',
    run: ({ caller, params, body }) =>
      shown(caller, decisions.cancel(caller, params.id, body.reason)),
  }),
  list('/hr/payroll-runs/:id/register', {
    summary: 'The register of a run, a line each payslip',
    access: 'payroll:read',
    record,
    filters: RegisterFilters,
    each: RegisterRow,
    run: ({ caller, params, query }) => register.list(caller, params.id, query),
  }),
  file('/hr/payroll-runs/:id/register-file', {
    summary: 'The register of a run as CSV, or as a PDF to be signed',
    access: 'payroll:read',
    record,
    query: RegisterFileAsked,
    content_type: 'application/pdf',
    run: async ({ caller, params, query }) => {
      const { format = 'pdf', ...asked } = query
      if (format === 'pdf') return printRegister(caller, params.id, asked)
      const bytes = Buffer.from(await register.csvOf(caller, params.id, asked))
      return { content_type: csv, bytes, file_name: 'register.csv' }
    },
  }),
  listed('/hr/payroll-runs/:id/returns', {
    summary: 'What a run owes to authorities, code by code',
    access: 'payroll:read',
    record,
    each: RunReturn,
    run: ({ caller, params }) => returns.list(caller, params.id),
  }),
  file('/hr/payroll-runs/:id/returns/:code', {
    summary: 'One return of a posted run, person by person',
    access: 'payroll:read',
    record,
    content_type: csv,
    run: async ({ caller, params }) => {
      const { name, bytes } = await returns.fileOf(caller, params.id, params.code)
      return { content_type: csv, bytes, file_name: name }
    },
  }),
  get('/hr/staff/:id/year-card', {
    summary: 'A year of one person’s pay, month by month',
    access: 'payroll:read',
    record: byId(staffRecord.get),
    query: YearAsked,
    reply: YearCard,
    run: ({ caller, params, query }) => yearCard(caller, params.id, query.year),
  }),
  file('/hr/staff/:id/tax-certificate', {
    summary: 'A year of one person’s pay and tax, as a PDF',
    access: 'payroll:read',
    record: byId(staffRecord.get),
    query: YearPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query }) => printYearCard(caller, params.id, query),
  }),
  list('/hr/payslips', {
    summary: 'Payslips',
    access: 'payroll:read',
    filters: SlipFilters,
    each: PayslipShort,
    run: ({ caller, query }) => slips.list(caller, query),
  }),
  get('/hr/payslips/:id', {
    summary: 'One payslip',
    access: 'payroll:read',
    record: slip,
    reply: Payslip,
    run: ({ caller, params }) => slips.find(caller, params.id),
  }),
  file('/hr/payslips/:id/pdf', {
    summary: 'A final payslip, as a PDF; without payroll:read your own',
    access: ['payroll:read', 'self:use'],
    record: slip,
    query: SlipPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query }) => printPayslip(caller, params.id, query),
  }),
  post('/hr/payslips/:id/withhold', {
    summary: 'Hold a payslip back: it stays out of payment',
    access: 'payroll:approve',
    record: slip,
    body: WithReason,
    reply: Payslip,
    says: 'Payslip withheld.',
    run: ({ caller, params, body }) => slips.hold(caller, params.id, 'withhold', body.reason),
  }),
  post('/hr/payslips/:id/release', {
    summary: 'Let a payslip go that was held back',
    access: 'payroll:approve',
    record: slip,
    body: WithReason,
    reply: Payslip,
    says: 'Payslip released.',
    run: ({ caller, params, body }) => slips.hold(caller, params.id, 'release', body.reason),
  }),
  list('/hr/me/payslips', {
    summary: 'Your own payslips',
    access: 'self:use',
    filters: OwnSlipFilters,
    each: PayslipShort,
    run: ({ caller, query }) => slips.ofOneself(caller, query),
  }),
  list('/hr/loans', {
    summary: 'What staff owe the hospital',
    access: 'payroll:read',
    filters: LoanFilters,
    each: Loan,
    run: ({ caller, query }) => loans.list(caller, query),
  }),
  get('/hr/loans/:id', {
    summary: 'One loan, and what pay gave back of it',
    access: 'payroll:read',
    record: byId(loans.loanRecord.get),
    reply: LoanOpened,
    run: ({ caller, params }) => loans.find(caller, params.id),
  }),
])

// Fiscal years, months, and how the books are kept (accounting 5.4).

import { clock } from '../../../db/core/clock.ts'
import { approve } from '../../../db/hospital/money/accounting/years/approve.ts'
import { certificateOf } from '../../../db/hospital/money/accounting/years/certificate.ts'
import { withdraw } from '../../../db/hospital/money/accounting/years/close-agreed.ts'
import { plan as closePlan } from '../../../db/hospital/money/accounting/years/close-plan.ts'
import { close } from '../../../db/hospital/money/accounting/years/close.ts'
import * as periods from '../../../db/hospital/money/accounting/years/periods.ts'
import * as preferences from '../../../db/hospital/money/accounting/preferences.ts'
import * as reopening from '../../../db/hospital/money/accounting/years/reopen.ts'
import {
  ApproveInput,
  CertificateAsked,
  CloseInput,
  FiscalYear,
  FiscalYearInput,
  Period,
  PeriodClose,
  PeriodFilters,
  PeriodReopen,
  Plan,
  PlanAsked,
  ReopenInput,
  SealInput,
  Preferences,
  PreferencesInput,
  YearFilters,
} from '../../../db/hospital/money/accounting/years/shapes.ts'
import * as years from '../../../db/hospital/money/accounting/years/years.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { certificatePaper } from '../../../templates/certificate.ts'
import { said } from '../../edge/answers.ts'
import { paperReply } from '../../edge/papers.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { create, file, get, listed, patch, post } = nobodys

const month = (caller: Parameters<typeof periods.there>[0], { month: id }: { month: string }) =>
  periods.there(caller, id)

const year = (caller: Parameters<typeof years.rowOf>[0], { id }: { id: string }) =>
  years.rowOf(caller, id)

const codesIn = (words: string | undefined): string[] =>
  (words ?? '')
    .split(',')
    .map((word) => word.trim().toUpperCase())
    .filter((word) => word !== '')

export const door = area('accounting-years', [
  listed('/accounting/fiscal-years', {
    summary: 'Fiscal years',
    access: 'fiscalyear:read',
    query: YearFilters,
    each: FiscalYear,
    run: ({ caller, query }) => years.list(caller, query),
  }),
  create('/accounting/fiscal-years', {
    summary: 'Make a fiscal year',
    access: 'fiscalyear:manage',
    body: FiscalYearInput,
    reply: FiscalYear,
    says: 'Fiscal year made.',
    run: ({ caller, body }) => years.create(caller, body),
  }),
  post('/accounting/fiscal-years/:id/open', {
    summary: 'Open a planned fiscal year',
    access: 'fiscalyear:manage',
    reply: FiscalYear,
    says: 'Fiscal year opened.',
    run: ({ caller, params }) => years.open(caller, params.id),
  }),
  get('/accounting/fiscal-years/:id/close-plan', {
    summary: 'What closing the year would do, and what stands in the way',
    access: 'fiscalyear:close',
    record: year,
    query: PlanAsked,
    reply: Plan,
    run: ({ caller, params, query }) =>
      closePlan(caller, params.id, { accept: codesIn(query.accept), reason: 'asked' }),
  }),
  post('/accounting/fiscal-years/:id/close', {
    summary: 'Close a fiscal year by its plan',
    access: 'fiscalyear:close',
    record: year,
    body: CloseInput,
    reply: FiscalYear,
    says: 'Fiscal year closed.',
    once: true,
    transaction: 'rule',
    run: async ({ caller, params, body }) => {
      const { did } = await close(caller, params.id, {
        plan: body.plan,
        accept: body.accept ?? [],
        reason: body.reason,
      })
      const shown = await years.find(caller, params.id)
      return did === 'waits' ? said('It waits for a second person.', shown) : shown
    },
  }),
  post('/accounting/fiscal-years/:id/approve', {
    summary: 'Approve what somebody else asked: a close or a reopening',
    access: ['fiscalyear:close', 'fiscalyear:reopen'],
    record: year,
    body: ApproveInput,
    body_may_miss: true,
    reply: FiscalYear,
    says: 'Approved.',
    once: true,
    transaction: 'rule',
    run: ({ caller, params, body }) => approve(caller, params.id, body.plan),
  }),
  post('/accounting/fiscal-years/:id/withdraw', {
    summary: 'Take back what was asked',
    access: 'fiscalyear:close',
    record: year,
    reply: FiscalYear,
    says: 'Withdrawn.',
    run: async ({ caller, params }) => {
      await withdraw(caller, params.id)
      return years.find(caller, params.id)
    },
  }),
  post('/accounting/fiscal-years/:id/reopen', {
    summary: 'Reopen the latest closed fiscal year',
    access: 'fiscalyear:reopen',
    record: year,
    body: ReopenInput,
    reply: FiscalYear,
    says: 'Fiscal year opened again.',
    once: true,
    run: async ({ caller, params, body }) => {
      const { did, filed_returns } = await reopening.reopen(caller, params.id, body.reason)
      const shown = { ...(await years.find(caller, params.id)), filed_returns }
      return did === 'waits' ? said('It waits for a second person.', shown) : shown
    },
  }),
  post('/accounting/fiscal-years/:id/seal', {
    summary: 'Seal a closed fiscal year for good',
    access: 'fiscalyear:seal',
    record: year,
    body: SealInput,
    reply: FiscalYear,
    says: 'Fiscal year sealed.',
    run: async ({ caller, params, body }) => {
      await reopening.seal(caller, params.id, body)
      return years.find(caller, params.id)
    },
  }),
  file('/accounting/fiscal-years/:id/certificate', {
    summary: 'The certificate of a close, as a PDF',
    access: 'fiscalyear:read',
    record: year,
    query: CertificateAsked,
    content_type: 'application/pdf',
    async run({ caller, params, query }) {
      const certificate = await certificateOf(caller, params.id, query.version)
      const head = await letterheadOf(caller, null)
      const printed = { at: clock.instant(), by: caller.name }
      return paperReply(certificatePaper(certificate, head, query.lang ?? head.language, printed))
    },
  }),
  listed('/accounting/periods', {
    summary: 'Months of the fiscal years, with what stands in their way',
    access: 'fiscalyear:read',
    query: PeriodFilters,
    each: Period,
    run: ({ caller, query }) => periods.list(caller, query),
  }),
  post('/accounting/periods/:month/close', {
    summary: 'Lock a month',
    access: 'period:close',
    record: month,
    body: PeriodClose,
    body_may_miss: true,
    reply: Period,
    says: 'Month locked.',
    run: ({ caller, params, body }) => periods.close(caller, params.month, body.note ?? null),
  }),
  post('/accounting/periods/:month/reopen', {
    summary: 'Reopen the latest locked month',
    access: 'period:close',
    record: month,
    body: PeriodReopen,
    reply: Period,
    says: 'Month reopened.',
    run: ({ caller, params, body }) => periods.reopen(caller, params.month, body.reason),
  }),
  get('/accounting/preferences', {
    summary: 'How the books are kept',
    access: 'account:read',
    reply: Preferences,
    run: ({ caller }) => preferences.read(caller),
  }),
  patch('/accounting/preferences', {
    summary: 'Change how the books are kept',
    access: 'accounting:configure',
    body: PreferencesInput,
    reply: Preferences,
    says: 'Preferences changed.',
    run: ({ caller, body }) => preferences.change(caller, body),
  }),
])

// Fiscal years, months, and how the books are kept (accounting 5.4).

import * as periods from '../../db/hospital/accounting/periods.ts'
import * as preferences from '../../db/hospital/accounting/preferences.ts'
import {
  FiscalYear,
  FiscalYearInput,
  Period,
  PeriodClose,
  PeriodFilters,
  PeriodReopen,
  Preferences,
  PreferencesInput,
  YearFilters,
} from '../../db/hospital/accounting/year-shapes.ts'
import * as years from '../../db/hospital/accounting/years.ts'
import { listOf } from '../../db/kinds/kinds.ts'
import { area } from '../route.ts'
import { create, get, patch, post } from './words.ts'

const month = (caller: Parameters<typeof periods.there>[0], { month: id }: { month: string }) =>
  periods.there(caller, id)

export const door = area('accounting-years', [
  get('/accounting/fiscal-years', {
    summary: 'Fiscal years',
    access: 'fiscalyear:read',
    query: YearFilters,
    reply: listOf(FiscalYear),
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
  get('/accounting/periods', {
    summary: 'Months of the fiscal years, with what stands in their way',
    access: 'fiscalyear:read',
    query: PeriodFilters,
    reply: listOf(Period),
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

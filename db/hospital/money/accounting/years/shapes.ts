// Fiscal years, their months and how the books are kept (2.7).

import {
  optional,
  choice,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { Year } from '../budgets/shapes.ts'
import { Amount, BookDay } from '../entries/shapes.ts'
import { period_states, year_states } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { fiscal_years, accounting_preferences } from '../tables.ts'

const fiscalYear = fieldsOf(fiscal_years)
const accountingPreference = fieldsOf(accounting_preferences)

export const FiscalYearInput = named(
  'FiscalYearInput',
  form({ name: Text(1, 40), starts_on: BookDay, ends_on: BookDay }),
)
export type FiscalYearInput = Static<typeof FiscalYearInput>

export const FiscalYear = named(
  'FiscalYear',
  shape({
    ...fiscalYear('id', 'name', 'starts_on', 'ends_on', 'status', 'close_version', 'result'),
    ...fiscalYear('closed_at', 'closed_by_name', 'approved_by_name', 'close_plan'),
    awaiting_approval: nullable(
      shape({
        kind: choice(['CLOSE', 'REOPEN']),
        plan: nullable(Text(0, 64)),
        asked_by_name: Text(0, 160),
        at: Text(24, 24),
        accepted: listOf(Text(1, 10)),
        reason: nullable(Text(0, 300)),
      }),
    ),
    ...fiscalYear('certificate_number', 'certificate_sha256'),
    ...fiscalYear('lock_date_before', 'sealed_by_name', 'auditor', 'sealed_on'),
    entries: Whole(),
    drafts: Whole(),
    moves: listOf(Text(1, 40)),
    version: Whole(1),
    /** After a reopening: returns of the year that are filed. */
    filed_returns: optional(listOf(Text(1, 60))),
  }),
)
export type FiscalYear = Static<typeof FiscalYear>

export const YearFilters = partial({ status: choice(year_states) })

export const Check = shape({
  code: Text(1, 20),
  title: Text(1, 200),
  state: choice(['OK', 'WARN', 'BLOCK']),
  count: Whole(),
  owner_permission: Text(0, 60),
})

export const Period = named(
  'Period',
  shape({
    id: Text(7, 7),
    fiscal_year_id: Text(1, 36),
    starts_on: Text(10, 10),
    ends_on: Text(10, 10),
    status: choice(period_states),
    checks: listOf(Check, 40),
    entries: Whole(),
    drafts: Whole(),
  }),
)
export type Period = Static<typeof Period>
export const PeriodFilters = partial({ year: Year })
export const PeriodClose = form({ note: optional(nullable(Text(0, 300))) })
export const PeriodReopen = form({ reason: Reason })

const SecondApprover = {
  manual_entry: Flag,
  close: Flag,
  reopen: Flag,
  lock_exception: Flag,
  reconciliation: Flag,
  prior_year: Flag,
}

export const PreferencesInput = named(
  'PreferencesInput',
  partial({
    allow_negative_funding: nullable(Flag),
    cash_group_id: nullable(Id),
    lock_date: nullable(BookDay),
    default_department: nullable(Text(1, 120)),
    second_approver: nullable(partial(SecondApprover)),
    filing_must_equal_ledger: nullable(Flag),
    drawings_to_retained: nullable(Flag),
    show_contract_difference: nullable(Flag),
    reconcile_tolerance_days: nullable(Whole(0, 60)),
    note: nullable(Text(0, 300)),
  }),
)
export type PreferencesInput = Static<typeof PreferencesInput>

export const Preferences = named(
  'AccountingPreferences',
  shape({
    ...accountingPreference('allow_negative_funding', 'cash_group_id'),
    cash_group_code: nullable(Text(0, 20)),
    lock_date: nullable(Text(10, 10)),
    effective_lock_date: nullable(Text(10, 10)),
    tax_lock_date: nullable(Text(10, 10)),
    hard_lock_date: nullable(Text(10, 10)),
    default_department: Text(1, 120),
    second_approver: shape(SecondApprover),
    ...accountingPreference('filing_must_equal_ledger', 'drawings_to_retained'),
    ...accountingPreference('show_contract_difference', 'reconcile_tolerance_days'),
    currency: Text(3, 3),
    ...accountingPreference('map_version', 'version'),
  }),
)
export type Preferences = Static<typeof Preferences>

export const Plan = named(
  'ClosePlan',
  shape({
    fiscal_year: shape({
      ...fiscalYear('id', 'name', 'starts_on', 'ends_on', 'status', 'close_version'),
    }),
    entries: Whole(),
    checks: listOf(
      shape({
        code: Text(3, 3),
        state: choice(['OK', 'FAIL']),
        count: Whole(),
        message: Text(0, 300),
        fix: nullable(Text(0, 300)),
        records: listOf(
          shape({ kind: Text(1, 40), id: Text(0, 120), reference: Text(0, 120) }),
          20,
        ),
      }),
    ),
    warnings: listOf(
      shape({ code: Text(3, 3), accepted: Flag, count: Whole(), message: Text(0, 300) }),
    ),
    branches: listOf(
      shape({
        facility_id: Text(1, 36),
        name: Text(0, 120),
        income: Amount,
        expense: Amount,
        surplus: Amount,
        lines: Whole(),
      }),
    ),
    total: shape({ income: Amount, expense: Amount, surplus: Amount }),
    to_account: nullable(shape({ id: Text(1, 36), code: Text(0, 20), name: Text(1, 120) })),
    plan: Text(64, 64),
    ready: Flag,
    written: Flag,
    exit: Whole(),
    closed: optional(
      shape({
        version: Whole(1),
        at: Text(24, 24),
        by: Text(0, 160),
        approved_by: nullable(Text(0, 160)),
        entries: listOf(
          shape({ reference: Text(1, 20), facility: Text(0, 120), lines: Whole() }),
          1000,
        ),
        lock_date_before: nullable(Text(10, 10)),
        lock_date: nullable(Text(10, 10)),
        backup: nullable(Text(0, 200)),
        certificate: shape({ number: Text(1, 60), sha256: Text(64, 64) }),
      }),
    ),
  }),
)
export type Plan = Static<typeof Plan>

export const PlanAsked = partial({ accept: Text(0, 200) })
export const CloseInput = named(
  'CloseInput',
  form({
    plan: optional(nullable(Text(0, 64))),
    accept: optional(nullable(listOf(Text(1, 10), 40))),
    reason: optional(nullable(Text(0, 300))),
  }),
)
export type CloseInput = Static<typeof CloseInput>
export const ReopenInput = form({ reason: optional(nullable(Text(0, 300))) })
export const ApproveInput = form({ plan: optional(nullable(Text(0, 64))) })

export const SealInput = named('SealInput', form({ auditor: Text(1, 160), sealed_on: BookDay }))

export const CertificateAsked = partial({ version: Whole(1), lang: choice(languages) })

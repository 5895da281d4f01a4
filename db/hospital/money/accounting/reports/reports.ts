// Income statement, balance sheet (ACC-77 to ACC-79): each of one moment.

import type { Caller } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { snapshot } from '../../../../store/connection.ts'
import type { Books } from '../books.ts'
import { booksAsked } from '../branch-asked.ts'
import { type AccountRow, hasDepartment, signOf } from '../chart/chart.ts'
import { effectiveLock, yearCovering } from '../posting/locks.ts'
import type { BalanceAsked, BalanceSheet, IncomeAsked, IncomeStatement } from './shapes.ts'
import { type Only, sums } from './sums.ts'
import { refuseBlind } from '../blind.ts'
import { ledger_heads } from '../tables.ts'

export const posting = ({ chart }: Books): AccountRow[] =>
  chart.all
    .filter(({ role }) => role === 'POSTING')
    .toSorted((a, b) => ((a.code ?? '') < (b.code ?? '') ? -1 : 1))

/** Absent: from the first day of the fiscal year to today. */
export function range(
  books: Books,
  asked: { from?: string; to?: string },
): { from: string; to: string } {
  const to = asked.to ?? books.today
  const from = asked.from ?? yearCovering(books, to)?.starts_on ?? `${to.slice(0, 4)}-01-01`
  return { from, to }
}

export async function footer(caller: Caller, books: Books): Promise<IncomeStatement['footer']> {
  const head = await ledger_heads.find({ hospital_id: books.hospital_id })
  return {
    made_at: clock.instant(),
    made_by: caller.name,
    locked_to: effectiveLock(books),
    chain_no: head?.chain_no ?? 0,
    chain_hash: (head?.hash ?? '').slice(0, 12),
  }
}

type Section = IncomeStatement['revenue']

interface Figured {
  account: AccountRow
  minor: number
  before: number | undefined
}

function section({ chart, purse }: Books, rows: readonly Figured[]): Section {
  const shown = rows.filter(({ minor, before = 0 }) => minor !== 0 || before !== 0)
  const sum = (pick: (row: Figured) => number): number =>
    purse.major(shown.reduce((total, row) => total + pick(row), 0))
  const compared = rows.some(({ before }) => before !== undefined)
  return {
    rows: shown.map(({ account, minor, before }) => {
      const heading = chart.by_id.get(account.parent_id ?? '')
      return {
        account_id: account.id,
        code: account.code ?? '',
        name: account.name,
        heading_code: heading?.code ?? '',
        heading_name: heading?.name ?? '',
        amount: purse.major(minor),
        ...(before === undefined ? {} : { compare: purse.major(before) }),
      }
    }),
    total: sum(({ minor }) => minor),
    ...(compared ? { compare: sum(({ before = 0 }) => before) } : {}),
  }
}

/** The days before of the same length, or the same days a year before. */
export function compared(
  { from, to }: { from: string; to: string },
  how: 'previous' | 'last_year' | undefined,
): { from: string; to: string } | undefined {
  if (how === undefined) return undefined
  if (how === 'last_year') return { from: yearBefore(from), to: yearBefore(to) }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return { from: nextDay(from, -days), to: nextDay(from, -1) }
}

const yearBefore = (day: string): string => {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return before.endsWith('-02-29') ? before.replace('-02-29', '-02-28') : before
}

export async function nets(hospital_id: string, only: Only): Promise<Map<string, number>> {
  const found = await sums(hospital_id, ['account_id'], only)
  return new Map(found.map((one) => [one.account_id, one.debit - one.credit]))
}

export const incomeStatement = (caller: Caller, asked: IncomeAsked): Promise<IncomeStatement> =>
  snapshot(async () => {
    const books = await booksAsked(caller, asked)
    const days = range(books, asked)
    const { facility_id, department } = asked
    const only = { facility_id, department, closing: 'without' as const }
    const now = await nets(books.hospital_id, { ...days, ...only })
    const then_days = compared(days, asked.compare)
    const then =
      then_days === undefined ? undefined : await nets(books.hospital_id, { ...then_days, ...only })
    // Income above 0, and its reductions below; expenses above 0.
    const figured = posting(books)
      .filter(hasDepartment)
      .map((account): Figured => {
        const sign = signOf(account.kind)
        return {
          account,
          minor: (now.get(account.id) ?? 0) * sign || 0,
          before: then === undefined ? undefined : (then.get(account.id) ?? 0) * sign || 0,
        }
      })
    const of = (name: string): Figured[] =>
      figured.filter(({ account }) => sectionOf(account) === name)
    const result = results(books, figured, ({ minor }) => minor)
    return {
      ...days,
      facility_id: facility_id ?? null,
      department: department ?? null,
      revenue: section(books, of('revenue')),
      reductions: section(books, of('reductions')),
      cost_of_sales: section(books, of('cost_of_sales')),
      other_income: section(books, of('other_income')),
      operating: section(books, of('operating')),
      finance: section(books, of('finance')),
      income_tax: section(books, of('income_tax')),
      ...result,
      ...(then_days === undefined
        ? {}
        : { compared: { ...then_days, ...results(books, figured, ({ before = 0 }) => before) } }),
      footer: await footer(caller, books),
    }
  })

/** Where an account stands in the income statement (ACC-78): by its tag, not by its code. */
function sectionOf({ kind, grouping, statement_section }: AccountRow): string {
  if (kind === 'INCOME') {
    if (grouping === 'revenue_reduction') return 'reductions'
    return grouping === 'other_income' ? 'other_income' : 'revenue'
  }
  if (statement_section === 'COST_OF_SALES') return 'cost_of_sales'
  if (grouping === 'finance_cost') return 'finance'
  return grouping === 'income_tax' ? 'income_tax' : 'operating'
}

function results(
  { purse }: Books,
  figured: readonly Figured[],
  pick: (row: Figured) => number,
): Pick<
  IncomeStatement,
  | 'net_revenue'
  | 'gross_profit'
  | 'gross_profit_simple'
  | 'operating_result'
  | 'result_before_tax'
  | 'surplus'
> {
  const total = (name: string): number =>
    figured
      .filter(({ account }) => sectionOf(account) === name)
      .reduce((sum, row) => sum + pick(row), 0)
  // Reductions are contra: their amounts are below 0 already.
  const net_revenue = total('revenue') + total('reductions')
  const gross_profit = net_revenue - total('cost_of_sales')
  const operating_result = gross_profit + total('other_income') - total('operating')
  const result_before_tax = operating_result - total('finance')
  const { major } = purse
  return {
    net_revenue: major(net_revenue),
    gross_profit: major(gross_profit),
    gross_profit_simple: major(gross_profit + total('other_income')),
    operating_result: major(operating_result),
    result_before_tax: major(result_before_tax),
    surplus: major(result_before_tax - total('income_tax')),
  }
}

export const balanceSheet = (caller: Caller, asked: BalanceAsked): Promise<BalanceSheet> =>
  snapshot(async () => {
    const books = await booksAsked(caller, asked)
    await refuseBlind(caller)
    const as_of = asked.as_of ?? books.today
    const { facility_id } = asked
    const now = await nets(books.hospital_id, { to: as_of, facility_id })
    const then_day =
      asked.compare === undefined
        ? undefined
        : asked.compare === 'last_year'
          ? yearBefore(as_of)
          : nextDay(range(books, { to: as_of }).from, -1)
    const then =
      then_day === undefined
        ? undefined
        : await nets(books.hospital_id, { to: then_day, facility_id })
    const figured = posting(books).map((account): Figured => {
      const sign = signOf(account.kind)
      return {
        account,
        minor: (now.get(account.id) ?? 0) * sign || 0,
        before: then === undefined ? undefined : (then.get(account.id) ?? 0) * sign || 0,
      }
    })
    const of = (name: string): Section =>
      section(
        books,
        figured.filter(({ account }) => placeOf(account) === name),
      )
    const totals = sheetTotals(books, figured, ({ minor }) => minor)
    return {
      as_of,
      facility_id: facility_id ?? null,
      current_assets: of('current_assets'),
      non_current_assets: of('non_current_assets'),
      current_liabilities: of('current_liabilities'),
      non_current_liabilities: of('non_current_liabilities'),
      equity: of('equity'),
      ...totals.shown,
      balances: totals.balances,
      ...(then_day === undefined
        ? {}
        : {
            compared: {
              as_of: then_day,
              ...sheetTotals(books, figured, ({ before = 0 }) => before).shown,
            },
          }),
      footer: await footer(caller, books),
    }
  })

const fixed = new Set(['ppe', 'ppe_depr', 'intangible'])
const long = new Set(['loan', 'provision'])

/** ACC-79: what lasts longer than a year stands apart, by the account's tag. */
function placeOf({ kind, grouping }: AccountRow): string {
  if (kind === 'ASSET') return fixed.has(grouping ?? '') ? 'non_current_assets' : 'current_assets'
  if (kind === 'LIABILITY') {
    return long.has(grouping ?? '') ? 'non_current_liabilities' : 'current_liabilities'
  }
  return kind === 'EQUITY' ? 'equity' : 'result'
}

function sheetTotals(
  { purse }: Books,
  figured: readonly Figured[],
  pick: (row: Figured) => number,
) {
  const total = (kind: AccountRow['kind']): number =>
    figured.filter(({ account }) => account.kind === kind).reduce((sum, row) => sum + pick(row), 0)
  const result = total('INCOME') - total('EXPENSE')
  const assets = total('ASSET')
  const liabilities = total('LIABILITY')
  const equity = total('EQUITY') + result
  const { major } = purse
  return {
    balances: assets === liabilities + equity,
    shown: {
      result_of_the_year: major(result),
      total_assets: major(assets),
      total_liabilities: major(liabilities),
      total_equity: major(equity),
    },
  }
}

// What was planned beside what was spent and promised (ACC-33, ACC-34), account by account.

import type { Caller } from '../../../../core/caller.ts'
import { snapshot } from '../../../../store/connection.ts'
import { type Actuals, actualsOf, percentOf } from './actuals.ts'
import type { Books } from '../books.ts'
import { booksAsked } from '../branch-asked.ts'
import { budgets } from './tables.ts'
import { type AccountRow, hasDepartment, inOrder, pathOf } from '../chart/chart.ts'
import type { BudgetActual, BudgetActualAsked } from '../reports/detail-shapes.ts'
import { footer } from '../reports/reports.ts'

interface Planned {
  amount: number
  actual: number
  committed: number
}
interface Found extends Planned {
  account: AccountRow
  heading: AccountRow
}

export const budgetActual = (caller: Caller, asked: BudgetActualAsked): Promise<BudgetActual> =>
  snapshot(async () => {
    const books = await booksAsked(caller, asked)
    const { year, month, department, facility_id } = asked
    const actuals = await actualsOf(books, year)
    const amounts = await plannedOf(books, asked)
    const found = rowsOf(books, actuals, amounts, asked)
    const headings = new Map<string, { heading: AccountRow } & Planned>()
    for (const { heading, amount, actual, committed } of found) {
      const sum = headings.get(heading.id) ?? { heading, amount: 0, actual: 0, committed: 0 }
      sum.amount += amount
      sum.actual += actual
      sum.committed += committed
      headings.set(heading.id, sum)
    }
    return {
      year,
      month: month ?? null,
      department: department ?? null,
      facility_id: facility_id ?? null,
      rows: found.map(({ account, heading, ...planned }) => ({
        account_id: account.id,
        code: account.code ?? '',
        name: account.name,
        kind: account.kind,
        heading_code: heading.code ?? '',
        heading_name: heading.name,
        ...figures(books, account, planned),
      })),
      headings: [...headings.values()].map(({ heading, ...planned }) => ({
        code: heading.code ?? '',
        name: heading.name,
        kind: heading.kind,
        ...figures(books, heading, planned),
      })),
      footer: await footer(caller, books),
    }
  })

/** A month is held against months alone: a year's line says nothing of one of them. */
async function plannedOf(
  { hospital_id }: Books,
  { year, month, department, facility_id }: BudgetActualAsked,
): Promise<Map<string, number>> {
  const found = await budgets.all({
    hospital_id,
    period_year: year,
    period_month: month,
    department,
    facility_key: facility_id,
    status: ['APPROVED', 'CLOSED'],
  })
  const amounts = new Map<string, number>()
  for (const { account_id, amount } of found) {
    amounts.set(account_id, (amounts.get(account_id) ?? 0) + amount)
  }
  return amounts
}

/**
 * Every account with a budget, and what moved without one. Where a heading has a budget, those under
 * it that have one too stand in its figures and not beside it, so that nothing is counted twice.
 */
function rowsOf(
  { chart }: Books,
  actuals: Actuals,
  amounts: ReadonlyMap<string, number>,
  { month, department, facility_id }: BudgetActualAsked,
): Found[] {
  const place = {
    department: department ?? '',
    facility_key: facility_id ?? '',
    period_month: month ?? 0,
  }
  return inOrder(chart).flatMap((account) => {
    const path = pathOf(chart, account.id)
    const above = path.slice(0, -1)
    if (above.some(({ id }) => amounts.has(id))) return []
    const amount = amounts.get(account.id)
    if (amount === undefined && !(account.role === 'POSTING' && hasDepartment(account))) return []
    const at = { ...place, account_id: account.id }
    const actual = actuals.spent(at)
    const committed = actuals.promised(at)
    if (amount === undefined && actual === 0 && committed === 0) return []
    const heading = account.role === 'CONTROL' ? account : (above.at(-1) ?? account)
    return [{ account, heading, amount: amount ?? 0, actual, committed }]
  })
}

function figures({ purse }: Books, { kind }: AccountRow, { amount, actual, committed }: Planned) {
  const { major } = purse
  return {
    amount: major(amount),
    actual: major(actual),
    committed: major(committed),
    variance: major(kind === 'INCOME' ? actual - amount : amount - actual),
    used_pct: percentOf(actual, amount),
  }
}

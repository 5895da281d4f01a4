// What a run owes to authorities, as returns that are due (HR-113).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { Of } from '../../../../store/record-of.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import {
  change as changeFiling,
  createFiling,
  list as filingsOf,
} from '../../../money/accounting/taxes/filings.ts'
import { isWorkingDay } from '../../../office/places/hours.ts'
import { statutory_tables } from '../tables.ts'
import type { SlipRow } from './paid-before.ts'
import { monthName, periodOf } from './period.ts'
import type { RunRow } from './record.ts'

export interface Due {
  /** As returns are called. */
  kind: string
  due_day: number
  amount: number
  lines: { name: string; amount: number }[]
}

/** By the kind of return: both shares of each code. */
export async function duesOf(
  { hospital_id }: Of,
  { tables }: Pick<RunRow, 'tables'>,
  slips: readonly SlipRow[],
): Promise<Due[]> {
  const all = await statutory_tables.all({ hospital_id }, { order: ['code', 'effective_from'] })
  const sums = new Map<string, number>()
  const add = (code: string, amount: number) => sums.set(code, (sums.get(code) ?? 0) + amount)
  const codes = new Set(tables.map(({ code }) => code))
  for (const { deductions, employer } of slips) {
    for (const { code, amount } of deductions) if (codes.has(code)) add(code, amount)
    for (const { statutory_code, amount } of employer) add(statutory_code, amount)
  }
  const dues = new Map<string, Due>()
  for (const [code, amount] of sums) {
    const law = all.findLast((one) => one.code === code)
    if (law === undefined || amount === 0) continue
    const due = dues.get(law.filing_kind) ?? {
      kind: law.filing_kind,
      due_day: law.due_day,
      amount: 0,
      lines: [],
    }
    dues.set(law.filing_kind, {
      ...due,
      amount: due.amount + amount,
      lines: [...due.lines, { name: law.name, amount }],
    })
  }
  return [...dues.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
}

type Brief = Awaited<ReturnType<typeof filingsOf>>['rows'][number]

export async function filingsIn(
  caller: Caller,
  { period_year, period_month }: Pick<RunRow, 'period_year' | 'period_month'>,
): Promise<Brief[]> {
  const asked = { year: period_year, month: period_month, page: 1, per_page: 200 }
  return (await filingsOf(caller, asked)).rows
}

/** A return that waits already is raised; one that was filed stays, and is amended by the accountant. */
export async function filed(caller: Caller, run: RunRow, slips: readonly SlipRow[]): Promise<void> {
  const purse = await purseOf(caller)
  const known = await filingsIn(caller, run)
  for (const { kind, due_day, amount, lines } of await duesOf(caller, run, slips)) {
    const before = known.find((one) => one.kind === kind)
    if (before === undefined) {
      await createFiling(caller, {
        kind,
        period_year: run.period_year,
        period_month: run.period_month,
        due_on: await dueOn(caller, run, due_day),
        amount_due: purse.major(amount),
        source: 'payroll_run',
        source_id: run.id,
        lines: lines.map((one) => ({ ...one, account_code: null, base: null })),
      })
    } else if (before.status === 'DUE') {
      await raised(caller, purse, before, amount)
    }
  }
}

/** The version that was seen is the run's. */
const raised = (caller: Caller, { minor, major }: Purse, { id, amount_due }: Brief, by: number) =>
  changeFiling({ ...caller, expected_version: null }, id, {
    amount_due: major(Math.max(0, minor('amount_due', amount_due) + by)),
  })

export async function unfiled(
  caller: Caller,
  run: RunRow,
  slips: readonly SlipRow[],
): Promise<void> {
  const purse = await purseOf(caller)
  const known = await filingsIn(caller, run)
  for (const { kind, amount } of await duesOf(caller, run, slips)) {
    const before = known.find((one) => one.kind === kind)
    if (before === undefined) continue
    if (before.status !== 'DUE') {
      const month = monthName(run.period_year, run.period_month)
      throw conflict(`${kind} ${month} is ${before.status}: use a supplementary run.`, 'filed')
    }
    await raised(caller, purse, before, -amount)
  }
}

/** In the month after; on a day off, the working day before it. */
async function dueOn(
  caller: Caller,
  { period_year, period_month }: RunRow,
  due_day: number,
): Promise<string> {
  const [year, month] = period_month === 12 ? [period_year + 1, 1] : [period_year, period_month + 1]
  const { first, last, days } = periodOf(year, month)
  const branch = await actingBranch(caller)
  let day = due_day >= days ? last : nextDay(first, due_day - 1)
  while (day > first && !(await isWorkingDay(caller, day, branch))) day = nextDay(day, -1)
  return day
}

// A year of one person's pay, month by month (HR-119): what is in the books alone.

import type { Caller } from '../../../../core/caller.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { staffRecord, type StaffRow } from '../../staff/records/rows.ts'
import type { SlipRow } from '../runs/paid-before.ts'
import { monthName } from '../runs/period.ts'
import { type Figures, figuresOf, totalOf } from '../runs/register.ts'
import { posted_slips } from '../words.ts'
import type { YearCard } from './shapes.ts'
import { payslips } from './tables.ts'

interface OfYear {
  person: StaffRow
  year: number
  months: { month: string; slips: SlipRow[]; figures: Figures }[]
}

export async function yearOf(caller: Caller, staff_id: string, asked?: number): Promise<OfYear> {
  const person = await staffRecord.get(caller, staff_id)
  const year = asked ?? Number((await today(caller)).slice(0, 4))
  const { hospital_id } = caller
  const found = await payslips.all(
    { hospital_id, staff_id, period_year: year, status: [...posted_slips] },
    { order: ['period_month', 'number'] },
  )
  const months = Map.groupBy(found, ({ period_month }) => period_month)
  return {
    person,
    year,
    months: [...months].map(([month, slips]) => ({
      month: monthName(year, month),
      slips,
      figures: totalOf(slips.map(figuresOf)),
    })),
  }
}

export async function yearCard(
  caller: Caller,
  staff_id: string,
  asked?: number,
): Promise<YearCard> {
  const { person, year, months } = await yearOf(caller, staff_id, asked)
  const purse = await purseOf(caller)
  return {
    staff_id,
    staff_number: person.number,
    full_name: person.full_name,
    year,
    months: months.map(({ month, slips, figures }) => ({
      month,
      ...major(purse, figures),
      components: componentsOf(purse, slips),
    })),
    totals: {
      ...major(purse, totalOf(months.map(({ figures }) => figures))),
      components: componentsOf(
        purse,
        months.flatMap(({ slips }) => slips),
      ),
    },
  }
}

const major = (purse: Purse, figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, amount]) => [name, purse.major(amount)]),
  ) as Figures

/** Deductions below nought; by code. */
function componentsOf(purse: Purse, slips: readonly SlipRow[]): { code: string; amount: number }[] {
  const sums = new Map<string, number>()
  const add = (code: string, amount: number): void => {
    sums.set(code, (sums.get(code) ?? 0) + amount)
  }
  for (const { earnings, deductions } of slips) {
    for (const { code, amount } of earnings) add(code, amount)
    for (const { code, amount } of deductions) add(code, -amount)
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, amount]) => ({ code, amount: purse.major(amount) }))
}

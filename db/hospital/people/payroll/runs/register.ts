// The register of a run: one line a payslip, and what they come to (people 5.10).

import type { Caller } from '../../../../core/caller.ts'
import { csvLines } from '../../../../core/csv-lines.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { payslips } from '../slips/tables.ts'
import { slipsIn } from './exceptions.ts'
import { type SlipRow, taxOf } from './paid-before.ts'
import { type RunRow, runRecord } from './record.ts'
import type { RegisterRow } from './shapes.ts'

type Department = { department?: string }

export async function list(
  caller: Caller,
  id: string,
  asked: Department & PageAsked,
): Promise<Page<RegisterRow>> {
  await runRecord.get(caller, id)
  const { rows, meta } = await pageFrom(payslips, asked, {
    from: sql` from payslips${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`run_id = ${id}`,
      when(asked.department, sql`lower(department) = ${asked.department?.toLowerCase()}`),
    ])}`,
    order: sql` order by staff_number, id`,
  })
  const purse = await purseOf(caller)
  return { rows: rows.map((row) => shown(purse, row)), meta }
}

function shown({ major }: Purse, slip: SlipRow): RegisterRow {
  const figures = figuresOf(slip)
  return {
    payslip_id: slip.id,
    number: slip.number,
    staff_id: slip.staff_id,
    staff_number: slip.staff_number,
    full_name: slip.full_name,
    department: slip.department,
    status: slip.status,
    ...(Object.fromEntries(
      Object.entries(figures).map(([name, amount]) => [name, major(amount)]),
    ) as ReturnType<typeof figuresOf>),
  }
}

/** In minor units. */
export function figuresOf(slip: SlipRow) {
  const { basic, gross, taxable_pay, total_deductions, net, employer_cost } = slip
  const tax = taxOf(slip)
  return {
    basic,
    allowances: gross - basic,
    gross,
    taxable_pay,
    tax,
    other_deductions: total_deductions - tax,
    total_deductions,
    net,
    employer_cost,
  }
}

export type Figures = ReturnType<typeof figuresOf>

/** All of it, for a file or a paper. */
export async function wholeOf(
  caller: Caller,
  id: string,
  { department }: Department,
): Promise<{ run: RunRow; slips: SlipRow[] }> {
  const run = await runRecord.get(caller, id)
  const wanted = department?.toLowerCase()
  const slips = (await slipsIn(caller, id)).filter(
    (slip) => wanted === undefined || slip.department.toLowerCase() === wanted,
  )
  return { run, slips }
}

export async function csvOf(caller: Caller, id: string, asked: Department): Promise<string> {
  const { slips } = await wholeOf(caller, id, asked)
  const { major } = await purseOf(caller)
  const figures = slips.map(figuresOf)
  const names = Object.keys(totalOf([])) as (keyof Figures)[]
  const cells = (one: Figures): number[] => names.map((name) => major(one[name]))
  return csvLines([
    ['staff_number', 'full_name', 'department', ...names],
    ...slips.map((slip, at) => [
      slip.staff_number,
      slip.full_name,
      slip.department,
      ...cells(figures[at] as Figures),
    ]),
    ['TOTAL', '', '', ...cells(totalOf(figures))],
  ])
}

export function totalOf(all: readonly Figures[]): Figures {
  const sum = (name: keyof Figures): number => all.reduce((total, one) => total + one[name], 0)
  return {
    basic: sum('basic'),
    allowances: sum('allowances'),
    gross: sum('gross'),
    taxable_pay: sum('taxable_pay'),
    tax: sum('tax'),
    other_deductions: sum('other_deductions'),
    total_deductions: sum('total_deductions'),
    net: sum('net'),
    employer_cost: sum('employer_cost'),
  }
}

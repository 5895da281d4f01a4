// Runs of pay as they are shown.

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { slipsIn } from './exceptions.ts'
import { duesOf, filingsIn } from './filings.ts'
import { type RunRow, runRecord } from './record.ts'
import type { PayrollRun, PayrollRunOpened, RunFilter } from './shapes.ts'
import { payroll_runs } from './tables.ts'

export async function list(
  caller: Caller,
  asked: RunFilter & PageAsked,
): Promise<Page<PayrollRun>> {
  const found = await pageFrom(payroll_runs, asked, {
    from: sql` from payroll_runs${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.period_year, sql`period_year = ${asked.period_year}`),
      when(asked.period_month, sql`period_month = ${asked.period_month}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.status, sql`status = ${asked.status}`),
    ])}`,
    order: sql` order by period_year desc, period_month desc, number desc, id`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(purse, row))
}

const shown = ({ major }: Purse, row: RunRow): PayrollRun => ({
  ...row,
  reference: row.number,
  gross: major(row.gross),
  deductions: major(row.deductions),
  net: major(row.net),
  employer_cost: major(row.employer_cost),
  paid: major(row.paid),
})

export async function find(caller: Caller, id: string): Promise<PayrollRunOpened> {
  const row = await runRecord.get(caller, id)
  const purse = await purseOf(caller)
  const { compare } = row
  return {
    ...shown(purse, row),
    tables: row.tables,
    exceptions: row.exceptions,
    left_out: row.left_out,
    compare: compare === null ? null : { ...compare, net_change_pct: compare.net_change_bp / 100 },
    filings: await filingsOfRun(caller, purse, row),
    moves: runRecord.moves(caller, row),
    history: await runRecord.history(caller, id),
  }
}

/** What it owes by kind of return, with the return that is there for it. */
async function filingsOfRun(
  caller: Caller,
  { major }: Purse,
  row: RunRow,
): Promise<PayrollRunOpened['filings']> {
  const dues = await duesOf(caller, row, await slipsIn(caller, row.id))
  const is_posted = row.posted_at !== null
  const known = is_posted && dues.length > 0 ? await filingsIn(caller, row) : []
  return dues.map(({ kind, amount }) => {
    const filing = known.find((one) => one.kind === kind)
    return {
      kind,
      amount: major(amount),
      filing_id: filing?.id ?? null,
      status: filing?.status ?? null,
      due_on: filing?.due_on ?? null,
    }
  })
}

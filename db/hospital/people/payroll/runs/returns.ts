// What a run owes to authorities, code by code, and person by person as their forms want it (HR-114).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { csvLines } from '../../../../core/csv-lines.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import type { Of } from '../../../../store/record-of.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { statutory_tables } from '../tables.ts'
import type { Numbers } from '../slips/tables.ts'
import { slipsIn } from './exceptions.ts'
import { filingsIn } from './filings.ts'
import type { SlipRow } from './paid-before.ts'
import { monthName } from './period.ts'
import { type RunRow, runRecord } from './record.ts'
import type { RunReturn } from './shapes.ts'

interface Share {
  slip: SlipRow
  employee: number
  employer: number
}

/** In the order of the payslips; who pays nothing of it is not in it. */
function sharesOf(slips: readonly SlipRow[], code: string): Share[] {
  return slips
    .map((slip) => ({
      slip,
      employee: sum(slip.deductions.filter((one) => one.code === code && one.loan_id === null)),
      employer: sum(slip.employer.filter((one) => one.statutory_code === code)),
    }))
    .filter(({ employee, employer }) => employee !== 0 || employer !== 0)
}

const sum = (lines: readonly { amount: number }[]): number =>
  lines.reduce((all, { amount }) => all + amount, 0)

/** The tables that the run used, the newest of each code. */
async function lawsOf({ hospital_id }: Of, { tables }: RunRow): Promise<Map<string, string>> {
  const all = await statutory_tables.all({ hospital_id }, { order: ['code', 'effective_from'] })
  const used = new Set(tables.map(({ code }) => code))
  return new Map(
    all.filter(({ code }) => used.has(code)).map(({ code, filing_kind }) => [code, filing_kind]),
  )
}

export async function list(caller: Caller, id: string): Promise<RunReturn[]> {
  const run = await runRecord.get(caller, id)
  const { major } = await purseOf(caller)
  const slips = await slipsIn(caller, id)
  const filings = new Map((await filingsIn(caller, run)).map((one) => [one.kind, one.id]))
  return [...(await lawsOf(caller, run))].flatMap(([code, filing_kind]) => {
    const shares = sharesOf(slips, code)
    if (shares.length === 0) return []
    const employee = shares.reduce((all, one) => all + one.employee, 0)
    const employer = shares.reduce((all, one) => all + one.employer, 0)
    return [
      {
        code,
        filing_kind,
        employees: shares.length,
        employee: major(employee),
        employer: major(employer),
        total: major(employee + employer),
        filing_id: filings.get(filing_kind) ?? null,
      },
    ]
  })
}

const columns = [
  'staff_number',
  'name',
  'member_number',
  'basic',
  'gross',
  'taxable',
  'employee',
  'employer',
  'total',
]
const standing = ['POSTED', 'PART_PAID', 'PAID']

/** Of a run that stands in the books: what it says is what is owed there. */
export async function fileOf(
  caller: Caller,
  id: string,
  typed: string,
): Promise<{ name: string; bytes: Buffer }> {
  const run = await runRecord.get(caller, id)
  const code = capitals(typed)
  if (!(await lawsOf(caller, run)).has(code)) throw noSuch('return of this run')
  if (!standing.includes(run.status)) {
    throw conflict(`${run.number} is ${run.status}: returns are made of a posted run.`, 'state')
  }
  const purse = await purseOf(caller)
  const shares = sharesOf(await slipsIn(caller, id), code)
  const rows = shares.map((share) => cellsOf(purse, code, share))
  const bytes = Buffer.from(csvLines([columns, ...rows, totalOf(purse, shares)]))
  const month = monthName(run.period_year, run.period_month)
  return { name: `${code}-${month}-${run.number}.csv`, bytes }
}

function cellsOf({ major }: Purse, code: string, { slip, employee, employer }: Share): unknown[] {
  return [
    slip.staff_number,
    slip.full_name,
    memberOf(slip.numbers, code) ?? '',
    major(slip.basic),
    major(slip.gross),
    major(slip.taxable_pay),
    major(employee),
    major(employer),
    major(employee + employer),
  ]
}

function totalOf({ major }: Purse, shares: readonly Share[]): unknown[] {
  const of = (asked: (share: Share) => number): number =>
    major(shares.reduce((all, one) => all + asked(one), 0))
  return [
    'TOTAL',
    '',
    '',
    of(({ slip }) => slip.basic),
    of(({ slip }) => slip.gross),
    of(({ slip }) => slip.taxable_pay),
    of(({ employee }) => employee),
    of(({ employer }) => employer),
    of(({ employee, employer }) => employee + employer),
  ]
}

/** Funds know their members by a number of their own, the taxman everybody by the TIN. */
function memberOf(numbers: Numbers, code: string): string | null {
  if (code === numbers.pension_scheme) return numbers.pension_no
  return code === 'NHIF' ? numbers.health_no : numbers.tin
}

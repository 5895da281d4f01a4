// The dry run of a close (ACC-68): checks, warnings, figures and the plan. It writes nothing.

import type { Caller } from '../../../../core/caller.ts'
import { snapshot } from '../../../../store/connection.ts'
import { Refusal } from '../../../../core/refusal.ts'
import { type Books, booksOf, type YearRow } from '../books.ts'
import { type Check, checksOf, type Reading, type Warning, warningsOf } from './close-checks.ts'
import { type Figures, figuresOf } from './close-figures.ts'
import { facilityNames } from '../reports/parties.ts'
import { provenTo } from '../proofs/proofs.ts'
import type { Plan } from './shapes.ts'
import { yearIn } from './years.ts'

export interface Accepting {
  accept?: readonly string[] | undefined
  reason?: string | null | undefined
}

export interface Looked {
  year: YearRow
  books: Books
  figures: Figures
  checks: Check[]
  warnings: (Warning & { accepted: boolean })[]
}

/** Codes there are; another one is a slip of whoever typed it. */
export const accept_codes: readonly string[] = [
  'C11',
  ...Array.from({ length: 16 }, (_, index) => `W${String(index + 1).padStart(2, '0')}`),
]

export async function look(
  caller: Caller,
  id: string,
  { accept = [], reason }: Accepting,
  reading?: Reading,
): Promise<Looked> {
  const unknown = accept.find((code) => !accept_codes.includes(code))
  if (unknown !== undefined) {
    throw new Refusal(400, 'invalid', `accept: there is no warning ${unknown}.`)
  }
  if (accept.includes('C11') && (reason ?? '') === '') {
    throw new Refusal(400, 'invalid', 'reason is required to accept C11.')
  }
  const books = await booksOf(caller)
  const year = yearIn(books, id)
  const figures = await figuresOf(books, year)
  const from = reading?.from ?? (await provenTo(books.hospital_id))
  const all = await checksOf(caller, books, year, { from })
  const suspense = all.find(({ code, state }) => code === 'C11' && state === 'FAIL')
  const excused = suspense !== undefined && accept.includes('C11')
  const warnings = [
    ...(await warningsOf(caller, books, year)),
    ...(excused ? [{ code: 'W16', count: 1, message: suspense.message }] : []),
  ].map((one) => ({
    ...one,
    accepted: accept.includes(one.code) || (one.code === 'W16' && excused),
  }))
  return {
    year,
    books,
    figures,
    checks: excused ? all.filter((check) => check !== suspense) : all,
    warnings,
  }
}

/** One moment of the books; nothing is locked but one read (9). */
export const plan = (caller: Caller, id: string, accepting: Accepting = {}): Promise<Plan> =>
  snapshot(async () => view(caller, await look(caller, id, accepting)))

export const blocks = ({ checks, warnings }: Pick<Looked, 'checks' | 'warnings'>): number =>
  checks.filter(({ state }) => state === 'FAIL').length +
  warnings.filter(({ accepted }) => !accepted).length

export async function view(caller: Caller, looked: Looked): Promise<Plan> {
  const { year, books, figures, checks, warnings } = looked
  const { major } = books.purse
  const names = await facilityNames(caller)
  const to = books.chart.by_id.get(books.map.roles['retained'] ?? '')
  const branches = figures.branches
    .map(({ facility_id, income, expense, surplus, lines }) => ({
      facility_id,
      name: names.get(facility_id) ?? '',
      income: major(income),
      expense: major(expense),
      surplus: major(surplus),
      lines: lines.length,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const sum = (key: 'income' | 'expense' | 'surplus'): number =>
    major(figures.branches.reduce((total, one) => total + one[key], 0))
  const ready = year.status === 'OPEN' && blocks(looked) === 0
  return {
    fiscal_year: {
      id: year.id,
      name: year.name,
      starts_on: year.starts_on,
      ends_on: year.ends_on,
      status: year.status,
      close_version: year.close_version,
    },
    entries: figures.entries,
    checks,
    warnings: warnings.map(({ code, accepted, count, message }) => ({
      code,
      accepted,
      count,
      message,
    })),
    branches,
    total: { income: sum('income'), expense: sum('expense'), surplus: sum('surplus') },
    to_account: to === undefined ? null : { id: to.id, code: to.code ?? '', name: to.name },
    plan: figures.plan,
    ready,
    written: false,
    exit: ready ? 0 : 3,
  }
}

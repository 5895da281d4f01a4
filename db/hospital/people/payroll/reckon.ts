// What the law takes of a month's pay (HR-92, HR-94, HR-95): a plain function of tables and amounts,
// all in minor units. No rate stands in the program.

import type { Base } from './words.ts'

export interface Band {
  /** In minor units: what lies above it is taken at this rate. */
  from: number
  bp: number
}
/** Whom a table is for; a word that is not there asks nothing. */
export interface Applies {
  residency?: string
  pension_scheme?: string
  flag?: string
  secondary_employment?: boolean
}
export interface Table {
  code: string
  name: string
  effective_from: string
  applies: Applies
  base: Base
  employee_bp: number | null
  employer_bp: number | null
  cap: number | null
  bands: readonly Band[] | null
  reduces_taxable: boolean
  min_headcount: number | null
  round_to: number
}
export interface Earner {
  residency: string
  pension_scheme: string | null
  flags: readonly string[]
  secondary_employment: boolean
}
export interface Month {
  gross: number
  basic: number
  pensionable: number
  /** Earnings that are taxed, before what reduces them. */
  taxable: number
}
export interface Taken {
  code: string
  name: string
  effective_from: string
  employee: number
  employer: number
}
export interface Reckoned {
  taxable: number
  taken: Taken[]
  employee: number
  employer: number
  net: number
}

/** HR-92: of each code the newest that is in force and is for this person. */
export function tablesFor<T extends Table>(all: readonly T[], who: Earner, last_day: string): T[] {
  const fitting = all.filter((one) => one.effective_from <= last_day && isFor(one.applies, who))
  const newest = new Map<string, T>()
  for (const one of fitting) {
    const other = newest.get(one.code)
    if (other === undefined || other.effective_from < one.effective_from) newest.set(one.code, one)
  }
  return [...newest.values()]
}

function isFor(
  { residency, pension_scheme, flag, secondary_employment }: Applies,
  who: Earner,
): boolean {
  return (
    (residency === undefined || residency === who.residency) &&
    (pension_scheme === undefined || pension_scheme === who.pension_scheme) &&
    (flag === undefined || who.flags.includes(flag)) &&
    (secondary_employment === undefined || secondary_employment === who.secondary_employment)
  )
}

/** HR-94, steps 4 to 10: what reduces the tax first, then the tax, then the rest. */
export function reckon(tables: readonly Table[], month: Month, headcount: number): Reckoned {
  const first = tables.filter((one) => one.reduces_taxable && one.base !== 'TAXABLE')
  const rest = tables.filter((one) => !first.includes(one))
  const before = first.map((one) => takenBy(one, month, headcount))
  const reduced = before.reduce((sum, { employee }) => sum + employee, 0)
  const taxable = Math.max(0, month.taxable - reduced)
  const after = rest.map((one) => takenBy(one, { ...month, taxable }, headcount))
  const taken = [...before, ...after]
  const employee = taken.reduce((sum, one) => sum + one.employee, 0)
  const employer = taken.reduce((sum, one) => sum + one.employer, 0)
  return { taxable, taken, employee, employer, net: month.gross - employee }
}

function takenBy(one: Table, month: Month, headcount: number): Taken {
  const { code, name, effective_from, bands, round_to } = one
  const small = one.min_headcount !== null && headcount < one.min_headcount
  const whole = baseOf(one.base, month)
  const of = one.cap === null ? whole : Math.min(whole, one.cap)
  const part = (bp: number | null): number =>
    bp === null || small ? 0 : rounded(BigInt(of) * BigInt(bp), round_to)
  const employee = bands === null ? part(one.employee_bp) : small ? 0 : inBands(bands, of, round_to)
  return { code, name, effective_from, employee, employer: part(one.employer_bp) }
}

const baseOf = (base: Base, { gross, basic, pensionable, taxable }: Month): number =>
  ({ GROSS: gross, BASIC: basic, PENSIONABLE: pensionable, TAXABLE: taxable })[base]

/** HR-95: the part in each band at its rate, rounded once. */
export function inBands(bands: readonly Band[], amount: number, round_to: number): number {
  const sorted = bands.toSorted((a, b) => a.from - b.from)
  const sum = sorted.reduce((all, { from, bp }, at) => {
    const until = Math.min(amount, sorted[at + 1]?.from ?? amount)
    return until > from ? all + BigInt(until - from) * BigInt(bp) : all
  }, 0n)
  return rounded(sum, round_to)
}

/** Of amounts in hundredths of a percent: half up, to the step of the table. */
function rounded(hundredths: bigint, round_to: number): number {
  const step = 10_000n * BigInt(round_to)
  return Number((hundredths * 2n + step) / (step * 2n)) * round_to
}

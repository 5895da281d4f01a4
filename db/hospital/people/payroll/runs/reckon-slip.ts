// One person's pay of one month (HR-94, HR-97 to HR-101): a plain function of what was gathered, so that
// the same inputs give the same payslip. Money in minor units.

import { daysBetween } from '../../../office/plans/days.ts'
import type { PeopleSettings } from '../../staff/settings/shapes.ts'
import type { ComponentRow } from '../components.ts'
import { type Month, reckon, type Reckoned, type Table, tablesFor } from '../reckon.ts'
import type { Carried, Deduction, Earning, OfEmployer } from '../slips/tables.ts'
import type { RunKind } from '../words.ts'
import { arrears_code, arrearsOf } from './arrears.ts'
import { deductionsOf } from './deductions.ts'
import { earningsOf } from './earnings.ts'
import type { Material } from './material.ts'
import type { Period } from './period.ts'

export type LawTable = Table & { liability_account_id: string | null }

/** What is the same for everybody of a run. */
export interface Common {
  kind: RunKind
  period: Period
  settings: PeopleSettings
  catalogue: ReadonlyMap<string, ComponentRow>
  tables: readonly LawTable[]
  /** People employed here, for levies that begin with a number of them. */
  headcount: number
}

export interface Slip {
  /** In hundredths. */
  paid_days: number
  period_days: number
  basic: number
  earnings: Earning[]
  gross: number
  taxable_pay: number
  deductions: Deduction[]
  total_deductions: number
  net: number
  employer: OfEmployer[]
  employer_cost: number
  carried: Carried[]
  tables: { code: string; effective_from: string }[]
  /** Codes of the law that nothing was found for (E06). */
  missing: string[]
}

export function slipOf(common: Common, material: Material): Slip {
  const { earned, basic, bases, paid_days, period_days } = earningsOf(common, material)
  const { person, profiles, paid } = material
  const flags = profiles.at(-1)?.flags
  const set = Object.entries(flags ?? {}).flatMap(([name, on]) => (on ? [name] : []))
  const pension_scheme = person.pension_scheme === 'NONE' ? null : person.pension_scheme
  const who = {
    residency: person.residency,
    pension_scheme,
    flags: set,
    secondary_employment: flags?.secondary_employment ?? false,
  }
  const tables = tablesFor(common.tables, who, common.period.last)
  const arrears = arrearsOf(common, material)
  const law = reckon(
    tables,
    withArrears(common, bases, [...paid.arrears, ...arrears]),
    common.headcount,
  )
  const earnings = [...lessPaid(earned, paid.earnings), ...arrears]
  const gross = sumOf(earnings.filter(({ code }) => inGross(common, code)))
  const beside = sumOf(earnings) - gross
  const statutory = statutoryOf(common, law, paid.deductions)
  const left = gross + beside - sumOf(statutory)
  const { deductions: others, carried } = deductionsOf(common, material, {
    left,
    basic,
    gross,
  })
  const deductions = [...statutory, ...others]
  const employer = employerOf(common, tables, law, paid.employer)
  const total_deductions = sumOf(deductions)
  return {
    paid_days,
    period_days,
    basic,
    earnings,
    gross,
    taxable_pay: law.taxable - paid.taxable_pay,
    deductions,
    total_deductions,
    net: gross + beside - total_deductions,
    employer,
    employer_cost: sumOf(employer),
    carried,
    tables: tables.map(({ code, effective_from }) => ({ code, effective_from })),
    missing: missingIn(tables, pension_scheme),
  }
}

/** Taxed and pensioned in the month in which they are paid (HR-100). */
function withArrears({ catalogue }: Common, bases: Month, lines: readonly Earning[]): Month {
  const component = catalogue.get(arrears_code)
  const sum = sumOf(lines)
  const is = (asked: boolean | undefined): number => (asked === false ? 0 : sum)
  return {
    gross: bases.gross + is(component?.in_gross),
    basic: bases.basic + sumOf(lines.filter(({ of }) => of?.code === 'BASIC')),
    pensionable: bases.pensionable + is(component?.pensionable),
    taxable: Math.max(0, bases.taxable + is(component?.taxable)),
  }
}

export const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

export const inGross = ({ catalogue }: Pick<Common, 'catalogue'>, code: string): boolean =>
  catalogue.get(code)?.in_gross ?? true

/** A second run of a month pays what the first did not (HR-90). */
function lessPaid(earned: readonly Earning[], paid: ReadonlyMap<string, number>): Earning[] {
  const codes = new Set(earned.map(({ code }) => code))
  const gone = [...paid].filter(([code]) => !codes.has(code))
  return [
    ...earned.map((one) => ({ ...one, amount: one.amount - (paid.get(one.code) ?? 0) })),
    ...gone.map(([code, amount]) => ({
      code,
      name: code,
      units: null,
      rate: null,
      amount: -amount,
      taxable: true,
      account_id: null,
    })),
  ].filter(({ amount }) => amount !== 0)
}

function statutoryOf(
  { catalogue }: Common,
  law: Reckoned,
  paid: ReadonlyMap<string, number>,
): Deduction[] {
  return law.taken
    .map(({ code, name, employee }) => ({
      code,
      name: catalogue.get(code)?.name ?? name,
      amount: employee - (paid.get(code) ?? 0),
      balance_left: null,
      loan_id: null,
      account_id: catalogue.get(code)?.liability_account_id ?? null,
    }))
    .filter(({ amount }) => amount !== 0)
}

function employerOf(
  { catalogue, tables: all }: Common,
  tables: readonly Table[],
  law: Reckoned,
  paid: ReadonlyMap<string, number>,
): OfEmployer[] {
  const own = (statutory_code: string): ComponentRow | undefined =>
    catalogue.get(`${statutory_code}_ER`) ?? catalogue.get(statutory_code)
  const accountOf = (code: string): string | null =>
    all.find((one) => one.code === code && tables.some((used) => used === one))
      ?.liability_account_id ?? null
  return law.taken
    .map(({ code: statutory_code, name, employer }) => {
      const component = own(statutory_code)
      const code = component?.code ?? statutory_code
      return {
        code,
        name: component?.name ?? name,
        amount: employer - (paid.get(code) ?? 0),
        statutory_code,
        expense_account_id: component?.expense_account_id ?? null,
        liability_account_id: component?.liability_account_id ?? accountOf(statutory_code),
      }
    })
    .filter(({ amount }) => amount !== 0)
}

/** Everybody pays tax, and pays into the fund that his record names. */
function missingIn(tables: readonly Table[], scheme: string | null): string[] {
  const wanted = ['PAYE', ...(scheme === null ? [] : [scheme])]
  return wanted.filter((code) => !tables.some((one) => one.code === code))
}

export const daysOf = (from: string, to: string): number =>
  to < from ? 0 : daysBetween(from, to) + 1

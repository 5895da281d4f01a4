// What a month earned (HR-94, steps 1 to 3; HR-82, HR-97 to HR-99).

import type { Month } from '../reckon.ts'
import type { Earning } from '../slips/tables.ts'
import type { ComponentRow } from '../components.ts'
import type { ProfileRow } from '../profiles/profiles.ts'
import type { Material } from './material.ts'
import { type Segment, workedOf } from './worked.ts'
import { bpOf, quotient } from './rounding.ts'
import { type Common, daysOf, inGross, sumOf } from './reckon-slip.ts'

interface Earned {
  earned: Earning[]
  /** What the month's basic pay came to, with what unpaid days took of it. */
  basic: number
  bases: Month
  paid_days: number
  period_days: number
}

export function earningsOf(common: Common, material: Material): Earned {
  const days = workedOf(common, material)
  const latest = days.segments.at(-1)?.profile
  const line = lineOf(common)
  const basic = latest === undefined ? 0 : basicOf(material, days.segments, days)
  const own = latest === undefined ? [] : fixedOf(common, days.segments, days, basic, latest)
  const given = [...inputsOf(common, material, latest), ...clockedOf(common, material, latest)]
  const unpaid = unpaidOf(common, material, days, [line('BASIC', basic), ...own])
  const absence = absenceOf(common, material, latest, basic - unpaid.of_basic)
  const plain = [
    line('BASIC', basic),
    ...merged([...own, ...given]),
    ...unpaid.lines,
    line('ABSENCE', -absence),
  ]
  const of_gross = partsOfGross(common, latest, plain)
  const earned = [...plain, ...of_gross].filter(({ amount }) => amount !== 0)
  const sum = (asked: (component: ComponentRow | undefined) => boolean): number =>
    sumOf(earned.filter(({ code }) => asked(common.catalogue.get(code))))
  return {
    earned,
    basic: basic - unpaid.of_basic - absence,
    bases: {
      gross: sumOf(earned.filter(({ code }) => inGross(common, code))),
      basic: basic - unpaid.of_basic - absence,
      pensionable: sum((one) => one?.pensionable ?? true),
      taxable: Math.max(
        0,
        sum((one) => one?.taxable ?? true),
      ),
    },
    paid_days: days.paid,
    period_days: days.period,
  }
}

export type Days = ReturnType<typeof workedOf>

function lineOf({ catalogue }: Common) {
  return (code: string, amount: number, more: Partial<Earning> = {}): Earning => {
    const component = catalogue.get(code)
    return {
      code,
      name: component?.name ?? code,
      units: null,
      rate: null,
      amount,
      taxable: component?.taxable ?? true,
      account_id: component?.expense_account_id ?? null,
      ...more,
    }
  }
}

/** By the month it is prorated; by the day or the hour it is what was counted. */
function basicOf(material: Material, segments: readonly Segment[], days: Days): number {
  const latest = segments.at(-1)?.profile as ProfileRow
  if (latest.pay_basis !== 'MONTHLY') {
    const units =
      material.inputs.find(({ component_code }) => component_code === 'BASIC')?.units ?? 0
    return quotient(BigInt(latest.basic_pay) * BigInt(units), 100n)
  }
  return prorated(
    segments.map(({ profile, days: n }) => [profile.basic_pay, n]),
    days,
  )
}

/** HR-97: a raise within the month splits the days. */
function prorated(parts: readonly (readonly [amount: number, days: number])[], days: Days): number {
  if (days.served === 0) return 0
  const sum = parts.reduce((all, [amount, n]) => all + BigInt(amount) * BigInt(n), 0n)
  return quotient(sum * BigInt(days.paid), BigInt(days.served) * BigInt(days.period) * 100n)
}

function fixedOf(
  common: Common,
  segments: readonly Segment[],
  days: Days,
  basic: number,
  latest: ProfileRow,
): Earning[] {
  const line = lineOf(common)
  const codes = new Set(
    segments.flatMap(({ profile }) => profile.components.map(({ code }) => code)),
  )
  return [...codes].flatMap((code): Earning[] => {
    const component = common.catalogue.get(code)
    if (component?.kind !== 'EARNING') return []
    if (component.prorate && component.calc === 'FIXED') {
      return [line(code, prorated(partsFor(code, segments), days))]
    }
    const said = latest.components.find((one) => one.code === code && isIn(common, one))
    if (said === undefined) return []
    if (component.calc === 'PCT_OF_BASIC') {
      return [line(code, quotient(BigInt(basic) * BigInt(said.value), 10_000n))]
    }
    if (component.calc === 'UNITS_X_RATE') {
      const units = said.units ?? 0
      const amount = quotient(BigInt(said.value) * BigInt(units), 100n)
      return [line(code, amount, { units, rate: said.value })]
    }
    return component.calc === 'FIXED' ? [line(code, said.value)] : []
  })
}

const isIn = (
  { period }: Common,
  { from, to }: { from: string | null; to: string | null },
): boolean => (from ?? '') <= period.last && (to ?? '9999') >= period.first

/** The days of each part of the month on which it was paid. */
function partsFor(code: string, segments: readonly Segment[]): [number, number][] {
  return segments.flatMap(({ profile, from, to }): [number, number][] => {
    const said = profile.components.find((one) => one.code === code)
    if (said === undefined) return []
    const start = said.from !== null && said.from > from ? said.from : from
    const end = said.to !== null && said.to < to ? said.to : to
    return [[said.value, daysOf(start, end)]]
  })
}

/** What was said of this month alone; hours of the house at their rates (HR-98). */
function inputsOf(common: Common, material: Material, latest: ProfileRow | undefined): Earning[] {
  const line = lineOf(common)
  return material.inputs.flatMap(({ component_code: code, units, amount }): Earning[] => {
    const component = common.catalogue.get(code)
    if (component?.kind !== 'EARNING') return []
    if (amount !== null) return [line(code, negatives.includes(code) ? -amount : amount)]
    if (units === null || code === 'BASIC') return []
    const at = hourly[code]
    if (at !== undefined) return [line(code, hoursOf(common, latest, units, at(common)), { units })]
    const own = latest?.components.find((one) => one.code === code)?.value
    const rate = own ?? component.default_value ?? 0
    return [line(code, quotient(BigInt(rate) * BigInt(units), 100n), { units, rate })]
  })
}

/** What attendance counted, where nobody gave the hours of the month by hand. */
function clockedOf(common: Common, material: Material, latest: ProfileRow | undefined): Earning[] {
  const { overtime, holiday, night } = material.worked
  const counted: readonly [string, number][] = [
    ['OVERTIME', overtime],
    ['HOLIDAY_WORK', holiday],
    ['NIGHT', night],
  ]
  return counted.flatMap(([code, minutes]): Earning[] => {
    const at = hourly[code]
    const by_hand = material.inputs.some(({ component_code }) => component_code === code)
    if (minutes === 0 || by_hand || at === undefined) return []
    const units = quotient(BigInt(minutes) * 100n, 60n)
    return [lineOf(common)(code, hoursOf(common, latest, units, at(common)), { units })]
  })
}

export const negatives: readonly string[] = ['UNPAID_LEAVE', 'ABSENCE']

const hourly: Readonly<Record<string, (common: Common) => bigint>> = {
  OVERTIME: ({ settings }) => bpOf(settings.overtime_rate_pct),
  HOLIDAY_WORK: ({ settings }) => bpOf(settings.rest_day_rate_pct),
  NIGHT: ({ settings }) => bpOf(settings.night_premium_pct),
}

/** Hours in hundredths, at a part of the value of an hour. */
function hoursOf(
  { settings }: Common,
  profile: ProfileRow | undefined,
  units: number,
  bp: bigint,
): number {
  if (profile === undefined) return 0
  const { pay_basis, basic_pay } = profile
  const monthly =
    pay_basis === 'MONTHLY'
      ? BigInt(basic_pay)
      : pay_basis === 'DAILY'
        ? BigInt(basic_pay) * BigInt(settings.daily_divisor)
        : BigInt(basic_pay) * BigInt(settings.monthly_hours)
  return quotient(monthly * BigInt(units) * bp, BigInt(settings.monthly_hours) * 1_000_000n)
}

/** One line a component. */
function merged(lines: readonly Earning[]): Earning[] {
  const by_code = Map.groupBy(lines, ({ code }) => code)
  return [...by_code.values()].map(([first, ...others]) => {
    const one = first as Earning
    return others.length === 0
      ? one
      : { ...one, units: null, rate: null, amount: sumOf([one, ...others]) }
  })
}

/** HR-82: days at less than full pay, of the basic pay and what follows the days. */
function unpaidOf(
  common: Common,
  { away }: Material,
  days: Days,
  earned: readonly Earning[],
): { lines: Earning[]; of_basic: number } {
  const follows = earned.filter(
    ({ code }) => code === 'BASIC' || common.catalogue.get(code)?.prorate === true,
  )
  const share = (amount: number): number => {
    if (days.paid === 0) return 0
    const parts = away.reduce((sum, { half_days, pay_pct }) => sum + half_days * (100 - pay_pct), 0)
    const lost = quotient(BigInt(amount) * BigInt(parts), BigInt(days.paid) * 2n)
    return Math.min(amount, lost)
  }
  const amount = follows.reduce((sum, one) => sum + share(one.amount), 0)
  if (amount === 0) return { lines: [], of_basic: 0 }
  const basic = earned.find(({ code }) => code === 'BASIC')?.amount ?? 0
  return { lines: [lineOf(common)('UNPAID_LEAVE', -amount)], of_basic: share(basic) }
}

/** HR-82: shifts that were missed and lateness beyond the grace, where attendance decides on pay. */
function absenceOf(
  { settings }: Common,
  { worked, inputs }: Material,
  latest: ProfileRow | undefined,
  basic: number,
): number {
  const by_hand = inputs.some(({ component_code }) => component_code === 'ABSENCE')
  if (!settings.attendance_affects_pay || latest?.pay_basis !== 'MONTHLY' || by_hand) return 0
  const pay = BigInt(latest.basic_pay)
  const { daily_divisor, monthly_hours, late_grace_per_month } = settings
  const late = worked.late.slice(late_grace_per_month).reduce((sum, one) => sum + one, 0)
  const of_days = quotient(pay * BigInt(worked.missed), BigInt(daily_divisor))
  const of_minutes = quotient(pay * BigInt(late), BigInt(monthly_hours) * 60n)
  return Math.min(basic, of_days + of_minutes)
}

function partsOfGross(
  common: Common,
  latest: ProfileRow | undefined,
  earned: readonly Earning[],
): Earning[] {
  const gross = sumOf(earned.filter(({ code }) => inGross(common, code)))
  return (latest?.components ?? []).flatMap((one): Earning[] => {
    const component = common.catalogue.get(one.code)
    if (component?.kind !== 'EARNING' || component.calc !== 'PCT_OF_GROSS') return []
    if (!isIn(common, one)) return []
    return [lineOf(common)(one.code, quotient(BigInt(gross) * BigInt(one.value), 10_000n))]
  })
}

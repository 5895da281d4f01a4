// Pay of months that are in the books already, where somebody decided later (HR-81, HR-82, HR-100): what those
// months would come to now, less what was paid of them, month by month and component by component.

import type { Caller } from '../../../../core/caller.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { reducedLeaveIn } from '../../staff/leave/spans.ts'
import { nothing_worked, type Worked, workedIn } from '../../staff/attendance/for-pay.ts'
import type { StaffRow } from '../../staff/records/rows.ts'
import { suspensionsIn } from '../../staff/records/suspensions.ts'
import type { pay_inputs } from '../inputs/tables.ts'
import { inputsIn } from '../inputs/inputs.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { ProfileRow } from '../profiles/profiles.ts'
import { inForce } from '../profiles/in-force.ts'
import { type Earning, payslips } from '../slips/tables.ts'
import { posted_slips } from '../words.ts'
import { type Away, awayOf } from './away.ts'
import { earningsOf } from './earnings.ts'
import type { Material } from './material.ts'
import type { SlipRow } from './paid-before.ts'
import { monthInWords, monthName, type Period, periodOf } from './period.ts'
import type { Common } from './reckon-slip.ts'
import type { RunRow } from './record.ts'
import { quotient } from './rounding.ts'
import { payroll_runs } from './tables.ts'

/** One month of one person that is looked at again. */
export interface Late {
  year: number
  month: number
  /** A pay profile was approved after it was posted; else only an absence may have been written down later. */
  whole: boolean
  has_absence: boolean
  profiles: ProfileRow[]
  inputs: RowOf<(typeof pay_inputs)['columns']>[]
  away: Away[]
  worked: Worked
  /** By component, arrears of the month that came later among it. */
  paid: Map<string, number>
}

/** So far back a decision reaches. */
const months_back = 12
export const arrears_code = 'ARREARS'
const unpaid = 'UNPAID_LEAVE'

export async function lateOf(
  caller: Caller,
  run: RunRow,
  people: readonly StaffRow[],
  profiles: ReadonlyMap<string, ProfileRow[]>,
): Promise<Map<string, Late[]>> {
  const slips = await postedBefore(caller, run, people)
  if (slips.length === 0) return new Map()
  const posted = await daysOfPosting(caller, slips)
  const first = periodOf(...monthOf(run, -months_back)).first
  const days = { from: first, to: periodOf(...monthOf(run, -1)).last }
  const absences = await absencesIn(caller, people, days)
  const by_person = Map.groupBy(slips, ({ staff_id }) => staff_id)
  const wanted = people.flatMap((person) => {
    const own = by_person.get(person.id) ?? []
    const months = Map.groupBy(
      own.filter((one) => isBefore(one, run)),
      nameOfMonth,
    )
    return [...months.values()].flatMap((of_month) => {
      const [slip] = of_month as [SlipRow]
      const period = periodOf(slip.period_year, slip.period_month)
      if (period.last < person.hired_on) return []
      const day =
        of_month
          .map(({ run_id }) => posted.get(run_id) ?? '')
          .sort()
          .at(-1) ?? ''
      const own_profiles = profiles.get(person.id) ?? []
      const whole = own_profiles.some(
        ({ effective_from, approved_on }) =>
          effective_from <= period.last && (approved_on ?? '') >= day,
      )
      const has_absence = (absences.get(person.id) ?? []).some(
        ({ from, to }) => from <= period.last && (to ?? period.last) >= period.first,
      )
      if (!whole && !has_absence) return []
      const in_force = inForce(own_profiles, person, period)
      return [{ person, period, whole, has_absence, profiles: in_force, paid: paidOf(own, period) }]
    })
  })
  return filled(caller, wanted)
}

/** Days at less than full pay, and those of which it was decided that they are paid whole after all. */
async function absencesIn(
  caller: Caller,
  people: readonly StaffRow[],
  days: { from: string; to: string },
): Promise<Map<string, { staff_id: string; from: string; to: string | null }[]>> {
  const staff_ids = people.map(({ id }) => id)
  const leaves = (await reducedLeaveIn(caller, { staff_ids, ...days })).map(
    ({ staff_id, starts_on, ends_on }) => ({ staff_id, from: starts_on, to: ends_on }),
  )
  const suspensions = await suspensionsIn(caller, people, days)
  return Map.groupBy([...leaves, ...suspensions], ({ staff_id }) => staff_id)
}

type Wanted = Omit<Late, 'inputs' | 'away' | 'worked' | 'year' | 'month'> & {
  person: StaffRow
  period: Period
}

/** Inputs and absences of each of those months, for all of its people at once. */
async function filled(caller: Caller, wanted: readonly Wanted[]): Promise<Map<string, Late[]>> {
  const found = new Map<string, Late[]>()
  const months = Map.groupBy(wanted, ({ period }) => period.first)
  for (const [, own] of [...months].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { period } = own[0] as Wanted
    const people = own.map(({ person }) => person)
    const away = await awayOf(caller, people, period)
    const worked = await workedIn(
      caller,
      period,
      people.map(({ id }) => id),
    )
    const inputs = Map.groupBy(
      await inputsIn(
        caller,
        period,
        people.map(({ id }) => id),
      ),
      ({ staff_id }) => staff_id,
    )
    for (const { person, period: _period, ...one } of own) {
      const late = {
        ...one,
        year: period.year,
        month: period.month,
        inputs: inputs.get(person.id) ?? [],
        away: away.get(person.id) ?? [],
        worked: worked.get(person.id) ?? nothing_worked,
      }
      found.set(person.id, [...(found.get(person.id) ?? []), late])
    }
  }
  return found
}

/** Of a year back, and of this month by other runs. */
function postedBefore(
  { hospital_id }: Of,
  { id, period_year, period_month }: RunRow,
  people: readonly StaffRow[],
): Promise<SlipRow[]> {
  const month = period_year * 12 + period_month
  return payslips.read(
    sql`select ${payslips.selection()} from payslips where hospital_id = ${hospital_id}
      and staff_id${oneOf(people.map((one) => one.id))} and status${oneOf(posted_slips)}
      and period_year * 12 + period_month between ${month - months_back} and ${month}
      and run_id <> ${id} order by period_year, period_month, id`,
  )
}

async function daysOfPosting(
  { hospital_id }: Of,
  slips: readonly SlipRow[],
): Promise<Map<string, string>> {
  const ids = [...new Set(slips.map(({ run_id }) => run_id))]
  const runs = await payroll_runs.all({ hospital_id, id: ids })
  return new Map(runs.map(({ id, posted_at }) => [id, (posted_at ?? '').slice(0, 10)]))
}

type Month = Pick<SlipRow, 'period_year' | 'period_month'>

const nameOfMonth = ({ period_year, period_month }: Month): string =>
  monthName(period_year, period_month)

const isBefore = (one: Month, other: Month): boolean => nameOfMonth(one) < nameOfMonth(other)

function monthOf({ period_year, period_month }: Month, more: number): [number, number] {
  const at = period_year * 12 + period_month - 1 + more
  return [Math.floor(at / 12), (at % 12) + 1]
}

function paidOf(slips: readonly SlipRow[], { year, month }: Period): Map<string, number> {
  const name = monthName(year, month)
  const sums = new Map<string, number>()
  const add = (code: string, amount: number): void => {
    sums.set(code, (sums.get(code) ?? 0) + amount)
  }
  for (const slip of slips) {
    for (const { code, amount, of } of slip.earnings) {
      if (of) {
        if (of.month === name) add(of.code, amount)
      } else if (nameOfMonth(slip) === name) add(code, amount)
    }
  }
  return sums
}

/** A line for each month and component that came out otherwise. */
export function arrearsOf(common: Common, material: Material): Earning[] {
  return material.late.flatMap((late) => {
    const { year, month, profiles, inputs, away, worked, paid } = late
    const then = { ...common, period: periodOf(year, month) }
    const { earned } = earningsOf(then, { ...material, profiles, inputs, away, worked })
    const now = new Map(earned.map(({ code, amount }) => [code, amount]))
    const codes = [...new Set([...now.keys(), ...paid.keys()])].sort()
    return codes.flatMap((code) => {
      const amount = differenceOf(code, now, late)
      return amount === 0 ? [] : [lineOf(common, code, amount, late)]
    })
  })
}

function differenceOf(
  code: string,
  now: ReadonlyMap<string, number>,
  { whole, has_absence, paid }: Late,
): number {
  const was = paid.get(code) ?? 0
  if (code !== unpaid) return whole ? (now.get(code) ?? 0) - was : 0
  if (has_absence) return (now.get(code) ?? 0) - was
  // Of leave that was taken back since: it takes the same part of what is paid now.
  const [before, after] = [paid.get('BASIC') ?? 0, now.get('BASIC') ?? 0]
  return before === 0 ? 0 : quotient(BigInt(was) * BigInt(after - before), BigInt(before))
}

function lineOf(
  { catalogue }: Common,
  code: string,
  amount: number,
  { year, month }: Late,
): Earning {
  const component = catalogue.get(code)
  const about = catalogue.get(arrears_code)
  return {
    code: arrears_code,
    name: `${about?.name ?? 'Arrears'}, ${monthInWords(year, month)}: ${component?.name ?? code}`,
    units: null,
    rate: null,
    amount,
    taxable: about?.taxable ?? true,
    account_id: component?.expense_account_id ?? null,
    of: { month: monthName(year, month), code },
  }
}

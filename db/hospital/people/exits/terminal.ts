// What somebody is paid who leaves, beside the salary to the last day (HR-132): a plain function of
// what was gathered. Money in minor units.

import { nextDay } from '../../../core/clock.ts'
import { monthsServed } from '../staff/leave/days.ts'
import { quotient } from '../payroll/runs/rounding.ts'
import type { PeopleSettings } from '../staff/settings/shapes.ts'
import type { TerminalLine } from './tables.ts'
import { type ExitKind, severance_kinds } from './words.ts'

export interface Leaver {
  kind: ExitKind
  by_hospital: boolean
  hired_on: string
  last_day: string
  notice_short_days: number
  /** Of a month. */
  basic: number
  /** In hundredths of days. */
  leave: readonly { name: string; basis: 'CALENDAR' | 'WORKING'; days: number }[]
  owing: readonly { title: string; amount: number }[]
  said: readonly { code: string; amount: number; note: string }[]
  settings: Pick<
    PeopleSettings,
    'daily_divisor' | 'severance_days_per_year' | 'severance_max_years' | 'severance_min_months'
  >
}

/** A month has thirty days where days of the calendar are paid or taken. */
const month_days = 30

export function terminalOf(leaver: Leaver): TerminalLine[] {
  return [
    ...leavePay(leaver),
    ...noticeOf(leaver),
    ...severanceOf(leaver),
    ...leaver.said.map(({ code, amount, note }) => ({ code, basis: note, amount })),
    ...leaver.owing.map(({ title, amount }) => ({ code: 'OWING', basis: title, amount: -amount })),
  ].filter(({ amount }) => amount !== 0)
}

function leavePay({ leave, basic, settings }: Leaver): TerminalLine[] {
  return leave.map(({ name, basis, days }) => {
    const divisor = basis === 'WORKING' ? settings.daily_divisor : month_days
    return {
      code: 'LEAVE_PAY',
      basis: `${name}: ${days / 100} days of 1/${divisor} of basic pay`,
      amount: quotient(BigInt(basic) * BigInt(days), BigInt(divisor) * 100n),
    }
  })
}

/** HR-130: taken from who resigns, paid where the hospital wished it. */
function noticeOf({ kind, by_hospital, notice_short_days, basic }: Leaver): TerminalLine[] {
  const amount = quotient(BigInt(basic) * BigInt(notice_short_days), BigInt(month_days))
  const basis = `${notice_short_days} days of notice, 1/${month_days} of basic pay each`
  if (kind === 'REDUNDANCY' || by_hospital) return [{ code: 'NOTICE_PAY', basis, amount }]
  return kind === 'RESIGNATION' ? [{ code: 'NOTICE_SHORT', basis, amount: -amount }] : []
}

function severanceOf({
  kind,
  by_hospital,
  hired_on,
  last_day,
  basic,
  settings,
}: Leaver): TerminalLine[] {
  const is_due = severance_kinds.includes(kind) || (kind === 'CONTRACT_END' && by_hospital)
  const months = monthsServed(hired_on, nextDay(last_day))
  if (!is_due || months < settings.severance_min_months) return []
  const years = Math.min(Math.floor(months / 12), settings.severance_max_years)
  const { severance_days_per_year: days, daily_divisor } = settings
  return [
    {
      code: 'SEVERANCE',
      basis: `${years} years of ${days} days, 1/${daily_divisor} of basic pay each`,
      amount: quotient(BigInt(basic) * BigInt(days) * BigInt(years), BigInt(daily_divisor)),
    },
  ]
}

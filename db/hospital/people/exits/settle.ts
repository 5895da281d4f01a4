// What is due is reckoned by one person, settled by another, and paid by a FINAL run (HR-132).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { capitals } from '../../../core/kinds/capitals.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { anotherPerson } from '../../office/access/users/another-person.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { catalogueOf } from '../payroll/components.ts'
import { putOfExit } from '../payroll/inputs/of-exit.ts'
import { profilesUntil } from '../payroll/profiles/profiles.ts'
import { open as openRun } from '../payroll/runs/open.ts'
import { periodOf } from '../payroll/runs/period.ts'
import { paidOutOf } from '../staff/leave/balances.ts'
import { notOneself } from '../staff/records/moves.ts'
import { staffRecord, type StaffRow } from '../staff/records/rows.ts'
import { settingsOf } from '../staff/settings/settings.ts'
import { itemsOf } from './items.ts'
import { exitRecord, type ExitRow } from './record.ts'
import type { Terminal } from './shapes.ts'
import type { TerminalLine } from './tables.ts'
import { terminalOf } from './terminal.ts'

const own_pay = 'Somebody else must reckon your own pay.'

export async function calculate(caller: Caller, id: string, input: Terminal): Promise<ExitRow> {
  const before = await exitRecord.begin(caller, id, 'calculate')
  await notOneself(caller, before.staff_id, own_pay)
  const said = await saidOf(caller, input)
  return exitRecord.moved(caller, before, 'calculate', {
    said,
    terminal: await reckoned(caller, { ...before, said }),
    calculated_at: clock.instant(),
    calculated_by_id: caller.user_id,
    calculated_by_name: caller.name,
  })
}

/** Gratuity as the contract has it, and what else somebody knows of: earnings alone. */
async function saidOf(
  caller: Caller,
  { gratuity, other = [] }: Terminal,
): Promise<ExitRow['said']> {
  const purse = await purseOf(caller)
  const catalogue = await catalogueOf(caller)
  const given = [
    ...(gratuity ? [{ code: 'GRATUITY', amount: gratuity, note: 'As the contract says' }] : []),
    ...(other ?? []),
  ]
  return given.map(({ code: typed, amount, note }, at) => {
    const code = capitals(typed)
    const component = catalogue.get(code)
    const is_free = component?.kind === 'EARNING' && !by_house.includes(code)
    if (!is_free) throw invalid(`other[${at}].code`, `names no earning of an exit: "${typed}".`)
    if (amount <= 0) throw invalid(`other[${at}].amount`, 'must be above 0.')
    return { code, amount: purse.minor(`other[${at}].amount`, amount), note }
  })
}

/** Reckoned by the house, or negative. */
const by_house = ['BASIC', 'LEAVE_PAY', 'SEVERANCE', 'NOTICE_PAY', 'UNPAID_LEAVE', 'ABSENCE']

async function reckoned(caller: Caller, row: ExitRow): Promise<TerminalLine[]> {
  const person = await staffRecord.get(caller, row.staff_id)
  const settings = await settingsOf(caller)
  const items = await itemsOf(caller, row.id)
  return terminalOf({
    ...row,
    hired_on: person.hired_on,
    basic: await monthlyBasic(caller, person, row.last_day),
    leave: await paidOutOf(caller, person, row.last_day),
    // Loans are taken by the run itself, from what stands in them.
    owing: items.flatMap(({ title, amount, status, automatic }) =>
      status === 'OWING' && !automatic && amount !== null ? [{ title, amount }] : [],
    ),
    settings,
  })
}

async function monthlyBasic(caller: Caller, person: StaffRow, last_day: string): Promise<number> {
  const latest = (await profilesUntil(caller, person, last_day)).at(-1)
  if (latest === undefined) return 0
  const { daily_divisor, monthly_hours } = await settingsOf(caller)
  const times = { MONTHLY: 1, DAILY: daily_divisor, HOURLY: monthly_hours }
  return latest.basic_pay * times[latest.pay_basis]
}

/** The run is of the month of the last day; nothing is due to who was never paid. */
export async function settle(caller: Caller, id: string): Promise<ExitRow> {
  const before = await exitRecord.begin(caller, id, 'settle')
  const { terminal, staff_id } = before
  await notOneself(caller, staff_id, own_pay)
  if (terminal === null) throw conflict(`Exit ${before.number} is not calculated yet.`)
  await anotherPerson(caller, before.calculated_by_id, 'payroll:approve', {
    words: 'You calculated this exit: somebody else must settle it.',
  })
  if (JSON.stringify(await reckoned(caller, before)) !== JSON.stringify(terminal)) {
    throw conflict('Something changed since this exit was calculated: calculate it again.')
  }
  const run_id = await runFor(caller, before, terminal)
  return exitRecord.moved(caller, before, 'settle', { run_id })
}

async function runFor(
  caller: Caller,
  { staff_id, last_day, number, calculated_by_id, calculated_by_name }: ExitRow,
  terminal: readonly TerminalLine[],
): Promise<string | null> {
  const person = await staffRecord.get(caller, staff_id)
  const profiles = await profilesUntil(caller, person, last_day)
  if (profiles.length === 0) {
    if (terminal.length === 0) return null
    throw conflict(`There is no pay profile: approve one before ${number} is settled.`)
  }
  const [period_year = 0, period_month = 0] = last_day.split('-').map(Number)
  const month = { period_year, period_month }
  const by = { id: calculated_by_id, name: calculated_by_name ?? caller.name }
  await putOfExit(caller, { staff_id, number, ...month, by, lines: terminal })
  const { last } = periodOf(period_year, period_month)
  const day = await today(caller)
  const pay_on = day > last ? day : last
  return (await openRun(caller, { ...month, kind: 'FINAL', staff_ids: [staff_id], pay_on })).id
}

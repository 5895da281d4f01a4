// A month of attendance is closed, and opened again (HR-66): what is closed may be paid.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { attempt, row } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql } from '../../../../store/sql.ts'
import { payIsFixed } from '../../../neighbours/people.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { type Month, monthOf, monthSaid } from './month.ts'
import type { ClosePeriod, PeriodCounts, ReopenPeriod } from './shapes.ts'
import { attendance, attendance_periods } from './tables.ts'

/** Of a branch of the caller's own. */
async function branchOf(caller: Caller, facility_id: string): Promise<void> {
  await facilityRecord.get(caller, facility_id)
  if (!can(caller, 'hr:all') && !caller.facility_ids.includes(facility_id)) {
    throw notPermitted('hr:all')
  }
}

export async function close(
  caller: Caller,
  input: ClosePeriod,
): Promise<{ closed: boolean; counts: PeriodCounts }> {
  const { facility_id, force = false, reason = null } = input
  await branchOf(caller, facility_id)
  const month = monthOf(input)
  if (month.last >= (await today(caller))) {
    throw conflict(`${monthSaid(month)} is not over yet.`, 'state')
  }
  await takeOver(caller, facility_id, month)
  const counts = await openIn(caller, facility_id, month)
  const open = counts.corrections + counts.overtime + counts.incomplete
  if (open > 0 && !force) throw stillOpen(counts)
  if (open > 0) await forced(caller, facility_id, month, reason)
  note(caller, 'attendance.close', facility_id, month, reason)
  return { closed: true, counts }
}

/** Two who close one month at once meet at the index behind it. */
async function takeOver(
  { hospital_id, name }: Caller,
  facility_id: string,
  month: Month,
): Promise<void> {
  const taken = conflict(`${monthSaid(month)} is closed for this branch already.`, 'state')
  const { year: period_year, month: period_month } = month
  const key = { hospital_id, facility_id, period_year, period_month }
  if ((await attendance_periods.find(key)) !== undefined) throw taken
  const made = { ...key, closed_at: clock.instant(), closed_by_name: name }
  await attempt(() => attendance_periods.insert(made)).catch((error: unknown) => {
    throw isTaken(error, 'period_month') ? taken : error
  })
}

async function openIn(
  { hospital_id }: Of,
  facility_id: string,
  { first, last }: Month,
): Promise<PeriodCounts> {
  const of_month = sql`hospital_id = ${hospital_id} and facility_id = ${facility_id}
    and date between ${first} and ${last}`
  const found = await row<{ corrections: number; overtime: number; incomplete: number }>(
    sql`select
        coalesce(sum(case when correction_waits then 1 else 0 end), 0) as corrections,
        coalesce(sum(case when overtime_status = 'PENDING' then 1 else 0 end), 0) as overtime,
        coalesce(sum(case when clock_in_at is not null and clock_out_at is null then 1 else 0 end), 0) as incomplete
      from attendance where ${of_month}`,
  )
  return {
    corrections: Number(found?.corrections ?? 0),
    overtime: Number(found?.overtime ?? 0),
    incomplete: Number(found?.incomplete ?? 0),
  }
}

function stillOpen({ corrections, overtime, incomplete }: PeriodCounts): Error {
  const said = [
    corrections > 0 ? `${corrections} ${corrections === 1 ? 'correction' : 'corrections'}` : '',
    overtime > 0 ? `${overtime} overtime` : '',
    incomplete > 0 ? `${incomplete} incomplete ${incomplete === 1 ? 'day' : 'days'}` : '',
  ].filter(Boolean)
  const all = said.length > 1 ? `${said.slice(0, -1).join(', ')} and ${said.at(-1)}` : said[0]
  const one = corrections + overtime + incomplete === 1
  return conflict(`${all} ${one ? 'is' : 'are'} still open.`, 'open')
}

/** Overtime and corrections that wait are refused; of a day without an end the shift was worked. */
async function forced(
  caller: Caller,
  facility_id: string,
  { first, last }: Month,
  reason: string | null,
): Promise<void> {
  if (!can(caller, 'hr:all')) throw notPermitted('hr:all')
  if (reason === null || reason === '') throw invalid('reason', 'is required with force.')
  const { hospital_id } = caller
  const open = await attendance.read(
    sql`select ${attendance.selection()} from attendance where hospital_id = ${hospital_id}
      and facility_id = ${facility_id} and date between ${first} and ${last}
      and (correction_waits or overtime_status = 'PENDING'
        or (clock_in_at is not null and clock_out_at is null)) order by id`,
  )
  for (const one of open) {
    const { id, correction } = one
    await attendance.change(
      { hospital_id, id },
      {
        overtime_status: one.overtime_status === 'PENDING' ? 'REFUSED' : one.overtime_status,
        ...(correction?.status === 'PENDING'
          ? {
              correction_waits: false,
              correction: {
                ...correction,
                status: 'REFUSED' as const,
                approved_by_name: caller.name,
                note: reason,
              },
            }
          : {}),
        ...(one.clock_in_at !== null && one.clock_out_at === null
          ? { status: 'INCOMPLETE' as const, worked_minutes: await paidMinutes(caller, one) }
          : {}),
      },
    )
  }
}

async function paidMinutes(
  { hospital_id }: Of,
  { shift_id }: { shift_id: string | null },
): Promise<number> {
  const found = await row<{ paid_minutes: number }>(
    sql`select paid_minutes from roster_shifts where hospital_id = ${hospital_id}
      and id = ${shift_id}`,
  )
  return found?.paid_minutes ?? 0
}

/** By who sees everybody, and not once pay was approved that rests on it. */
export async function reopen(caller: Caller, input: ReopenPeriod): Promise<{ reopened: boolean }> {
  const { facility_id, reason } = input
  await branchOf(caller, facility_id)
  if (!can(caller, 'hr:all')) throw notPermitted('hr:all')
  const month = monthOf(input)
  const { hospital_id } = caller
  const { year: period_year, month: period_month } = month
  const key = { hospital_id, facility_id, period_year, period_month }
  if ((await attendance_periods.find(key, { lock: true })) === undefined) {
    throw conflict(`${monthSaid(month)} is not closed for this branch.`, 'state')
  }
  const run = await payIsFixed(caller, { facility_id, period_year, period_month })
  if (run !== null) throw conflict(`${run} of ${monthSaid(month)} is approved already.`, 'state')
  await attendance_periods.remove(key)
  note(caller, 'attendance.reopen', facility_id, month, reason)
  return { reopened: true }
}

function note(
  caller: Caller,
  action: string,
  facility_id: string,
  month: Month,
  reason: string | null,
): void {
  record(caller, action, {
    entity_type: 'facility',
    entity_id: facility_id,
    entity_label: monthSaid(month),
    reason,
  })
}

/** For whatever would change a day of a month that is closed. */
export async function mustBeOpen(
  { hospital_id }: Of,
  { facility_id, date }: { facility_id: string; date: string },
): Promise<void> {
  const month = monthOf({
    period_year: Number(date.slice(0, 4)),
    period_month: Number(date.slice(5, 7)),
  })
  const { year: period_year, month: period_month } = month
  const key = { hospital_id, facility_id, period_year, period_month }
  if ((await attendance_periods.find(key)) === undefined) return
  throw conflict(`${monthSaid(month)} is closed for this branch: open it again first.`, 'state')
}

/** Of these days the months that are closed, as `<facility> 2026-03`. */
export async function closedAmong(
  { hospital_id }: Of,
  days: readonly { facility_id: string; date: string }[],
): Promise<Set<string>> {
  const facility_id = [...new Set(days.map((one) => one.facility_id))]
  const period_year = [...new Set(days.map(({ date }) => Number(date.slice(0, 4))))]
  const found = await attendance_periods.all({ hospital_id, facility_id, period_year })
  return new Set(
    found.map(
      (one) => `${one.facility_id} ${one.period_year}-${String(one.period_month).padStart(2, '0')}`,
    ),
  )
}

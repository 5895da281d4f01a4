// Shifts that are over (HR-63): done, or missed by who should have been there.

import type { Caller } from '../../../../core/caller.ts'
import { instantIn, minutes, nextDay } from '../../../../core/clock.ts'
import { rows, run } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { tell } from '../../../neighbours/telling.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { inWords } from '../../../office/plans/days.ts'
import { leaveIn } from '../leave/spans.ts'
import type { leave_requests } from '../leave/tables.ts'
import { roster_shifts } from '../rosters/tables.ts'
import { settingsOf } from '../settings/settings.ts'
import { attendance } from './tables.ts'

const absence_notice = 'attendance.absent'

type Sick = Pick<
  RowOf<(typeof leave_requests)['columns']>,
  'staff_id' | 'starts_on' | 'ends_on' | 'created_at'
>

interface Over {
  id: string
  staff_id: string
  facility_id: string
  supervisor_id: string | null
  full_name: string
  department: string
  date: string
  code: string
  on_call: boolean
  /** Somebody clocked in at the branch that day, this person did, the shift asked for it. */
  branch_clocks: boolean
  was_there: boolean
  called: boolean
}

const piece = 200

/**
 * Of rosters that are out, once the last moment to clock out is past. Where nobody of the branch clocked in on the
 * day, its clock says nothing of anybody.
 */
export async function markShifts(caller: Caller): Promise<number> {
  const over = await overNow(caller)
  if (over.length === 0) return 0
  const away = await leaveIn(caller, {
    staff_ids: over.map(({ staff_id }) => staff_id),
    from: over.map(({ date }) => date).sort()[0] ?? '',
    to:
      over
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? '',
  })
  const is_away = ({ staff_id, date }: Over): boolean =>
    away.some((one) => one.staff_id === staff_id && one.from <= date && date <= one.to)
  const not_there = over.filter((one) => one.branch_clocks && one.called && !one.was_there)
  const missed = not_there.filter((one) => !is_away(one))
  const gone = new Set(missed)
  const { hospital_id } = caller
  const ids = (list: readonly Over[]): string[] => list.map(({ id }) => id)
  const done = over.filter((one) => !gone.has(one))
  if (done.length > 0) {
    await roster_shifts.change({ hospital_id, id: ids(done) }, { status: 'DONE' })
  }
  if (missed.length > 0) {
    await roster_shifts.change({ hospital_id, id: ids(missed) }, { status: 'MISSED' })
    await tellSupervisors(caller, missed)
  }
  await writeDown(caller, not_there, gone)
  return over.length
}

/** A day without a clock is a day of attendance too: it can be excused, and counted. */
async function writeDown(
  { hospital_id }: Of,
  not_there: readonly Over[],
  gone: ReadonlySet<Over>,
): Promise<void> {
  for (const one of not_there) {
    const { staff_id, facility_id, department, date, id: shift_id, code: shift_code } = one
    await attendance.insert({
      hospital_id,
      staff_id,
      facility_id,
      department,
      date,
      shift_id,
      shift_code,
      status: gone.has(one) ? 'ABSENT' : 'ON_LEAVE',
      overtime_status: 'NONE',
    })
  }
}

async function overNow(caller: Caller): Promise<Over[]> {
  const { clock_late_out_minutes } = await settingsOf(caller)
  const found = await rows<Record<keyof Over, unknown>>(
    sql`select h.id, h.staff_id, h.facility_id, s.supervisor_id, s.full_name, h.department, h.date, h.code, h.on_call,
        exists (select 1 from attendance a where a.hospital_id = h.hospital_id and a.date = h.date
          and a.facility_id = h.facility_id and a.clock_in_at is not null) as branch_clocks,
        exists (select 1 from attendance a where a.staff_id = h.staff_id and a.date = h.date
          and a.clock_in_at is not null and (a.shift_id = h.id or a.shift_id is null)) as was_there,
        (not h.on_call or h.called_in) as called
      from roster_shifts h join rosters r on r.id = h.roster_id and r.status <> 'DRAFT'
      join staff s on s.id = h.staff_id
      where h.hospital_id = ${caller.hospital_id} and h.status in ('PLANNED', 'SWAPPED')
      and h.ends_at <= ${instantIn(-minutes(clock_late_out_minutes))}
      order by h.ends_at, h.id limit ${piece}`,
  )
  return found.map((one) => ({
    ...(one as unknown as Over),
    branch_clocks: Boolean(one.branch_clocks),
    was_there: Boolean(one.was_there),
    called: Boolean(one.called),
  }))
}

/** A line for each; whoever has no supervisor with an account is told of to HR. */
async function tellSupervisors(caller: Caller, missed: readonly Over[]): Promise<void> {
  const heads = [...new Set(missed.flatMap(({ supervisor_id }) => supervisor_id ?? []))]
  const accounts = await accountsOf(caller, heads)
  for (const { id, supervisor_id, full_name, department, date, code } of missed) {
    const head = accounts.get(supervisor_id ?? '')?.user_id
    await tell(caller, {
      to: head === undefined ? { permission: 'attendance:approve' } : { user: [head] },
      kind: absence_notice,
      title: 'Somebody did not come',
      body: `${full_name}: ${code} of ${inWords(date)}, ${department}.`,
      entity: { type: 'roster_shift', id },
    })
  }
}

/** Sick leave that was entered within three days takes the place of an absence. */
const late_days = 3

export async function excusedBySickness(
  { hospital_id }: Of,
  { staff_id, starts_on, ends_on, created_at }: Sick,
): Promise<void> {
  const since = nextDay(created_at.slice(0, 10), -late_days)
  const first = since > starts_on ? since : starts_on
  await run(
    sql`update roster_shifts set status = 'CANCELLED', note = 'Sick' where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and status = 'MISSED'
      and date between ${first} and ${ends_on}`,
  )
  await run(
    sql`update attendance set status = 'ON_LEAVE', version = version + 1
      where hospital_id = ${hospital_id} and staff_id = ${staff_id} and status = 'ABSENT'
      and date between ${first} and ${ends_on}`,
  )
}

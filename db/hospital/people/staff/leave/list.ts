// Leave as it is listed and shown.

import type { Caller } from '../../../../core/caller.ts'
import { Refusal } from '../../../../core/refusal.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { ownStaffId, scopeOfPeople } from '../records/scope.ts'
import { staff } from '../records/tables.ts'
import { leaveRecord, type LeaveRow } from './requests.ts'
import type { LeaveAsked, LeaveFilter, LeaveOpened, LeaveRequest } from './shapes.ts'
import { leave_requests } from './tables.ts'
import { shiftsTouched } from './touched.ts'

export async function list(
  caller: Caller,
  asked: LeaveFilter & PageAsked,
): Promise<Page<LeaveRequest>> {
  const branches = await scopeOf(caller, asked.facility_id ?? 'all')
  return listed(caller, asked, [
    await scopeOfPeople(caller, 's'),
    branches === 'all' ? undefined : sql`l.facility_id${oneOf(branches)}`,
    when(asked.staff_id, sql`l.staff_id = ${asked.staff_id}`),
    when(asked.department, sql`lower(s.department) = ${asked.department?.toLowerCase()}`),
    when(asked.type_code, sql`l.type_code = ${asked.type_code?.toUpperCase()}`),
    when(asked.from, sql`l.ends_on >= ${asked.from}`),
    when(asked.to, sql`l.starts_on <= ${asked.to}`),
    called(asked.search),
  ])
}

const called = (typed: string | undefined): Sql | undefined => {
  const found = matching('leave_requests', typed, 'l')
  return found && sql`(${found} or ${matching('staff', typed, 's')})`
}

/** The caller's own (people 5.12). */
export async function ofOneself(
  caller: Caller,
  asked: Pick<LeaveFilter, 'status'> & PageAsked,
): Promise<Page<LeaveRequest>> {
  return listed(caller, asked, [sql`l.staff_id = ${await ownStaff(caller)}`])
}

export async function ownStaff(caller: Caller): Promise<string> {
  const own = await ownStaffId(caller)
  if (own !== null) return own
  const words = 'Your account has no staff record: ask HR to link it.'
  throw new Refusal(403, 'no_staff_record', words)
}

async function listed(
  caller: Caller,
  asked: Pick<LeaveFilter, 'status'> & PageAsked,
  conditions: readonly (Sql | undefined)[],
): Promise<Page<LeaveRequest>> {
  const found = await pageFrom(leave_requests, asked, {
    alias: 'l',
    from: sql` from leave_requests l join staff s on s.id = l.staff_id${where([
      sql`l.hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`l.status = ${asked.status}`),
      ...conditions,
    ])}`,
    order: sql` order by l.starts_on desc, l.id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<LeaveOpened> {
  const [found] = await shown(caller, [await leaveRecord.get(caller, id)])
  return { ...(found as LeaveRequest), history: await leaveRecord.history(caller, id) }
}

export async function asked(
  caller: Caller,
  [first, ...others]: readonly [LeaveRow, ...LeaveRow[]],
): Promise<LeaveAsked> {
  const further = others.map(({ id, number, type_code, starts_on, ends_on, days }) => ({
    id,
    reference: number,
    type_code,
    starts_on,
    ends_on,
    days: days / 100,
  }))
  return { ...(await find(caller, first.id)), further }
}

async function shown(caller: Caller, found: readonly LeaveRow[]): Promise<LeaveRequest[]> {
  const { hospital_id } = caller
  const people = await staff.all({ hospital_id, id: found.map(({ staff_id }) => staff_id) })
  const by_id = new Map(people.map((person) => [person.id, person]))
  const days = (hundredths: number | null): number | null =>
    hundredths === null ? null : hundredths / 100
  const touched = await shiftsTouched(caller, found)
  return found.map(({ number, ...row }) => ({
    ...row,
    shifts_touched: touched({ ...row, number }),
    reference: number,
    staff_name: by_id.get(row.staff_id)?.full_name ?? '',
    department: by_id.get(row.staff_id)?.department ?? '',
    days: row.days / 100,
    balance_before: days(row.balance_before),
    balance_after: days(row.balance_after),
    moves: leaveRecord.moves(caller, { ...row, number }) as LeaveRequest['moves'],
  }))
}

// Leave for an event: a birth, a death (HR-77, HR-78).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { inWords } from '../../../office/plans/days.ts'
import type { StaffRow } from '../records/rows.ts'
import type { OwnLeaveInput } from './shapes.ts'
import { type LeaveEvent, leave_requests } from './tables.ts'
import type { TypeRow } from './types.ts'

export const eventRead = (given: OwnLeaveInput['event']): LeaveEvent | null =>
  given
    ? {
        due_on: given.due_on ?? null,
        born_on: given.born_on ?? null,
        multiple: given.multiple ?? false,
        premature_weeks: given.premature_weeks ?? null,
        relationship: given.relationship || null,
      }
    : null

interface Asked {
  starts_on: string
  ends_on: string
  days: number
  event: LeaveEvent | null
}

export async function checkEvent(
  caller: Caller,
  person: StaffRow,
  type: TypeRow,
  asked: Asked,
): Promise<void> {
  if (type.accrual !== 'PER_EVENT' || type.days === 0) return
  if (type.code === 'MATERNITY') checkBirth(asked)
  if (type.code === 'PATERNITY') checkFather(asked)
  const most = allowed(type, asked.event)
  if (asked.days > most) {
    throw conflict(
      `${type.name} is at most ${most / 100} days; this asks for ${asked.days / 100}.`,
      'balance',
    )
  }
  await countEvents(caller, person, type)
}

/** In hundredths of days. */
function allowed({ code, days }: TypeRow, event: LeaveEvent | null): number {
  const weeks = event?.premature_weeks ?? 0
  if (code === 'MATERNITY') return (event?.multiple ? 10_000 : days) + weeks * 700
  return code === 'PATERNITY' && weeks > 0 ? 700 : days
}

const before_birth_days = 28

function checkBirth({ starts_on, event }: Asked): void {
  if (event === null || (event.due_on === null && event.born_on === null)) {
    throw invalid('event', 'is required: due_on or born_on.')
  }
  const due = event.due_on ?? event.born_on ?? starts_on
  if (starts_on < nextDay(due, -before_birth_days)) {
    throw conflict('Maternity leave begins at most 4 weeks before the birth.')
  }
}

const after_birth_days = 7

function checkFather({ starts_on, ends_on, event }: Asked): void {
  const born_on = event?.born_on ?? null
  if (born_on === null) throw invalid('event.born_on', 'is required.')
  const last = nextDay(born_on, after_birth_days)
  if (starts_on < born_on || ends_on > last) {
    throw conflict(`Paternity leave lies within 7 days of the birth: until ${inWords(last)}.`)
  }
}

async function countEvents(
  { hospital_id }: Caller,
  { id: staff_id }: StaffRow,
  { code, max_events, name }: TypeRow,
): Promise<void> {
  if (max_events === null) return
  const had = await leave_requests.count({
    hospital_id,
    staff_id,
    type_code: code,
    status: ['REQUESTED', 'APPROVED', 'TAKEN', 'CUT_SHORT'],
  })
  if (had >= max_events) throw conflict(`${name} was taken ${max_events} times already.`)
}

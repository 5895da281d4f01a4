// Asking for leave (people 3.5, HR-74 to HR-80).

import { type Caller, can } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { row as one } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { attachmentRecord } from '../../../office/attachments/attachments.ts'
import { phone, today } from '../../../office/hospitals/hospitals.ts'
import { inWords, monthsOn } from '../../../office/plans/days.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { cadreRecord } from '../cadres/cadres.ts'
import { lastDayOf } from '../records/for-pay.ts'
import { named, staffRecord, type StaffRow } from '../records/rows.ts'
import { isInScope } from '../records/scope.ts'
import { working_states } from '../records/words.ts'
import { balanceFrom, factsOf } from './balances.ts'
import { backOn, common, cyclesTo, daysIn, type Span } from './days.ts'
import { checkEvent, eventRead } from './events.ts'
import { holidaysBetween } from './holidays.ts'
import type { OwnLeaveInput } from './shapes.ts'
import { fullFirst, type Part, partsOf } from './sick.ts'
import { isAwayOn } from './spans.ts'
import { leave_moves, leave_requests } from './tables.ts'
import { typeCalled, type TypeRow } from './types.ts'
import { leave_states } from './words.ts'

export type LeaveRow = RowOf<(typeof leave_requests)['columns']>

const leave_life = life('leave', leave_states, {
  approve: { from: ['REQUESTED'], to: 'APPROVED', permission: 'leave:approve' },
  refuse: { from: ['REQUESTED'], to: 'REFUSED', permission: 'leave:approve' },
  cancel: { from: ['REQUESTED', 'APPROVED'], to: 'CANCELLED', reason: 'required' },
  recall: {
    from: ['APPROVED', 'TAKEN'],
    to: 'CUT_SHORT',
    permission: 'leave:approve',
    reason: 'required',
  },
  begin: { from: ['APPROVED'], to: 'TAKEN', house: true },
})

export const leaveRecord = recordWithLife(leave_requests, {
  life: leave_life,
  type: 'leave',
  called: ({ number }) => number,
  history: historyIn(leave_moves),
  sequence: 'leave',
})

/** Outside the caller's people there is none (HR-1). */
export async function get(caller: Caller, id: string): Promise<LeaveRow> {
  const found = await leaveRecord.get(caller, id)
  if (!(await isInScope(caller, found.staff_id))) throw noSuch('leave')
  return found
}

/** One leave; of a sickness that outlasts its pay one for each kind of pay, in the order of their days. */
export async function request(
  caller: Caller,
  staff_id: string,
  input: OwnLeaveInput,
): Promise<[LeaveRow, ...LeaveRow[]]> {
  // Two requests of one person wait for each other here.
  const person = await staffRecord.locked(caller, staff_id)
  const type = await typeCalled(caller, input.type_code)
  const span = { starts_on: input.starts_on, ends_on: input.ends_on }
  const half_day = input.half_day ?? null
  checkSpan(type, span, half_day)
  await mayTake(caller, person, type, span)
  mayInNotice(caller, person, input)
  await refuseOverlap(caller, person, span)
  await checkNotice(caller, type, span, input.short_notice_reason || null)
  const free = await freeDays(caller, person, span)
  const event = eventRead(input.event ?? null)
  const days = half_day === null ? daysIn(span, type.basis, free) : 50
  if (days === 0) throw conflict('There is no working day in these days.')
  await checkEvent(caller, person, type, { ...span, days, event })
  await checkPapers(caller, type, days, input)
  const about = {
    facility_id: person.facility_id,
    staff_id,
    half_day,
    reason: input.reason || null,
    event,
    contact_phone: input.contact_phone
      ? await phone(caller, 'contact_phone', input.contact_phone)
      : null,
    ...(await coverFor(caller, person, input.cover_staff_id ?? null, span)),
    document_attachment_id: input.document_attachment_id ?? null,
    short_notice_reason: input.short_notice_reason || null,
    requested_by_id: caller.user_id,
  }
  const parts =
    half_day === null
      ? await partsOf(caller, person, type, span, input.accept_unpaid === true)
      : [{ type, ...span }]
  const made: LeaveRow[] = []
  for (const part of parts) made.push(await asked(caller, person, part, about, free))
  return made as [LeaveRow, ...LeaveRow[]]
}

async function asked(
  caller: Caller,
  person: StaffRow,
  { type, ...span }: Part,
  about: Pick<LeaveRow, 'facility_id' | 'staff_id' | 'half_day' | 'cover_status'>,
  free: ReadonlySet<string>,
): Promise<LeaveRow> {
  const is_half = about.half_day !== null
  const days = is_half ? 50 : daysIn(span, type.basis, free)
  const balance = await leftFor(caller, person, type, span, is_half)
  return leaveRecord.created(
    caller,
    {
      ...about,
      type_code: type.code,
      ...span,
      days,
      return_on: backOn(span.ends_on, type.basis, free),
      balance_before: balance,
      balance_after: balance === null ? null : balance - days,
    },
    'request',
  )
}

const longest_days = 366

function checkSpan(type: TypeRow, { starts_on, ends_on }: Span, half: string | null): void {
  if (ends_on < starts_on) throw invalid('ends_on', 'is before starts_on.')
  if (ends_on > nextDay(starts_on, longest_days)) {
    throw invalid('ends_on', 'is more than a year after starts_on.')
  }
  if (half === null) return
  if (starts_on !== ends_on) throw invalid('half_day', 'is for leave of one day.')
  if (!type.half_days) throw conflict(`${type.name} is taken in whole days.`)
}

/** HR-79, and the service that a type asks for. */
async function mayTake(
  caller: Caller,
  person: StaffRow,
  type: TypeRow,
  { starts_on, ends_on }: Span,
): Promise<void> {
  if (!working_states.some((state) => state === person.status)) {
    throw conflict(`${named(person)} is ${person.status}.`, 'state')
  }
  if (type.sex !== null && type.sex !== person.sex) {
    throw conflict(`${type.name} is for ${type.sex.toLowerCase()} staff.`)
  }
  if (starts_on < person.hired_on) throw invalid('starts_on', 'is before hired_on.')
  const last = lastDayOf(person)
  if (last !== null && ends_on > last) {
    throw conflict(`The last day of ${named(person)} is ${inWords(last)}.`)
  }
  const first = monthsOn(person.hired_on, type.min_service_months)
  if (starts_on < first) {
    throw conflict(
      `${type.name} may be taken after ${type.min_service_months} months: from ${inWords(first)}.`,
    )
  }
  if (type.code === 'SICK_HALF') await fullFirst(caller, person, starts_on)
}

/** HR-136. */
function mayInNotice(caller: Caller, person: StaffRow, { reason }: OwnLeaveInput): void {
  if (person.status !== 'NOTICE' || (can(caller, 'leave:approve') && reason)) return
  throw conflict(
    `${named(person)} has given notice: who approves leave enters it, with a reason.`,
    'notice',
  )
}

/** HR-74. */
export async function refuseOverlap(
  { hospital_id }: Caller,
  { id: staff_id }: StaffRow,
  { starts_on, ends_on }: Span,
  own = '',
): Promise<void> {
  const other = await one<{ number: string; starts_on: string; ends_on: string }>(
    sql`select number, starts_on, ends_on from leave_requests where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and id <> ${own} and status in ('REQUESTED', 'APPROVED', 'TAKEN', 'CUT_SHORT')
      and starts_on <= ${ends_on} and ends_on >= ${starts_on}
      and (recalled_on is null or recalled_on > ${starts_on}) order by starts_on limit 1`,
  )
  if (other === undefined) return
  throw conflict(
    `You already have leave ${other.number} from ${inWords(other.starts_on)} to ${inWords(other.ends_on)}.`,
  )
}

const sudden = ['SICK_FULL', 'SICK_HALF', 'COMPASSIONATE', 'MATERNITY', 'PATERNITY']
const sick_back_days = 7

async function checkNotice(
  caller: Caller,
  type: TypeRow,
  { starts_on }: Span,
  why: string | null,
): Promise<void> {
  const day = await today(caller)
  if (type.code.startsWith('SICK_')) {
    if (starts_on < nextDay(day, -sick_back_days) && !can(caller, 'leave:approve')) {
      throw conflict(`Sick leave begins at most ${sick_back_days} days back.`)
    }
    return
  }
  if (sudden.includes(type.code) || why !== null) return
  if (starts_on < nextDay(day, type.notice_days)) {
    throw conflict(
      type.notice_days === 0
        ? `${type.name} cannot begin in the past: give short_notice_reason.`
        : `${type.name} is asked for ${type.notice_days} days ahead: give short_notice_reason.`,
    )
  }
}

async function freeDays(
  caller: Caller,
  { facility_id }: StaffRow,
  { starts_on, ends_on }: Span,
): Promise<ReadonlySet<string>> {
  const asked = { from: starts_on, to: nextDay(ends_on, 31), facility_id }
  return new Set((await holidaysBetween(caller, asked)).map(({ date }) => date))
}

/** HR-75: in each cycle that it touches there is enough, counting what accrues until it begins. */
export async function leftFor(
  caller: Caller,
  person: StaffRow,
  type: TypeRow,
  span: Span,
  half: boolean,
): Promise<number | null> {
  if (!type.needs_balance) return null
  const facts = await factsOf(caller, [person], span.ends_on)
  const cycles = cyclesTo(person.hired_on, type.cycle_months, span.ends_on)
  let first: number | null = null
  for (const cycle of cycles) {
    const part = common(span, cycle)
    if (part === undefined) continue
    const { available } = balanceFrom(facts, type, person, part.starts_on)
    first ??= available
    const wanted = half ? 50 : daysIn(part, type.basis, facts.free)
    if (wanted <= available + type.advance_days) continue
    const what = type.name.charAt(0).toLowerCase() + type.name.slice(1)
    throw conflict(
      `You have ${available / 100} days of ${what} by ${inWords(part.starts_on)}; this asks for ${wanted / 100}.`,
      'balance',
    )
  }
  return first
}

async function checkPapers(
  caller: Caller,
  { document_after_days, name }: TypeRow,
  days: number,
  { document_attachment_id, reason }: OwnLeaveInput,
): Promise<void> {
  if (document_attachment_id) {
    await attachmentRecord.get(caller, document_attachment_id)
    return
  }
  if (document_after_days === null || days <= document_after_days * 100 || reason) return
  throw invalid(
    'reason',
    `is required: ${name.toLowerCase()} of more than ${document_after_days} days without a document.`,
  )
}

/** HR-80: somebody of the same group of cadres who works here and is not away. */
async function coverFor(
  caller: Caller,
  person: StaffRow,
  id: string | null,
  { starts_on }: Span,
): Promise<Pick<LeaveRow, 'cover_staff_id' | 'cover_status'>> {
  if (id === null) return { cover_staff_id: null, cover_status: 'NONE' }
  const cover = await staffRecord.get(caller, id)
  if (cover.id === person.id) throw invalid('cover_staff_id', 'names the one who goes.')
  if (!working_states.some((state) => state === cover.status)) {
    throw conflict(`${cover.full_name} is ${cover.status}.`)
  }
  const own = await cadreRecord.get(caller, person.cadre_id)
  const other = await cadreRecord.get(caller, cover.cadre_id)
  if (own.cadre_group !== other.cadre_group) {
    throw conflict(`${cover.full_name} is ${other.cadre_group}, not ${own.cadre_group}.`)
  }
  if (await isAwayOn(caller, id, starts_on)) throw conflict(`${cover.full_name} is on leave then.`)
  return { cover_staff_id: id, cover_status: 'ASKED' }
}

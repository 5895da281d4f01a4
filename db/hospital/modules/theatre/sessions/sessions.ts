// Sessions: opened, changed, put in order, cancelled (A.2, A.3, OT-3, OT-4).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today } from '../../../office/places/hours.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { booked, tellMoved } from '../cases/booking.ts'
import { putOff } from '../cases/putting-off.ts'
import { caseRecord, type CaseRow } from '../cases/record.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { nameOfStaff } from '../people.ts'
import { roomRecord } from '../rooms/rooms.ts'
import { reasonOf } from '../settings/tables-of-theatre.ts'
import { arrange, listOfSession } from './order.ts'
import { session_life, sessionRecord, type SessionRow } from './record.ts'
import type { SessionCancel, SessionChange, SessionInput } from './shapes.ts'
import { theatre_sessions } from './tables.ts'

const repeats_max = 60

export interface Opened {
  row: SessionRow
  made: number
}

export async function open(caller: Caller, input: SessionInput): Promise<Opened> {
  if (await madeBefore(caller, theatre_sessions, input.id)) {
    return { row: await sessionRecord.get(caller, input.id ?? ''), made: 1 }
  }
  const signer = await signerOf(caller)
  const room = await roomRecord.get(caller, input.theatre_id)
  await mustBeHere(caller, room.facility_id, 'theatre')
  if (!room.active) throw conflict(`${room.name} is not in use any more.`, 'closed')
  mustEndLater(input.starts_at, input.ends_at)
  if (input.date < (await today(caller, room.facility_id))) throw invalid('date', 'is in the past.')
  const fields = {
    facility_id: room.facility_id,
    theatre_id: room.id,
    starts_at: input.starts_at,
    ends_at: input.ends_at,
    kind: input.kind ?? ('ELECTIVE' as const),
    department: (await resolveDepartment(caller, input.department)).name,
    note: input.note || null,
    created_by_name: signer.name.slice(0, 160),
    ...(await staffed(caller, input)),
  }
  const made: SessionRow[] = []
  for (const [at, date] of daysOf(input).entries()) {
    const id = at === 0 && input.id !== undefined ? { id: input.id } : {}
    made.push(await sessionRecord.created(caller, { ...id, ...fields, date }))
  }
  return { row: made[0] as SessionRow, made: made.length }
}

function mustEndLater(starts_at: string, ends_at: string): void {
  if (ends_at <= starts_at) throw invalid('ends_at', 'must be after starts_at.')
}

function daysOf({ date, repeat }: SessionInput): string[] {
  if (!repeat) return [date]
  if (repeat.until < date) throw invalid('repeat.until', 'is before date.')
  const days: string[] = []
  for (let day = date; day <= repeat.until; day = nextDay(day, 7 * repeat.every_weeks)) {
    days.push(day)
    if (days.length > repeats_max)
      throw invalid('repeat.until', `makes more than ${repeats_max} sessions.`)
  }
  return days
}

async function staffed(
  caller: Caller,
  { surgeon_id, anaesthetist_id }: Pick<SessionChange, 'surgeon_id' | 'anaesthetist_id'>,
): Promise<Partial<SessionRow>> {
  const nameOf = async (id: string | null) => (id === null ? null : nameOfStaff(caller, id))
  return {
    ...(surgeon_id === undefined ? {} : { surgeon_id, surgeon_name: await nameOf(surgeon_id) }),
    ...(anaesthetist_id === undefined
      ? {}
      : { anaesthetist_id, anaesthetist_name: await nameOf(anaesthetist_id) }),
  }
}

export async function change(
  caller: Caller,
  id: string,
  input: SessionChange,
): Promise<SessionRow> {
  await signerOf(caller)
  const before = await sessionRecord.locked(caller, id)
  fresh(caller, before)
  await mustBeHere(caller, before.facility_id, 'session')
  if (before.status !== 'OPEN' && before.status !== 'PUBLISHED') {
    throw session_life.refusal(before.status, before.number)
  }
  const { order, reason, note, starts_at, ends_at, ...people } = input
  if (before.status === 'PUBLISHED' && !reason) {
    throw invalid('reason', 'is required: the list is published.')
  }
  mustEndLater(starts_at ?? before.starts_at, ends_at ?? before.ends_at)
  const row = await sessionRecord.changed(
    caller,
    before,
    'change',
    {
      ...(starts_at === undefined ? {} : { starts_at }),
      ...(ends_at === undefined ? {} : { ends_at }),
      ...(note === undefined ? {} : { note: note || null }),
      ...(await staffed(caller, people)),
    },
    reason ?? null,
  )
  await reorder(caller, row, order)
  return row
}

/** OT-3: the whole order; who was sent keeps the place. */
async function reorder(
  caller: Caller,
  row: SessionRow,
  order: readonly string[] | undefined,
): Promise<void> {
  const list = await listOfSession(caller, row.id)
  const wanted = order === undefined ? list : orderRead(list, order)
  const room = await roomRecord.get(caller, row.theatre_id)
  const moved = await arrange(caller, row, room.turnover_minutes, wanted)
  if (row.status !== 'PUBLISHED') return
  for (const one of moved) await tellMoved(caller, one)
}

function orderRead(list: readonly CaseRow[], order: readonly string[]): CaseRow[] {
  const by_id = new Map(list.map((one) => [one.id, one]))
  const wanted = order.flatMap((id) => by_id.get(id) ?? [])
  if (
    wanted.length !== list.length ||
    new Set(order).size !== list.length ||
    order.length !== list.length
  ) {
    throw invalid('order', 'must name each case of the session once.')
  }
  const sent = list.findLastIndex(({ status }) => status !== 'SCHEDULED') + 1
  if (list.slice(0, sent).some((one, at) => wanted[at] !== one)) {
    throw conflict('Whoever was sent already keeps the place.', 'sent')
  }
  return wanted
}

export interface SessionEnded {
  row: SessionRow
  postponed: string[]
  moved: string[]
}

/** Its cases are put off for the same reason, or go to another list. */
export async function cancel(
  caller: Caller,
  id: string,
  input: SessionCancel,
): Promise<SessionEnded> {
  await signerOf(caller)
  await reasonOf(caller, input.reason_code)
  await sessionRecord.get(caller, id)
  if (input.move_to_session_id) await sessionRecord.get(caller, input.move_to_session_id)
  if (input.move_to_session_id === id) throw invalid('move_to_session_id', 'is this session.')
  const waiting = (await listOfSession(caller, id)).filter(({ status }) => status === 'SCHEDULED')
  const patients = new Set(waiting.map(({ patient_id }) => patient_id))
  for (const patient of [...patients].toSorted()) await patientRecord.locked(caller, patient)
  for (const one of [id, input.move_to_session_id]
    .filter((word) => typeof word === 'string')
    .toSorted()) {
    await sessionRecord.locked(caller, one)
  }
  const before = await sessionRecord.begin(caller, id, 'cancel')
  await mustBeHere(caller, before.facility_id, 'session')
  const done: SessionEnded = { row: before, postponed: [], moved: [] }
  for (const { id: case_id } of await listOfSession(caller, id)) {
    await caseLeaves(caller, case_id, input, done)
  }
  const version = await sessionRecord.get(caller, id)
  return { ...done, row: await sessionRecord.moved(caller, version, 'cancel', {}, input.reason) }
}

async function caseLeaves(
  caller: Caller,
  case_id: string,
  { move_to_session_id, reason, reason_code }: SessionCancel,
  done: SessionEnded,
): Promise<void> {
  const one = await caseRecord.locked(caller, case_id)
  if (one.status !== 'SCHEDULED') {
    throw conflict(`${one.number} of this session is ${one.status}.`, 'state')
  }
  if (move_to_session_id) {
    await booked(caller, one, { session_id: move_to_session_id, reason })
    done.moved.push(one.number)
    return
  }
  await putOff(caller, one, { reason_code, reason })
  done.postponed.push(one.number)
}

// Sessions as they are shown: with their lists and how full they are.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { namesOf } from '../names.ts'
import { theatres } from '../rooms/tables.ts'
import { bookedMinutes } from './order.ts'
import { sessionRecord, type SessionRow } from './record.ts'
import type { TheatreSession } from './shapes.ts'
import { theatre_sessions } from './tables.ts'

export interface SessionFilter extends PageAsked {
  date?: string
  from?: string
  to?: string
  theatre?: string
  department?: string
  status?: SessionRow['status']
  facility_id?: string
}

export async function list(caller: Caller, asked: SessionFilter): Promise<Page<TheatreSession>> {
  const found = await pageFrom(theatre_sessions, asked, {
    from: sql` from theatre_sessions${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.date, sql`date = ${asked.date}`),
      when(asked.from, sql`date >= ${asked.from}`),
      when(asked.to, sql`date <= ${asked.to}`),
      when(asked.theatre, sql`theatre_id = ${asked.theatre}`),
      when(asked.department, sql`department = ${asked.department}`),
      when(asked.status, sql`status = ${asked.status}`),
    ])}`,
    order: sql` order by date, starts_at, id`,
  })
  return { ...found, rows: await shown(caller, found.rows) }
}

export async function whole(
  caller: Caller,
  { id }: Pick<SessionRow, 'id'>,
): Promise<TheatreSession> {
  const [one] = await shown(caller, [await sessionRecord.get(caller, id)])
  return one as TheatreSession
}

type Listed = TheatreSession['cases'][number] & { session_id: string }

async function shown(caller: Caller, found: readonly SessionRow[]): Promise<TheatreSession[]> {
  if (found.length === 0) return []
  const { hospital_id } = caller
  const rooms = await theatres.all({
    hospital_id,
    id: [...new Set(found.map((one) => one.theatre_id))],
  })
  const by_id = new Map(rooms.map((room) => [room.id, room]))
  const cases = Map.groupBy(
    await casesOf(
      caller,
      found.map(({ id }) => id),
    ),
    ({ session_id }) => session_id,
  )
  return found.map((row) => {
    const room = by_id.get(row.theatre_id)
    const list = (cases.get(row.id) ?? []).map(({ session_id: _of, ...one }) => one)
    const booked_minutes = bookedMinutes(list, room?.turnover_minutes ?? 0)
    const long = minutesOf(row.ends_at) - minutesOf(row.starts_at)
    return {
      ...row,
      reference: row.number,
      theatre: room?.name ?? '',
      cases: list,
      booked_minutes,
      free_minutes: Math.max(0, long - booked_minutes),
      over_minutes: Math.max(0, booked_minutes - long),
      moves: sessionRecord.moves(caller, row),
    }
  })
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** In two statements for a page. */
async function casesOf(caller: Caller, ids: readonly string[]): Promise<Listed[]> {
  const found = await rows<Omit<Listed, 'patient'>>(
    sql`select c.session_id, c.id, c.number as reference, c.position, c.patient_id, c.title,
        c.status, c.urgency, c.planned_start, c.estimated_minutes
      from theatre_cases c
      where c.hospital_id = ${caller.hospital_id} and c.session_id${oneOf(ids)}
        and c.position is not null
      order by c.session_id, c.position`,
  )
  const names = await namesOf(caller, found)
  return found.map((one) => ({ ...one, patient: names.get(one.patient_id) ?? null }))
}

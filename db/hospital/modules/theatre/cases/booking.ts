// A case is put on a list (A.3 book, OT-3 to OT-6), or, an emergency, into a room without one.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, minutes } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { takeTurn } from '../../../../store/turn.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { today, zoneOf } from '../../../office/places/hours.ts'
import { chargeProcedures } from '../charging.ts'
import { mayLead, mustBeThere } from '../people.ts'
import { type RoomRow, roomRecord } from '../rooms/rooms.ts'
import { arrange, bookedMinutes, listOfSession } from '../sessions/order.ts'
import { hoursOf, session_life, sessionRecord, type SessionRow } from '../sessions/record.ts'
import { tellTeam } from '../telling.ts'
import type { case_states } from '../words.ts'
import { askForBlood } from './blood.ts'
import { caseRecord, type CaseRow, held, team_of_case } from './record.ts'
import { releaseGoods, reserveGoods } from './reserving.ts'
import type { BookInput } from './shapes.ts'
import { stamp } from './stamps.ts'
import { theatre_cases } from './tables.ts'
import { leadOf, withLead } from './team.ts'

/** A case as it became, and what was said beside. */
export interface Done {
  row: CaseRow
  warnings: string[]
  gates: GateResult[]
}

export async function book(caller: Caller, id: string, input: BookInput): Promise<Done> {
  await signerOf(caller)
  const known = await caseRecord.get(caller, id)
  await holdSessions(caller, [known.session_id, input.session_id])
  const { row: before } = await held(caller, id)
  return booked(caller, before, input)
}

/** Lists are locked before what stands in them, in the order of their ids. */
export async function holdSessions(
  caller: Caller,
  ids: readonly (string | null | undefined)[],
): Promise<void> {
  const wanted = new Set(ids.filter((id) => typeof id === 'string'))
  for (const id of [...wanted].toSorted()) await sessionRecord.locked(caller, id)
}

/** `before`, and its sessions before it, are locked. */
export async function booked(caller: Caller, before: CaseRow, input: BookInput): Promise<Done> {
  caseRecord.check(before, before.status === 'SCHEDULED' ? 'rebook' : 'book')
  const technique = input.anaesthesia_planned ?? before.anaesthesia_planned
  if (technique === null) throw invalid('anaesthesia_planned', 'is required.')
  const estimated_minutes = input.estimated_minutes ?? before.estimated_minutes
  const wanted = { ...before, anaesthesia_planned: technique, estimated_minutes }
  const place = await placeOf(caller, wanted, input)
  const gates = await mayBeThere(caller, wanted, place, input)
  if (before.session_id !== null && before.session_id !== place.session?.id) {
    await leaveList(caller, before)
  }
  const row = await caseRecord.moved(
    caller,
    before,
    before.status === 'SCHEDULED' ? 'rebook' : 'book',
    {
      anaesthesia_planned: technique,
      estimated_minutes,
      theatre_id: place.room.id,
      session_id: place.session?.id ?? null,
      position: null,
      planned_start: place.from,
      planned_end: place.to,
      department: place.session?.department ?? before.department,
    },
    input.reason ?? null,
  )
  await putInPlace(caller, row, place)
  return followed(caller, await caseRecord.get(caller, row.id), place, gates)
}

interface Place {
  room: RoomRow
  session: SessionRow | null
  /** As the list becomes, with this one in it. */
  list: CaseRow[]
  from: string
  to: string
  on: string
  anaesthetist: { staff_id: string; name: string } | null
}

async function placeOf(caller: Caller, row: CaseRow, input: BookInput): Promise<Place> {
  if (input.session_id) return onList(caller, row, input, input.session_id)
  if (row.urgency !== 'EMERGENCY') throw invalid('session_id', 'is required.')
  if (!input.theatre_id) throw invalid('theatre_id', 'is required without session_id.')
  const room = await roomInUse(caller, row, input.theatre_id)
  const from = input.planned_start ?? clock.instant()
  const on = dayIn(await zoneOf(caller, row.facility_id), new Date(from))
  if (on < (await today(caller, row.facility_id))) throw invalid('planned_start', 'is in the past.')
  const to = new Date(Date.parse(from) + minutes(row.estimated_minutes)).toISOString()
  return { room, session: null, list: [], from, to, on, anaesthetist: null }
}

async function roomInUse(caller: Caller, row: CaseRow, id: string): Promise<RoomRow> {
  const room = await roomRecord.get(caller, id)
  if (room.facility_id !== row.facility_id) throw invalid('theatre_id', 'is of another branch.')
  if (!room.active) throw conflict(`${room.name} is not in use any more.`, 'closed')
  return room
}

async function onList(
  caller: Caller,
  row: CaseRow,
  input: BookInput,
  session_id: string,
): Promise<Place> {
  const session = await sessionRecord.get(caller, session_id)
  await mustTake(caller, session, row, input)
  const room = await roomInUse(caller, row, session.theatre_id)
  const others = (await listOfSession(caller, session.id)).filter(({ id }) => id !== row.id)
  const list = withPlace(others, row, input.position)
  const at = list.indexOf(row)
  const start = (await hoursOf(caller, session)).from
  const before = bookedMinutes(list.slice(0, at), room.turnover_minutes)
  const gap = at === 0 ? 0 : room.turnover_minutes
  const begins = Date.parse(start) + minutes(before + gap)
  return {
    room,
    session,
    list,
    from: new Date(begins).toISOString(),
    to: new Date(begins + minutes(row.estimated_minutes)).toISOString(),
    on: session.date,
    anaesthetist:
      session.anaesthetist_id === null
        ? null
        : { staff_id: session.anaesthetist_id, name: session.anaesthetist_name ?? '' },
  }
}

/** OT-4: what was published changes with a reason, but for an emergency. */
async function mustTake(
  caller: Caller,
  session: SessionRow,
  row: CaseRow,
  { reason }: BookInput,
): Promise<void> {
  if (session.facility_id !== row.facility_id) throw invalid('session_id', 'is of another branch.')
  if (session.status !== 'OPEN' && session.status !== 'PUBLISHED') {
    throw session_life.refusal(session.status, session.number)
  }
  if (session.date < (await today(caller, session.facility_id))) {
    throw conflict(`This session was on ${session.date}.`, 'past')
  }
  if (session.status === 'PUBLISHED' && row.urgency !== 'EMERGENCY' && !reason) {
    throw invalid('reason', 'is required: the list is published.')
  }
}

const waiting_on_list: readonly (typeof case_states)[number][] = ['SCHEDULED']

/** OT-3: at its place, later ones move down; nobody comes before who was sent already. */
function withPlace(others: readonly CaseRow[], row: CaseRow, asked: number | undefined): CaseRow[] {
  const gone = others.findLastIndex(({ status }) => !waiting_on_list.includes(status)) + 1
  const at = Math.min(Math.max((asked ?? others.length + 1) - 1, 0), others.length)
  if (at < gone) throw conflict('Whoever was sent already keeps the place.', 'sent')
  return [...others.slice(0, at), row, ...others.slice(at)]
}

async function mayBeThere(
  caller: Caller,
  row: CaseRow,
  place: Place,
  input: BookInput,
): Promise<GateResult[]> {
  const team = await team_of_case.of(caller, row.id)
  const surgeon = leadOf(team, 'SURGEON') ?? { staff_id: row.surgeon_id, name: row.surgeon_name }
  const anaesthetist = leadOf(team, 'ANAESTHETIST') ?? place.anaesthetist
  const leading = [surgeon, ...(anaesthetist === null ? [] : [anaesthetist])]
  for (const person of leading) {
    await takeTurn(`theatre ${person.staff_id}`)
    await mustBeThere(caller, person, place.on)
    await mayLead(caller, person, place.on)
  }
  const clashes = await clashesOf(caller, row, place, leading)
  return gate(caller, {
    action: 'theatre.book',
    subject: { by_gate: { OT_CLASH: clashes, OT_OVERRUN: await overrunOf(caller, place) } },
    facts: { departments: place.session?.department ?? row.department },
    emergency: row.urgency === 'EMERGENCY',
    overrides: input.overrides,
    entity: {
      type: 'theatre_case',
      id: row.id,
      patient_id: row.patient_id,
      visit_id: row.visit_id,
    },
  })
}

interface Clash {
  number: string
  patient_id: string
  staff_id: string | null
}

const could_clash = ['SCHEDULED', 'SENT', 'RECEIVED', 'IN_THEATRE'] as const

/** OT-5: the patient never; a person with a gate. On one list they follow each other. */
async function clashesOf(
  caller: Caller,
  row: CaseRow,
  { from, to, session }: Place,
  leading: readonly { staff_id: string; name: string }[],
): Promise<Bite[]> {
  const ids = leading.map(({ staff_id }) => staff_id)
  const found = await rows<Clash>(
    sql`select c.number, c.patient_id, t.staff_id from theatre_cases c
      left join theatre_team t on t.case_id = c.id and t.lead and t.staff_id${oneOf(ids)}
      where c.hospital_id = ${caller.hospital_id} and c.id <> ${row.id}
        and c.status${oneOf([...could_clash])}
        and c.planned_start < ${to} and c.planned_end > ${from}
        and (c.session_id is null or c.session_id <> ${session?.id ?? ''})
        and (c.patient_id = ${row.patient_id} or t.staff_id is not null)
      order by c.number`,
  )
  const own = found.find(({ patient_id }) => patient_id === row.patient_id)
  if (own !== undefined) {
    const { full_name } = await patientRecord.get(caller, row.patient_id)
    throw conflict(`${full_name} is planned for ${own.number} at that time.`, 'clash')
  }
  const said = found.map(({ number, staff_id }) => {
    const name = leading.find((one) => one.staff_id === staff_id)?.name ?? ''
    return `${name} is planned for ${number} at that time.`
  })
  return said.length === 0 ? [] : [{ what: said.join(' ') }]
}

async function overrunOf(caller: Caller, { session, list, room }: Place): Promise<Bite[]> {
  if (session === null) return []
  const { minutes: long } = await hoursOf(caller, session)
  const over = bookedMinutes(list, room.turnover_minutes) - long
  if (over <= 0) return []
  return [{ what: `${session.number} is over by ${over} minutes.` }]
}

async function putInPlace(caller: Caller, row: CaseRow, place: Place): Promise<void> {
  if (place.session === null) return
  const list = place.list.map((one) => (one.id === row.id ? row : one))
  const moved = await arrange(caller, place.session, place.room.turnover_minutes, list)
  if (place.session.status !== 'PUBLISHED') return
  for (const other of moved.filter(({ id }) => id !== row.id)) {
    await tellMoved(caller, other)
  }
}

export const tellMoved = (caller: Caller, row: CaseRow): Promise<void> =>
  tellTeam(caller, row, [row.surgeon_id], {
    kind: 'theatre.moved',
    title: `Another time for ${row.number}`,
    body: `${row.title}: look at the list again.`,
  })

async function followed(
  caller: Caller,
  row: CaseRow,
  place: Place,
  gates: GateResult[],
): Promise<Done> {
  const { anaesthetist } = place
  const team = await team_of_case.of(caller, row.id)
  if (anaesthetist !== null && leadOf(team, 'ANAESTHETIST') === undefined) {
    await team_of_case.replace(
      caller,
      row.id,
      withLead(team.map(asMember), 'ANAESTHETIST', anaesthetist),
    )
  }
  await stamp(caller, row, 'SCHEDULED', clock.instant())
  const charged = await chargeProcedures(caller, row)
  const short = await reserveGoods(caller, charged.row, place.room, place.on)
  const bloodless = await askForBlood(caller, charged.row)
  await tellTeam(
    caller,
    row,
    [row.surgeon_id, ...(anaesthetist === null ? [] : [anaesthetist.staff_id])],
    {
      kind: 'theatre.booked',
      title: `${row.number} is on the list`,
      body: `${row.title}, ${place.room.name}, ${place.on}.`,
    },
  )
  return { row: charged.row, warnings: [...charged.warnings, ...short, ...bloodless], gates }
}

const asMember = ({
  staff_id,
  name,
  role,
  lead,
  supervising,
  from_at,
  to_at,
}: Parameters<typeof withLead>[0][number]) => ({
  staff_id,
  name,
  role,
  lead,
  supervising,
  from_at,
  to_at,
})

/** Whoever comes after moves up. Its session is locked. */
export async function leaveList(caller: Caller, row: CaseRow): Promise<void> {
  await releaseGoods(caller, row)
  if (row.session_id === null) return
  const { hospital_id } = caller
  const session = await sessionRecord.get(caller, row.session_id)
  const room = await roomRecord.get(caller, session.theatre_id)
  await theatre_cases.change({ hospital_id, id: row.id }, { session_id: null, position: null })
  const left = (await listOfSession(caller, session.id)).filter(({ id }) => id !== row.id)
  await arrange(caller, session, room.turnover_minutes, left)
}

/** The times of a list follow what its cases take. */
export async function rearranged(caller: Caller, row: CaseRow): Promise<void> {
  if (row.session_id === null) return
  const session = await sessionRecord.get(caller, row.session_id)
  const room = await roomRecord.get(caller, session.theatre_id)
  await arrange(caller, session, room.turnover_minutes, await listOfSession(caller, session.id))
}

// Into the room and out of the operation (A.3 4, 5; OT-1, OT-12).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { takeTurn } from '../../../../store/turn.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { today } from '../../../office/places/hours.ts'
import { chargeTimes, proceduresDone, uncharged } from '../charging.ts'
import { checklistsOf, isDone } from '../inside/checklists.ts'
import { mustBeEqual } from '../inside/counts.ts'
import { mayLead } from '../people.ts'
import { inUse, type RoomRow, roomRecord } from '../rooms/rooms.ts'
import { theatres } from '../rooms/tables.ts'
import { reasonOf } from '../settings/tables-of-theatre.ts'
import { room_left } from '../words.ts'
import type { Done } from './booking.ts'
import { closeIfWhole, withoutAnaesthetist } from './closing.ts'
import { stepped, timeOf } from './hand-over.ts'
import {
  caseRecord,
  type CaseRow,
  held,
  mustBeOfTeam,
  stampsOf,
  team_of_case,
  type TeamRow,
} from './record.ts'
import type { AdvanceInput } from './shapes.ts'
import { stamp } from './stamps.ts'
import { leadOf } from './team.ts'
import { technique } from './technique.ts'

export async function begin(caller: Caller, id: string, input: AdvanceInput): Promise<Done> {
  const { row: before, patient } = await held(caller, id)
  await mustBeOfTeam(caller, before)
  caseRecord.check(before, 'begin')
  if (before.status === 'SENT' && before.urgency !== 'EMERGENCY') {
    throw conflict(`Case ${before.number} is SENT: receive the patient first.`, 'state')
  }
  await mustBeWhole(caller, before)
  const theatre_id = input.theatre_id ?? before.theatre_id
  if (theatre_id === null) throw invalid('theatre_id', 'is required.')
  const room = await readyRoom(caller, before, theatre_id, input.room_ready === true)
  const at = await timeOf(caller, before, patient, 'IN_THEATRE', input)
  const { hospital_id } = caller
  await theatres.change({ hospital_id, id: room.id }, { state: 'IN_USE', case_id: before.id })
  const step = { move: 'begin', name: 'IN_THEATRE', at } as const
  const row = await stepped(caller, before, step, { theatre_id: room.id })
  return { row, warnings: [], gates: [] }
}

async function readyRoom(
  caller: Caller,
  row: CaseRow,
  id: string,
  is_ready: boolean,
): Promise<RoomRow> {
  const room = await roomRecord.locked(caller, id)
  if (room.facility_id !== row.facility_id) throw invalid('theatre_id', 'is of another branch.')
  if (room.case_id !== null) throw await inUse(caller, room)
  if (room.state === 'CLOSED')
    throw conflict(`${room.name} is closed: ${room.closed_reason ?? ''}`, 'closed')
  if (room.state === 'CLEANING' && !is_ready) {
    throw conflict(`${room.name} is being cleaned: say room_ready when it is ready.`, 'cleaning')
  }
  return room
}

/** OT-1: who leads is licensed, the roles are filled, and nobody is in another case. */
async function mustBeWhole(caller: Caller, row: CaseRow): Promise<void> {
  const team = await team_of_case.of(caller, row.id)
  const on = await today(caller, row.facility_id)
  const asleep = !withoutAnaesthetist(row)
  const leads = [
    needed(row, leadOf(team, 'SURGEON'), 'lead surgeon'),
    ...(asleep ? [needed(row, leadOf(team, 'ANAESTHETIST'), 'lead anaesthetist')] : []),
  ]
  needed(
    row,
    team.find(({ role }) => role === 'CIRCULATING'),
    'circulating nurse',
  )
  for (const person of leads) await mayLead(caller, person, on)
  await mustBeFree(caller, row, team)
}

function needed(row: CaseRow, one: TeamRow | undefined, called: string): TeamRow {
  if (one === undefined) throw conflict(`The team of ${row.number} has no ${called}.`, 'team')
  return one
}

async function mustBeFree(caller: Caller, row: CaseRow, team: readonly TeamRow[]): Promise<void> {
  const ids = team
    .filter(({ role, supervising }) => !(role === 'ANAESTHETIST' && supervising))
    .map(({ staff_id }) => staff_id)
  for (const id of [...new Set(ids)].toSorted()) await takeTurn(`in theatre ${id}`)
  const [other] = await rows<{ name: string; number: string }>(
    sql`select t.name, c.number from theatre_team t join theatre_cases c on c.id = t.case_id
      where t.hospital_id = ${caller.hospital_id} and t.staff_id${oneOf(ids)} and c.id <> ${row.id}
        and c.status${oneOf(['IN_THEATRE', 'PROCEDURE_DONE'])}
        and (t.role <> 'ANAESTHETIST' or not t.supervising)
        and (c.outcome is null or c.outcome <> 'DIED_IN_THEATRE')
      order by c.number limit 1`,
  )
  if (other !== undefined) throw conflict(`${other.name} is in ${other.number} now.`, 'busy')
}

export async function end(caller: Caller, id: string, input: AdvanceInput): Promise<Done> {
  const { row: before, patient } = await held(caller, id, { alive: false })
  await mustBeOfTeam(caller, before)
  caseRecord.check(before, 'end')
  const outcome = input.outcome ?? 'COMPLETED'
  await mayEnd(caller, before, outcome, patient.status === 'DECEASED')
  const reason = await whyOf(caller, outcome, input)
  const at = await timeOf(caller, before, patient, 'PROCEDURE_DONE', input)
  const step = { move: 'end', name: 'PROCEDURE_DONE', at } as const
  const changes = { outcome, outcome_reason: reason }
  const row = await stepped(caller, before, step, changes, reason)
  if (outcome === 'DIED_IN_THEATRE') return died(caller, row, at)
  if (outcome === 'ABANDONED') {
    return { row: await uncharged(caller, row, reason ?? 'Abandoned'), warnings: [], gates: [] }
  }
  await proceduresDone(caller, row, at)
  return { row, warnings: [], gates: [] }
}

/** No end without equal counts: OT-14; abandoned and died: OT-12. */
async function mayEnd(
  caller: Caller,
  row: CaseRow,
  outcome: NonNullable<CaseRow['outcome']>,
  deceased: boolean,
): Promise<void> {
  if (outcome === 'DIED_IN_THEATRE') {
    if (!deceased) throw conflict('Record the death first, with the place THEATRE.', 'death')
    return
  }
  const stamps = await stampsOf(caller, row.id)
  if (outcome === 'ABANDONED' && !stamps.has('INCISION')) return
  if (!stamps.has('INCISION')) throw conflict('There was no incision: say ABANDONED.', 'order')
  if (!stamps.has('CLOSURE')) throw conflict('The wound is not closed yet.', 'order')
  await mustBeEqual(caller, row)
  if (!isDone((await checklistsOf(caller, row.id)).get('SIGN_OUT'))) {
    throw conflict('Sign-out is not done.', 'order')
  }
}

async function whyOf(
  caller: Caller,
  outcome: CaseRow['outcome'],
  { reason_code, reason }: AdvanceInput,
): Promise<string | null> {
  if (outcome !== 'ABANDONED') return reason ?? null
  if (reason_code === undefined) throw invalid('reason_code', 'is required with ABANDONED.')
  if (reason === undefined) throw invalid('reason', 'is required with ABANDONED.')
  const { code } = await reasonOf(caller, reason_code)
  return `${code}: ${reason}`.slice(0, 300)
}

async function died(caller: Caller, row: CaseRow, at: string): Promise<Done> {
  const room = await leaveRoom(caller, row, at)
  const where = { kind: room?.kind ?? null, technique: await technique(caller, row) }
  const charged = await chargeTimes(caller, row, [room_left], where)
  await notify(caller, {
    to: { role: 'medical_in_charge' },
    kind: 'theatre.death',
    title: `Death in theatre: ${row.number}`,
    body: `${row.title}. The death is reviewed.`,
    entity: { type: 'theatre_case', id: row.id },
  })
  const closed = await closeIfWhole(caller, charged.row)
  return { row: closed, warnings: charged.warnings, gates: [] }
}

/** The room is cleaned next; its time ends here. */
export async function leaveRoom(
  caller: Caller,
  row: CaseRow,
  at: string,
): Promise<RoomRow | undefined> {
  if (row.theatre_id === null) return undefined
  const room = await roomRecord.locked(caller, row.theatre_id)
  if (room.case_id !== row.id) return room
  const { hospital_id } = caller
  await theatres.change({ hospital_id, id: room.id }, { state: 'CLEANING', case_id: null })
  await stamp(caller, row, room_left, at || clock.instant())
  return room
}

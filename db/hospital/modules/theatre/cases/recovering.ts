// Out of the room into recovery, and back to the ward (A.3 6, 7; OT-23).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { chargeTimes } from '../charging.ts'
import { type Content, partOf } from '../inside/parts.ts'
import { scoresOf, totalOf } from '../inside/recovery.ts'
import { nameOfStaff } from '../people.ts'
import { type RoomRow, roomRecord } from '../rooms/rooms.ts'
import { settingsOf } from '../settings/tables-of-theatre.ts'
import { room_left, type StampName } from '../words.ts'
import type { Done } from './booking.ts'
import { withoutAnaesthetist } from './closing.ts'
import { entityOf, stepped, timeOf } from './hand-over.ts'
import { leaveRoom } from './on-the-table.ts'
import { caseRecord, type CaseRow, held, mustBeOfTeam, stampsOf } from './record.ts'
import type { AdvanceInput } from './shapes.ts'
import { technique } from './technique.ts'

const roomOf = async (caller: Caller, { theatre_id }: CaseRow): Promise<RoomRow | undefined> =>
  theatre_id === null ? undefined : roomRecord.get(caller, theatre_id)

/** Who died on the table goes no further: 6 to 8 are not reached (OT-12). */
function mustLive(row: CaseRow): void {
  if (row.outcome !== 'DIED_IN_THEATRE') return
  throw conflict(`Case ${row.number} ended with a death in theatre.`, 'state')
}

export async function recover(caller: Caller, id: string, input: AdvanceInput): Promise<Done> {
  const { row: before, patient } = await held(caller, id)
  await mustBeOfTeam(caller, before)
  caseRecord.check(before, 'recover')
  mustLive(before)
  const room = await roomOf(caller, before)
  if (room?.has_recovery === false) {
    throw conflict(`${room.name} has no recovery: the patient is returned.`, 'recovery')
  }
  const at = await timeOf(caller, before, patient, 'IN_RECOVERY', input)
  const row = await stepped(caller, before, { move: 'recover', name: 'IN_RECOVERY', at })
  return leftRoom(caller, row, at, [])
}

async function leftRoom(
  caller: Caller,
  row: CaseRow,
  at: string,
  ended: readonly StampName[],
): Promise<Done> {
  const room = await leaveRoom(caller, row, at)
  const where = { kind: room?.kind ?? null, technique: await technique(caller, row) }
  const charged = await chargeTimes(caller, row, [room_left, ...ended], where)
  const asleep = !withoutAnaesthetist(row)
  const running = asleep && !(await stampsOf(caller, row.id)).has('ANAESTHESIA_END')
  const warnings = running ? ['The end of anaesthesia is not stamped yet.'] : []
  return { row: charged.row, warnings: [...charged.warnings, ...warnings], gates: [] }
}

export async function returned(caller: Caller, id: string, input: AdvanceInput): Promise<Done> {
  const { row: before, patient } = await held(caller, id)
  await mustBeOfTeam(caller, before)
  caseRecord.check(before, 'return')
  mustLive(before)
  await mayPassRecovery(caller, before, input)
  await mustBeOrdered(caller, before)
  if (!input.escort_staff_id) throw invalid('escort_staff_id', 'is required: who goes along?')
  const escort_name = await nameOfStaff(caller, input.escort_staff_id)
  const gates = await fitToLeave(caller, before, input)
  const at = await timeOf(caller, before, patient, 'RETURNED', input)
  const row = await stepped(
    caller,
    before,
    { move: 'return', name: 'RETURNED', at },
    {
      escort_name,
      direct_reason: input.direct_reason ?? null,
      returned_by_id: caller.user_id,
    },
  )
  const done = await leftRoom(caller, row, at, ['RETURNED'])
  return { ...done, gates }
}

/** From the table to the ward: no recovery in this room, or straight to intensive care. */
async function mayPassRecovery(
  caller: Caller,
  row: CaseRow,
  { direct_reason }: AdvanceInput,
): Promise<void> {
  if (row.status !== 'PROCEDURE_DONE' || direct_reason !== undefined) return
  const room = await roomOf(caller, row)
  if (room?.has_recovery !== true) return
  throw conflict(`Case ${row.number} goes to recovery first, or say direct_reason.`, 'recovery')
}

async function mustBeOrdered(caller: Caller, row: CaseRow): Promise<void> {
  const note = await partOf(caller, row.id, 'OPERATION_NOTE')
  if ((note?.content as Content | undefined)?.['post_op_orders']) return
  throw conflict('Write the post-operative orders first.', 'orders')
}

async function fitToLeave(
  caller: Caller,
  row: CaseRow,
  input: AdvanceInput,
): Promise<GateResult[]> {
  const bites = input.direct_reason === undefined ? await scoreOf(caller, row) : []
  return gate(caller, {
    action: 'theatre.return',
    subject: { by_gate: { OT_SCORE: bites } },
    facts: { departments: row.department },
    overrides: input.overrides,
    entity: entityOf(row),
  })
}

async function scoreOf(caller: Caller, row: CaseRow): Promise<Bite[]> {
  const { aldrete_min, aldrete_readings } = await settingsOf(caller)
  const scores = await scoresOf(caller, row.id)
  const last = scores.at(-1)
  if (scores.length < aldrete_readings) {
    return [{ what: `${scores.length} of ${aldrete_readings} readings are there.` }]
  }
  if (last === undefined || totalOf(last) >= aldrete_min) return []
  return [{ what: `the last is ${totalOf(last)}, ${aldrete_min} are needed.` }]
}

// The moments of an operation (OT-11): anaesthesia, incision, closure. Each once, none before its time.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { timeAt } from '../../../desk/visits/rows.ts'
import { actTime } from '../../parts/acts.ts'
import { chargeTimes } from '../charging.ts'
import { checklistsOf, isDone } from '../inside/checklists.ts'
import { mustBeCounted } from '../inside/counts.ts'
import { roomRecord } from '../rooms/rooms.ts'
import type { TheatreEvent } from '../words.ts'
import type { Done } from './booking.ts'
import { withoutAnaesthetist } from './closing.ts'
import { entityOf } from './hand-over.ts'
import { caseRecord, type CaseRow, held, mustBeOfTeam, stampsOf } from './record.ts'
import type { AdvanceInput } from './shapes.ts'
import { stamp } from './stamps.ts'
import { afterSteps, stepName } from './steps.ts'
import { technique } from './technique.ts'

export async function event(
  caller: Caller,
  id: string,
  name: TheatreEvent,
  input: AdvanceInput,
): Promise<Done> {
  const { row: before, patient } = await held(caller, id, { alive: false })
  await mustBeOfTeam(caller, before)
  mustBeOn(before, name)
  const stamps = await stampsOf(caller, before.id)
  const was = stamps.get(name)
  if (was !== undefined) {
    const at = await timeAt(caller, before.facility_id, was.at)
    throw conflict(`${stepName(name)} was at ${at} already.`, 'done')
  }
  await inOrder(caller, before, name, new Set(stamps.keys()))
  const gates = name === 'INCISION' ? await antibiotic(caller, before, input) : []
  const at = actTime(input.at, patient, {
    after: await afterSteps(caller, before, name),
    late_reason: input.late_reason,
  })
  await stamp(caller, before, name, at)
  const row = await caseRecord.changed(caller, before, name.toLowerCase())
  const charged = await chargeTimes(caller, row, [name], await whereOf(caller, row))
  return { ...charged, gates }
}

const after_end: readonly CaseRow['status'][] = ['IN_THEATRE', 'PROCEDURE_DONE', 'IN_RECOVERY']

function mustBeOn(row: CaseRow, name: TheatreEvent): void {
  const on = name === 'ANAESTHESIA_END' ? after_end : ['IN_THEATRE']
  if (!on.includes(row.status)) {
    throw conflict(
      `Case ${row.number} is ${row.status}: ${stepName(name)} is not stamped now.`,
      'state',
    )
  }
  if (name.startsWith('ANAESTHESIA') && withoutAnaesthetist(row)) {
    throw conflict(`With ${row.anaesthesia_planned} no anaesthesia is timed.`, 'technique')
  }
}

/** Never overridden, emergencies included. */
async function inOrder(
  caller: Caller,
  row: CaseRow,
  name: TheatreEvent,
  stamped: ReadonlySet<string>,
): Promise<void> {
  const lists = await checklistsOf(caller, row.id)
  if (name === 'ANAESTHESIA_START' && !isDone(lists.get('SIGN_IN'))) {
    throw conflict('Sign-in is not done.', 'order')
  }
  if (name === 'INCISION') {
    if (!isDone(lists.get('TIME_OUT')))
      throw conflict('Time-out is not done: no incision.', 'order')
    await mustBeCounted(caller, row)
  }
  if (name === 'CLOSURE' && !stamped.has('INCISION')) {
    throw conflict('There was no incision yet.', 'order')
  }
  if (name !== 'ANAESTHESIA_END') return
  if (!stamped.has('ANAESTHESIA_START')) throw conflict('Anaesthesia has not begun.', 'order')
  if (!stamped.has('CLOSURE') && row.outcome !== 'ABANDONED') {
    throw conflict('The wound is not closed yet.', 'order')
  }
}

/** What was given is told at time-out. */
async function antibiotic(
  caller: Caller,
  row: CaseRow,
  { overrides }: AdvanceInput,
): Promise<GateResult[]> {
  const list = (await checklistsOf(caller, row.id)).get('TIME_OUT')
  const given = list?.items.find(({ key }) => key === 'antibiotic')?.answer === 'YES'
  const missing = row.needs.prophylaxis && !given
  return gate(caller, {
    action: 'theatre.incision',
    subject: {
      by_gate: { OT_ANTIBIOTIC: missing ? [{ what: 'asked for, and not said to be given.' }] : [] },
    },
    facts: { departments: row.department },
    emergency: row.urgency === 'EMERGENCY',
    overrides,
    entity: entityOf(row),
  })
}

async function whereOf(caller: Caller, row: CaseRow) {
  const kind = row.theatre_id === null ? null : (await roomRecord.get(caller, row.theatre_id)).kind
  return { kind, technique: await technique(caller, row) }
}

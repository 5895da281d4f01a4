// The patient goes from the ward to theatre and back: each hand-over by two people, with identity (A.3 2, 3, 8).

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, minutes } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { bedRecord } from '../../../care/wards/places/bed-record.ts'
import { request as transferRequest } from '../../../care/wards/transfers/transfers.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Row as Patient } from '../../../desk/patients/rows.ts'
import { addTask } from '../../../neighbours/to-care.ts'
import { actTime, confirmIdentity } from '../../parts/acts.ts'
import { type Content, partOf } from '../inside/parts.ts'
import { tellTeam } from '../telling.ts'
import type { Milestone } from '../words.ts'
import type { Done } from './booking.ts'
import { closeIfWhole } from './closing.ts'
import { type CaseMove, caseRecord, type CaseRow, held, mustBeOfTeam } from './record.ts'
import { placeAtSending, standsInTheWay } from './sending.ts'
import type { AdvanceInput } from './shapes.ts'
import { stamp } from './stamps.ts'
import { afterSteps } from './steps.ts'

/** When it was: never before an earlier step (OT-11). */
export const timeOf = async (
  caller: Caller,
  row: CaseRow,
  patient: Patient,
  step: Milestone,
  { at, late_reason }: AdvanceInput,
): Promise<string> =>
  actTime(at, patient, { after: await afterSteps(caller, row, step), late_reason })

export async function stepped(
  caller: Caller,
  before: CaseRow,
  step: { move: CaseMove; name: Milestone; at: string },
  changes: Partial<CaseRow> = {},
  reason: string | null = null,
): Promise<CaseRow> {
  await stamp(caller, before, step.name, step.at)
  return caseRecord.moved(caller, before, step.move, changes, reason)
}

export const entityOf = ({ id, patient_id, visit_id }: CaseRow) => ({
  type: 'theatre_case',
  id,
  patient_id,
  visit_id,
})

export async function send(caller: Caller, id: string, input: AdvanceInput): Promise<Done> {
  const { row: before, patient } = await held(caller, id)
  caseRecord.check(before, 'send')
  await confirmIdentity(caller, patient, input)
  const place = await placeAtSending(caller, before, patient)
  const at = await timeOf(caller, before, patient, 'SENT', input)
  const gates = await gate(caller, {
    action: 'theatre.send',
    subject: {
      by_gate: await standsInTheWay(caller, before, patient),
      patient_id: patient.id,
    },
    facts: { departments: before.department },
    emergency: before.urgency === 'EMERGENCY',
    overrides: input.overrides,
    entity: entityOf(before),
  })
  const step = { move: 'send', name: 'SENT', at } as const
  const row = await stepped(caller, before, step, { ...place, sent_by_id: caller.user_id })
  await tellTeam(caller, row, [row.surgeon_id], {
    kind: 'theatre.sent',
    title: `${row.number} is on the way`,
    body: `${row.title}: the patient was sent to theatre.`,
  })
  return { row, warnings: [], gates }
}

export async function receive(caller: Caller, id: string, input: AdvanceInput): Promise<Done> {
  const { row: before, patient } = await held(caller, id)
  await mustBeOfTeam(caller, before)
  caseRecord.check(before, 'receive')
  await confirmIdentity(caller, patient, input)
  if (before.sent_by_id !== null && before.sent_by_id === caller.user_id) {
    throw conflict('Another person than who sent the patient receives.', 'second')
  }
  const at = await timeOf(caller, before, patient, 'RECEIVED', input)
  const row = await stepped(caller, before, { move: 'receive', name: 'RECEIVED', at })
  return { row, warnings: [], gates: [] }
}

export async function accept(caller: Caller, id: string, input: AdvanceInput): Promise<Done> {
  const { row: before, patient } = await held(caller, id, { alive: false })
  caseRecord.check(before, 'accept')
  await confirmIdentity(caller, patient, input)
  if (before.returned_by_id !== null && before.returned_by_id === caller.user_id) {
    throw conflict('Another person than who returned the patient accepts.', 'second')
  }
  const at = await timeOf(caller, before, patient, 'ACCEPTED', input)
  const row = await stepped(caller, before, { move: 'accept', name: 'ACCEPTED', at })
  await intoBed(caller, row, input)
  await afterwards(caller, row, at)
  return { row: await closeIfWhole(caller, row), warnings: [], gates: [] }
}

/** Another bed of the same ward; another ward accepts by its own transfer. */
async function intoBed(
  caller: Caller,
  row: CaseRow,
  { bed_id, overrides }: AdvanceInput,
): Promise<void> {
  if (!bed_id) return
  if (row.admission_id === null) throw conflict('The patient has no stay: admit first.', 'no_stay')
  const bed = await bedRecord.get(caller, bed_id)
  await transferRequest(caller, {
    admission_id: row.admission_id,
    to_ward_id: bed.ward_id,
    to_bed_id: bed.id,
    reason: `From theatre, ${row.number}`,
    now: true,
    overrides: overrides ?? [],
  })
}

const every = (count: number, gap: number): number[] => Array.from({ length: count }, () => gap)
/** OT-18: 15 min × 4, 30 min × 4, then hourly. */
const watched = [...every(4, 15), ...every(4, 30), 60]

async function afterwards(caller: Caller, row: CaseRow, at: string): Promise<void> {
  let due = Date.parse(at)
  for (const [index, gap] of watched.entries()) {
    due += minutes(gap)
    const last = index === watched.length - 1
    await task(caller, row, `watch:${index + 1}`, due, {
      task: last ? 'Observe, and every hour from now on' : 'Observe after the operation',
      category: 'OBSERVATION',
    })
  }
  await task(caller, row, 'wound', Date.parse(at) + hours(24), {
    task: 'Look at the wound',
    category: 'WOUND',
  })
  const note = await partOf(caller, row.id, 'OPERATION_NOTE')
  const drains = ((note?.content as Content | undefined)?.['drains'] ?? []) as { site: string }[]
  for (const [index, { site }] of drains.entries()) {
    await task(caller, row, `drain:${index + 1}`, Date.parse(at) + hours(24), {
      task: `Look at the drain: ${site}`.slice(0, 200),
      category: 'WOUND',
    })
  }
}

const task = (
  caller: Caller,
  row: CaseRow,
  what: string,
  due: number,
  said: { task: string; category: string },
) =>
  addTask(caller, {
    ...said,
    patient_id: row.patient_id,
    due_at: new Date(Math.max(due, clock.ms())).toISOString(),
    source: 'theatre_case',
    source_id: `${row.id}:${what}`,
  })

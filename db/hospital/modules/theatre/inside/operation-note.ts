// The operation note (OT-21, OT-22): drafted by the team, signed by a surgeon of it. Signed, it stands on the
// patient's chart, and what was done beside the plan is charged.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { readCode } from '../../../care/records/codes/codes.ts'
import { closeIfWhole } from '../cases/closing.ts'
import { type CaseRow, held, mustBeOfTeam, stampsOf, team_of_case } from '../cases/record.ts'
import { chargeProcedures, procedureNotDone, proceduresDone } from '../charging.ts'
import { mustHaveCome } from './anaesthesia.ts'
import { doneOf, onTheChart, type ProcedureOfNote } from './on-the-chart.ts'
import { type Content, isSigned, type PartRow, partsOfCase, writePart } from './parts.ts'
import type { OperationNoteInput } from './shapes.ts'

export interface NoteWritten {
  row: CaseRow
  warnings: string[]
}

export async function write(
  caller: Caller,
  id: string,
  input: OperationNoteInput,
): Promise<NoteWritten> {
  const { row } = await held(caller, id, { alive: false })
  await mustBeOfTeam(caller, row)
  mustHaveCome(row)
  const { sign = false, reason, procedures_done, ...content } = input
  const done =
    procedures_done === undefined
      ? {}
      : { procedures_done: procedures_done.map((one, at) => doneRead(row, one, at)) }
  const part = await writePart(caller, row, {
    part: 'OPERATION_NOTE',
    content: { ...content, ...done },
    sign,
    reason,
    maySign: (written, { staff_id }) => maySign(caller, row, written, staff_id),
  })
  if (!isSigned(part)) return { row, warnings: [] }
  return signedNow(caller, row, part)
}

function doneRead(
  row: CaseRow,
  one: NonNullable<OperationNoteInput['procedures_done']>[number],
  at: number,
): ProcedureOfNote {
  const { code, system, shipped } = readCode(one.coding_system ?? 'PROCEDURE', one.code)
  const planned_line = one.planned_line ?? null
  if (planned_line !== null && !row.procedures.some(({ line }) => line === planned_line)) {
    throw invalid(`procedures_done[${at}].planned_line`, 'is no line of this case.')
  }
  return {
    code,
    coding_system: system,
    title: shipped?.display ?? one.title ?? code,
    side: one.side ?? 'NOT_APPLICABLE',
    planned_line,
  }
}

async function maySign(
  caller: Caller,
  row: CaseRow,
  content: Content,
  staff_id: string | null,
): Promise<void> {
  if (staff_id !== null) {
    const team = await team_of_case.of(caller, row.id)
    if (!team.some((one) => one.role === 'SURGEON' && one.staff_id === staff_id)) {
      throw conflict('Only a surgeon of this case can sign the operation note.', 'role')
    }
  }
  if ((await stampsOf(caller, row.id)).get('PROCEDURE_DONE') === undefined) {
    throw conflict(`Case ${row.number} is ${row.status}: the operation is not over.`, 'state')
  }
  for (const field of ['findings', 'technique', 'post_op_orders']) {
    if (!content[field]) throw invalid(field, 'is required to sign.')
  }
  if (
    doneOf(content).length === 0 &&
    row.outcome !== 'ABANDONED' &&
    row.outcome !== 'DIED_IN_THEATRE'
  ) {
    throw invalid('procedures_done', 'is required to sign.')
  }
}

async function signedNow(caller: Caller, row: CaseRow, part: PartRow): Promise<NoteWritten> {
  const charged = await billed(caller, row, doneOf(part.content as Content))
  await onTheChart(caller, charged.row, part, await notedBefore(caller, row, part))
  return { ...charged, row: await closeIfWhole(caller, charged.row) }
}

async function notedBefore(
  caller: Caller,
  { id }: CaseRow,
  { version_no }: PartRow,
): Promise<ProcedureOfNote[]> {
  if (version_no === 1) return []
  const earlier = (await partsOfCase(caller, id)).filter(
    (one) => one.part === 'OPERATION_NOTE' && one.version_no < version_no,
  )
  return earlier.flatMap(({ content }) => doneOf(content as Content))
}

/** Lines of what was not planned come after those that were. */
const unplanned_from = 100

async function billed(
  caller: Caller,
  row: CaseRow,
  done: readonly ProcedureOfNote[],
): Promise<NoteWritten> {
  const planned = new Set(done.flatMap(({ planned_line }) => planned_line ?? []))
  const left = row.procedures.filter(({ line }) => !planned.has(line)).map(({ line }) => line)
  // A note that names none by its plan says nothing of what was planned.
  const less =
    planned.size === 0 ? row : await procedureNotDone(caller, row, left, 'Planned and not done')
  const more = done
    .filter(({ planned_line }) => planned_line === null)
    .map((one, at) => ({ ...one, line: unplanned_from + at, primary: false }))
  const charged = await chargeProcedures(caller, await amended(caller, less, more.length), more)
  const at = (await stampsOf(caller, row.id)).get('PROCEDURE_DONE')?.at
  await proceduresDone(caller, charged.row, at ?? row.updated_at)
  return charged
}

/** What an earlier version named beside the plan, and this one does not. */
const amended = (caller: Caller, row: CaseRow, named: number): Promise<CaseRow> => {
  const lines = row.charges
    .map(({ source_id }) => Number(source_id.split(':')[1]))
    .filter((line) => line >= unplanned_from + named)
  return procedureNotDone(caller, row, lines, 'Not in the amended note')
}

// What was operated stands on the patient's chart as it is signed (MOD-6): a PROCEDURE each, with its times, and
// the note itself. An amendment adds its own.

import type { Caller } from '../../../../core/caller.ts'
import { open as writeRecord } from '../../../care/records/writing.ts'
import { type CaseRow, stampsOf, team_of_case } from '../cases/record.ts'
import { said } from '../cases/wanted.ts'
import type { Procedure } from '../cases/tables.ts'
import type { Content, PartRow } from './parts.ts'

export interface ProcedureOfNote {
  code: string
  coding_system: string
  title: string
  side: Procedure['side']
  planned_line: number | null
}

export const doneOf = (content: Content): ProcedureOfNote[] =>
  (content['procedures_done'] ?? []) as ProcedureOfNote[]

const text = (content: Content, field: string): string => {
  const said = content[field]
  return typeof said === 'string' ? said : ''
}

/** `noted`: what the versions before this one put there. */
export async function onTheChart(
  caller: Caller,
  row: CaseRow,
  part: PartRow,
  noted: readonly ProcedureOfNote[],
): Promise<void> {
  if (row.visit_id === null && row.admission_id === null) return
  const content = part.content as Content
  const stamps = await stampsOf(caller, row.id)
  const at = stamps.get('INCISION')?.at ?? stamps.get('IN_THEATRE')?.at ?? part.signed_at
  const place =
    row.admission_id === null ? { visit_id: row.visit_id } : { admission_id: row.admission_id }
  const of = { patient_id: row.patient_id, ...place, sign: true, late_reason: 'Operation note' }
  const team = await team_of_case.of(caller, row.id)
  const performers = team.filter(({ role }) => role === 'SURGEON').map(({ staff_id }) => staff_id)
  const there = new Set(noted.map(sameAs))
  for (const one of doneOf(content).filter((done) => !there.has(sameAs(done)))) {
    await writeRecord(caller, {
      ...of,
      kind: 'PROCEDURE',
      title: one.title,
      code: one.code,
      coding_system: one.coding_system,
      laterality: one.side === 'NOT_APPLICABLE' ? null : one.side,
      occurred_at: at,
      procedure: {
        performers,
        site: null,
        findings: text(content, 'findings').slice(0, 4000),
        complication: null,
        quantity: 1,
      },
    })
  }
  await writeRecord(caller, {
    ...of,
    kind: 'NOTE',
    note_type: 'OPERATION',
    title: `Operation note ${row.number}`,
    body: noteBody(row, part),
  })
}

const sameAs = ({ coding_system, code, side }: ProcedureOfNote): string =>
  `${coding_system} ${code} ${side}`

function noteBody(row: CaseRow, { content, version_no, reason }: PartRow): string {
  const of = content as Content
  const lines = [
    version_no === 1 ? '' : `Amended: ${reason}`,
    `Case ${row.number}: ${row.procedures.map(said).join('; ')}`,
    ...(doneOf(of).length === 0 ? [] : [`Done: ${doneOf(of).map(said).join('; ')}`]),
    ...labelled(of, 'Findings', 'findings'),
    ...labelled(of, 'Incision', 'incision'),
    ...labelled(of, 'Technique', 'technique'),
    ...labelled(of, 'Closure', 'closure'),
    ...labelled(of, 'After the operation', 'post_op_orders'),
    ...labelled(of, 'Follow-up', 'follow_up'),
  ]
  return lines.filter(Boolean).join('\n').slice(0, 20_000)
}

const labelled = (content: Content, label: string, field: string): string[] =>
  text(content, field) === '' ? [] : [`${label}: ${text(content, field)}`]

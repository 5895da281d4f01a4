// The anaesthesia record of a case (A.2 Anaesthesia), signed by an anaesthetist of its team.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { closeIfWhole } from '../cases/closing.ts'
import { type CaseRow, held, mustBeOfTeam, team_of_case } from '../cases/record.ts'
import { writePart } from './parts.ts'
import type { AnaesthesiaInput } from './shapes.ts'

export async function write(caller: Caller, id: string, input: AnaesthesiaInput): Promise<CaseRow> {
  const { row } = await held(caller, id, { alive: false })
  await mustBeOfTeam(caller, row)
  mustHaveCome(row)
  const { sign = false, reason, ...content } = input
  await writePart(caller, row, {
    part: 'ANAESTHESIA',
    content,
    sign,
    reason,
    async maySign(written, { staff_id }) {
      if (written['technique'] === undefined) throw invalid('technique', 'is required to sign.')
      if (staff_id === null) return
      const team = await team_of_case.of(caller, row.id)
      if (team.some((one) => one.role === 'ANAESTHETIST' && one.staff_id === staff_id)) return
      throw conflict('Only an anaesthetist of this case can sign the anaesthesia record.', 'role')
    },
  })
  return closeIfWhole(caller, row)
}

export function mustHaveCome({ status, number }: CaseRow): void {
  if (status !== 'REQUESTED' && status !== 'SCHEDULED' && status !== 'CANCELLED') return
  throw conflict(`Case ${number} is ${status}: nobody is in theatre.`, 'state')
}

// Scores of recovery (A.2 RecoveryScore, OT-23): five parts of 0 to 2, until the patient may leave.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import type { RowOf } from '../../../../store/table.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { actTime } from '../../parts/acts.ts'
import { held, mustBeOfTeam } from '../cases/record.ts'
import { afterSteps } from '../cases/steps.ts'
import { settingsOf } from '../settings/tables-of-theatre.ts'
import type { RecoveryInput } from './shapes.ts'
import { theatre_recovery } from './tables.ts'

export type ScoreRow = RowOf<(typeof theatre_recovery)['columns']>

export const scoresOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  case_id: string,
): Promise<ScoreRow[]> => theatre_recovery.all({ hospital_id, case_id }, { order: ['at', 'id'] })

export const totalOf = (row: ScoreRow): number =>
  row.activity + row.breathing + row.circulation + row.consciousness + row.oxygen

export const shownScore = (row: ScoreRow) => ({ ...row, total: totalOf(row) })

export async function add(caller: Caller, id: string, input: RecoveryInput) {
  const { row, patient } = await held(caller, id)
  await mustBeOfTeam(caller, row)
  const signer = await signerOf(caller)
  const { hospital_id } = caller
  if (await madeBefore(caller, theatre_recovery, input.id)) {
    const known = await theatre_recovery.find({ hospital_id, id: input.id, case_id: row.id })
    if (known === undefined) throw conflict('This id is already in use.')
    return { ...shownScore(known), may_leave: await mayLeave(caller, row.id) }
  }
  if (row.status !== 'IN_RECOVERY' && row.status !== 'PROCEDURE_DONE') {
    throw conflict(`Case ${row.number} is ${row.status}: nobody is in recovery.`, 'state')
  }
  const at = actTime(input.at, patient, { after: await afterSteps(caller, row, 'IN_RECOVERY') })
  const made = await theatre_recovery.insert({
    ...input,
    hospital_id,
    case_id: row.id,
    at,
    bleeding: input.bleeding || null,
    note: input.note || null,
    by_name: signer.name.slice(0, 160),
  })
  return { ...shownScore(made), may_leave: await mayLeave(caller, row.id) }
}

export async function mayLeave(caller: Caller, case_id: string): Promise<boolean> {
  const { aldrete_min, aldrete_readings } = await settingsOf(caller)
  const scores = await scoresOf(caller, case_id)
  const last = scores.at(-1)
  return scores.length >= aldrete_readings && last !== undefined && totalOf(last) >= aldrete_min
}

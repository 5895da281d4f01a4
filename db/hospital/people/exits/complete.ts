// Somebody is gone (people 3.9): the pay is posted, the record and the account are closed.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { inWords } from '../../office/plans/days.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { finalSlipOf } from '../payroll/slips/final.ts'
import { runRecord } from '../payroll/runs/record.ts'
import { leave } from '../staff/records/leaving.ts'
import { notOneself } from '../staff/records/moves.ts'
import { exitRecord, type ExitRow, get } from './record.ts'

export async function complete(caller: Caller, id: string): Promise<ExitRow> {
  const { staff_id } = await get(caller, id)
  const before = await exitRecord.begin(caller, id, 'complete')
  await notOneself(caller, staff_id, 'Somebody else must see to your own exit.')
  if (before.last_day > (await today(caller))) {
    throw conflict(
      `The last day of ${before.number} is still to come: ${inWords(before.last_day)}.`,
    )
  }
  await mustBePaid(caller, before)
  const { last_day: exited_on, rehire_ok, kind, number } = before
  await leave(caller, staff_id, { exited_on, rehire_ok, reason: `${number}: ${kind}` })
  return exitRecord.moved(caller, before, 'complete', { completed_at: clock.instant() })
}

/** A final payslip is in the books, or its run found that nothing is due. */
async function mustBePaid(caller: Caller, row: ExitRow): Promise<void> {
  if (row.run_id === null || (await finalSlipOf(caller, row)) !== undefined) return
  const run = await runRecord.get(caller, row.run_id)
  if (run.left_out.some(({ staff_id }) => staff_id === row.staff_id)) return
  throw conflict(`The final pay is not posted yet: ${run.number} is ${run.status}.`, 'state')
}

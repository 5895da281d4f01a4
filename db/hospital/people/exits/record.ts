// An exit as it is kept (people 3.9).

import { type Caller, can } from '../../../core/caller.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { named, staffRecord } from '../staff/records/rows.ts'
import { isInScope } from '../staff/records/scope.ts'
import { staff_exit_moves, staff_exits } from './tables.ts'
import { exit_states, live_exits } from './words.ts'

export type ExitRow = RowOf<(typeof staff_exits)['columns']>

const exit_life = life('exit', exit_states, {
  'start clearing': { from: ['OPEN'], to: 'CLEARING', permission: 'exit:write' },
  clear: { from: ['CLEARING'], to: 'CLEARED', permission: 'exit:approve' },
  calculate: { from: ['CLEARED'], to: 'CLEARED', permission: 'payroll:prepare' },
  settle: { from: ['CLEARED'], to: 'SETTLED', permission: 'payroll:approve' },
  complete: { from: ['SETTLED'], to: 'COMPLETED', permission: 'exit:approve' },
  withdraw: {
    from: ['OPEN', 'CLEARING'],
    to: 'WITHDRAWN',
    permission: 'exit:approve',
    reason: 'required',
  },
})

export const exitRecord = recordWithLife(staff_exits, {
  life: exit_life,
  type: 'exit',
  called: ({ number }) => number,
  history: historyIn(staff_exit_moves),
  sequence: 'exit',
  clash: async (caller: Caller, error: unknown, wanted: ExitRow) =>
    isTaken(error, 'staff_id') ? twice(caller, wanted.staff_id) : error,
})

/** Of one person one exit at a time. */
async function twice({ hospital_id }: Caller, staff_id: string): Promise<Error> {
  const person = await staffRecord.get({ hospital_id }, staff_id)
  const other = await liveExitOf({ hospital_id }, staff_id)
  return conflict(`${other?.number ?? 'Another exit'} of ${named(person)} is still open.`)
}

export const liveExitOf = ({ hospital_id }: Pick<Caller, 'hospital_id'>, staff_id: string) =>
  staff_exits.find({ hospital_id, staff_id, status: [...live_exits] })

export async function refuseSecond(caller: Caller, staff_id: string): Promise<void> {
  if ((await liveExitOf(caller, staff_id)) !== undefined) throw await twice(caller, staff_id)
}

/** Whoever reckons and settles pay does so for everybody (decision 0385). */
export const seesAll = (caller: Caller): boolean =>
  can(caller, 'payroll:prepare') || can(caller, 'payroll:approve')

/** Of the caller's own people; outside them there is none (HR-1). */
export async function get(caller: Caller, id: string): Promise<ExitRow> {
  const found = await exitRecord.get(caller, id)
  if (seesAll(caller) || (await isInScope(caller, found.staff_id))) return found
  throw noSuch('exit')
}

export const exit_moves = exit_life.names

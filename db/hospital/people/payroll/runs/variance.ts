// Whose net pay moved most against the month before (people 8).

import type { Caller } from '../../../../core/caller.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { payslips } from '../slips/tables.ts'
import { lastOf } from './compare.ts'
import type { RunRow } from './record.ts'

export interface Moved {
  staff_number: string
  full_name: string
  /** Null: was not paid then, or is not now. */
  last_net: number | null
  net: number | null
  change: number
}

export async function mostMoved(caller: Caller, run: RunRow, count: number): Promise<Moved[]> {
  const { hospital_id } = caller
  const now = await payslips.all({ hospital_id, run_id: run.id }, { order: ['staff_number', 'id'] })
  const before = await lastOf(caller, run)
  const nets = new Map(before.map((slip) => [slip.staff_id, slip.net]))
  const paid = new Set(now.map(({ staff_id }) => staff_id))
  const moved = [
    ...now.map((slip) => ({ slip, last: nets.get(slip.staff_id) ?? null, net: slip.net })),
    ...before
      .filter(({ staff_id }) => !paid.has(staff_id))
      .map((slip) => ({ slip, last: slip.net, net: null })),
  ].map((one) => ({ ...one, change: (one.net ?? 0) - (one.last ?? 0) }))
  const { major } = await purseOf(caller)
  return moved
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, count)
    .map(({ slip, last, net, change }) => ({
      staff_number: slip.staff_number,
      full_name: slip.full_name,
      last_net: last === null ? null : major(last),
      net: net === null ? null : major(net),
      change: major(change),
    }))
}

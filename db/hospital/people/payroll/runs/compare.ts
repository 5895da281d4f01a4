// A run beside the one of the month before.

import type { Of } from '../../../../store/record-of.ts'
import { payslips } from '../slips/tables.ts'
import { posted_slips } from '../words.ts'
import type { SlipRow } from './paid-before.ts'
import { quotient } from './rounding.ts'
import type { RunRow } from './record.ts'
import type { Compared } from './tables.ts'

export async function comparedWith(
  caller: Of,
  run: RunRow,
  slips: readonly Pick<SlipRow, 'staff_id' | 'net'>[],
): Promise<Compared | null> {
  if (run.kind !== 'REGULAR') return null
  const last = await lastOf(caller, run)
  const first = last[0]
  if (first === undefined) return null
  const before = new Map(last.map(({ staff_id, net }) => [staff_id, net]))
  const now = new Map(slips.map(({ staff_id, net }) => [staff_id, net]))
  const sum = (all: ReadonlyMap<string, number>): number =>
    [...all.values()].reduce((total, net) => total + net, 0)
  const old = sum(before)
  return {
    last_run_id: first.run_id,
    net_change_bp: old === 0 ? 0 : quotient(BigInt(sum(now) - old) * 10_000n, BigInt(old)),
    joined: [...now.keys()].filter((id) => !before.has(id)).length,
    left: [...before.keys()].filter((id) => !now.has(id)).length,
    changed: [...now].filter(([id, net]) => before.has(id) && before.get(id) !== net).length,
  }
}

/** The REGULAR payslips of the month before, of these branches. */
export async function lastOf(
  { hospital_id }: Of,
  { period_year, period_month, facility_ids }: RunRow,
): Promise<SlipRow[]> {
  const [year, month] = period_month === 1 ? [period_year - 1, 12] : [period_year, period_month - 1]
  const found = await payslips.all(
    {
      hospital_id,
      period_year: year,
      period_month: month,
      regular: true,
      status: [...posted_slips],
    },
    { order: ['staff_number', 'id'] },
  )
  return facility_ids.length === 0
    ? found
    : found.filter(({ facility_id }) => facility_ids.includes(facility_id))
}

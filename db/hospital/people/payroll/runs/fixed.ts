// The run that holds a month of a branch as it is (HR-66).

import type { Of } from '../../../../store/record-of.ts'
import { payroll_runs } from './tables.ts'

const fixed = ['APPROVED', 'POSTED', 'PART_PAID', 'PAID'] as const

export async function fixedRunOf(
  { hospital_id }: Of,
  {
    facility_id,
    period_year,
    period_month,
  }: { facility_id: string; period_year: number; period_month: number },
): Promise<string | null> {
  const found = await payroll_runs.all(
    { hospital_id, period_year, period_month, kind: 'REGULAR', status: [...fixed] },
    { order: ['number'] },
  )
  const run = found.find(
    ({ facility_ids }) => facility_ids.length === 0 || facility_ids.includes(facility_id),
  )
  return run?.number ?? null
}

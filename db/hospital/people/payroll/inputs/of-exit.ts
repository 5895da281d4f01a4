// What an exit brings to the pay of its last month (HR-132): for the FINAL run alone.

import type { Caller } from '../../../../core/caller.ts'
import { record } from '../../../office/audit/record.ts'
import { pay_inputs } from './tables.ts'

interface OfExit {
  staff_id: string
  number: string
  period_year: number
  period_month: number
  /** Who reckoned it: whoever entered pay does not approve its run. */
  by: { id: string | null; name: string }
  lines: readonly { code: string; amount: number; basis: string }[]
}

/** One row a component; what an exit before brought to the same month gives way. */
export async function putOfExit(
  { hospital_id, ...caller }: Caller,
  { staff_id, number, period_year, period_month, by, lines }: OfExit,
): Promise<void> {
  const key = { hospital_id, staff_id, period_year, period_month, source: 'EXIT' as const }
  await pay_inputs.remove(key)
  for (const [component_code, own] of Map.groupBy(lines, ({ code }) => code)) {
    await pay_inputs.insert({
      ...key,
      component_code,
      units: null,
      amount: Math.abs(own.reduce((sum, { amount }) => sum + amount, 0)),
      note: `${number}: ${own.map(({ basis }) => basis).join('; ')}`.slice(0, 300),
      entered_by_id: by.id,
      entered_by_name: by.name,
    })
  }
  record({ ...caller, hospital_id }, 'pay_input.exit', {
    entity_type: 'pay_input',
    entity_label: number,
  })
}

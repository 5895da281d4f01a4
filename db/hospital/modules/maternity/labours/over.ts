// What ends with a labour: its alerts are nobody's any more (MAT-15).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { alertRecord } from './record.ts'
import { labour_alerts } from './tables.ts'

export async function closeAlerts(caller: Caller, labour_id: string): Promise<void> {
  const { hospital_id } = caller
  const open = await labour_alerts.all(
    { hospital_id, labour_id, status: ['OPEN', 'ACKNOWLEDGED'] },
    { order: ['id'] },
  )
  for (const row of open) {
    await alertRecord.moved(caller, row, 'resolve', {
      resolved_at: clock.instant(),
      resolved_by: 'Labour ended',
      next_step_at: null,
    })
  }
}

// A patient comes: whoever was inactive is active again (3.1), and the register knows when it was.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { record } from '../../office/audit/record.ts'
import type { Row } from './rows.ts'
import { patients } from './tables.ts'

export async function visited(caller: Caller, patient: Row): Promise<void> {
  const { id, number, status } = patient
  const back = status === 'INACTIVE'
  await patients.change(
    { hospital_id: caller.hospital_id, id },
    {
      last_visit_at: clock.instant(),
      ...(back ? { status: 'ACTIVE' as const } : {}),
      // Nobody edits here: whoever has the record open may still save it.
      version: patient.version + (back ? 1 : 0),
    },
  )
  if (!back) return
  record(caller, 'patient.reactivate', {
    entity_type: 'patient',
    entity_id: id,
    entity_label: number,
    patient_id: id,
    from_state: status,
    to_state: 'ACTIVE',
    reason: 'A visit was opened',
  })
}

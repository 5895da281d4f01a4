// What stands on the list of critical results that goes from one shift to the next (DIA-85).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { CriticalAlert } from '../critical/shapes.ts'

export async function criticalList(caller: Caller, rows: readonly CriticalAlert[]) {
  const { language } = await hospitalOf(caller)
  return {
    language,
    rows: rows.map((row) => ({
      number: row.number,
      test: row.test_code,
      value: row.value,
      limit: row.limit_text,
      unverified: row.unverified,
      name: row.patient.full_name,
      patient_number: row.patient.number,
      place: row.location,
      ordered_by: row.ordered_by_name,
      priority: row.priority,
      found_at: row.found_at,
      due_at: row.due_at,
      overdue: row.overdue,
      heard_by: row.acknowledged_by_name,
      heard_at: row.acknowledged_at ?? row.confirmed_at,
      action_taken: row.action_taken,
    })),
    printed: { at: clock.instant(), by: caller.name },
  }
}

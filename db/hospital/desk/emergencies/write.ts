// An emergency as it becomes: the row, its history, the audit log.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { difference, record } from '../../office/audit/record.ts'
import type { Row } from './emergencies.ts'
import { emergencies, emergency_events } from './tables.ts'

export async function moved(
  caller: Caller,
  before: Row,
  move: string,
  changes: Partial<Row>,
  reason: string | null = null,
): Promise<Row> {
  const { hospital_id } = caller
  await emergencies.change({ hospital_id, id: before.id }, changes)
  const after: Row = {
    ...before,
    ...changes,
    updated_at: clock.instant(),
    version: before.version + 1,
  }
  await note(caller, after, move, before.status, reason, difference(before, changes))
  return after
}

export async function note(
  caller: Caller,
  row: Row,
  move: string,
  from_state: Row['status'] | null,
  reason: string | null = null,
  changes?: Record<string, [unknown, unknown]>,
): Promise<void> {
  await emergency_events.insert({
    hospital_id: caller.hospital_id,
    emergency_id: row.id,
    move,
    from_state,
    to_state: row.status,
    at: clock.instant(),
    user_id: caller.user_id,
    by_name: caller.name,
    reason,
    changes: changes ?? null,
  })
  record(caller, `emergency.${move.replaceAll(' ', '_')}`, {
    entity_type: 'emergency',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.patient_id,
    ...(from_state === null ? {} : { from_state }),
    to_state: row.status,
    reason: reason?.slice(0, 300) ?? null,
  })
}

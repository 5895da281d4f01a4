// A referral as it becomes: the row, its history, the audit log.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { conflict } from '../../../core/refusal.ts'
import { difference, record } from '../../office/audit/record.ts'
import { rowOf as patientRow } from '../patients/rows.ts'
import type { Row } from './referrals.ts'
import { referral_events, referrals } from './tables.ts'
import { live_states } from './words.ts'

export async function moved(
  caller: Caller,
  before: Row,
  move: string,
  changes: Partial<Row>,
  reason: string | null = null,
): Promise<Row> {
  const { hospital_id } = caller
  await attempt(() => referrals.change({ hospital_id, id: before.id }, changes)).catch(
    async (error: unknown) => {
      throw await clash(caller, error, { ...before, ...changes })
    },
  )
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
  await referral_events.insert({
    hospital_id: caller.hospital_id,
    referral_id: row.id,
    move,
    from_state,
    to_state: row.status,
    at: clock.instant(),
    user_id: caller.user_id,
    by_name: caller.name.slice(0, 160),
    reason,
    changes: changes ?? null,
  })
  record(caller, `referral.${move}`, {
    entity_type: 'referral',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.patient_id,
    ...(from_state === null ? {} : { from_state }),
    to_state: row.status,
    reason,
  })
}

/** REF-2, REF-6: what already stands, by its number. */
export async function clash(caller: Caller, error: unknown, wanted: Row): Promise<unknown> {
  const { hospital_id } = caller
  if (isTaken(error, 'patient_id')) return live(caller, wanted.patient_id)
  if (isTaken(error, 'external_reference')) {
    const known = await referrals.find({
      hospital_id,
      facility_key: wanted.facility_key,
      external_reference: wanted.external_reference,
    })
    return conflict(
      `Referral ${known?.number ?? ''} of ${wanted.facility} has the number ${wanted.external_reference ?? ''} already.`,
    )
  }
  return error
}

export async function live(caller: Caller, patient_id: string): Promise<Error> {
  const { hospital_id } = caller
  const { full_name } = await patientRow(caller, patient_id)
  const known = await referrals.find({
    hospital_id,
    patient_id,
    direction: 'OUT',
    status: [...live_states],
  })
  return conflict(
    `${full_name} already has referral ${known?.number ?? ''} to ${known?.facility ?? ''} (${known?.status ?? ''}).`,
  )
}

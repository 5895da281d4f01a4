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
  if (isTaken(error, 'patient_id')) {
    const known = await going(caller, wanted)
    return known === undefined ? error : clashing(caller, known)
  }
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

export type Going = Pick<Row, 'patient_id' | 'facility_key'> & { visit_id?: string | null }

/** The one out to the same facility, for the same visit or likewise without one. */
export const going = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { patient_id, facility_key, visit_id = null }: Going,
): Promise<Row | undefined> =>
  referrals.find({
    hospital_id,
    patient_id,
    facility_key,
    visit_id,
    direction: 'OUT',
    status: [...live_states],
  })

/** REF-2: of two records that become one, two referrals that go on may not become the same. */
export async function refuseTwice(
  caller: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
  patient_id: string,
): Promise<void> {
  const { hospital_id } = caller
  const moving = await referrals.all({
    hospital_id,
    id: [...ids],
    direction: 'OUT',
    status: [...live_states],
  })
  for (const { number, facility, ...one } of moving) {
    const other = await going(caller, { ...one, patient_id })
    if (other === undefined) continue
    throw conflict(
      `${number} and ${other.number} are both to ${facility}: cancel one of them first.`,
    )
  }
}

export async function clashing(
  caller: Caller,
  { patient_id, number, facility, status }: Row,
): Promise<Error> {
  const { full_name } = await patientRow(caller, patient_id)
  return conflict(`${full_name} already has referral ${number} to ${facility} (${status}).`)
}

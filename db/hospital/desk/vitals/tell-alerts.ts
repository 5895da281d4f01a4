// Who is told of an alert, and who next (VIT-13). What leaves the house names a place and no person.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { admissionOf } from '../../neighbours/care.ts'
import { onCall, onDuty } from '../../neighbours/on-duty.ts'
import { notify } from '../../office/notifications/notify.ts'
import { receivers, type To } from '../../office/notifications/receivers.ts'
import { pointName } from '../visits/rows.ts'
import type { Visit } from '../visits/rows.ts'
import type { Told } from './tables.ts'
import type { VitalAlertSeverity } from './words.ts'

export interface Telling {
  id: string
  severity: VitalAlertSeverity
  message: string
}

export interface Place {
  words: string
  ward: string | null
}

export async function placeOf(
  caller: Caller,
  visit: Pick<Visit, 'patient_id' | 'admission_id' | 'service_point_id'>,
): Promise<Place> {
  const admission = visit.admission_id === null ? null : await admissionOf(caller, visit.patient_id)
  if (admission !== null) {
    const bed = admission.bed === null ? '' : `, bed ${admission.bed}`
    return { words: `${admission.ward}${bed}`, ward: admission.ward }
  }
  const point = await pointName(caller, visit.service_point_id)
  return { words: point ?? 'the waiting room', ward: null }
}

type At = Pick<
  Visit,
  'facility_id' | 'department' | 'clinician_id' | 'patient_id' | 'admission_id' | 'service_point_id'
>

/** Nurses on duty and the visit's clinician; without a roster whoever answers alerts here. */
export async function tellFirst(caller: Caller, visit: At, alert: Telling): Promise<Told[]> {
  const { facility_id, department } = visit
  const duty = await onDuty(caller, { department, facility_id, at: clock.instant() })
  const known = (duty ?? []).flatMap(({ user_id }) => user_id ?? [])
  const ids =
    known.length > 0 ? known : await accounts(caller, { permission: 'vitals:alert', facility_id })
  return tell(caller, visit, alert, [...ids, ...(await clinicianOf(caller, visit.clinician_id))])
}

/** Step 1: the clinician on call. Step 2: the medical officer in charge. */
export async function tellNext(
  caller: Caller,
  visit: At,
  alert: Telling,
  step: number,
): Promise<Told[]> {
  const { facility_id, department } = visit
  if (step >= 2) {
    const chiefs = await accounts(caller, { role: 'medical_in_charge', facility_id })
    return tell(caller, visit, alert, chiefs)
  }
  const called = await onCall(caller, { department, at: clock.instant() })
  const known = (called ?? []).flatMap(({ user_id }) => user_id ?? [])
  const ids =
    known.length > 0
      ? known
      : await accounts(caller, { role: ['doctor', 'clinician'], facility_id })
  return tell(caller, visit, alert, ids)
}

async function accounts(caller: Caller, to: To): Promise<string[]> {
  return (await receivers(caller, to)).map(({ id }) => id)
}

async function clinicianOf({ hospital_id }: Caller, staff_id: string | null): Promise<string[]> {
  if (staff_id === null) return []
  const found = await rows<{ id: string }>(
    sql`select id from users where hospital_id = ${hospital_id} and staff_id = ${staff_id}
      and status = 'ACTIVE'`,
  )
  return found.map(({ id }) => id)
}

async function tell(
  caller: Caller,
  visit: At,
  alert: Telling,
  user_ids: readonly string[],
): Promise<Told[]> {
  const ids = [...new Set(user_ids)].filter((id) => id !== caller.user_id)
  if (ids.length === 0) return []
  const { words } = await placeOf(caller, visit)
  await notify(caller, {
    to: { user: ids, facility_id: visit.facility_id },
    kind: 'vitals.alert',
    title: alert.severity === 'DANGER' ? 'Urgent review needed' : 'Review needed',
    body: `${words}: ${alert.message}`,
    entity: { type: 'vital_alert', id: alert.id },
    urgency: alert.severity === 'DANGER' ? 'URGENT' : 'WARNING',
    outside: {
      title: 'Kituo',
      body:
        alert.severity === 'DANGER'
          ? `Urgent review needed: ${words}.`
          : `Review needed: ${words}.`,
    },
  })
  return named(caller, ids)
}

async function named(caller: Caller, ids: readonly string[]): Promise<Told[]> {
  const found = await rows<{ full_name: string }>(
    sql`select full_name from users where id${oneOf(ids.slice(0, 30))} order by full_name`,
  )
  const at = clock.instant()
  return found.map(({ full_name }) => ({
    staff: full_name,
    at,
    by: caller.kind === 'SYSTEM' ? 'Kituo' : caller.name,
  }))
}

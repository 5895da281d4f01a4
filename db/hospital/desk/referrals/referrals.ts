// Referrals as they are read: one, a page of them, their history.

import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { invalid } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, raw, sql, when, where } from '../../../store/sql.ts'
import { folded } from '../../../store/table.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { activeMedicines, allergiesOf } from '../../neighbours/medicines.ts'
import { patientsById } from '../patients/register/many.ts'
import type { PatientRow } from '../patients/shapes.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { referral_history, referralRecord, type Row } from './record.ts'
import type { Referral, ReferralWhole } from './shapes.ts'
import { referrals } from './tables.ts'

export interface ReferralFilter extends PageAsked {
  search?: string
  facility_id?: string
  direction?: Row['direction']
  status?: Row['status']
  urgency?: Row['urgency']
  facility?: string
  department?: string
  patient_id?: string
  staff_id?: string
  feedback_late?: boolean
  from?: string
  to?: string
}

const waits_for_feedback = "r.status in ('SENT', 'ACCEPTED', 'IN_TRANSIT', 'ARRIVED')"

/** Newest first; those entered in error only when they are asked for. */
export async function list(caller: Caller, asked: ReferralFilter): Promise<Page<Referral>> {
  const scope = await scopeOf(caller, asked.facility_id)
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to) {
    throw invalid('from', 'is after to.')
  }
  const { timezone } = await hospitalOf(caller)
  const day = await today(caller)
  const found = await pageFrom(referrals, asked, {
    alias: 'r',
    from: sql` from referrals r${where([
      sql`r.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`r.facility_id${oneOf(scope)}`,
      asked.status === undefined ? sql`r.status <> 'VOIDED'` : sql`r.status = ${asked.status}`,
      when(asked.direction, sql`r.direction = ${asked.direction}`),
      when(asked.urgency, sql`r.urgency = ${asked.urgency}`),
      when(asked.department, sql`r.department = ${asked.department}`),
      when(asked.patient_id, sql`r.patient_id = ${asked.patient_id}`),
      when(
        asked.facility,
        sql`(r.referral_facility_id = ${asked.facility} or r.facility_key = ${folded(asked.facility ?? '')})`,
      ),
      when(
        asked.staff_id,
        sql`(r.referrer like ${`%"staff_id":"${isId(asked.staff_id) ? asked.staff_id : '-'}"%`} or r.escort_staff_id = ${asked.staff_id})`,
      ),
      asked.feedback_late === undefined
        ? undefined
        : asked.feedback_late
          ? sql`(${raw(waits_for_feedback)} and r.feedback_due_on < ${day})`
          : sql`not (${raw(waits_for_feedback)} and coalesce(r.feedback_due_on, '9999') < ${day})`,
      ...withinDays(sql`r.created_at`, timezone, asked),
      matching('referrals', asked.search, 'r'),
    ])}`,
    order: raw(' order by r.created_at desc, r.id desc'),
  })
  await recordRead(caller, 'referral.list', { rows: found.rows.length })
  return { rows: await viewAll(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<ReferralWhole> {
  const row = await referralRecord.get(caller, id)
  return whole(caller, row)
}

/** With what the patient does not bear and takes now (2.9). */
export async function whole(caller: Caller, row: Row): Promise<ReferralWhole> {
  const [referral] = await viewAll(caller, [row])
  const allergies = (await allergiesOf(caller, [row.patient_id])).get(row.patient_id) ?? []
  return {
    ...(referral as Referral),
    allergies: allergies.map(({ substance, severity }) => `${substance} (${severity})`),
    medicines: await activeMedicines(caller, row.patient_id),
  }
}

export async function viewAll(caller: Caller, found: readonly Row[]): Promise<Referral[]> {
  if (found.length === 0) return []
  const day = await today(caller)
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.map((row) => {
    const patient = patients.get(row.patient_id) as PatientRow
    const shown = {
      ...row,
      patient,
      feedback_late: isLate(row, day),
      moves: referralRecord.moves(caller, row),
    }
    return patient.restricted === true ? { ...shown, ...hidden } : shown
  })
}

/** Of a record that is closed to the caller (PRV-2). */
const hidden = {
  reason: 'Restricted record',
  clinical_summary: null,
  diagnosis: [],
  treatment_given: null,
  investigations: null,
  feedback: null,
} as const satisfies Partial<Referral>

const isLate = ({ status, feedback_due_on }: Row, day: string): boolean =>
  ['SENT', 'ACCEPTED', 'IN_TRANSIT', 'ARRIVED'].includes(status) &&
  feedback_due_on !== null &&
  feedback_due_on < day

export async function history(caller: Caller, id: string) {
  await referralRecord.get(caller, id)
  return referral_history.rows(caller, id, 'falling')
}

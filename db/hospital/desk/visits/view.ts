// Visits as they go out: a fixed number of statements, however many they are; masked for who is not
// of the care team (PRV-1 to PRV-3).

import { type Caller, can } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { toMajor } from '../../../core/kinds/money.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { currency } from '../../office/hospitals/hospitals.ts'
import { accountsOfVisits, type Charged } from '../../neighbours/billing.ts'
import { mayOpen } from '../patients/privacy/privacy.ts'
import type { PatientRow } from '../patients/shapes.ts'
import { rowsOf as patientRows } from '../patients/rows.ts'
import { viewRows } from '../patients/register/view.ts'
import { byIds, type PointRow } from '../service-points/service-points.ts'
import { isOpen, stateOf, type Visit } from './rows.ts'
import type { HiddenVisit, SeenVisit, VisitView } from './shapes.ts'
import { visit_life } from './life.ts'

export async function viewVisits(caller: Caller, found: readonly Visit[]): Promise<SeenVisit[]> {
  if (found.length === 0) return []
  const patient_ids = [...new Set(found.map(({ patient_id }) => patient_id))]
  const patients = await patientRows(caller, patient_ids)
  const shown = new Map(
    (await viewRows(caller, patients)).map((patient) => [patient.id, patient] as const),
  )
  const open_to = await mayOpen(caller, [
    ...patients.filter(({ sensitivity }) => sensitivity !== 'NORMAL').map(({ id }) => id),
    ...found.filter(({ restricted }) => restricted).map(({ patient_id }) => patient_id),
  ])
  const points = await byIds(
    caller,
    found.flatMap(({ service_point_id, wanted_point_id }) => [
      ...(service_point_id === null ? [] : [service_point_id]),
      ...(wanted_point_id === null ? [] : [wanted_point_id]),
    ]),
  )
  const accounts = await accountsOfVisits(
    caller,
    found.map(({ id }) => id),
  )
  const money = can(caller, 'bill:read') ? await currency(caller) : null
  const sensitivity = new Map(patients.map((one) => [one.id, one.sensitivity]))
  return found.map((visit) => {
    const kept = sensitivity.get(visit.patient_id) ?? 'NORMAL'
    const mine = open_to.has(visit.patient_id)
    if (!mine && (visit.restricted || kept === 'RESTRICTED')) return hidden(visit)
    const account = accounts.get(visit.id)
    return {
      ...plain(caller, visit, shown.get(visit.patient_id) as PatientRow, points),
      due: money === null || account === undefined ? null : toMajor(account.due, money),
      payment_ok: account?.payment_ok ?? true,
      // What is clinical of staff and of very important people is for their care team.
      ...(mine || kept === 'NORMAL' ? {} : clinical),
    }
  })
}

const clinical = {
  reason: null,
  outcome_note: null,
  triage_category: null,
  acuity: null,
  hold_reason: null,
} as const

export const hidden = ({ id, status, opened_at }: Visit): HiddenVisit => ({
  id,
  status,
  opened_at,
  restricted: true,
})

export const brief = (point: PointRow | undefined) =>
  point === undefined
    ? null
    : { id: point.id, code: point.code, name: point.name, kind: point.kind }

function plain(
  caller: Caller,
  visit: Visit,
  patient: PatientRow,
  points: ReadonlyMap<string, PointRow>,
): Omit<VisitView, 'due' | 'payment_ok'> {
  const { payer } = visit
  return {
    id: visit.id,
    number: visit.number,
    patient_id: visit.patient_id,
    patient,
    facility_id: visit.facility_id,
    kind: visit.kind,
    visit_class: visit.visit_class,
    status: visit.status,
    stage: visit.stage,
    state: stateOf(visit),
    token: visit.token,
    service_point: brief(points.get(visit.service_point_id ?? '')),
    wanted_point: brief(points.get(visit.wanted_point_id ?? '')),
    queue_entry_id: visit.queue_entry_id,
    attendance: visit.attendance,
    priority: visit.priority,
    priority_reason: visit.priority_reason,
    triage_category: visit.triage_category,
    acuity: visit.acuity,
    reason: visit.reason,
    department: visit.department,
    clinician_id: visit.clinician_id,
    payer: {
      kind: payer.kind,
      membership_id: payer.membership_id ?? null,
      scheme_id: payer.scheme_id ?? null,
      client_id: payer.client_id ?? null,
      name: payer.name ?? null,
      authorisation:
        payer.authorisation === undefined || payer.authorisation === null
          ? null
          : {
              status: payer.authorisation.status,
              number: payer.authorisation.number ?? null,
              valid_to: payer.authorisation.valid_to ?? null,
            },
    },
    appointment_id: visit.appointment_id,
    referral_id: visit.referral_id,
    emergency_id: visit.emergency_id,
    admission_id: visit.admission_id,
    follow_up_of: visit.follow_up_of,
    free_revisit: visit.free_revisit,
    restricted: visit.restricted,
    hold_reason: visit.hold_reason,
    outcome: visit.outcome,
    outcome_note: visit.outcome_note,
    follow_up_on: visit.follow_up_on,
    opened_at: visit.opened_at,
    opened_by: visit.opened_by,
    waiting_since: visit.waiting_since,
    first_served_at: visit.first_served_at,
    seen_by_clinician_at: visit.seen_by_clinician_at,
    closed_at: visit.closed_at,
    closed_by: visit.closed_by,
    cancel_reason: visit.cancel_reason,
    version: visit.version,
    moves:
      isOpen(visit) || visit.status === 'CHECKED_OUT'
        ? visit_life.open(caller, visit.status).filter((move) => built.has(move))
        : [],
  }
}

/** The moves whose routes stand: a call is the queue's. */
const built: ReadonlySet<string> = new Set([
  'advance',
  'serve',
  'hold',
  'resume',
  'check out',
  'cancel',
])

export async function chargesView(caller: Caller, charges: readonly Charged[]) {
  const money = await currency(caller)
  const sees = can(caller, 'bill:read')
  return charges.map(({ code, description, amount }) => ({
    code,
    description,
    amount: amount === null || !sees ? null : toMajor(amount, money),
  }))
}

/** Briefly, on the patients of a list. */
export async function briefsOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_ids: readonly string[],
) {
  const found = await rows<{
    id: string
    patient_id: string
    number: string
    status: string
    point: string | null
  }>(
    sql`select v.id, v.patient_id, v.number, v.status, p.name as point from visits v
      left join service_points p on p.id = v.service_point_id
      where v.hospital_id = ${hospital_id} and v.patient_id${oneOf(patient_ids)}
        and v.status not in ('CHECKED_OUT', 'CANCELLED')`,
  )
  return new Map(
    found.map(({ id, patient_id, number, status, point }) => [
      patient_id,
      { id, number, status, service_point: point },
    ]),
  )
}

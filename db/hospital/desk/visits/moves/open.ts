// Opening a visit (3.2 open; VIS-1 to VIS-8).

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes, hours } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { isId } from '../../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { appointmentById } from '../../../neighbours/appointments.ts'
import { admissionOf } from '../../../neighbours/care.ts'
import { addTask } from '../../../neighbours/to-care.ts'
import { type Row as Patient, writable } from '../../patients/rows.ts'
import { visited } from '../../patients/visited.ts'
import { today } from '../../../office/places/hours.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { requireModule } from '../../../office/places/switches.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import * as points from '../../service-points/service-points.ts'
import { attendanceOf } from './attendance.ts'
import { chargeOpening } from './charges.ts'
import { closeStale } from './close.ts'
import { note } from './events.ts'
import { flowOf } from './flows.ts'
import { passGates } from './gating.ts'
import { go, type Gone, mayPrioritise, nextStep } from './go.ts'
import { noOpenPoint } from './advance.ts'
import { mustBeStaff } from '../staff.ts'
import { authorised, payerFor } from './payers.ts'
import { classFor } from '../queue/priority.ts'
import { visitRecord, timeAt, type Visit, where } from '../rows.ts'
import type { VisitInput, Warning } from '../shapes.ts'
import { visits } from '../tables.ts'
import { targetNamed } from '../queue/targets.ts'
import { modules_of_kinds, open_states, type VisitKind } from '../words.ts'
import type { Charged } from '../../../neighbours/billing.ts'

export interface Opened extends Gone {
  charges: Charged[]
}

/** FRO-10: for other areas and for the door alike. */
export async function openVisit(caller: Caller, input: VisitInput): Promise<Opened> {
  const { hospital_id, facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  mayPrioritise(caller, input.priority)
  const kind = input.kind ?? 'OUTPATIENT'
  await mayBeOpened(caller, kind)
  const patient = await writable(caller, input.patient_id)
  await mustBeFree(caller, patient, facility_id)
  const arrived_at = arrivalOf(patient, input)
  const fields = await fieldsOf(caller, input, patient)
  const opened_on = await today(caller, facility_id)
  const made = await visits
    .insert({
      ...fields,
      ...(input.id === undefined ? {} : { id: input.id }),
      hospital_id,
      facility_id,
      number: await nextReference(caller, 'visit'),
      patient_id: patient.id,
      kind,
      visit_class: classOf(kind, patient),
      status: 'REGISTERED',
      attendance: await attendanceOf(caller, {
        patient_id: patient.id,
        facility_id,
        day: opened_on,
      }),
      opened_on,
      opened_at: clock.instant(),
      opened_by: caller.name,
      first_waiting_at: arrived_at,
      touched_at: clock.instant(),
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'patient_id')
        ? conflict(`${patient.full_name} has an open visit already. Look again.`)
        : error
    })
  await note(caller, made, 'open', made, { reason: input.late_entry_reason })
  await askConditions(caller, made, patient)
  await visited(caller, patient)
  const warnings: Warning[] = await passGates(caller, 'visit.open', made, null, input.overrides)
  return started(caller, made, input, warnings)
}

async function started(
  caller: Caller,
  made: Visit,
  input: VisitInput,
  warnings: Warning[],
): Promise<Opened> {
  const { hospital_id } = caller
  const charged = await chargeOpening(caller, made)
  const payer = await authorised(caller, made)
  const free = charged.free_revisit ? await earlierVisit(caller, made) : null
  const visit: Visit = {
    ...made,
    payer,
    free_revisit: charged.free_revisit,
    follow_up_of: made.follow_up_of ?? free,
  }
  await visits.change(
    { hospital_id, id: made.id },
    { payer, free_revisit: visit.free_revisit, follow_up_of: visit.follow_up_of, version: 1 },
  )
  const said = { charges: charged.charges, warnings: [...warnings, ...charged.warnings] }
  if (input.start === false) return { visit, entry: null, ...said }
  const gone = await begin(caller, visit, input)
  return { ...gone, ...said, warnings: [...said.warnings, ...gone.warnings] }
}

/** PAT-26: what was told at the desk is confirmed by somebody of the clinic, at the first visit. */
async function askConditions(caller: Caller, { id }: Visit, patient: Patient): Promise<void> {
  const told = patient.reported_conditions ?? []
  if (told.length === 0 || patient.last_visit_at !== null) return
  await addTask(caller, {
    patient_id: patient.id,
    task: 'Confirm conditions told at registration',
    instructions: told.join('; '),
    source: 'visit',
    source_id: id,
  })
}

/** At once as `queue` (3.2), to the point that was named or to the first step of the way. */
async function begin(caller: Caller, visit: Visit, input: VisitInput): Promise<Gone> {
  const { overrides, service_point_id } = input
  const arrival = visit.first_waiting_at ?? undefined
  const sort_at = (await sortAt(caller, input, arrival)) ?? arrival
  if (typeof service_point_id === 'string') {
    if (!isId(service_point_id)) throw noSuch('service point')
    const point = await targetNamed(caller, visit, service_point_id)
    return go(caller, visit, { point, overrides, sort_at })
  }
  const { kinds, point } = await nextStep(caller, visit)
  if (point !== undefined) return go(caller, visit, { point, overrides, sort_at })
  if (kinds.length > 0) return noOpenPoint(caller, visit, kinds)
  return { visit, entry: null, warnings: [] }
}

/** QUE-4: who comes before the hour of the appointment waits as of that hour. */
async function sortAt(
  caller: Caller,
  { appointment_id }: VisitInput,
  arrival: string | undefined,
): Promise<string | undefined> {
  if (typeof appointment_id !== 'string') return undefined
  const appointment = await appointmentById(caller, appointment_id)
  if (appointment === null || !appointment.in_time) return undefined
  const now = arrival ?? clock.instant()
  return appointment.scheduled_for > now ? appointment.scheduled_for : undefined
}

async function mayBeOpened(caller: Caller, kind: VisitKind): Promise<void> {
  const module = modules_of_kinds[kind]
  if (module !== undefined) await requireModule(caller, module)
  if (!(await flowOf(caller, kind)).active) {
    throw conflict(`Visits of kind ${kind} are not opened at this hospital.`)
  }
}

/** VIS-2, VIS-3. */
async function mustBeFree(caller: Caller, patient: Patient, facility_id: string): Promise<void> {
  const admission = await admissionOf(caller, patient.id)
  if (admission !== null) {
    const bed = admission.bed === null ? '' : `, bed ${admission.bed}`
    throw conflict(
      `${patient.full_name} is admitted in ${admission.ward}${bed}. Order services from the ward instead.`,
      'admitted',
    )
  }
  const open = await openVisitRow(caller, patient.id)
  if (open === undefined) return
  const stale = clock.ms() - Date.parse(open.touched_at) >= hours(12)
  if (open.facility_id !== facility_id && stale && open.status !== 'ADMITTED') {
    await closeStale(caller, open)
    return
  }
  const since = open.waiting_since ?? open.opened_at
  const at = await timeAt(caller, open.facility_id, since)
  throw conflict(
    `${patient.full_name} already has visit ${open.number} open (${await where(caller, open)} since ${at}). Continue that visit or close it first.`,
    'open_visit',
  )
}

export const openVisitRow = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<Visit | undefined> =>
  visits.find({
    hospital_id,
    patient_id,
    status: [...open_states],
  })

function classOf(kind: VisitKind, patient: Patient): Visit['visit_class'] {
  if (kind === 'INPATIENT') return 'INPATIENT'
  return kind === 'EMERGENCY' || patient.status === 'TEMPORARY' ? 'EMERGENCY' : 'OUTPATIENT'
}

/** FRO-7. */
function arrivalOf(patient: Patient, input: VisitInput): string | null {
  const { arrived_at } = input
  if (arrived_at === undefined || arrived_at === null) return null
  const at = new Date(arrived_at)
  if (at.getTime() > clock.ms() + minutes(2)) throw invalid('arrived_at', 'is in the future.')
  if (at.toISOString() < `${patient.birth_date}T`) {
    throw invalid('arrived_at', 'is before the patient was born.')
  }
  if (clock.ms() - at.getTime() > hours(24) && !input.late_entry_reason) {
    throw invalid('late_entry_reason', 'is required for what is older than 24 hours.')
  }
  return at.toISOString()
}

type Fields = Pick<
  Visit,
  | 'reason'
  | 'department'
  | 'clinician_id'
  | 'payer'
  | 'payer_kind'
  | 'appointment_id'
  | 'referral_id'
  | 'follow_up_of'
  | 'priority'
  | 'priority_reason'
>

async function fieldsOf(caller: Caller, input: VisitInput, patient: Patient): Promise<Fields> {
  const { department, clinician_id, follow_up_of, appointment_id } = input
  if (typeof follow_up_of === 'string') {
    const earlier = await visitRecord.get(caller, follow_up_of)
    if (earlier.patient_id !== patient.id) throw noSuch('visit')
  }
  if (typeof clinician_id === 'string') await mustBeStaff(caller, clinician_id)
  const point =
    typeof input.service_point_id === 'string'
      ? await points.servicePointRecord.get(caller, input.service_point_id)
      : null
  const appointment =
    typeof appointment_id === 'string' ? await appointmentById(caller, appointment_id) : null
  if (typeof appointment_id === 'string' && !isId(appointment_id)) throw noSuch('appointment')
  if (typeof input.referral_id === 'string' && !isId(input.referral_id)) throw noSuch('referral')
  const payer = await payerFor(caller, patient, input.payer)
  const known = department ? (await resolveDepartment(caller, department)).name : null
  return {
    reason: input.reason || null,
    department: known ?? point?.department ?? appointment?.department ?? null,
    clinician_id: clinician_id ?? appointment?.clinician_id ?? null,
    payer,
    payer_kind: payer.kind,
    appointment_id: appointment_id ?? null,
    referral_id: input.referral_id ?? null,
    follow_up_of: follow_up_of ?? null,
    ...(await priorityOf(caller, input, patient, appointment?.in_time === true)),
  }
}

async function priorityOf(
  caller: Caller,
  { priority, priority_reason, kind }: VisitInput,
  patient: Patient,
  appointment: boolean,
): Promise<Pick<Visit, 'priority' | 'priority_reason'>> {
  if (priority !== undefined && priority < 5) {
    return { priority, priority_reason: priority_reason ?? 'STAFF_DECISION' }
  }
  if (kind === 'EMERGENCY') return { priority: 1, priority_reason: 'ACUITY' }
  const facility_id = caller.facility_id ?? ''
  return classFor(caller, { patient, facility_id, triage_category: null, appointment })
}

async function earlierVisit({ hospital_id }: Caller, visit: Visit): Promise<string | null> {
  const found = await row<{ id: string }>(
    sql`select id from visits where hospital_id = ${hospital_id}
      and patient_id = ${visit.patient_id} and id <> ${visit.id} and status <> 'CANCELLED'
      order by opened_at desc limit 1`,
  )
  return found?.id ?? null
}

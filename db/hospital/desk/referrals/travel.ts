// The patient departs with a referral, or arrives with one (REF-4, REF-6).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { gate } from '../gates/gate.ts'
import type { GateResult } from '../gates/shapes.ts'
import { requestTrip } from '../../neighbours/ambulance.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { emergencyArrives, emergencyDeparts } from '../../neighbours/transfers.ts'
import { patientRecord, writable } from '../patients/rows.ts'
import { facilityRecord } from '../../office/places/facilities.ts'
import { momentOf } from '../vitals/read-input.ts'
import { closeVisit } from '../visits/moves/close.ts'
import { openVisit } from '../visits/moves/open.ts'
import { isOpen, visitRecord } from '../visits/rows.ts'
import { referralRecord, type Row } from './record.ts'
import { whole } from './referrals.ts'
import type { ArriveInput, DepartInput } from './shapes.ts'

export interface Gone {
  row: Row
  warnings: GateResult[]
  trip: { request_id: string; number: string } | null
}

export async function depart(caller: Caller, id: string, input: DepartInput) {
  const before = await referralRecord.begin(caller, id, 'depart')
  const { row, warnings, trip } = await leave(caller, before, input)
  const gone = await emergencyOrVisit(caller, row)
  return { ...(await whole(caller, gone)), warnings, trip }
}

/** For an emergency that ends by this: everything but the visit, which it closes itself. */
export async function leave(caller: Caller, before: Row, input: DepartInput): Promise<Gone> {
  referralRecord.check(before, 'depart')
  const patient = await writable(caller, before.patient_id)
  await signerOf(caller)
  const departed_at = momentOf('departed_at', input.departed_at, patient.birth_date, 'told')
  const warnings = await gate(caller, {
    action: 'referral.depart',
    subject: { referral: before },
    facts: { urgencies: before.urgency, departments: before.department },
    emergency: before.urgency === 'EMERGENCY',
    overrides: input.overrides,
    entity: {
      type: 'referral',
      id: before.id,
      patient_id: before.patient_id,
      visit_id: before.visit_id,
    },
  })
  const wanted = input.transport ?? before.transport
  const trip = wanted === 'AMBULANCE' ? await ride(caller, before) : null
  const transport = wanted === 'AMBULANCE' && trip?.trip === null ? 'OTHER' : wanted
  const row = await referralRecord.moved(caller, before, 'depart', {
    departed_at,
    transport: transport ?? null,
    ...(input.escort_staff_id ? { escort_staff_id: input.escort_staff_id } : {}),
  })
  return {
    row,
    warnings: [...warnings, ...(trip?.warning ?? [])],
    trip: trip?.trip ?? null,
  }
}

/** The module may be off: the patient goes all the same, and the reply says how. */
async function ride(caller: Caller, row: Row) {
  const here = await facilityRecord.get(caller, row.facility_id)
  const answer = await requestTrip(caller, {
    kind: 'REFERRAL',
    referral_id: row.id,
    patient_id: row.patient_id,
    pickup: here.name,
    destination: row.facility,
    priority: row.urgency,
    needs: row.escort_needs,
    channel: 'REFERRAL',
  })
  if (!('off' in answer)) {
    return { trip: { request_id: answer.request_id, number: answer.number }, warning: [] }
  }
  const warning: GateResult = {
    gate: null,
    level: 'WARN',
    subject: null,
    message: `${answer.message} The referral goes with other transport.`,
    may_override: [],
    permission: null,
    reasons: [],
  }
  return { trip: null, warning: [warning] }
}

async function emergencyOrVisit(caller: Caller, row: Row): Promise<Row> {
  if (row.visit_id === null) return row
  const visit = await visitRecord.get(caller, row.visit_id)
  if (!isOpen(visit)) return row
  const asked = { visit_id: visit.id, referral_id: row.id }
  if (await emergencyDeparts(caller, asked)) return row
  await closeVisit(caller, { visit_id: visit.id, outcome: 'REFERRED', note: row.number })
  return row
}

export async function arrive(caller: Caller, id: string, input: ArriveInput) {
  const before = await referralRecord.begin(caller, id, 'arrive')
  const patient = await patientRecord.get(caller, before.patient_id)
  const arrived_at = momentOf('arrived_at', input.arrived_at, patient.birth_date, 'told')
  if (before.direction === 'OUT') {
    const row = await referralRecord.moved(caller, before, 'arrive', { arrived_at })
    return { ...(await whole(caller, row)), visit: null, emergency: null }
  }
  await writable(caller, before.patient_id)
  const { visit, emergency } = await received(caller, before, arrived_at, input)
  const row = await referralRecord.moved(caller, before, 'arrive', {
    arrived_at,
    arrival_visit_id: visit.id,
    emergency_id: emergency?.id ?? null,
  })
  return { ...(await whole(caller, row)), visit, emergency }
}

async function received(caller: Caller, row: Row, arrived_at: string, input: ArriveInput) {
  if (row.urgency === 'EMERGENCY') {
    const emergency = await emergencyArrives(caller, {
      patient_id: row.patient_id,
      referral_id: row.id,
      presenting_complaint: row.reason.slice(0, 500),
      arrived_at,
    })
    if (emergency === null) throw conflict('This branch takes no emergencies.')
    const { id, number, token } = await visitRecord.get(caller, emergency.visit_id)
    return {
      visit: { id, number, token },
      emergency: { id: emergency.id, number: emergency.number },
    }
  }
  const { visit } = await openVisit(caller, {
    patient_id: row.patient_id,
    referral_id: row.id,
    reason: row.reason.slice(0, 500),
    ...(row.department === null ? {} : { department: row.department }),
    ...(input.service_point_id ? { service_point_id: input.service_point_id } : {}),
  })
  const { id, number, token } = visit
  return { visit: { id, number, token }, emergency: null }
}

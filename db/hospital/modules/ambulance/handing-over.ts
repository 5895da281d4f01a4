// Whoever was carried is handed over: here, to another house, at home (AMB-6, AMB-10).

import type { Caller } from '../../../core/caller.ts'
import { clock, timeIn } from '../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { type Opened, openEmergency } from '../../desk/emergencies/open.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { staffOf } from '../../neighbours/people.ts'
import { takeWitness } from '../../neighbours/stock.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { begun, isOfCrew, momentAfter } from './advancing.ts'
import type { Aboard, ReceivedBy } from './kept.ts'
import { requestRecord } from './requests.ts'
import type { HandOverInput } from './shapes.ts'
import { ambulance_hand_overs } from './tables.ts'
import { type Trip, tripRecord } from './trip-record.ts'

export interface Handed {
  row: Trip
  emergency: { id: string; reference: string } | null
}

export async function handOver(caller: Caller, id: string, input: HandOverInput): Promise<Handed> {
  const before = await begun(caller, id)
  const one = await onBoard(caller, before, input.patient_ref)
  const at = await momentAfter(caller, before, input.at)
  mustBeThere(before, input)
  const received_by = await receiverOf(caller, before, input)
  const opened = await emergencyOf(caller, before, one, input)
  const patient_id = opened?.row.patient_id ?? one.patient_id
  await ambulance_hand_overs.insert({
    hospital_id: caller.hospital_id,
    trip_id: id,
    patient_ref: one.ref,
    to_place: input.to,
    at,
    situation: input.situation || null,
    background: input.background || null,
    assessment: input.assessment || null,
    recommendation: input.recommendation || null,
    received_by,
    signature_attachment_id: input.signature_attachment_id ?? null,
    belongings: input.belongings || null,
    emergency_id: opened?.row.id ?? input.emergency_id ?? null,
    referral_id: (await requestRecord.get(caller, one.request_id)).referral_id,
    by_name: caller.name,
  })
  const row = await marked(caller, before, { ...one, patient_id, handed_over: at })
  return {
    row,
    emergency: opened === null ? null : { id: opened.row.id, reference: opened.row.number },
  }
}

async function onBoard(caller: Caller, trip: Trip, ref: string): Promise<Aboard> {
  const one = trip.patients.find((patient) => patient.ref === ref)
  if (one === undefined) throw noSuch('patient on this trip')
  if (one.handed_over === null) return one
  const at = timeIn(await zoneOf(caller, trip.facility_id), new Date(one.handed_over))
  throw conflict(`Patient ${ref} was handed over at ${at}.`, 'handed_over')
}

/** At home that is the scene itself; anywhere else the vehicle has arrived. */
function mustBeThere(trip: Trip, { to }: HandOverInput): void {
  const home = to === 'HOME' && trip.status === 'WITH_PATIENT'
  if (trip.status === 'AT_DESTINATION' || home) return
  tripRecord.check(trip, 'HANDED_OVER')
  throw conflict(`${trip.number} is not at its destination yet.`, 'state')
}

/** Here the receiver signs: by signing in, or with a token beside the crew. */
async function receiverOf(
  caller: Caller,
  trip: Trip,
  { to, received_by, witness_token }: HandOverInput,
): Promise<ReceivedBy> {
  const said = {
    staff_id: received_by?.staff_id ?? null,
    name: received_by?.name ?? '',
    cadre: received_by?.cadre || null,
    facility: received_by?.facility || null,
  }
  if (witness_token) {
    const witness = await takeWitness(caller, witness_token, 'OTHER')
    if (witness === null) throw conflict('A second person must witness this.', 'witness')
    return { ...said, staff_id: witness.staff_id, name: witness.name }
  }
  if (said.name === '') throw invalid('received_by.name', 'is required.')
  const staff = await staffOf(caller)
  if (to === 'HERE' && staff && isOfCrew(trip, staff.staff_id)) {
    throw invalid('witness_token', 'is required: whoever receives signs beside the crew.')
  }
  return said
}

/** Where nothing stands for the patient here yet, an emergency is opened (front office EMG-1). */
async function emergencyOf(
  caller: Caller,
  trip: Trip,
  one: Aboard,
  input: HandOverInput,
): Promise<Opened | null> {
  const { to, emergency, emergency_id, admission_id, visit_id } = input
  if (to !== 'HERE' || emergency_id || admission_id || visit_id) return null
  const request = await requestRecord.get(caller, one.request_id)
  const known = one.patient_id
  if (known !== null) await patientRecord.locked(caller, known)
  const label = emergency?.unknown_label || one.name || `${trip.number}/${one.ref}`
  return openEmergency(caller, {
    ...(known === null ? { unknown_label: label.slice(0, 60) } : { patient_id: known }),
    ...(emergency?.sex === undefined ? {} : { sex: emergency.sex }),
    ...(emergency?.age_band === undefined ? {} : { age_band: emergency.age_band }),
    category: emergency?.category ?? request.category ?? 'MEDICAL',
    arrival_mode: 'AMBULANCE',
    ambulance_trip_id: trip.id,
    brought_by: trip.call_sign,
    presenting_complaint:
      emergency?.presenting_complaint || (input.situation ?? '').slice(0, 500) || null,
    incident_place: (request.pickup.text ?? '').slice(0, 200) || null,
  })
}

/** The last one handed over is the end of the ride. */
async function marked(caller: Caller, before: Trip, one: Aboard): Promise<Trip> {
  const patients = before.patients.map((patient) => (patient.ref === one.ref ? one : patient))
  if (patients.some(({ handed_over }) => handed_over === null)) {
    return tripRecord.changed(caller, before, 'hand over', { patients })
  }
  const at = one.handed_over ?? clock.instant()
  const stamp = { milestone: 'HANDED_OVER' as const, at, odometer: null, lat: null, lng: null }
  const milestones = [...before.milestones, { ...stamp, by_name: caller.name }]
  const outcome = before.outcome ?? 'CONVEYED'
  return tripRecord.moved(caller, before, 'HANDED_OVER', { patients, milestones, outcome })
}

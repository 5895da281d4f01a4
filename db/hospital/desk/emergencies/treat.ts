// Treatment begins, observation, and what is known better later (front office 3.6).

import type { Caller } from '../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../core/clock.ts'
import { invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { phone } from '../../office/hospitals/hospitals.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { patientRecord, writable } from '../patients/rows.ts'
import { setEmergency } from '../visits/for-areas.ts'
import { momentOf } from '../vitals/read-input.ts'
import { earlyWarning } from '../vitals/vitals.ts'
import { emergencyRecord, minutesFrom, type Row } from './emergencies.ts'
import { categorised } from './categories.ts'
import { emergency_life } from './life.ts'
import type { EmergencyChange, ObserveInput, PoliceInput, StartInput } from './shapes.ts'
import { emergencies } from './tables.ts'
import { protect } from './violence.ts'
import { violent } from './words.ts'

const observe_minutes = 60

export async function start(caller: Caller, id: string, input: StartInput): Promise<Row> {
  const signer = await signerOf(caller)
  const before = await emergencyRecord.begin(caller, id, 'start treatment')
  const patient = await writable(caller, before.patient_id)
  const seen_at = momentOf('seen_at', input.seen_at, patient.birth_date, 'told')
  if (seen_at < before.arrived_at) throw invalid('seen_at', 'is before the patient arrived.')
  const { target_at } = before
  return emergencyRecord.moved(caller, before, 'start treatment', {
    seen_at,
    seen_by: signer.name.slice(0, 160),
    late_minutes: target_at === null ? null : minutesFrom(target_at, seen_at),
    next_retriage_at: null,
    ...placed(input),
  })
}

const placed = ({ zone, bed_label }: StartInput): Partial<Row> => ({
  ...(zone === undefined ? {} : { zone }),
  ...(bed_label === undefined ? {} : { bed_label: bed_label || null }),
})

/** A longer interval than the score asks for needs a reason (VIT-12). */
export async function observe(caller: Caller, id: string, input: ObserveInput): Promise<Row> {
  await signerOf(caller)
  const before = await emergencyRecord.begin(caller, id, 'observe')
  const wanted = (await earlyWarning(caller, before.patient_id))?.observe_every_minutes ?? null
  const every = input.every_minutes ?? observe_minutes
  if (wanted !== null && input.every_minutes !== undefined && every > wanted && !input.note) {
    throw invalid('note', `is required: the score asks for every ${wanted} minutes.`)
  }
  return emergencyRecord.moved(
    caller,
    before,
    'observe',
    {
      zone: 'OBSERVATION',
      observe_every_minutes: every,
      next_observation_at: instantIn(minutes(every)),
      told_late: false,
    },
    input.note ?? null,
  )
}

export async function backToTreatment(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<Row> {
  await signerOf(caller)
  const before = await emergencyRecord.begin(caller, id, 'back to treatment')
  return emergencyRecord.moved(
    caller,
    before,
    'back to treatment',
    { observe_every_minutes: null, next_observation_at: null },
    note,
  )
}

/** VIT-12: the next observation after a set; what a clinician has set stands. */
export async function observedNow(
  caller: Caller,
  asked: { visit_id: string; at: string; every_minutes: number | null },
): Promise<{ next_at: string | null } | null> {
  const { hospital_id } = caller
  const row = await emergencies.find({
    hospital_id,
    visit_id: asked.visit_id,
    status: ['ARRIVED', 'TRIAGED', 'IN_TREATMENT', 'OBSERVATION'],
  })
  if (row === undefined) return null
  const every = row.observe_every_minutes ?? asked.every_minutes
  if (every === null) return null
  const next_at = new Date(Date.parse(asked.at) + minutes(every)).toISOString()
  const later = row.next_observation_at === null || next_at > row.next_observation_at
  if (later || row.next_observation_at !== next_at) {
    await emergencies.change(
      { hospital_id, id: row.id },
      { next_observation_at: next_at, told_late: false },
    )
  }
  return { next_at }
}

export async function change(caller: Caller, id: string, input: EmergencyChange): Promise<Row> {
  const before = await emergencyRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'DISPOSED') throw emergency_life.refusal(before.status, before.number)
  await patientRecord.get(caller, before.patient_id)
  const { brought_by_phone, incident_at, category, ...plain } = input
  const changes: Partial<Row> = {
    ...(Object.fromEntries(
      Object.entries(plain).filter(([, value]) => value !== undefined),
    ) as Partial<Row>),
    ...(category === undefined ? {} : categorised(category)),
    ...(brought_by_phone === undefined
      ? {}
      : {
          brought_by_phone: brought_by_phone
            ? await phone(caller, 'brought_by_phone', brought_by_phone)
            : null,
        }),
    ...(incident_at === undefined
      ? {}
      : { incident_at: incident_at === null ? null : new Date(incident_at).toISOString() }),
  }
  const row = await emergencyRecord.changed(caller, before, 'change', changes)
  if (violent.includes(row.category) && !violent.includes(before.category)) {
    const { visit_id } = row
    await setEmergency(caller, { visit_id, emergency_id: id, restricted: true })
    await protect(caller, row)
  }
  return row
}

export async function police(caller: Caller, id: string, input: PoliceInput): Promise<Row> {
  const before = await emergencyRecord.locked(caller, id)
  fresh(caller, before)
  return emergencyRecord.changed(caller, before, 'police', {
    police: {
      case: input.case,
      form_no: input.form_no || null,
      station: input.station || null,
      officer: input.officer || null,
      officer_phone: input.officer_phone
        ? await phone(caller, 'officer_phone', input.officer_phone)
        : null,
      given_at: input.given_at ? new Date(input.given_at).toISOString() : clock.instant(),
    },
  })
}

// How a patient wants to be written to (front office 2.11).

import type { Caller } from '../../../core/caller.ts'
import { dayIn, instantAt, nextDay, timeIn } from '../../../core/clock.ts'
import type { RowOf } from '../../../store/table.ts'
import { difference, record } from '../../office/audit/record.ts'
import { setLanguage } from '../patients/own.ts'
import { consentsOf, decide } from '../patients/privacy/consents.ts'
import { patientRecord } from '../patients/rows.ts'
import type { ContactPreferences, ContactPreferencesInput } from './shapes.ts'
import { contact_preferences } from './tables.ts'

export type Preferences = Omit<
  RowOf<(typeof contact_preferences)['columns']>,
  'patient_id' | 'hospital_id' | 'created_at' | 'updated_at' | 'version'
>

const usual: Preferences = {
  sms: true,
  whatsapp: false,
  email: false,
  quiet_from: '20:00',
  quiet_to: '07:00',
  reminders: true,
  results_ready: true,
  bills: true,
  surveys: true,
  paused_until: null,
}

export async function preferencesOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<Preferences> {
  const kept = await contact_preferences.find({ hospital_id, patient_id })
  if (kept === undefined) return usual
  const {
    hospital_id: _h,
    patient_id: _p,
    created_at: _c,
    updated_at: _u,
    version: _v,
    ...chosen
  } = kept
  return chosen
}

export async function find(caller: Caller, patient_id: string): Promise<ContactPreferences> {
  const { language } = await patientRecord.get(caller, patient_id)
  return { language, ...(await preferencesOf(caller, patient_id)) }
}

/** What is not said stays as it was. Switching SMS off or on is a consent of its own (PTM-6). */
export async function change(
  caller: Caller,
  patient_id: string,
  { language, ...chosen }: ContactPreferencesInput,
): Promise<ContactPreferences> {
  const { hospital_id } = caller
  const before = await preferencesOf(caller, patient_id)
  const after = { ...before, ...chosen }
  const there = await contact_preferences.find({ hospital_id, patient_id }, { lock: true })
  if (there === undefined) {
    await contact_preferences.insert({ hospital_id, patient_id, ...after })
  } else await contact_preferences.change({ hospital_id, patient_id }, after)
  if (language !== undefined) await setLanguage(caller, patient_id, language)
  if (chosen.sms !== undefined) await noteConsent(caller, patient_id, chosen.sms)
  record(caller, 'contact_preferences.change', {
    entity_type: 'patient',
    entity_id: patient_id,
    patient_id,
    changes: difference(before, after),
  })
  return find(caller, patient_id)
}

async function noteConsent(caller: Caller, patient_id: string, sms: boolean): Promise<void> {
  const said = (await consentsOf(caller, patient_id)).find(({ kind }) => kind === 'SMS')
  const agrees = said === undefined || said.decision === 'GIVEN'
  if (sms === agrees) return
  await decide(caller, patient_id, {
    kind: 'SMS',
    decision: sms ? 'GIVEN' : 'WITHDRAWN',
    method: caller.kind === 'PATIENT' ? 'PORTAL' : 'VERBAL',
  })
}

/** The end of the quiet hours that hold now, or null outside of them. */
export function quietUntil(
  { quiet_from, quiet_to }: Pick<Preferences, 'quiet_from' | 'quiet_to'>,
  zone: string,
  now: Date,
): string | null {
  if (quiet_from === quiet_to) return null
  const time = timeIn(zone, now)
  const over_midnight = quiet_from > quiet_to
  const quiet = over_midnight
    ? time >= quiet_from || time < quiet_to
    : time >= quiet_from && time < quiet_to
  if (!quiet) return null
  const day = dayIn(zone, now)
  return instantAt(zone, over_midnight && time >= quiet_from ? nextDay(day) : day, quiet_to)
}

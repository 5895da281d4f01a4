// Bodies of the front office.

import { type Body, code, patient, time, today } from './said.ts'

export const desk_bodies: Record<string, Body> = {
  'POST /patients': ({ word }) => ({
    first_name: word.split(' ')[0],
    last_name: `Komba${word.at(-1)}`,
    sex: 'Female',
    birth_date: `199${word.charCodeAt(word.length - 1) % 10}-05-05`,
    confirm_different: [],
  }),
  'POST /patients/:id/identify': ({ word }) => ({
    first_name: word.split(' ')[0],
    last_name: 'Mushi',
    sex: 'Female',
    birth_date: '1991-01-01',
    evidence: 'RELATIVE',
    identified_by_name: 'Asha Komba',
    confirm_different: [],
  }),
  'POST /patients/:id/vulnerable-groups': () => ({ group: 'DISABILITY', valid_from: today }),
  'POST /patients/:id/deceased': () => ({ died_at: '2026-03-10T07:00:00.000Z', place: 'WARD' }),
  'POST /patients/:id/messages': ({ word }) => ({ text: word }),
  'POST /patients/:id/identifiers': (said) => ({ type: 'PASSPORT', value: `AB${code(said)}1` }),
  'POST /patients/:id/proxies': ({ known }) => ({
    holder_patient_id: known['holder'],
    relationship: 'MOTHER',
    scope: ['RECORD'],
    basis: 'PARENT',
  }),
  'PUT /patients/:id/spo2-target': () => ({ target: '88-92', reason: 'Chronic lung disease' }),
  'POST /patients/:id/consents': () => ({ kind: 'PHOTO', decision: 'GIVEN', method: 'WRITTEN' }),
  'POST /visits/:id/vitals': () => ({ temperature: 37 }),
  'POST /visits/:id/vitals/check': () => ({ temperature: 37 }),
  'POST /referrals': (said) => ({
    patient_id: patient(said),
    direction: 'OUT',
    to_facility_name: `Hospitali ${said.word}`,
    reason: 'Needs a surgeon',
    urgency: 'ROUTINE',
    clinical_summary: 'Pain of the belly for three days, guarding, fever.',
  }),
  'POST /emergencies': ({ word }) => ({ unknown_label: word, triage_category: 2 }),
  'POST /emergencies/:id/dispose': () => ({ disposition: 'DISCHARGED' }),
  'POST /mass-casualty-incidents': ({ word }) => ({ name: word, tag_prefix: 'MC' }),
  'POST /mass-casualty-incidents/:id/casualties': ({ word }) => ({ unknown_label: word }),
  'POST /clinic-schedules': ({ word, known }) => ({
    name: word,
    resource_kind: 'ROOM',
    department: known['department'],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    start_time: '08:00',
    end_time: '16:00',
    slot_minutes: 30,
    valid_from: today,
  }),
  'POST /appointments': (said) => ({
    patient_id: patient(said),
    department: said.known['department'],
    scheduled_for: time(said),
  }),
  'POST /appointments/:id/reschedule': ({ word }) => ({
    scheduled_for: '2026-03-13T10:00:00.000Z',
    reason: `${word} asked for it`,
  }),
  'POST /appointment-waitlist': (said) => ({
    patient_id: patient(said),
    department: said.known['department'],
  }),
}

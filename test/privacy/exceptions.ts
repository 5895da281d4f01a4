// What the sweeps of privacy cannot hold against a route yet, each with its reason. These lists only
// shrink: an exception that is none any more fails the sweep.

import type { Whole } from '../support/desk/whole-patient.ts'

/** Fields of routes that are nobody's, and look as if they were a patient's. */
export const nobodys_fields: Readonly<Record<string, string>> = {
  'user.patient_id': 'the account of whoever asks',
  walk_in_patient_id: 'stands for whoever buys without a file (BIL-63)',
  access_log_to_patient: 'a setting',
  release_to_patient: 'a rule of a test of the catalogue',
  'figures.patients': 'how many a recall found',
  'figures.issued_patients': 'how much of it patients were given',
  tell_patients: 'whether a recall is told them',
}

export const reading_exceptions: Readonly<Record<string, string>> = {}

/** Routes that are not walked, or show nothing of a patient while they are, and why it is so. */
export const unproven: Readonly<Record<string, string>> = {
  'GET /notifications/:id': 'nothing of a patient is made there',
  'GET /nursing/handovers/:id': 'nothing of a patient is made there',
  'GET /nursing/doses/due': 'nobody lies in a bed there',
  'GET /audit/entities/:entity_type/:entity_id': 'nothing of a patient is made there',
  'GET /audit/:id': 'nothing of a patient is made there',
  'GET /exports/:id': 'nothing of a patient is made there',
  'GET /exports/:id/download': 'nothing of a patient is made there',
  'GET /imports/:id': 'nothing of a patient is made there',
  'GET /imports/:id/rows': 'nothing of a patient is made there',
  'GET /imports/:id/errors.csv': 'nothing of a patient is made there',
  'GET /patient-merges/:id': 'nothing of a patient is made there',
  'GET /service-points/:id/queue': 'nothing of a patient is made there',
  'GET /mass-casualty-incidents/:id/casualties': 'nothing of a patient is made there',
  'GET /mass-casualty-incidents/:id/report': 'nothing of a patient is made there',
  'GET /portal-threads/:id': 'nothing of a patient is made there',
  'GET /billing/admissions/:id/clearance': 'nothing of a patient is made there',
  'GET /billing/payments/:id': 'nothing of a patient is made there',
  'GET /billing/payments/:id/receipt': 'nothing of a patient is made there',
  'GET /billing/claim-batches/:id': 'nothing of a patient is made there',
  'GET /billing/claim-batches/:id/export': 'nothing of a patient is made there',
  'GET /billing/remittances/:id': 'nothing of a patient is made there',
  'GET /notifications': 'nothing of a patient is made there',
  'GET /exports': 'nothing of a patient is made there',
  'GET /imports': 'nothing of a patient is made there',
  'GET /messaging/opt-outs': 'nothing of a patient is made there',
  'GET /patients/duplicates': 'nothing of a patient is made there',
  'GET /patients/:id/merge-preview': 'nothing of a patient is made there',
  'GET /patient-merges': 'nothing of a patient is made there',
  'GET /patients/unknown': 'nothing of a patient is made there',
  'GET /clinical/codes': 'codes alone, marked by age and sex',
  'GET /clinical/gate-overrides': 'nothing of a patient is made there',
  'GET /portal-accounts': 'nothing of a patient is made there',
  'GET /portal-proxies': 'nothing of a patient is made there',
  'GET /portal-threads': 'nothing of a patient is made there',
  'GET /billing/clearance': 'nothing of a patient is made there',
  'GET /billing/gate-overrides': 'nothing of a patient is made there',
  'GET /billing/write-offs': 'nothing of a patient is made there',
  'GET /billing/denials': 'nothing of a patient is made there',
}

export const writing_exceptions: Readonly<Record<string, string>> = {}

/** Fields beside the patient without which a body cannot be read. */
export const bodies: Readonly<Record<string, (whole: Whole) => object>> = {
  'POST /referrals': () => ({ facility: 'Bombo', reason: 'help' }),
  'POST /clinical/allergies': () => ({ substance: 'Dust', severity: 'MILD' }),
  'POST /clinical/problems': () => ({ title: 'Asthma' }),
  'POST /clinical/home-medicines': () => ({ name: 'Metformin', dose_text: 'One a day' }),
  'POST /clinical/records': () => ({ title: 'Note', body: 'Words' }),
  'POST /clinical/procedure-orders': () => ({ code: 'DRESS-S' }),
  'POST /theatre-cases': () => ({
    procedures: [{ code: 'DRESS-S' }],
    diagnosis: 'Words',
    surgeon_id: 'nobody',
  }),
  'POST /clinical/certificates': () => ({ kind: 'ATTENDANCE' }),
  'POST /diagnostics/orders': () => ({ test_codes: ['LITH'] }),
  'POST /blood-bank/requests': () => ({
    lines: [{ component_code: 'WB', units: 1 }],
    indication: 'BLEEDING',
    transfused_before: 'NO',
    pregnant_or_transfused_90d: 'NO',
    reaction_before: 'NO',
  }),
  'POST /clinical/consents': () => ({
    kind: 'OTHER',
    signatory_name: 'Mzazi',
    signatory_relation: 'PARENT',
  }),
  'POST /prescriptions': () => ({ items: [{ medicine_text: 'Paracetamol' }] }),
  'POST /nursing/doses': () => ({ medicine: 'Herbal tea', dose: 'one cup' }),
  'POST /prescriptions/check': () => ({ items: [{ medicine_text: 'Paracetamol' }] }),
  'POST /nursing/tasks': () => ({ task: 'Wash' }),
  'POST /admissions': () => ({ reason: 'help' }),
  'POST /immunisations': () => ({ doses: [{ dose_key: 'RABIES_IM1', source: 'CARD' }] }),
  'POST /immunisation-deferrals': () => ({ vaccine: 'YF', kind: 'REFUSED', reason: 'Not today' }),
  'POST /tb-cases': () => ({ found_by: 'CLINIC', signs: { cough_weeks: 3 } }),
  'POST /ctc-clients': () => ({
    test: { confirmed_on: '2026-03-20', place: 'VCT room' },
    entry: 'VCT',
  }),
  'POST /pregnancies': () => ({ gravida: 1, para: 0 }),
  'POST /portal-threads': () => ({ subject: 'Your question', text: 'Come in' }),
  'POST /messaging/messages': () => ({ text: 'Come in' }),
  'POST /messaging/opt-outs': () => ({ scope: 'all', note: 'Said at the desk' }),
}

/** Lists that a chapter does not narrow to the branch (PLT-12: unless a chapter says otherwise). */
export const lists_of_all_branches: Readonly<Record<string, string>> = {
  'GET /accounting/accounts': 'the books belong to the hospital',
  'GET /audit': 'one log of the hospital; facility_id narrows it',
}

/** Asked of one patient these are the chart, which is whole wherever it was written. */
export const charts: readonly string[] = [
  '/clinical/records',
  '/clinical/consents',
  '/clinical/certificates',
]

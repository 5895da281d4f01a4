// Bodies of the wards and of medicines.

import { type Body, patient } from './said.ts'

export const care_bodies: Record<string, Body> = {
  'POST /clinical/records': (said) => ({
    patient_id: patient(said),
    title: said.word,
    body: said.word,
    kind: 'DIAGNOSIS',
    notifiable: true,
    sign: true,
  }),
  'POST /clinical/home-medicines': (said) => ({
    patient_id: patient(said),
    name: said.word,
    dose_text: 'One a day',
  }),
  'POST /clinical/consents': (said) => ({
    patient_id: patient(said),
    kind: 'OTHER',
    signatory_name: 'Asha Komba',
    signatory_relation: 'PARENT',
  }),
  'POST /clinical/certificates': (said) => ({
    patient_id: patient(said),
    kind: 'ATTENDANCE',
    text: said.word,
  }),
  'POST /clinical/procedure-orders': (said) => ({ patient_id: patient(said), code: 'DRESS-S' }),
  'POST /clinical/notices/:id/send': () => ({ how: 'PHONE' }),
  'POST /prescriptions': (said) => ({
    patient_id: patient(said),
    sign: false,
    items: [{ medicine_text: said.word, dose: 1, route: 'PO', frequency: 'OD', duration_days: 5 }],
  }),
  'POST /nursing/doses': (said) => ({
    patient_id: patient(said),
    medicine: said.word,
    dose: 'one cup',
  }),
  'POST /immunisations': (said) => ({
    patient_id: patient(said),
    doses: [{ dose_key: 'TD1', lot: 'L1' }],
  }),
  'POST /immunisation-deferrals': (said) => ({
    patient_id: patient(said),
    vaccine: 'HPV',
    kind: 'REFUSED',
    reason: said.word,
  }),
  'POST /vials': ({ known }) => ({ vaccine: 'BCG', store_id: known['store'] }),
  'POST /vials/:id/discard': () => ({ reason: 'BROKEN' }),
  'POST /clinical/notices/:id/close': () => ({ outcome: 'Recovered' }),
  'POST /clinical/notices/:id/classify': () => ({ classification: 'PROBABLE' }),
  'POST /clinical/records/:id/set-certainty': () => ({ certainty: 'RULED_OUT' }),
  'POST /nursing/tasks': (said) => ({ patient_id: patient(said), task: said.word }),
  'POST /nursing/handovers': ({ ids }) => ({ ward_id: ids.get('wards') }),
}

// Bodies of the laboratory, of imaging and of the blood bank.

import { answers, exam, groupingOf } from '../../desk/blood.ts'
import { type Body, code, patient } from './said.ts'

/** In the order of the routes: a donor gives, what was given is rejected; blood is asked for and not needed. */
const blood_bodies: Record<string, Body> = {
  'POST /blood-bank/donors': ({ word }) => ({
    first_name: 'Baraka',
    last_name: word,
    sex: 'Male',
    date_of_birth: '1990-02-03',
  }),
  'POST /blood-bank/donations': ({ ids }) => ({
    donor_id: ids.get('donors'),
    answers: answers(),
    exam,
    consent_signed: true,
  }),
  'POST /blood-bank/donations/:id/bleed': () => ({
    bag: { type: 'SINGLE', anticoagulant: 'CPDA1', nominal_ml: 450, lot: 'B1' },
    started_at: '2026-03-10T08:40:00.000Z',
    ended_at: '2026-03-10T08:50:00.000Z',
    volume_ml: 450,
  }),
  'POST /blood-bank/donations/:id/tests': () => ({ groupings: [groupingOf('O+')] }),
  'POST /blood-bank/donations/:id/release': () => ({ reject: { reason: 'Not needed' } }),
  'POST /blood-bank/units': (said) => ({
    sender: 'Zonal centre',
    origin: 'NATIONAL_SERVICE',
    screening_statement: 'Non-reactive',
    units: [
      {
        number: code(said),
        component_code: 'PRC',
        group: 'O+',
        collected_on: '2026-03-01',
        expires_at: '2026-04-01T20:59:00.000Z',
        volume_ml: 280,
      },
    ],
  }),
  'POST /blood-bank/units/hold': ({ ids }) => ({
    unit_ids: [ids.get('blood_units')],
    hold: true,
    reason: 'A clot?',
  }),
  'POST /blood-bank/labels': ({ ids }) => ({ unit_ids: [ids.get('units')] }),
  'POST /blood-bank/units/discard': ({ ids }) => ({
    unit_ids: [ids.get('blood_units')],
    reason_code: 'BROKEN',
  }),
  'POST /blood-bank/requests': (said) => ({
    patient_id: patient(said),
    lines: [{ component_code: 'WB', units: 1 }],
    indication: 'BLEEDING',
    transfused_before: 'NO',
    pregnant_or_transfused_90d: 'NO',
    reaction_before: 'NO',
  }),
  'POST /blood-bank/requests/:id/cancel': () => ({ reason: 'Not needed' }),
  'POST /blood-bank/samples': (said) => ({
    patient_id: patient(said),
    collected_at: '2026-03-10T08:00:00.000Z',
    collected_by_id: said.ids.get('staff'),
    identity_checked: 'WRISTBAND',
  }),
  'POST /blood-bank/samples/:id/tests': () => ({
    grouping: groupingOf('O+'),
    screen: { result: 'NEGATIVE', method: 'AHG' },
  }),
  'PATCH /blood-bank/settings': () => ({ near_expiry_days: 9 }),
}

export const diagnostics_bodies: Record<string, Body> = {
  ...blood_bodies,
  'POST /diagnostics/tests': (said) => ({ code: code(said).slice(0, 20), name: said.word }),
  'PUT /diagnostics/tests/:id/ranges': () => ({ ranges: [{ ref_low: 1, ref_high: 5 }] }),
  'POST /diagnostics/orders': (said) => ({
    patient_id: patient(said),
    test_codes: ['LITH'],
    overrides: [{ gate: 'DIA_DUPLICATE', subject: 'LITH', reason_code: 'CLINICAL_NEED' }],
  }),
  'POST /diagnostics/orders/:id/cancel': () => ({ reason_code: 'NOT_NEEDED' }),
  'POST /diagnostics/specimens/collect': ({ known, ids }) => ({
    identity_checked: 'WRISTBAND',
    specimens: [{ specimen_id: known['lab_expected'] ?? ids.get('specimens') }],
  }),
  'POST /diagnostics/specimens/receive': ({ known }) => ({
    specimens: [{ number: known['lab_collected'] }],
  }),
  'POST /diagnostics/specimens/labels': ({ ids }) => ({ specimen_ids: [ids.get('specimens')] }),
  'POST /diagnostics/specimens/:id/reject': () => ({ reason_code: 'CLOTTED' }),
  'POST /diagnostics/results': ({ known, ids }) => ({
    results: [{ id: known['lab_pending'] ?? ids.get('diagnostic_results'), value_num: 40 }],
  }),
  'POST /diagnostics/results/verify': ({ known, ids }) => ({
    ids: [known['lab_entered'] ?? ids.get('diagnostic_results')],
  }),
  'POST /diagnostics/results/release': ({ known, ids }) => ({
    ids: [known['lab_verified'] ?? ids.get('diagnostic_results')],
  }),
  'POST /diagnostics/results/return': ({ known, ids }) => ({
    ids: [known['lab_verified'] ?? ids.get('diagnostic_results')],
    reason_code: 'CHECK_AGAIN',
  }),
  'PUT /diagnostics/results/:id/culture': () => ({ growth: 'NO_GROWTH', incubated_hours: 48 }),
  'POST /diagnostics/instruments': (said) => ({
    code: code(said).slice(0, 20),
    name: said.word,
    section_id: said.known['lab_section'],
  }),
  'POST /diagnostics/instruments/:id/status': () => ({
    status: 'MAINTENANCE',
    reason: 'Asked six times',
  }),
  'POST /diagnostics/qc/lots': (said) => ({
    name: said.word,
    lot: code(said).slice(0, 40),
    expiry: '2030-01-01',
  }),
  'PATCH /diagnostics/qc/lots/:id': ({ word }) => ({ name: word }),
  'PATCH /diagnostics/instruments/:id': ({ word }) => ({ name: word }),
  'POST /diagnostics/qc/runs': ({ known }) => ({
    instrument_id: known['lab_instrument'],
    points: [{ lot_id: known['lab_lot'], test_code: 'MG', value: 1 }],
  }),
  'POST /diagnostics/qc/runs/:id/review': () => ({
    decision: 'REPEATED',
    cause: 'Old reagent',
    action: 'Replaced',
  }),
  'POST /diagnostics/analyser-messages': (said) => ({
    instrument_code: 'SAMANIA',
    protocol: 'HL7',
    raw: `MSH|^~\\&|X||||2026||ORU^R01|${code(said)}\rOBR|1\rOBX|1|NM|HB||1`,
  }),
  'POST /diagnostics/analyser-messages/:id/match': ({ known }) => ({
    lines: [{ no: 1, result_id: known['lab_pending'] }],
    note: 'Read off the rack',
  }),
  'POST /diagnostics/analyser-messages/:id/dismiss': () => ({ reason_code: 'TEST_RUN' }),
  'POST /diagnostics/results/:id/amend': () => ({ value_num: 0.9, reason_code: 'CLERICAL' }),
  'POST /diagnostics/critical/:id/calls': () => ({
    recipient_name: 'Asha Komba',
    channel: 'PHONE',
    outcome: 'UNABLE_TO_REACH',
  }),
  'PUT /diagnostics/imaging/studies/:id/safety': () => ({ pregnancy: 'NO' }),
  'POST /diagnostics/imaging/studies/:id/schedule': ({ known, back }) => ({
    room_id: known['imaging_room'],
    starts_at: `2026-03-${20 + back}T07:00:00.000Z`,
  }),
  'POST /diagnostics/imaging/studies/:id/unschedule': () => ({ reason: 'PATIENT_ASKED' }),
  'POST /diagnostics/imaging/studies/:id/arrive': () => ({}),
  'POST /diagnostics/imaging/studies/:id/start': () => ({ identity_checked: 'WRISTBAND' }),
  'POST /diagnostics/imaging/studies/:id/finish': () => ({ acquisition: { views: 1 } }),
  'PUT /diagnostics/imaging/studies/:id/report': () => ({
    findings: 'Clear',
    impression: 'Normal',
  }),
  'POST /diagnostics/imaging/studies/:id/sign': () => ({
    as: 'FINAL',
    no_images_reason: 'Kept on film',
  }),
  'POST /diagnostics/imaging/studies/:id/addenda': ({ word }) => ({ text: word }),
  'PUT /diagnostics/auto-rules': ({ word }) => ({ rules: [{ name: word, step: 'VERIFY' }] }),
}

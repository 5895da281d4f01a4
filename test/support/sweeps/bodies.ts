// Bodies that a shape alone does not tell: what a route wants to be asked with.

import type { Route } from '../../../daemon/edge/route.ts'
import { answers, exam, groupingOf } from '../desk/blood.ts'
import { clinic_bodies } from './bodies-clinics.ts'
import { diagnostic_bodies } from './bodies-diagnostics.ts'
import { module_bodies } from './bodies-modules.ts'
import { mortuary_bodies } from './bodies-mortuary.ts'

/** Words by the name of their field, and of a part of a path by what stands before it. */
export type Known = Record<string, unknown>

export interface Said {
  known: Known
  /** By the name of their table. */
  ids: ReadonlyMap<string, string>
  /** What new things are called. */
  word: string
  /** Of the newest records the so manieth. */
  back: number
}

type Body = (said: Said) => unknown

const today = '2026-03-10'
const cash = [{ value: 1_000, count: 1 }]
const patient = ({ ids }: Said): string => ids.get('patients') ?? ''
/** Letters and digits of a word, in capitals. */
const code = ({ word }: Said): string => word.replaceAll(' ', '').toUpperCase()
const line = (side: 'debit' | 'credit', account_id: unknown) => ({ account_id, [side]: 100 })
const item = { code: 'FBC', quantity: 1 }
const time = ({ word }: Said): string =>
  `2026-03-12T0${5 + (word.charCodeAt(word.length - 1) % 5)}:00:00.000Z`

const bought = ({ ids }: Said) => ({
  product_id: ids.get('products'),
  quantity: 1,
  unit_price: 100,
})

/** In the order of the routes: a donor gives, what was given is rejected; blood is asked for and not needed. */
const of_blood: Record<string, Body> = {
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

const hospital: Record<string, Body> = {
  ...clinic_bodies,
  ...module_bodies,
  ...diagnostic_bodies,
  ...mortuary_bodies,
  'POST /procurement/suppliers': ({ word }) => ({ name: word }),
  'PATCH /procurement/suppliers/:id': ({ word }) => ({ contact_person: word }),
  'POST /procurement/orders': (said) => ({
    supplier_id: said.ids.get('suppliers'),
    deliver_to_store_id: said.ids.get('stores'),
    lines: [bought(said)],
  }),
  'PATCH /procurement/orders/:id': () => ({ freight: 5 }),
  'POST /procurement/orders/:id/send': () => ({}),
  'POST /procurement/receipts': (said) => ({
    order_id: said.ids.get('orders'),
    lines: [{ ...bought(said), quantity: 1 }],
  }),
  'PATCH /procurement/receipts/:id': ({ word }) => ({ delivery_note_no: word }),
  'POST /procurement/receipts/:id/inspect': () => ({}),
  'POST /procurement/receipts/:id/post': () => ({}),
  'POST /procurement/receipts/:id/reverse': () => ({ reason: 'Asked six times' }),
  'POST /procurement/invoices': (said) => ({
    number: said.word,
    order_id: said.ids.get('orders'),
    lines: [bought(said)],
  }),
  'PATCH /procurement/invoices/:id': ({ word }) => ({ note: word }),
  'POST /procurement/invoices/:id/approve-exception': () => ({
    notes: [{ code: 'NOT_RECEIVED', line: 1, note: 'Paid ahead of it' }],
  }),
  'POST /procurement/invoices/:id/post': () => ({}),
  'POST /procurement/invoices/:id/credit': ({ word }) => ({
    number: word,
    amount: 1,
    reason: 'Too dear',
  }),
  'POST /procurement/payments': (said) => ({
    supplier_id: said.ids.get('suppliers'),
    amount: 10,
  }),
  'PATCH /procurement/payments/:id': () => ({ amount: 45 }),
  'POST /procurement/payments/:id/pay': () => ({}),
  'PUT /procurement/approval-rules': ({ ids }) => ({
    document: 'SUPPLIER_PAYMENT',
    levels: [{ role_id: ids.get('roles') }],
  }),
  'POST /roles': ({ word }) => ({ name: word, permissions: ['patient:read'] }),
  'POST /users': (said) => ({
    full_name: said.word,
    username: code(said).toLowerCase(),
    facility_ids: [said.known['facility_id']],
  }),
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
  'POST /messaging/messages': ({ word }) => ({ to: '0712345678', text: word }),
  'POST /messaging/opt-outs': ({ word }) => ({
    phone: `07${String(10_000_000 + word.charCodeAt(word.length - 1))}`,
    scope: 'promotional',
    note: 'Said so at the desk',
  }),
  'POST /gateway/businesses': (said) => ({
    legal_name: said.word,
    kind: 'company',
    registration_no: code(said),
    contact_name: 'Asha Komba',
    contact_email: 'a@example.com',
    contact_phone: '0712345678',
  }),
  'POST /gateway/accounts': ({ word, ids }) => ({ name: word, business_id: ids.get('businesses') }),
  'PUT /patients/:id/spo2-target': () => ({ target: '88-92', reason: 'Chronic lung disease' }),
  'POST /patients/:id/consents': () => ({ kind: 'PHOTO', decision: 'GIVEN', method: 'WRITTEN' }),
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
  ...of_blood,
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
  'POST /accounting/accounts': (said) => ({
    code: `7${String(said.word.charCodeAt(said.word.length - 1)).padStart(3, '0')}`,
    name: said.word,
    kind: 'EXPENSE',
    role: 'POSTING',
  }),
  'POST /accounting/entries': ({ word, known, back }) => ({
    memo: word,
    entry_date: today,
    lines: [line('debit', known['bank']), line('credit', known['capital'])],
    post: back % 2 === 1,
  }),
  'POST /accounting/fiscal-years': ({ word }) => {
    const name = String(2027 + (word === 'Zaidi' ? 4 : word.charCodeAt(word.length - 1) % 4))
    return { name, starts_on: `${name}-01-01`, ends_on: `${name}-12-31` }
  },
  'POST /accounting/filings': ({ word }) => ({
    kind: 'SDL',
    period_year: 2025,
    period_month: 1 + (word.charCodeAt(word.length - 1) % 12),
    due_on: '2026-08-20',
    amount_due: 100,
  }),
  'POST /accounting/filings/:id/pay': ({ known }) => ({
    receipt_number: 'R1',
    account_id: known['bank'],
  }),
  'POST /accounting/funding-accounts': ({ word, known }) => ({
    account_id: known['second_bank'],
    name: word,
    kind: 'bank',
  }),
  'POST /accounting/funding-moves/deposit': ({ known }) => ({
    account_id: known['bank'],
    counterpart_account_id: known['capital'],
    amount: 100,
    note: 'Capital',
  }),
  'POST /accounting/funding-moves/withdraw': ({ known }) => ({
    account_id: known['bank'],
    counterpart_account_id: known['capital'],
    amount: 100,
    note: 'Capital',
  }),
  'POST /accounting/funding-moves/transfer': ({ known }) => ({
    account_id: known['bank'],
    to_account_id: known['till'],
    amount: 100,
    note: 'For the till',
  }),
  'POST /billing/bills': (said) => ({ patient_id: patient(said), items: [item, { code: 'XRAY' }] }),
  'POST /billing/bills/:id/items': () => ({ items: [item] }),
  'POST /billing/bills/:id/issue': () => ({}),
  'POST /billing/bills/:id/payments': () => ({ amount: 1_000, method: 'Cash' }),
  'POST /billing/sales': (said) => ({ patient_id: patient(said), method: 'Cash', lines: [item] }),
  'POST /billing/payments': (said) => ({ patient_id: patient(said), amount: 500, method: 'Cash' }),
  'POST /billing/deposits': (said) => ({ patient_id: patient(said), amount: 500, method: 'Cash' }),
  'POST /billing/debtors/remind': (said) => ({ patient_ids: [patient(said)] }),
  'POST /billing/refunds': ({ ids }) => ({
    deposit_id: ids.get('deposits'),
    amount: 100,
    payee_name: 'Asha Komba',
    reason: 'Asked for it',
  }),
  'POST /billing/charge-rules': () => ({ event: 'REGISTRATION', code: 'FBC' }),
  'POST /billing/exemptions': (said) => ({
    patient_id: patient(said),
    category: 'INDIGENT',
    pct: 50,
    valid_from: today,
    valid_to: '2026-12-31',
    evidence: 'Letter of the village',
  }),
  'POST /billing/waivers': ({ ids }) => ({
    bill_id: ids.get('bills'),
    amount: 100,
    category: 'INDIGENT',
    reason: 'Cannot pay',
  }),
  'POST /billing/expenses': ({ word }) => ({
    description: word,
    amount: 500,
    category: 'Other',
    payee: 'Duka',
  }),
  'POST /billing/shifts': ({ ids }) => ({
    drawer_id: ids.get('drawers'),
    denominations: cash,
    reason: 'The float',
  }),
  'POST /billing/shifts/:id/force-close': () => ({
    denominations: cash,
    left_in_drawer: 0,
    reason: 'Went home ill',
  }),
  'POST /billing/shifts/:id/pay-in': ({ known }) => ({
    amount: 100,
    reason: 'Change brought',
    contra_account_id: known['capital'],
  }),
  'POST /billing/shifts/:id/pay-out': ({ known }) => ({
    amount: 100,
    reason: 'Change taken',
    contra_account_id: known['capital'],
  }),
  'POST /billing/claim-batches': ({ ids }) => ({ scheme_id: ids.get('schemes'), month: '2026-03' }),
  'POST /billing/claims/validate': ({ ids }) => ({
    scheme_id: ids.get('schemes'),
    month: '2026-03',
  }),
  'POST /billing/coverage/simulate': ({ ids }) => ({
    scheme_id: ids.get('schemes'),
    items: [item],
  }),
  'POST /billing/preauthorisations': ({ known }) => ({
    membership_id: known['membership'],
    items: [{ code: 'XRAY' }],
    diagnosis_codes: ['G44'],
  }),
  'POST /billing/preauthorisations/:id/respond': () => ({
    result: 'APPROVED',
    reference: 'OK-1',
    valid_to: '2026-04-01',
  }),
  'POST /billing/memberships/:id/verify': () => ({ result: 'VERIFIED' }),
  'POST /billing/remittances': ({ ids, word, known }) => ({
    scheme_id: ids.get('schemes'),
    reference: word,
    received_on: today,
    account_id: known['bank'],
    amount: 500,
    lines: [],
  }),
  'POST /billing/float-transfers': ({ ids, known }) => ({
    kind: 'FLOAT',
    from: { account_id: known['till'] },
    to: { drawer_id: ids.get('drawers') },
    amount: 100,
  }),
  'PUT /billing/service-gates': () => ({
    rows: [{ category: '*', visit_class: 'OUTPATIENT', payer_kind: 'SELF', rule: 'NONE' }],
  }),
  'POST /billing/shifts/:id/close': () => ({ denominations: cash, left_in_drawer: 0 }),
  'PUT /billing/denial-reasons': ({ word }) => ({
    reasons: [{ code: 'ZZ', name: word, active: true }],
  }),
  'POST /hr/staff': ({ ids, word }) => ({
    first_name: word.split(' ')[0],
    last_name: word,
    sex: 'Female',
    phone: '0712345678',
    department: 'Labour ward',
    cadre_id: ids.get('cadres'),
    job_title: 'Nurse',
    employment_type: 'PERMANENT',
    hired_on: '2025-01-06',
  }),
  'POST /hr/staff/:id/bank-accounts': () => ({ method: 'CASH' }),
  'POST /hr/staff/:id/promote': ({ word, known }) => ({
    kind: 'PROMOTION',
    grade: word,
    effective_on: today,
    reason: known['reason'],
  }),
  'POST /hr/staff/:id/suspend': ({ known }) => ({ reason: known['reason'], from: today }),
  'PATCH /hr/staff/:id': ({ word }) => ({ title: word }),
  'POST /hr/cadres': (said) => ({ code: code(said), name: said.word, group: 'ALLIED' }),
  'POST /hr/licences': ({ ids, word }) => ({
    staff_id: ids.get('staffs'),
    kind: 'REGISTRATION',
    board: 'Council',
    licence_no: word,
  }),
  'POST /hr/licences/:id/renew': () => ({ expires_on: '2030-01-01' }),
  'POST /hr/mandatory-courses': ({ word }) => ({ name: word, within_days: 3650 }),
  'PATCH /hr/mandatory-courses/:id': ({ word }) => ({ name: word }),
  'POST /hr/training/bulk': ({ ids, word }) => ({ staff_ids: [ids.get('staffs')], course: word }),
  'PATCH /hr/settings': () => ({ retirement_age: 61 }),
  'PUT /hr/establishments': ({ ids, known }) => ({
    rows: [
      {
        facility_id: known['facility_id'],
        department: 'Labour ward',
        cadre_id: ids.get('cadres'),
        posts: 9,
      },
    ],
  }),
  'PATCH /hr/establishments/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/clients': ({ word }) => ({ name: word, kind: 'CORPORATE' }),
  'PATCH /commercial/clients/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/clients/:id/release-hold': () => ({ kind: 'MANUAL', reason: 'They have paid' }),
  'POST /commercial/clients/:id/renew-contract': () => ({
    contract_starts: today,
    contract_ends: '2030-01-01',
  }),
  'PUT /commercial/clients/:id/payer-names': ({ word }) => ({ payer_names: [word] }),
  'POST /commercial/contacts': ({ ids, word }) => ({
    client_id: ids.get('clients'),
    full_name: `${word} Mushi`,
  }),
  'PATCH /commercial/contacts/:id': ({ word }) => ({ job_title: word }),
  'PATCH /commercial/settings': () => ({ return_days: 5 }),
  'POST /commercial/discount-rules': ({ word }) => ({
    name: word,
    applies_to: 'ALL',
    kind: 'PERCENT',
    value: 5,
  }),
  'PATCH /commercial/discount-rules/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/discounts': ({ ids }) => ({
    target_type: 'BILL',
    target_id: ids.get('bills'),
    amount: 1,
    reason: 'Asked by the ward',
  }),
  'POST /commercial/discounts/:id/refuse': () => ({ note: 'Not a reason' }),
  'POST /commercial/quotations': ({ known, word }) => ({
    client_id: known['buyer'],
    discount_pct: 50,
    items: [{ description: word, quantity: 2, unit_price: 100 }],
  }),
  'PATCH /commercial/quotations/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/quotations/:id/send': () => ({ channels: ['PRINT'] }),
  'POST /commercial/quotations/:id/accept': ({ word }) => ({ answered_by: word }),
  'POST /commercial/quotations/:id/decline': () => ({ decline_reason: 'PRICE' }),
  'POST /commercial/quotations/:id/convert': () => ({}),
  'POST /commercial/orders': ({ known, word }) => ({
    client_id: known['buyer'],
    discount_pct: 50,
    items: [{ description: word, quantity: 5, unit_price: 100 }],
  }),
  'PATCH /commercial/orders/:id': ({ word }) => ({ notes: word }),
  'POST /commercial/orders/:id/confirm': () => ({}),
  'POST /commercial/orders/:id/deliver': ({ ids }) => ({
    lines: [{ order_item_id: ids.get('order_items'), quantity: 1 }],
  }),
  'POST /commercial/orders/:id/fulfil': () => ({}),
  'POST /commercial/orders/:id/invoice': ({ ids }) => ({
    lines: [{ order_item_id: ids.get('order_items'), quantity: 1 }],
  }),
  'POST /commercial/deliveries/:id/acknowledge': ({ word }) => ({ received_by: word }),
  'POST /commercial/returns': ({ word }) => ({
    party_name: word,
    reason: 'Not needed any more',
    reason_code: 'OTHER',
    items: [{ description: word, quantity: 1 }],
  }),
  'POST /commercial/returns/:id/approve': () => ({}),
  'POST /commercial/returns/:id/restock': ({ known }) => ({
    lines: [{ item_id: known['return_item'], quantity: 1, condition: 'GOOD' }],
  }),
  'POST /commercial/returns/:id/refund': () => ({ settle: 'CREDIT_NOTE' }),
  'POST /commercial/follow-ups': ({ word }) => ({ subject: word, due_on: '2030-01-01' }),
  'PATCH /commercial/follow-ups/:id': ({ word }) => ({ detail: word }),
  'POST /commercial/follow-ups/:id/complete': () => ({ outcome: 'They agreed' }),
  'POST /commercial/interactions': ({ ids, word }) => ({
    client_id: ids.get('clients'),
    kind: 'CALL',
    summary: word,
  }),
  'POST /stock/products': ({ word }) => ({ name: word, class: 'SUPPLY', base_unit: 'tablet' }),
  'POST /stock/adjustments': ({ known, word }) => ({
    store_id: known['store'],
    reason_code: 'FOUND',
    note: word,
    lines: [{ product_id: known['product'], batch_id: known['batch'], quantity: 1 }],
  }),
  'POST /stock/transfers': ({ known }) => ({
    from_store_id: known['store'],
    to_store_id: known['second_store'],
    lines: [{ product_id: known['product'], quantity: 1 }],
  }),
  'POST /stock/requisitions': ({ known, back }) => ({
    from_store_id: known['store'],
    to_store_id: known['second_store'],
    lines: [{ product_id: known['product'], requested: 1 }],
    submit: back % 2 === 1,
  }),
  'POST /stock/labels': ({ known }) => ({ product_ids: [known['product']] }),
  'PUT /stock/reorder-rules': ({ known }) => ({
    rules: [{ product_id: known['product'], store_id: known['store'], method: 'AMC' }],
  }),
  'POST /stock/quarantine': ({ known, word }) => ({
    store_id: known['store'],
    batch_id: known['batch'],
    quantity: 1,
    reason: 'OTHER',
    note: word,
  }),
  'POST /stock/disposals': ({ known }) => ({
    store_id: known['store'],
    method: 'OTHER',
    from_quarantine: true,
    committee: [
      { name: 'Asha Komba', title: 'Pharmacist' },
      { name: 'Juma Mushi', title: 'Secretary' },
    ],
  }),
  'POST /stock/ward-use': ({ known }) => ({
    store_id: known['ward_store'],
    lines: [{ product_id: known['ward_product'], quantity: 1 }],
  }),
  'POST /stock/recalls': (said) => ({
    product_ids: [said.known['product']],
    lots: [code(said)],
    level: 'III',
    source: 'OWN',
    notice_on: today,
    reason: said.word,
    instruction: 'QUARANTINE',
  }),
  'PATCH /stock/recalls/:id': ({ word }) => ({ reason: word }),
  'POST /stock/recalls/:id/close': () => ({}),
  'POST /hr/vacancies': ({ word, known }) => ({
    job_title: word,
    employment_type: 'PERMANENT',
    positions: 2,
    cadre: 'Registered Nurse',
    department: known['department'],
  }),
  'POST /hr/applicants': (said) => ({
    vacancy_id: said.ids.get('vacancies'),
    full_name: `${said.word} Mushi`,
    email: `${code(said).toLowerCase()}@example.com`,
  }),
  'PATCH /hr/applicants/:id': ({ word }) => ({ qualification: word }),
  'POST /hr/applicants/:id/interview': () => ({ interviewed_on: today, score: 80 }),
  'POST /hr/applicants/:id/offer': () => ({ basic_pay: 900_000 }),
  'POST /hr/applicants/:id/hire': () => ({
    hired_on: today,
    sex: 'Male',
    phone: '0712345678',
    department: 'Labour ward',
  }),
  'POST /hr/training': ({ ids, word }) => ({ staff_id: ids.get('staffs'), course: word }),
  'PATCH /hr/training/:id': ({ word }) => ({ provider: word }),
  'POST /hr/staff/:id/transfer': () => ({
    department: 'Pharmacy',
    effective_on: today,
    reason: 'Needed there',
  }),
  'PATCH /hr/licences/:id': (said) => ({ licence_no: code(said) }),
  'POST /hr/licences/:id/verify': () => ({ verify_note: 'The register of the board' }),
  'POST /hr/exits': ({ ids, word }) => ({
    // Two of the four that a crowd is furnished with go; the others stay at work.
    staff_id: 'ad'.includes(word.at(-1) ?? '') ? undefined : ids.get('staffs'),
    kind: 'RESIGNATION',
    notice_on: today,
    last_day: today,
    reason: 'Moves away',
  }),
  'PATCH /hr/exits/:id': () => ({ last_day: '2026-03-20' }),
  'POST /hr/exits/:id/items/:item_id/clear': () => ({ status: 'CLEARED' }),
  'POST /hr/leave/:id/recall': () => ({ recalled_on: '2026-05-04', reason: 'Needed' }),
  'POST /hr/leave': ({ ids }) => ({
    staff_id: ids.get('staffs'),
    type_code: 'UNPAID',
    starts_on: '2026-05-04',
    ends_on: '2026-05-04',
    reason: 'Agreed',
  }),
  'POST /hr/leave-balances/adjust': ({ ids, word }) => ({
    staff_id: ids.get('staffs'),
    type_code: 'ANNUAL',
    days: 1,
    note: word,
    kind: 'ADJUST',
  }),
  'POST /hr/holidays': ({ word }) => ({ date: '2026-06-01', name: word }),
  'POST /hr/rosters': ({ word }) => {
    const month = `2026-0${1 + (word.charCodeAt(word.length - 1) % 9)}`
    return {
      department: 'Labour ward',
      starts_on: `${month}-01`,
      ends_on: `${month}-28`,
    }
  },
  'POST /hr/cover-rules': ({ ids }) => ({
    department: 'Pharmacy',
    shift_type_id: ids.get('shift_types'),
    group: 'NURSING',
    minimum: 1,
  }),
  'PATCH /hr/cover-rules/:id': ({ word }) => ({ skill: word }),
  'POST /hr/pay-components': (said) => ({
    code: code(said),
    name: said.word,
    kind: 'EARNING',
    calc: 'FIXED',
  }),
  'POST /hr/statutory-tables': (said) => ({
    code: code(said),
    name: said.word,
    effective_from: today,
    base: 'GROSS',
    employer_pct: 1,
    due_day: 7,
    filing_kind: 'OTHER',
    source_note: 'An order',
  }),
  'POST /hr/statutory-tables/try': () => ({ gross: 1_000 }),
  'POST /hr/staff/:id/pay-profiles': ({ word }) => ({
    effective_from: `2027-0${1 + (word.charCodeAt(word.length - 1) % 9)}-15`,
    basic_pay: 500_000,
  }),
  'PUT /hr/pay-inputs': ({ ids, word }) => ({
    period_year: 2026,
    period_month: 3,
    rows: [{ staff_id: ids.get('staffs'), component_code: 'BONUS', amount: 1_000, note: word }],
  }),
  'POST /hr/attendance/:id/overtime': () => ({ decision: 'APPROVED', minutes: 30 }),
  'POST /hr/attendance/close-period': ({ known }) => ({
    facility_id: known['facility_id'],
    period_year: 2025,
    period_month: 12,
  }),
  'POST /hr/attendance/reopen-period': ({ known }) => ({
    facility_id: known['facility_id'],
    period_year: 2025,
    period_month: 11,
    reason: known['reason'],
  }),
  'POST /hr/attendance/:id/correct': ({ known }) => ({ reason: known['reason'] }),
  'POST /hr/payroll-runs': ({ word, back }) => ({
    period_year: 1950 + (word.charCodeAt(word.length - 1) % 50),
    period_month: 1 + (back % 12),
  }),
  'POST /exports': () => ({ dataset: 'users', format: 'csv' }),
}

const messaging: Record<string, Body> = {
  'POST /sender-ids': (said) => ({
    senderId: code(said).slice(0, 11),
    purpose: 'Reminders of a clinic',
    sampleMessage: `${code(said).slice(0, 11)}: Habari yako`,
  }),
  'POST /contacts': ({ word }) => ({ phone: phoneOf(word), firstName: word }),
  'POST /contacts/delete': ({ ids }) => ({ ids: [ids.get('contacts')] }),
  'POST /opt-outs': ({ word }) => ({ phones: [phoneOf(word)], note: 'Said so' }),
  'POST /templates': ({ word }) => ({
    name: word,
    class: 'transactional',
    bodies: { sw: 'Habari', en: 'Hello' },
  }),
  'POST /campaigns': ({ word }) => ({
    name: word,
    class: 'transactional',
    senderId: 'KLINIKI',
    message: 'Habari yako',
    audience: { recipients: [{ phone: '0712345678' }] },
  }),
  'POST /campaigns/:id/schedule': () => ({ scheduleAt: '2026-03-12T09:00:00Z' }),
  'POST /sms/send': () => ({
    recipients: ['0712345678'],
    senderId: 'KLINIKI',
    message: 'Habari',
    scheduleAt: '2026-03-12T09:00:00Z',
  }),
  'PUT /webhooks': () => ({ url: 'https://example.com/hook', events: ['message.delivered'] }),
  'POST /whatsapp/numbers': ({ word }) => ({
    phone: phoneOf(word),
    displayName: word,
    phoneNumberId: String(word.charCodeAt(word.length - 1)).padStart(12, '1'),
    businessAccountId: '123456789012',
    accessToken: 'x'.repeat(40),
    appSecret: 'y'.repeat(32),
  }),
  'POST /delivery-log/replay': () => ({
    since: '2026-03-09T09:00:00Z',
    until: '2026-03-10T08:00:00Z',
  }),
}

const phoneOf = (word: string): string =>
  `07${String(12_000_000 + word.charCodeAt(word.length - 1))}`

export const bodies = {
  of: ({ method, path }: Route, at: string, said: Said): unknown =>
    (at === '/v1' ? messaging : hospital)[`${method} ${path}`]?.(said),
}

/** Words of paths that are no ids, and fields that mean the same everywhere. */
export const known_words: Known = {
  reason: 'It was asked for so',
  'modules :module': 'theatre',
  'mortuary-tables :key': 'CHARGES',
  'ambulance-tables :key': 'CHARGES',
  'sequences :kind': 'patient',
  'periods :month': '2026-02',
  'gates :key': 'VISIT_CLOSE_UNPAID',
  'schedules :name': 'users.tidy',
  'patient-message-templates :code': 'APPOINTMENT_BOOKED',
  'vital-tables :code': 'NEWS2',
  counter: '1',
  'opt-outs :phone': '%2B255712000100',
}

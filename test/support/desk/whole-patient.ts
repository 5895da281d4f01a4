// A patient on whom hangs one of everything the house can hang on a patient, each with a word in it by
// which it is known wherever it comes out. A new area adds what it hangs.

import { imagesInHand } from './imaging.ts'
import { clock, nextDay } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { wrote } from '../messaging/went-and-came.ts'
import { messagePatient } from '../../../db/hospital/desk/patient-messages/message.ts'
import { charge, serviceDone } from '../../../db/hospital/money/billing/charges/charge.ts'
import { leakages } from '../../../db/hospital/money/billing/leakage/tables.ts'
import { admissions, bed_transfers } from '../../../db/hospital/care/wards/admissions/tables.ts'
import {
  dispense_lines,
  dispenses,
  owed_medicines,
  pharmacy_returns,
} from '../../../db/hospital/care/medicines/dispensing/tables.ts'
import { clinical_records } from '../../../db/hospital/care/records/tables.ts'
import { theatre_cases } from '../../../db/hospital/modules/theatre/cases/tables.ts'
import { theatres } from '../../../db/hospital/modules/theatre/rooms/tables.ts'
import { theatre_sessions } from '../../../db/hospital/modules/theatre/sessions/tables.ts'
import { catalogue, isPlatformCode } from '../../../db/hospital/permits.ts'
import { allModulesOn } from '../modules-on.ts'
import { newId } from '../../../db/core/ids.ts'
import type { Answer, Data } from '../ask.ts'
import type { House } from '../boot.ts'
import { clinician, department, weekdaysAt } from './clinic.ts'
import { atDrawer } from '../money/drawers.ts'
import { attach, jpeg, multipart, pdf } from '../files.ts'
import type { Person } from '../people.ts'
import { priced } from '../money/prices.ts'
import { type Ward, wardOf } from './ward.ts'
import { boughtFor } from '../trade/bought-for.ts'
import { onTheBench } from './whole-bench.ts'
import { atTheBloodBank } from './whole-blood.ts'
import { copyOfRecord } from './whole-files.ts'
import { inMaternity } from './whole-maternity.ts'
import { inTheModules } from './whole-modules.ts'
import { atTheStore } from './whole-store.ts'

export const everything: readonly string[] = catalogue.filter(
  (code) => !isPlatformCode(code) && code !== 'portal:use',
)

/** Where records are made: everybody's right, a drawer, a clinic, a scheme. */
export interface Workshop {
  house: House
  hands: Person
  doctor: string
  scheme_id: string
  ward: Ward
  other_ward: Ward
  done: (answer: Promise<Answer>) => Promise<Data>
}

export interface Whole {
  id: string
  number: string
  /** Names, numbers and telephones of the person. */
  names: readonly string[]
  /** What was written about the person. */
  word: string
  /** Ids by the path under which they stand: `billing/bills`; by a whole path where it wants another one. */
  things: Readonly<Record<string, string>>
}

const done = async (asked: Promise<Answer>): Promise<Data> => {
  const { status, data, message } = await asked
  if (status >= 300) throw new Error(`${status} ${message}`)
  return data
}

export async function workshopOf(house: House): Promise<Workshop> {
  count = 0
  const hands = await house.people.holding(...everything)
  await priced(house)
  await department(house, 'OPD')
  await atDrawer(house, hands, 500_000)
  const doctor = await clinician(house, 'Dr Amina Said')
  await done(weekdaysAt(hands, doctor))
  const scheme = await done(
    hands.post('/billing/schemes', { code: 'afya', name: 'Afya', coverage_pct: 80 }),
  )
  // A new branch has none of its parts at work.
  await allModulesOn(house)
  const ward = await wardOf(hands, {}, 1)
  const other_ward = await wardOf(hands, {}, 1)
  return { house, hands, doctor, scheme_id: scheme.id, ward, other_ward, done }
}

/** Of this house: files of tests share a process, and days and sexes go by it. */
let count = 0

/** `name` is one word of letters that stands nowhere else; `word` is written into every record. */
export async function wholePatient(
  shop: Workshop,
  { name, more = {} }: { name: string; more?: Record<string, unknown> },
): Promise<Whole> {
  count += 1
  const word = `neno${[...name.toLowerCase()].reverse().join('')}`
  const phone = `07540001${String(count).padStart(2, '0')}`
  const document = `NX${name.toUpperCase()}${count}`
  const person = await done(
    shop.hands.post('/patients', {
      first_name: name,
      last_name: `${name}wa`,
      known_as: `${name}ka`,
      sex: count % 2 === 0 ? 'Female' : 'Male',
      birth_date: `${1950 + count}-0${(count % 9) + 1}-11`,
      phone,
      confirm_different: [],
      identifiers: [{ type: 'PASSPORT', value: document, issuer: 'TZ' }],
      next_of_kin: [{ full_name: `${name}kin Omari`, relationship: 'SISTER' }],
      ...more,
    }),
  )
  const desk = await atTheDesk(shop, person, word)
  const money = await atTheTill(shop, person, desk)
  const ward = await inTheWard(shop, person, word)
  const store = await atTheStore(shop.house, person.id)
  const clinics = await inTheClinics(shop, person, word)
  const modules = await inTheModules(shop.house, shop.hands, person.id, word)
  const copies = await copyOfRecord(shop, person.id)
  const maternity = await inMaternity(shop.house, person.id, word)
  return {
    id: person.id,
    number: person.number,
    names: [name, phone.slice(1), document],
    word,
    things: {
      patients: person.id,
      ...desk.things,
      ...money,
      ...ward,
      ...store,
      ...clinics,
      ...modules,
      ...maternity,
      ...copies,
    },
  }
}

interface Desk {
  visit: Data
  member: Data
  things: Record<string, string>
}

async function atTheDesk(shop: Workshop, { id }: Data, word: string): Promise<Desk> {
  const { hands, scheme_id, doctor, house } = shop
  const patient_id = id as string
  const at = `/patients/${patient_id}`
  const member = await done(
    hands.post('/billing/memberships', {
      patient_id,
      scheme_id,
      // Numbers of cards say nothing of the name.
      member_no: `M-${id}`,
      card_no: `C-${id}`,
    }),
  )
  const payer = { kind: 'SCHEME', membership_id: member.id }
  const visit = await done(hands.post('/visits', { patient_id, payer, reason: word }))
  const set = await done(
    hands.post(`/visits/${visit.id}/vitals`, { heart_rate: 190, systolic: 70, note: word }),
  )
  const [identifier] = await done(hands.get(`${at}/identifiers`))
  const alert = await done(
    hands.post(`${at}/alerts`, { kind: 'FALLS', severity: 'INFO', text: word }),
  )
  const group = await done(
    hands.post(`${at}/vulnerable-groups`, {
      group: 'LEPROSY',
      valid_from: '2026-03-01',
      evidence_type: 'CLINICAL_RECORD',
      evidence_no: `E${word}`,
      notes: word,
    }),
  )
  const appointment = await done(
    hands.post('/appointments', {
      patient_id,
      scheduled_for: `2026-04-${String(5 + count).padStart(2, '0')}T08:00+03:00`,
      clinician_id: doctor,
      reason: word,
      overrides: [],
    }),
  )
  const waiting = await done(
    hands.post('/appointment-waitlist', { patient_id, department: 'OPD', reason: word }),
  )
  const referral = await done(
    hands.post('/referrals', {
      patient_id,
      facility: 'Bombo',
      reason: word,
      clinical_summary: word,
    }),
  )
  const emergency = await done(
    hands.post('/emergencies', { patient_id, presenting_complaint: word }),
  )
  await within(() => messagePatient(house.system, { patient_id, template: 'COME_BACK', data: {} }))
  const written = await done(hands.post('/messaging/messages', { patient_id, text: word }))
  const answer_id = await wrote(house.hospital.id, written.to, patient_id, word)
  const file = await done(
    attach(hands, { entity_type: 'patient', entity_id: patient_id }, `${word}.pdf`, pdf),
  )
  await done(
    hands.inject({
      method: 'PUT',
      url: `/api/v1/photos/patient/${patient_id}`,
      ...multipart([['file', ['face.jpg', await jpeg(200, 200)]]]),
    }),
  )
  return {
    visit,
    member,
    things: {
      visits: visit.id,
      'queue-entries': visit.queue_entry_id,
      vitals: set.id,
      'vital-alerts': set.alerts[0],
      identifiers: identifier.id,
      'patient-alerts': alert.id,
      'vulnerable-groups': group.id,
      appointments: appointment.id,
      'appointment-waitlist': waiting.id,
      referrals: referral.id,
      emergencies: emergency.id,
      'messaging/messages': written.id,
      'messaging/inbound': answer_id,
      attachments: file.id,
      'billing/memberships': member.id,
      'billing/visits': visit.id,
      'billing/patients': patient_id,
    },
  }
}

/** A case of TB and a client of HIV care. */
async function inTheClinics(
  { hands }: Workshop,
  { id: patient_id }: Data,
  word: string,
): Promise<Record<string, string>> {
  const signs = { cough_weeks: 3 }
  const found = { found_by: 'CLINIC', contact_of: word }
  const tb = await done(hands.post('/tb-cases', { patient_id, signs, ...found }))
  const client = await done(
    hands.post('/ctc-clients', {
      patient_id,
      test: { confirmed_on: '2026-03-20', place: 'VCT room' },
      entry: 'VCT',
      disclosed_to: [word],
    }),
  )
  return { 'tb-cases': tb.id, 'ctc-clients': client.id }
}

/** A bed is kept, with a transfer that is asked; and what is known for life. */
async function inTheWard(
  { house, hands, doctor, ward, other_ward }: Workshop,
  { id }: Data,
  word: string,
): Promise<Record<string, string>> {
  const patient_id = id as string
  const [bed] = await done(
    hands.post('/beds', {
      room_id: ward.room.id,
      class_id: ward.bed_class.id,
      label: `B${count}`,
    }),
  )
  const stay = await done(
    hands.post('/admissions', { patient_id, reason: word, notes: word, attending_id: doctor }),
  )
  await done(hands.post(`/admissions/${stay.id}/accept`, { bed_id: bed.id }))
  // Who lies in a bed waits at no point: the stay is only asked for, and its transfer is written down.
  const transfer = await within(() =>
    bed_transfers.insert({
      hospital_id: house.hospital.id,
      facility_id: house.facility_id,
      admission_id: stay.id,
      patient_id,
      visit_id: stay.visit_id,
      status: 'REQUESTED',
      from_ward_id: ward.ward.id,
      to_ward_id: other_ward.ward.id,
      reason: word,
      urgency: 'ROUTINE',
      requested_by_name: 'Person',
    }),
  )
  const chart = { patient_id, note: word }
  const allergy = await done(
    hands.post('/clinical/allergies', { ...chart, substance: word, severity: 'MILD' }),
  )
  const problem = await done(hands.post('/clinical/problems', { ...chart, title: word }))
  const taken = await done(
    hands.post('/clinical/home-medicines', { patient_id, name: word, dose_text: word }),
  )
  const certificate = await done(
    hands.post('/clinical/certificates', { patient_id, kind: 'ATTENDANCE', text: word }),
  )
  const note = await done(
    hands.post('/clinical/records', {
      patient_id,
      kind: 'DIAGNOSIS',
      notifiable: true,
      title: word,
      body: word,
      visit_id: stay.visit_id,
      sign: true,
    }),
  )
  const stay_before = await leftBefore(house, stay.id, note.id)
  const order = await done(
    hands.post('/clinical/procedure-orders', { patient_id, code: 'DRESS-S', notes: word }),
  )
  const operation = await done(
    hands.post('/theatre-cases', {
      patient_id,
      procedures: [{ code: 'APPENDECTOMY' }],
      diagnosis: word,
      surgeon_id: doctor,
    }),
  )
  await onTheTable(house, hands, operation.id)
  const medicines = await atThePharmacy({ house, hands }, patient_id, word)
  const tests = await done(
    hands.post('/diagnostics/orders', {
      patient_id,
      test_codes: ['K', 'NA', 'GLUP'],
      clinical_notes: word,
    }),
  )
  const alert = await criticalOf(hands, tests)
  const bench = await onTheBench({ house, hands }, tests.specimens[0].number, word)
  const images = await imagesInHand(house, hands, { patient_id, word })
  const blood = await atTheBloodBank({ house, hands }, patient_id, word)
  const agreed = await done(
    hands.post(`/patients/${patient_id}/consents`, {
      kind: 'TEACHING',
      decision: 'GIVEN',
      method: 'WRITTEN',
    }),
  )
  const task = await done(hands.post('/nursing/tasks', { patient_id, task: word }))
  const consent = await done(
    hands.post('/clinical/consents', {
      patient_id,
      kind: 'OTHER',
      reason: word,
      signatory_name: 'Mzazi',
      signatory_relation: 'PARENT',
    }),
  )
  // Begun some days ago, so that the next is due.
  const begun = { dose_key: 'RABIES_IM1', source: 'CARD', note: word }
  const given_on = nextDay(clock.instant().slice(0, 10), -5)
  const vaccinated = await done(
    hands.post('/immunisations', { patient_id, doses: [{ ...begun, given_on }] }),
  )
  const put_off = { patient_id, vaccine: 'YF', kind: 'REFUSED', reason: word }
  const deferral = await done(hands.post('/immunisation-deferrals', put_off))
  await done(
    hands.put(`/patients/${patient_id}/pregnancy-status`, { pregnant: 'NO', basis: 'TEST' }),
  )
  return {
    'clinical/allergies': allergy.id,
    'clinical/problems': problem.id,
    'clinical/home-medicines': taken.id,
    'clinical/certificates': certificate.id,
    'clinical/records': note.id,
    'clinical/notices': note.notice_id,
    'clinical/procedure-orders': order.id,
    'theatre-cases': operation.id,
    ...medicines,
    ...bench,
    ...blood,
    'diagnostics/orders': tests.id,
    'diagnostics/specimens': tests.specimens[0].id,
    'diagnostics/results': tests.items[0].results[0].id,
    'diagnostics/critical': alert,
    'diagnostics/imaging/studies': images.studies[0].id,
    consents: agreed.id,
    'clinical/consents': consent.id,
    'nursing/tasks': task.id,
    immunisations: vaccinated.doses[0].id,
    'immunisation-deferrals': deferral.id,
    admissions: stay.id,
    '/admissions/:id/gate-pass': stay_before,
    '/admissions/:id/discharge-summary/pdf': stay_before,
    'bed-transfers': transfer.id,
    beds: bed.id,
    wards: ward.ward.id,
  }
}

/** On a list and in a room, so that both show who it is. */
async function onTheTable(house: House, hands: Person, case_id: string): Promise<void> {
  const code = `T${case_id.slice(-6)}`.toUpperCase()
  const room = await done(hands.post('/theatres', { code, name: `Theatre ${code}`, kind: 'MAJOR' }))
  const hospital_id = house.hospital.id
  await within(async () => {
    const session = await theatre_sessions.insert({
      hospital_id,
      facility_id: house.facility_id,
      number: `TS-${code}`,
      theatre_id: room.id,
      date: clock.instant().slice(0, 10),
      starts_at: '08:00',
      ends_at: '16:00',
      department: 'Surgery',
      status: 'OPEN',
      created_by_name: 'Person',
    })
    await theatres.change({ hospital_id, id: room.id }, { state: 'IN_USE', case_id })
    await theatre_cases.change(
      { hospital_id, id: case_id },
      { theatre_id: room.id, session_id: session.id, position: 1 },
    )
  })
}

/** Prescribed and queued in the pharmacy, a dose of something else, some owed and some sent back. */
async function atThePharmacy(
  { hands, house }: Pick<Workshop, 'hands' | 'house'>,
  patient_id: string,
  word: string,
): Promise<Record<string, string>> {
  const name = 'Paracetamol 500 mg tablet'
  const known = await done(hands.get('/pharmacy/medicines', { search: name, per_page: '50' }))
  const medicine = known.find((one: { name: string }) => one.name === name)
  const rx = await done(
    hands.post('/prescriptions', {
      patient_id,
      notes: word,
      items: [
        {
          medicine_id: medicine.id,
          dose: 500,
          dose_unit: 'MG',
          route: 'PO',
          frequency: 'TDS',
          duration_days: 5,
          instructions: word,
        },
      ],
    }),
  )
  const dose = await done(
    hands.post('/nursing/doses', { patient_id, medicine: word, dose: 'one cup' }),
  )
  const [dispense] = await done(hands.get('/pharmacy/dispenses', { patient_id }))
  const { id: hospital_id } = house.hospital
  await within(async () => {
    const supplied = { outcome: 'SUPPLY' as const, product_name: name, quantity: 15_000 }
    await dispense_lines.change({ hospital_id, dispense_id: dispense.id }, supplied)
    await dispenses.change({ hospital_id, id: dispense.id }, { status: 'VERIFIED' })
  })
  const of = {
    hospital_id,
    facility_id: house.facility_id,
    patient_id,
    dispense_id: dispense.id,
  }
  const owed = await within(() =>
    owed_medicines.insert({
      ...of,
      prescription_item_id: rx.items[0].id,
      medicine: name,
      quantity: 1000,
      until: '2098-01-31',
      status: 'OWED',
      reason: word,
    }),
  )
  const returned = await within(() =>
    pharmacy_returns.insert({
      ...of,
      number: `PHR-${word}`,
      source: 'WARD',
      status: 'REQUESTED',
      asked_by_name: 'Person',
    }),
  )
  return {
    prescriptions: rx.id,
    'prescription-items': rx.items[0].id,
    'nursing/doses': dose.id,
    'pharmacy/dispenses': dispense.id,
    'pharmacy/owed': owed.id,
    'pharmacy/returns': returned.id,
  }
}

/** An earlier stay of the same patient, who left with a summary and a pass. */
async function leftBefore({ hospital }: House, stay_id: string, note_id: string): Promise<string> {
  const hospital_id = hospital.id
  return within(async () => {
    const stay = await admissions.find({ hospital_id, id: stay_id })
    const note = await clinical_records.find({ hospital_id, id: note_id })
    if (stay === undefined || note === undefined) throw new Error('nobody was admitted')
    const id = newId()
    const own = { id, number: `${stay.number}-B`, gate_pass_no: `GP-${count}` }
    const left = { status: 'LEFT' as const, cleared_at: clock.instant() }
    await admissions.insert({ ...stay, ...own, ...left })
    const summary = { id: newId(), kind: 'SUMMARY' as const, admission_id: id, place_id: id }
    await clinical_records.insert({ ...note, ...summary })
    return id
  })
}

/** What the desk writes about money is for who handles it. */
const said = 'Said at the till'

async function atTheTill(
  shop: Workshop,
  { id: patient_id }: Data,
  { visit, member }: Desk,
): Promise<Record<string, string>> {
  const { hands } = shop
  const claim = await claimOf(shop, patient_id, visit.id)
  const draft = await done(
    hands.post('/billing/bills', {
      patient_id,
      payer: 'Self Pay',
      notes: said,
      items: [
        { code: 'FBC', quantity: 1 },
        { code: 'XRAY', quantity: 1 },
      ],
    }),
  )
  const bill = await done(hands.post(`/billing/bills/${draft.id}/issue`))
  const paid = await done(
    hands.post(`/billing/bills/${bill.id}/payments`, { amount: 1_000, method: 'Cash' }),
  )
  const deposit = await done(
    hands.post('/billing/deposits', { patient_id, amount: 4_000, notes: said }),
  )
  const refund = await done(
    hands.post('/billing/refunds', {
      deposit_id: deposit.deposit.id,
      amount: 100,
      payee_name: 'Neema',
      reason: said,
    }),
  )
  const approved = await done(
    hands.post('/billing/refunds', {
      deposit_id: deposit.deposit.id,
      amount: 100,
      payee_name: 'Neema',
      reason: said,
    }),
  )
  const manager = await shop.house.people.holding(...everything)
  await done(manager.post(`/billing/refunds/${approved.id}/approve`, {}))
  const waiver = await done(
    hands.post('/billing/waivers', {
      bill_id: bill.id,
      amount: 100,
      category: 'INDIGENT',
      reason: said,
    }),
  )
  const let_off = await done(
    hands.post('/billing/bills', {
      patient_id,
      payer: 'Self Pay',
      items: [{ code: 'XRAY', quantity: 1 }],
    }),
  )
  const discount = await done(
    hands.post('/commercial/discounts', {
      target_type: 'BILL',
      target_id: let_off.id,
      amount: 100,
      reason: said,
    }),
  )
  const follow_up = await done(
    hands.post('/commercial/follow-ups', {
      subject: said,
      due_on: nextDay(clock.instant().slice(0, 10), 7),
      patient_id,
    }),
  )
  const traded = await boughtFor(hands, patient_id, said)
  const exemption = await done(
    hands.post('/billing/exemptions', {
      patient_id,
      category: 'INDIGENT',
      pct: 50,
      valid_from: '2026-03-01',
      evidence: said,
    }),
  )
  const credit = await done(
    hands.post('/billing/credit-notes', {
      bill_id: bill.id,
      reason: said,
      reason_code: 'DUPLICATE',
      lines: [{ item_id: bill.items[0].id }],
    }),
  )
  const sale = await done(
    hands.post('/billing/sales', {
      patient_id,
      method: 'Cash',
      lines: [{ code: 'FBC', quantity: 1 }],
    }),
  )
  const preauth = await done(
    hands.post('/billing/preauthorisations', {
      membership_id: member.id,
      items: [{ code: 'XRAY' }],
      diagnosis_codes: ['B54'],
      justification: said,
    }),
  )
  const authorisation = await done(
    hands.post('/billing/authorisations', {
      membership_id: member.id,
      visit_id: visit.id,
      visit_type: 1,
      number: `A-${patient_id.slice(-8)}`,
    }),
  )
  await done(
    hands.post('/billing/coverage/simulate', {
      patient_id,
      membership_id: member.id,
      save: true,
      items: [{ code: 'FBC', quantity: 1 }],
    }),
  )
  return {
    'billing/bills': bill.id,
    'billing/payments': paid.id,
    'billing/deposits': deposit.deposit.id,
    'billing/refunds': refund.id,
    '/billing/refunds/:id/voucher': approved.id,
    'billing/waivers': waiver.id,
    'billing/exemptions': exemption.id,
    'commercial/discounts': discount.id,
    'commercial/follow-ups': follow_up.id,
    ...traded,
    'billing/credit-notes': credit.id,
    'billing/sales': sale.bill.id,
    'billing/preauthorisations': preauth.id,
    'billing/authorisations': authorisation.id,
    'billing/claims': claim.id,
    'billing/leakage': await leakOf(shop.house, patient_id),
  }
}

/** As the night finds one. */
async function leakOf({ hospital, facility_id }: House, patient_id: string): Promise<string> {
  const act = { kind: 'DONE_NOT_CHARGED', source: 'procedure', source_id: newId() } as const
  const found = { found_on: '2026-03-09', code: 'FBC', value: 500, status: 'OPEN' } as const
  const about = { hospital_id: hospital.id, facility_id, patient_id }
  return (await within(() => leakages.insert({ ...about, ...act, ...found }))).id
}

/** Of an order, done and billed to the scheme. */
async function claimOf({ house, hands }: Workshop, patient_id: string, visit_id: string) {
  const source_id = newId()
  const about = { patient_id, visit_id, source: 'order', source_id }
  const line = await within(() => charge(house.system, { ...about, code: 'FBC', quantity: 1 }))
  await within(() => serviceDone(house.system, 'order', source_id, {}))
  await done(hands.post(`/billing/bills/${line.bill_id}/issue`))
  const [claim] = await done(hands.get('/billing/claims', { patient_id }))
  return claim
}

/** Received; one entered with a value that somebody must hear of, one waiting, one released. */
async function criticalOf(hands: Person, tests: Data): Promise<string> {
  const specimens = tests.specimens.map(({ number }: Data) => ({ number }))
  await done(hands.post('/diagnostics/specimens/collect', { identity_checked: 'PHOTO', specimens }))
  await done(hands.post('/diagnostics/specimens/receive', { specimens }))
  const [potassium, , sugar] = tests.items.map(({ results: [line] }: Data) => line.id)
  const results = [
    { id: potassium, value_num: 7.5 },
    { id: sugar, value_num: 6 },
  ]
  await done(hands.post('/diagnostics/results', { results }))
  const { patient_id } = tests
  const [alert] = await done(hands.get('/diagnostics/critical', { patient_id }))
  return alert.id
}

// A patient on whom hangs one of everything the house can hang on a patient, each with a word in it by
// which it is known wherever it comes out. A new area adds what it hangs.

import { within } from '../../../db/store/connection.ts'
import { wrote } from '../messaging/went-and-came.ts'
import { messagePatient } from '../../../db/hospital/desk/patient-messages/message.ts'
import { everything } from '../everything.ts'
import { allModulesOn } from '../modules-on.ts'
import type { Answer, Data } from '../ask.ts'
import type { House } from '../boot.ts'
import { clinician, department, weekdaysAt } from './clinic.ts'
import { atDrawer } from '../money/drawers.ts'
import { attach, jpeg, multipart, pdf } from '../files.ts'
import type { Person } from '../people.ts'
import { priced } from '../money/prices.ts'
import { done, type Ward, wardOf } from './ward.ts'
import { copyOfRecord } from './whole-files.ts'
import { inMaternity } from './whole-maternity.ts'
import { inTheModules } from './whole-modules.ts'
import { atTheStore } from './whole-store.ts'
import { atTheTill } from './whole-till.ts'
import { inTheWard } from './whole-ward.ts'

export { everything }

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

// A patient in a bed: what is asked, written, given and found there, each with a word in it.

import { imagesInHand } from './imaging.ts'
import { clock, nextDay } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { admissions, bed_transfers } from '../../../db/hospital/care/wards/admissions/tables.ts'
import { clinical_records } from '../../../db/hospital/care/records/tables.ts'
import { theatre_cases } from '../../../db/hospital/modules/theatre/cases/tables.ts'
import { theatres } from '../../../db/hospital/modules/theatre/rooms/tables.ts'
import { theatre_sessions } from '../../../db/hospital/modules/theatre/sessions/tables.ts'
import { newId } from '../../../db/core/ids.ts'
import type { Data } from '../ask.ts'
import type { House } from '../boot.ts'
import type { Person } from '../people.ts'
import { onTheBench } from './whole-bench.ts'
import { atTheBloodBank } from './whole-blood.ts'
import { atThePharmacy } from './whole-pharmacy.ts'
import { done } from './ward.ts'
import type { Workshop } from './whole-patient.ts'

/** A bed is kept, with a transfer that is asked; and what is known for life. */
export async function inTheWard(
  { house, hands, doctor, ward, other_ward }: Workshop,
  { id }: Data,
  word: string,
): Promise<Record<string, string>> {
  const patient_id = id as string
  const [bed] = await done(
    hands.post('/beds', {
      room_id: ward.room.id,
      class_id: ward.bed_class.id,
      label: `B${patient_id.slice(-6)}`,
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
  // Beside this medicine of the formulary the word comes out once more (CAR-88).
  await done(
    hands.post('/clinical/allergies', {
      ...chart,
      substance: 'Aciclovir',
      severity: 'MILD',
      reactions: [word],
    }),
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

/** An earlier stay of the same patient, who left with a summary and a pass. */
async function leftBefore({ hospital }: House, stay_id: string, note_id: string): Promise<string> {
  const hospital_id = hospital.id
  return within(async () => {
    const stay = await admissions.find({ hospital_id, id: stay_id })
    const note = await clinical_records.find({ hospital_id, id: note_id })
    if (stay === undefined || note === undefined) throw new Error('nobody was admitted')
    const id = newId()
    const own = { id, number: `${stay.number}-B`, gate_pass_no: `GP-${stay.number}` }
    const left = { status: 'LEFT' as const, cleared_at: clock.instant() }
    await admissions.insert({ ...stay, ...own, ...left })
    const summary = { id: newId(), kind: 'SUMMARY' as const, admission_id: id, place_id: id }
    await clinical_records.insert({ ...note, ...summary })
    return id
  })
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

// A ward at work: beds, who lies in them and why, what they get and when, what is to be done, and who is on
// the way home. Of those who are not admitted: prescriptions that wait in the pharmacy, and one that was handed out.

import type { Caller } from '../../../core/caller.ts'
import { hours, instantIn } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { write as writeFluids } from '../../care/nursing/fluids.ts'
import { open as openHandover } from '../../care/nursing/handovers.ts'
import { complete as completeTask, open as openTask } from '../../care/nursing/tasks.ts'
import { noneKnown } from '../../care/chart/allergies.ts'
import { give } from '../../care/medicines/doses/giving.ts'
import { doses } from '../../care/medicines/doses/tables.ts'
import { medicines } from '../../care/medicines/formulary/tables.ts'
import { open as prescribe } from '../../care/medicines/prescribing/writing.ts'
import { open as writeRecord } from '../../care/records/writing.ts'
import { admit } from '../../care/wards/admissions/admit.ts'
import { order as orderDischarge } from '../../care/wards/admissions/discharge.ts'
import { request } from '../../care/wards/admissions/request.ts'
import { open as addBeds } from '../../care/wards/places/beds.ts'
import { open as addClass } from '../../care/wards/places/classes.ts'
import { open as addRoom } from '../../care/wards/places/rooms.ts'
import { open as addWard } from '../../care/wards/places/wards.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { openVisit } from '../../desk/visits/moves/open.ts'
import { tried } from './tried.ts'

interface Day {
  next: (fits?: (one: Patient) => boolean) => Patient | undefined
  as: (role: string) => Caller
  years: (one: Patient) => number
}

interface Course {
  says: string
  title: string
  medicine: readonly [name: string, strength: string, form: 'injection' | 'tablet']
  dose: number
  frequency: string
  route: string
  fits: (years: number, sex: Patient['sex']) => boolean
}

const adult = (years: number): boolean => years >= 18 && years < 60
const lying: readonly Course[] = [
  {
    says: 'Fever, cough and fast breathing for five days',
    title: 'Pneumonia',
    medicine: ['Ceftriaxone', '1 g', 'injection'],
    dose: 1000,
    frequency: 'OD',
    route: 'IV',
    fits: (years) => years >= 40,
  },
  {
    says: 'Fever, vomiting, cannot drink',
    title: 'Severe malaria',
    medicine: ['Paracetamol', '500 mg', 'tablet'],
    dose: 1000,
    frequency: 'TDS',
    route: 'PO',
    fits: adult,
  },
  {
    says: 'Fell from a roof; the left thigh is broken',
    title: 'Fracture of the shaft of the left femur',
    medicine: ['Paracetamol', '500 mg', 'tablet'],
    dose: 1000,
    frequency: 'TDS',
    route: 'PO',
    fits: adult,
  },
  {
    says: 'Swollen legs and breathless when lying',
    title: 'Heart failure',
    medicine: ['Furosemide', '40 mg', 'tablet'],
    dose: 40,
    frequency: 'OD',
    route: 'PO',
    fits: (years) => years >= 50,
  },
]
const outside: readonly Course[] = [
  {
    says: 'Burning when passing urine',
    title: 'Infection of the urinary tract',
    medicine: ['Ciprofloxacin', '500 mg', 'tablet'],
    dose: 500,
    frequency: 'BD',
    route: 'PO',
    // Nobody asked whether she is pregnant: of a woman the checks would.
    fits: (years, sex) => adult(years) && sex === 'Male',
  },
  {
    says: 'Comes for the tablets of the pressure',
    title: 'High blood pressure',
    medicine: ['Amlodipine', '5 mg', 'tablet'],
    dose: 5,
    frequency: 'OD',
    route: 'PO',
    fits: (years) => years >= 45,
  },
]

/** Nothing of it where nobody works in a ward. */
export async function staysDay(day: Day): Promise<void> {
  const people = ['nurse', 'nurse_in_charge', 'doctor']
  if (people.some((role) => day.as(role).user_id === null)) return
  const ward = await tried(() => begun(day))
  if (ward === undefined) return
  for (const [at, course] of lying.entries()) {
    const stay = await tried(() => laid(day, ward, course, ward.beds[at] ?? ''))
    if (stay !== undefined) await tried(() => looked(day, stay, at))
  }
  await tried(() => asked(day, ward))
  await tried(() => openHandover(day.as('nurse'), { ward_id: ward.ward_id, shift: 'MORNING' }))
  await firstDose(day)
  for (const course of outside) await tried(() => comesForMedicine(day, course))
}

interface Place {
  ward_id: string
  beds: readonly string[]
}

async function begun({ as }: Day): Promise<Place> {
  const head = as('nurse_in_charge')
  const ward = await addWard(head, { name: 'General ward', code: 'GEN', kind: 'GENERAL' })
  const room = await addRoom(head, { ward_id: ward.id, name: 'Hall' })
  const bed_class = await addClass(head, { name: 'General bed', code: 'BED-GEN' })
  const beds = await addBeds(head, { room_id: room.id, class_id: bed_class.id, from: 1, to: 8 })
  return { ward_id: ward.id, beds: beds.map(({ id }) => id) }
}

interface Stay {
  patient_id: string
  admission_id: string
}

async function laid(day: Day, { ward_id }: Place, course: Course, bed_id: string): Promise<Stay> {
  const { as, next, years } = day
  const patient = next((one) => course.fits(years(one), one.sex))
  if (patient === undefined) return nobody()
  const { visit } = await openVisit(as('reception'), {
    patient_id: patient.id,
    reason: course.says,
    start: true,
  })
  const asked_for = { patient_id: patient.id, visit_id: visit.id, reason: course.says, ward_id }
  const { id } = await request(as('doctor'), asked_for)
  const attending = as('doctor').user_id ?? ''
  await admit(as('nurse_in_charge'), id, { bed_id, attending_id: attending, overrides: [] })
  return { patient_id: patient.id, admission_id: id }
}

/** Whoever is not there is left out of the story, with all that hangs on it. */
const nobody = (): never => {
  throw conflict('Nobody and nothing of the kind is there.')
}

const medicineOf = async (
  { hospital_id }: Caller,
  [generic_name, strength_text, form]: Course['medicine'],
): Promise<string> => {
  const found = await medicines.find({ hospital_id, generic_name, strength_text, form })
  return found?.id ?? nobody()
}

const item = async (caller: Caller, { medicine, dose, frequency, route, title }: Course) => ({
  medicine_id: await medicineOf(caller, medicine),
  dose,
  dose_unit: 'MG',
  route,
  frequency,
  duration_days: 5,
  indication: title,
  first_dose: 'NOW' as const,
})

/** What is known, what is given, and what is still to be done. */
async function looked(day: Day, { patient_id, admission_id }: Stay, at: number): Promise<void> {
  const { as } = day
  const course = lying[at] as Course
  const nurse = as('nurse')
  await noneKnown(nurse, patient_id, 'PATIENT')
  const place = { patient_id, admission_id }
  await writeRecord(as('doctor'), { ...place, kind: 'DIAGNOSIS', title: course.title, sign: true })
  await prescribe(as('doctor'), { ...place, items: [await item(nurse, course)], sign: true })
  const wash = { ...place, task: 'Turn and wash', category: 'HYGIENE', every_hours: 12 } as const
  await openTask(nurse, { ...wash, due_at: instantIn(hours(2)) })
  const look = { ...place, task: 'Look at the drip', category: 'MONITORING' } as const
  const { id } = await openTask(nurse, { ...look, due_at: instantIn(0) })
  if (at % 2 === 0) await completeTask(nurse, id, { outcome: 'Runs well' })
  await writeFluids(nurse, {
    admission_id,
    entries: [
      { direction: 'IN', kind: 'ORAL', volume_ml: 250 },
      { direction: 'OUT', kind: 'URINE', volume_ml: 300 },
    ],
  })
  if (at === lying.length - 1) {
    await orderDischarge(as('doctor'), admission_id, { type: 'HOME', condition: 'Walks about' })
  }
}

/** The first dose that is due of somebody in the ward. */
async function firstDose(day: Day): Promise<void> {
  const { hospital_id } = day.as('nurse')
  const [due] = await doses.all(
    { hospital_id, status: 'SCHEDULED' },
    { order: ['due_at'], limit: 1 },
  )
  if (due !== undefined) await tried(() => give(day.as('nurse'), due.id, { overrides: [] }))
}

/** Somebody for whom a bed is asked. */
async function asked(day: Day, { ward_id }: Place): Promise<void> {
  const patient = day.next((one) => day.years(one) >= 60)
  if (patient === undefined) return
  const reason = 'Cannot keep food down; needs a drip'
  const { visit } = await openVisit(day.as('reception'), {
    patient_id: patient.id,
    reason,
    start: true,
  })
  await request(day.as('doctor'), { patient_id: patient.id, visit_id: visit.id, reason, ward_id })
}

async function comesForMedicine(day: Day, course: Course): Promise<void> {
  const { as, next, years } = day
  const patient = next((one) => course.fits(years(one), one.sex))
  if (patient === undefined) return
  const { visit } = await openVisit(as('reception'), {
    patient_id: patient.id,
    reason: course.says,
    start: true,
  })
  const place = { patient_id: patient.id, visit_id: visit.id }
  await noneKnown(as('nurse'), patient.id, 'PATIENT')
  await writeRecord(as('doctor'), { ...place, kind: 'DIAGNOSIS', title: course.title, sign: true })
  await prescribe(as('doctor'), {
    ...place,
    items: [await item(as('doctor'), course)],
    sign: true,
  })
}

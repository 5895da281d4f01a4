// Two wards at work: who lies in their beds since some days, what was measured, drunk and given, what is to be done next,
// somebody who may go home and waits for the cash desk, somebody who waits for a bed. By the rules, as those who do it.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, minutes, nextDay } from '../../../core/clock.ts'
import { noneKnown } from '../../care/chart/allergies.ts'
import { give } from '../../care/medicines/doses/giving.ts'
import { list as dosesDue } from '../../care/medicines/doses/view.ts'
import { medicinesNamed } from '../../care/medicines/formulary/named.ts'
import type { PrescriptionItemInput } from '../../care/medicines/prescribing/shapes.ts'
import { open as prescribe } from '../../care/medicines/prescribing/writing.ts'
import { write as writeFluids } from '../../care/nursing/fluids.ts'
import type { TaskInput } from '../../care/nursing/shapes.ts'
import { open as addTask } from '../../care/nursing/tasks.ts'
import { draftSummary } from '../../care/records/discharge-summary.ts'
import { sign as signRecord } from '../../care/records/signing.ts'
import { open as writeRecord } from '../../care/records/writing.ts'
import { admit } from '../../care/wards/admissions/admit.ts'
import { complete, order as orderDischarge } from '../../care/wards/admissions/discharge.ts'
import { request } from '../../care/wards/admissions/request.ts'
import { chargeBedDays } from '../../care/wards/jobs.ts'
import { open as addBeds, outOfService } from '../../care/wards/places/beds.ts'
import { open as addClass } from '../../care/wards/places/classes.ts'
import { open as addRoom } from '../../care/wards/places/rooms.ts'
import { open as addWard } from '../../care/wards/places/wards.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { openVisit } from '../../desk/visits/moves/open.ts'
import { recordVitals } from '../../desk/vitals/record-vitals.ts'
import type { VitalsInput } from '../../desk/vitals/shapes.ts'
import { latestVitals } from '../../desk/vitals/vitals.ts'
import { folded } from '../../../store/table.ts'
import { tried, triedInSteps } from './tried.ts'

interface Day {
  zone: string
  next: (fits?: (one: Patient) => boolean) => Patient | undefined
  as: (role: string) => Caller
  years: (one: Patient) => number
}

type Signs = Omit<VitalsInput, 'taken_at'>
type Fluid = readonly ['IN' | 'OUT', 'ORAL' | 'IV' | 'URINE' | 'VOMIT', number]

interface Lies {
  ward: 'CHILD' | 'MED'
  fits: (years: number) => boolean
  reason: string
  code: string
  /** Since how many hours. */
  since: number
  note: string
  signs: readonly Signs[]
  tasks: readonly Omit<TaskInput, 'patient_id'>[]
  fluids: readonly Fluid[]
  /** A medicine of the formulary by its name, and how it is given. */
  medicines: readonly (readonly [string, PrescriptionItemInput])[]
  /** The doctor has let go, and the cash desk has not. */
  goes?: boolean
}

const grown = (years: number): boolean => years >= 16
const small = (years: number): boolean => years >= 1 && years < 10

const signs = (
  temperature: number,
  heart_rate: number,
  respiratory_rate: number,
  oxygen_saturation: number,
  pressure: readonly [number, number] | null = null,
): Signs => ({
  temperature,
  heart_rate,
  respiratory_rate,
  oxygen_saturation,
  ...(pressure === null ? {} : { systolic: pressure[0], diastolic: pressure[1] }),
  consciousness: 'ALERT',
  oxygen_delivery: 'ROOM_AIR',
})

const by_mouth = (dose: number, frequency: string, more: Partial<PrescriptionItemInput> = {}) =>
  ({ dose, dose_unit: 'MG', route: 'PO', frequency, duration_days: 5, ...more }) as const

const lying: readonly Lies[] = [
  {
    ward: 'MED',
    fits: (years) => years >= 45,
    reason: 'Pneumonia with fast breathing',
    code: 'J18.9',
    since: 3 * 24 + 5,
    note: 'Coughs less. Crackles at the right base. Goes on with the same treatment.',
    signs: [signs(38.9, 112, 28, 91, [104, 62]), signs(38.1, 100, 24, 94, [112, 66])],
    tasks: [
      { task: 'Vital signs', category: 'OBSERVATION', every_hours: 4, vitals: true },
      { task: 'Sit up and cough', category: 'MOBILITY', every_hours: 6 },
    ],
    fluids: [
      ['IN', 'ORAL', 400],
      ['IN', 'IV', 500],
      ['OUT', 'URINE', 450],
    ],
    medicines: [
      ['Amoxicillin 250 mg capsule', by_mouth(500, 'TDS', { first_dose: 'NOW' })],
      ['Paracetamol 500 mg tablet', by_mouth(1000, 'TDS', { own_supply: true })],
    ],
  },
  {
    ward: 'MED',
    fits: grown,
    reason: 'Malaria, cannot keep tablets down',
    code: 'B54',
    since: 27,
    note: 'Vomited once in the night. Drinks. No jaundice.',
    signs: [signs(39.2, 118, 22, 97, [98, 60]), signs(37.6, 92, 18, 98, [108, 68])],
    tasks: [{ task: 'Vital signs', category: 'OBSERVATION', every_hours: 6, vitals: true }],
    fluids: [
      ['IN', 'ORAL', 600],
      ['OUT', 'URINE', 300],
      ['OUT', 'VOMIT', 150],
    ],
    medicines: [['Paracetamol 500 mg tablet', by_mouth(1000, 'TDS', { first_dose: 'NOW' })]],
  },
  {
    ward: 'MED',
    fits: (years) => years >= 50,
    reason: 'Stroke, weakness of the right side',
    code: 'I64',
    since: 6 * 24,
    note: 'Swallows soft food. Lifts the right arm against gravity.',
    signs: [signs(36.8, 84, 18, 96, [168, 96]), signs(36.7, 80, 18, 97, [158, 92])],
    tasks: [
      { task: 'Turn to the other side', category: 'MOBILITY', every_hours: 2, mandatory: true },
      { task: 'Look at heels and back', category: 'HYGIENE', every_hours: 12 },
    ],
    fluids: [
      ['IN', 'ORAL', 900],
      ['OUT', 'URINE', 750],
    ],
    medicines: [],
  },
  {
    ward: 'MED',
    fits: grown,
    reason: 'Gastroenteritis, dehydrated',
    code: 'A09',
    since: 2 * 24 + 3,
    note: 'Eats and drinks, no stool since yesterday. May go home.',
    signs: [signs(36.6, 76, 16, 98, [118, 74])],
    tasks: [],
    fluids: [['IN', 'ORAL', 1200]],
    medicines: [],
    goes: true,
  },
  {
    ward: 'CHILD',
    fits: small,
    reason: 'Pneumonia with chest indrawing',
    code: 'J18.9',
    since: 2 * 24 - 2,
    note: 'Breathes with less effort, feeds well.',
    signs: [signs(38.4, 136, 44, 92), signs(37.9, 124, 36, 95)],
    tasks: [{ task: 'Vital signs', category: 'OBSERVATION', every_hours: 4, vitals: true }],
    fluids: [['IN', 'ORAL', 250]],
    medicines: [],
  },
  {
    ward: 'CHILD',
    fits: small,
    reason: 'Burn of the arm',
    code: 'T30.0',
    since: 4,
    note: 'Dressed. Sleeps now.',
    signs: [signs(37.1, 118, 26, 98)],
    tasks: [{ task: 'Look at the dressing', category: 'WOUND', every_hours: 8 }],
    fluids: [],
    medicines: [],
  },
]

interface Scene extends Day {
  beds: Record<Lies['ward'], string[]>
  wards: Record<Lies['ward'], string>
  attending_id: string
  medicines: ReadonlyMap<string, string>
}

/** Nothing of it where nobody works on a ward. `attending_id`: who leads the care, of the staff. */
export async function bedside(day: Day, attending_id: string | undefined): Promise<void> {
  const people = ['clinical_admin', 'doctor', 'nurse', 'nurse_in_charge', 'reception']
  if (attending_id === undefined || people.some((role) => day.as(role).user_id === null)) return
  const scene = await tried(() => wardsOf(day, attending_id))
  if (scene === undefined) return
  for (const one of lying) await triedInSteps(() => lies(scene, one))
  await chargeBedDays(day.as('administrator'))
  await triedInSteps(() => waits(scene))
}

async function wardsOf(day: Day, attending_id: string): Promise<Scene> {
  const admin = day.as('clinical_admin')
  const { id: class_id } = await addClass(admin, { name: 'General', code: 'BED-GEN' })
  const made = async (name: string, code: string, kind: 'GENERAL' | 'PAEDIATRIC', to: number) => {
    const ward = await addWard(admin, { name, code, kind, daily_codes: ['NURS-DAY'] })
    const room = await addRoom(admin, { ward_id: ward.id, name: 'Hall' })
    const beds = await addBeds(admin, { room_id: room.id, class_id, from: 1, to })
    return { id: ward.id, beds: beds.map(({ id }) => id) }
  }
  const medical = await made('Medical ward', 'MED', 'GENERAL', 10)
  const children = await made('Children\u2019s ward', 'PAED', 'PAEDIATRIC', 6)
  const broken = medical.beds.pop() ?? ''
  await outOfService(admin, broken, { reason: 'The frame is broken', until: null })
  const names = lying.flatMap(({ medicines }) => medicines.map(([name]) => name))
  return {
    ...day,
    attending_id,
    wards: { MED: medical.id, CHILD: children.id },
    beds: { MED: medical.beds, CHILD: children.beds },
    medicines: await medicinesNamed(admin, names),
  }
}

async function lies(scene: Scene, one: Lies): Promise<void> {
  const { next, as, years, beds } = scene
  const patient = next((somebody) => one.fits(years(somebody)))
  const bed_id = beds[one.ward].shift()
  if (patient === undefined || bed_id === undefined) return
  const stay = await tried(() => laid(scene, one, patient.id, bed_id))
  if (stay === undefined) return
  await tried(() => charted(as, one, patient.id))
  for (const task of one.tasks) {
    const due_at = instantIn(-minutes(20))
    await tried(() => addTask(as('nurse'), { due_at, ...task, patient_id: patient.id }))
  }
  await tried(() => drunk(as, one, stay.id))
  await triedInSteps(() => treated(scene, one, patient.id))
  if (one.goes === true) await triedInSteps(() => goes(scene, one, patient.id, stay.id))
}

/** Came, was given a bed, and was measured since. */
async function laid(
  { as, attending_id, wards }: Scene,
  { reason, since, ward, signs: measured }: Lies,
  patient_id: string,
  bed_id: string,
): Promise<{ id: string }> {
  const came_at = instantIn(-hours(since) - minutes(50))
  const { visit } = await openVisit(as('reception'), {
    patient_id,
    reason,
    arrived_at: came_at,
    late_entry_reason: 'From the book of the ward',
    start: false,
  })
  const ward_id = wards[ward]
  const asked = await request(as('doctor'), { patient_id, reason, ward_id, visit_id: visit.id })
  const admitted_at = instantIn(-hours(since))
  await admit(as('nurse_in_charge'), asked.id, { bed_id, attending_id, admitted_at })
  const nurse = as('nurse')
  // A child is weighed when it comes; it weighs what it did.
  const [weight] = await latestVitals(nurse, patient_id, { kinds: ['weight'] })
  const weighed = ward === 'CHILD' && weight !== undefined ? { weight: Number(weight.value) } : {}
  for (const [at, one] of measured.entries()) {
    const ago = minutes(25) + hours(4) * (measured.length - 1 - at)
    if (ago > hours(since)) continue
    await recordVitals(nurse, visit.id, { ...one, ...weighed, taken_at: instantIn(-ago) })
  }
  return asked
}

async function charted(as: Day['as'], { code, note }: Lies, patient_id: string): Promise<void> {
  await noneKnown(as('nurse'), patient_id, 'PATIENT')
  const record = { patient_id, sign: true }
  await writeRecord(as('doctor'), { ...record, code, coding_system: 'ICD10' })
  await writeRecord(as('doctor'), {
    ...record,
    kind: 'NOTE',
    note_type: 'WARD_ROUND',
    title: 'Ward round',
    body: note,
  })
}

async function drunk(as: Day['as'], { fluids, since }: Lies, admission_id: string): Promise<void> {
  if (fluids.length === 0) return
  const entries = fluids.map(([direction, kind, volume_ml]) => ({ direction, kind, volume_ml }))
  const at = instantIn(-Math.min(hours(3), hours(since) / 2))
  await writeFluids(as('nurse'), { admission_id, at, entries })
}

/** What is due at once is given; the rest is on the chart. */
async function treated({ as, medicines }: Scene, one: Lies, patient_id: string): Promise<void> {
  const items = one.medicines.flatMap(([name, how]) => {
    const medicine_id = medicines.get(folded(name))
    return medicine_id === undefined ? [] : [{ ...how, medicine_id }]
  })
  if (items.length === 0) return
  await tried(() => prescribe(as('doctor'), { patient_id, items, sign: true }))
  const { rows } = await dosesDue(as('nurse'), {
    patient_id,
    status: 'SCHEDULED',
    page: 1,
    per_page: 1,
  })
  const [first] = rows
  if (first === undefined || Date.parse(first.due_at) > clock.ms() + hours(1)) return
  await tried(() => give(as('nurse'), first.id, { source: 'OWN' }))
}

async function goes(
  { as, zone }: Scene,
  { note }: Lies,
  patient_id: string,
  admission_id: string,
): Promise<void> {
  const doctor = as('doctor')
  await tried(async () => {
    await orderDischarge(doctor, admission_id, { type: 'HOME', condition: 'Well', note })
    const { row } = await draftSummary(doctor, admission_id, {})
    await signRecord(doctor, row.id, { read_confirmed: true })
    await complete(doctor, admission_id, {
      condition: 'Well',
      follow_up: { date: nextDay(dayIn(zone), 7), clinic: 'Outpatients' },
      at: instantIn(-minutes(30)),
    })
  })
}

/** Seen in the clinic, and no bed was given yet. */
async function waits({ as, next, years, wards }: Scene): Promise<void> {
  const patient = next((one) => grown(years(one)))
  if (patient === undefined) return
  const reason = 'Diabetes, sugar not under control'
  await tried(async () => {
    await openVisit(as('reception'), { patient_id: patient.id, reason, start: false })
    const asked = {
      patient_id: patient.id,
      reason,
      ward_id: wards.MED,
      priority: 'URGENT' as const,
    }
    await request(as('doctor'), asked)
  })
}

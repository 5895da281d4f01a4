// Who was seen today and goes home with medicines: their prescriptions wait in the pharmacy.

import type { Caller } from '../../../core/caller.ts'
import { folded } from '../../../store/table.ts'
import { noneKnown } from '../../care/chart/allergies.ts'
import { medicinesNamed } from '../../care/medicines/formulary/named.ts'
import { open as prescribe } from '../../care/medicines/prescribing/writing.ts'
import { open as writeRecord } from '../../care/records/writing.ts'
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
  medicine: string
  dose: number
  frequency: string
  fits: (years: number, sex: Patient['sex']) => boolean
}

const courses: readonly Course[] = [
  {
    says: 'Burning when passing urine',
    title: 'Infection of the urinary tract',
    medicine: 'Ciprofloxacin 500 mg tablet',
    dose: 500,
    frequency: 'BD',
    // Nobody asked whether she is pregnant: of a woman the checks would.
    fits: (years, sex) => years >= 18 && years < 60 && sex === 'Male',
  },
  {
    says: 'Comes for the tablets of the pressure',
    title: 'High blood pressure',
    medicine: 'Amlodipine 5 mg tablet',
    dose: 5,
    frequency: 'OD',
    fits: (years) => years >= 45,
  },
]

/** Nothing of it where nobody prescribes. */
export async function prescribed(day: Day): Promise<void> {
  if (['nurse', 'doctor'].some((role) => day.as(role).user_id === null)) return
  const names = courses.map(({ medicine }) => medicine)
  const known = await medicinesNamed(day.as('doctor'), names)
  for (const course of courses) {
    const medicine_id = known.get(folded(course.medicine))
    if (medicine_id !== undefined) await tried(() => comes(day, course, medicine_id))
  }
}

async function comes(
  { as, next, years }: Day,
  { says: reason, title, dose, frequency, fits }: Course,
  medicine_id: string,
): Promise<void> {
  const patient = next((one) => fits(years(one), one.sex))
  if (patient === undefined) return
  const patient_id = patient.id
  const { visit } = await openVisit(as('reception'), { patient_id, reason, start: true })
  const place = { patient_id, visit_id: visit.id, sign: true }
  await noneKnown(as('nurse'), patient_id, 'PATIENT')
  await writeRecord(as('doctor'), { ...place, kind: 'DIAGNOSIS', title })
  const item = { medicine_id, dose, dose_unit: 'MG', route: 'PO', frequency, indication: title }
  await prescribe(as('doctor'), { ...place, items: [{ ...item, duration_days: 5 }] })
}

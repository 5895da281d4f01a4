// Who came for medicine today: seen, with a diagnosis and a prescription, which wait in the pharmacy.

import type { Caller } from '../../../core/caller.ts'
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
    fits: (years) => years >= 50,
  },
]

/** Nothing of it where nobody prescribes. */
export async function prescribed(day: Day): Promise<void> {
  if (['nurse', 'doctor'].some((role) => day.as(role).user_id === null)) return
  for (const course of courses) {
    const patient = day.next((one) => course.fits(day.years(one), one.sex))
    if (patient !== undefined) await tried(() => comesFor(day, course, patient))
  }
}

async function comesFor({ as }: Day, course: Course, { id: patient_id }: Patient): Promise<void> {
  const { visit } = await openVisit(as('reception'), {
    patient_id,
    reason: course.says,
    start: true,
  })
  const place = { patient_id, visit_id: visit.id }
  const doctor = as('doctor')
  await noneKnown(as('nurse'), patient_id, 'PATIENT')
  await writeRecord(doctor, { ...place, kind: 'DIAGNOSIS', title: course.title, sign: true })
  const [medicine_id] = (await medicinesNamed(doctor, [course.medicine])).values()
  if (medicine_id === undefined) return
  const { dose, frequency, title: indication } = course
  const how = { dose, dose_unit: 'MG', route: 'PO', frequency, duration_days: 5, indication }
  await prescribe(doctor, { ...place, items: [{ medicine_id, ...how }], sign: true })
}

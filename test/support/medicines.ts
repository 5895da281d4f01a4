// A clinic that prescribes: who writes, who hands out, who gives, and medicines by their names.

import { boot, type Tap } from './boot.ts'
import { somebody } from './desk/visits.ts'
import { done } from './desk/ward.ts'

/** As the checks ask nothing of him: grown, and nobody knows of an allergy. */
export const man = { sex: 'Male', birth_date: '1980-04-02' }

export async function clinicOfMedicines(t: Tap & { teardown(undo: () => void): void }) {
  const house = await boot(t)
  const { people } = house
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const nurse = await people.with('nurse')
  const pharmacist = await people.with('pharmacist')
  const patient = async (more: object = {}): Promise<string> => {
    const { id } = await somebody(clerk, { ...man, ...more })
    await done(nurse.post(`/patients/${id}/allergies/none-known`, { source: 'PATIENT' }))
    return id
  }
  const known = new Map<string, string>()
  return {
    house,
    clerk,
    doctor,
    nurse,
    pharmacist,
    patient,
    /** On an open visit. */
    async visiting(more: object = {}) {
      const patient_id = await patient(more)
      const opened = await done(clerk.post('/visits', { patient_id, start: false }))
      return { patient_id, visit_id: (opened.visit ?? opened).id as string }
    },
    async called(name: string): Promise<string> {
      const before = known.get(name)
      if (before !== undefined) return before
      const found = await done(doctor.get('/pharmacy/medicines', { search: name, per_page: '200' }))
      const one = found.find((row: { name: string }) => row.name === name)
      if (one === undefined) throw new Error(`no ${name}`)
      known.set(name, one.id)
      return one.id
    },
    prescribe: (patient_id: string, items: readonly object[], more: object = {}) =>
      doctor.post('/prescriptions', { patient_id, items, ...more }),
  }
}

/** `500 mg three times a day for five days`, unless something else is said. */
export const item = (medicine_id: string, more: object = {}) => ({
  medicine_id,
  dose: 500,
  dose_unit: 'MG',
  route: 'PO',
  frequency: 'TDS',
  duration_days: 5,
  ...more,
})

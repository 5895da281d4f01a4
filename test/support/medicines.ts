// A clinic that prescribes: who writes, who hands out, who gives, and medicines by their names.

import { boot, type Tap } from './boot.ts'
import { somebody } from './desk/visits.ts'
import { done } from './desk/ward.ts'
import { shelfOf } from './goods.ts'
import { priced } from './money/prices.ts'

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
    visiting: async (more: object = {}) => {
      const patient_id = await patient(more)
      const opened = await done(clerk.post('/visits', { patient_id, start: false }))
      return { patient_id, visit_id: (opened.visit ?? opened).id as string }
    },
    called: async (name: string): Promise<string> => {
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

/** A pharmacy with goods on its shelf that are medicines of the formulary, each with a price. */
export async function pharmacyOf(clinic: Clinic) {
  const { house, pharmacist, called } = clinic
  const shelf = await shelfOf(house, { keepers: [pharmacist.user.id], controlled_cupboard: true })
  const second = await house.people.with('pharmacist')
  const codes = Array.from({ length: 20 }, (_, index) => `RX${index + 1}`)
  await priced(
    house,
    codes.map((code) => ({ code, name: code, category: 'Pharmacy' as const, price: 100_00 })),
  )
  let goods = 0
  return {
    shelf,
    second,
    /** `Amoxicillin 250 mg capsule`, so many of them in one lot. */
    stocked: async (name: string, quantity: number, more: Record<string, unknown> = {}) => {
      const medicine_id = await called(name)
      const { form, strength_text } = await done(
        pharmacist.get(`/pharmacy/medicines/${medicine_id}`),
      )
      const base_unit = form === 'injection' ? 'vial' : form
      const code = `RX${++goods}`
      const product = await shelf.product({
        name: `Goods ${goods}`,
        strength: strength_text,
        form,
        base_unit,
        tariff_code: code,
        ...more,
      })
      if (quantity > 0) await shelf.lay(product, quantity)
      await done(
        pharmacist.put(`/pharmacy/medicines/${medicine_id}/products`, {
          products: [{ product_id: product.id }],
        }),
      )
      return { medicine_id, product }
    },
    /** The one dispense of a prescription that waits. */
    waiting: async (patient_id: string) => {
      const [found] = await done(pharmacist.get('/pharmacy/dispenses', { patient_id }))
      return done(pharmacist.get(`/pharmacy/dispenses/${found.id}`))
    },
    /** All of it, or what `more` says of each line. */
    verify: (of: Waiting, more: object = {}, who = pharmacist) =>
      who.post(`/pharmacy/dispenses/${of.id}/verify`, {
        lines: of.lines.map(({ id: line_id }) => ({ line_id, outcome: 'SUPPLY', ...more })),
      }),
    handOver: ({ id }: { id: string }, more: object = {}, who = pharmacist) =>
      who.post(`/pharmacy/dispenses/${id}/hand-over`, {
        identity_checked: true,
        counselled: true,
        ...more,
      }),
  }
}
type Clinic = Awaited<ReturnType<typeof clinicOfMedicines>>
interface Waiting {
  id: string
  lines: readonly { id: string }[]
}

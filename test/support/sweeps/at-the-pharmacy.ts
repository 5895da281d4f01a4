// A pharmacy and a ward at work, for whoever asks every route: prescriptions that wait for a co-signature,
// dispenses and doses in every state, something owed and something sent back. The newest stands last.

import { clock, hours } from '../../../db/core/clock.ts'
import { doses } from '../../../db/hospital/care/medicines/doses/tables.ts'

import { rows, within } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import type { House } from '../boot.ts'
import { somebody } from '../desk/visits.ts'
import { done, wardOf } from '../desk/ward.ts'
import { shelfOf } from '../goods.ts'
import type { Known } from './bodies.ts'

export const tablets = 15

export async function pharmacyShelf(house: House): Promise<Known> {
  const pharmacist = await house.people.with('pharmacist')
  const keepers = [pharmacist.user.id]
  const shelf = await shelfOf(house, { keepers, is_default_dispensing: true })
  const second = await shelfOf(house, { keepers, dispenses: true, is_default_dispensing: false })
  const linked = async (name: string, product: { id: string; code: string }): Promise<string> => {
    await shelf.lay(product, 10_000)
    const found = await done(
      pharmacist.get('/pharmacy/medicines', { search: name, per_page: '200' }),
    )
    const { id } = found.find((one: { name: string }) => one.name === name)
    const products = [{ product_id: product.id }]
    await done(pharmacist.put(`/pharmacy/medicines/${id}/products`, { products }))
    return id
  }
  const paracetamol = await shelf.product({ strength: '500 mg' })
  const medicine = await linked('Paracetamol 500 mg tablet', paracetamol)
  const bcg = await shelf.product({ form: 'Vaccine', base_unit: 'vial', strength: '0.05 ml' })
  await linked('BCG vaccine 0.05 ml vaccine', bcg)
  const [level] = await done(shelf.keeper.get('/stock/levels', { product_id: paracetamol.id }))
  return {
    rx_medicine: medicine,
    rx_batch: level.batch_id,
    rx_store: shelf.store.id,
    rx_second_store: second.store.id,
    'rules :table': 'ages',
  }
}

const wanted = (medicine_id: unknown, more: object = {}) => ({
  medicine_id,
  dose: 500,
  dose_unit: 'MG',
  route: 'PO',
  frequency: 'TDS',
  duration_days: 5,
  ...more,
})

export async function pharmacyAtWork(house: House, known: Known): Promise<void> {
  const { people } = house
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const intern = await people.with('intern')
  const pharmacist = await people.with('pharmacist')
  const nurse = await people.with('nurse')
  const come = async (): Promise<string> => {
    const { id } = await somebody(clerk, { sex: 'Male', birth_date: '1980-04-02' })
    await done(clerk.post('/visits', { patient_id: id, start: false }))
    return id
  }
  const dispensed = async () => {
    const patient_id = await come()
    const items = [wanted(known['rx_medicine'])]
    await done(doctor.post('/prescriptions', { patient_id, items }))
    const [found] = await done(pharmacist.get('/pharmacy/dispenses', { patient_id }))
    return done(pharmacist.get(`/pharmacy/dispenses/${found.id}`))
  }
  type Dispensed = Awaited<ReturnType<typeof dispensed>>
  const verify = (of: Dispensed, more: object = {}) =>
    done(
      pharmacist.post(`/pharmacy/dispenses/${of.id}/verify`, {
        lines: [{ line_id: of.lines[0].id, outcome: 'SUPPLY', ...more }],
      }),
    )
  const hand = (of: Dispensed) =>
    done(
      pharmacist.post(`/pharmacy/dispenses/${of.id}/hand-over`, {
        identity_checked: true,
        counselled: true,
      }),
    )
  for (let count = 0; count < 2; count += 1) {
    const of = await dispensed()
    await verify(of, { quantity: 10, owed: 'KEEP' })
    const { lines } = await hand(of)
    await done(
      pharmacist.post('/pharmacy/returns', {
        source: 'PATIENT',
        dispense_id: of.id,
        lines: [backOf(lines[0])],
      }),
    )
  }
  const whole = await dispensed()
  await verify(whole)
  await hand(whole)
  for (let count = 0; count < 3; count += 1) await verify(await dispensed())
  for (let count = 0; count < 4; count += 1) await dispensed()
  for (let count = 0; count < 2; count += 1) {
    const items = [wanted(known['rx_medicine'])]
    await done(intern.post('/prescriptions', { patient_id: await come(), items }))
  }
  await onTheWard(house, known, { nurse, doctor, clerk })
}

const backOf = (line: { id: string; batches: { batch_id: string }[] }) => ({
  dispense_line_id: line.id,
  batch_id: line.batches[0]?.batch_id,
  quantity: 1,
  reason: 'CHANGED',
  condition: 'UNOPENED',
})

type Hands = Record<'nurse' | 'doctor' | 'clerk', Awaited<ReturnType<House['people']['with']>>>

/** An infusion of each state, a dose that nobody came for, and some that wait. */
async function onTheWard(house: House, known: Known, { nurse, doctor, clerk }: Hands) {
  const { people, hospital } = house
  const charge = await people.with('nurse_in_charge')
  const { beds } = await wardOf(await people.holding('ward:write', 'ward:read'))
  const { id: patient_id } = await somebody(clerk, { sex: 'Male', birth_date: '1980-04-02' })
  const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
  const [somewhere] = await rows<{ id: string }>(
    sql`select id from staff where hospital_id = ${hospital.id} order by id limit 1`,
  )
  const into = { bed_id: beds[0].id, attending_id: somewhere?.id }
  await done(charge.post(`/admissions/${stay.id}/admit`, into))
  const name = 'Sodium chloride 0.9% infusion'
  const found = await done(doctor.get('/pharmacy/medicines', { search: name, per_page: '200' }))
  const saline = found.find((one: { name: string }) => one.name === name).id
  const infusion = { volume_ml: 500, rate_ml_h: 100 }
  for (const state of ['SCHEDULED', 'PAUSED', 'RUNNING']) {
    const drip = { medicine_id: saline, route: 'IV', frequency: 'CONTINUOUS', infusion }
    const overrides = [{ gate: 'RX_DUPLICATE', subject: '1', reason_code: 'MONITORED' }]
    const items = [{ ...drip, instructions: state }]
    const rx = await done(doctor.post('/prescriptions', { patient_id, items, overrides }))
    const asked = { prescription_item_id: rx.items[0].id }
    const [dose] = await done(nurse.get('/nursing/doses', asked))
    if (state === 'SCHEDULED') continue
    await done(nurse.post(`/nursing/doses/${dose.id}/start`))
    if (state === 'RUNNING') continue
    await done(nurse.post(`/nursing/doses/${dose.id}/pause`, { reason: 'Walks' }))
  }
  for (const medicine of ['Herbal tea', 'Honey']) {
    await done(nurse.post('/nursing/doses', { patient_id, medicine, dose: 'one cup', give: {} }))
  }
  const items = [wanted(known['rx_medicine'], { frequency: 'OD', first_dose: 'NOW' })]
  await done(doctor.post('/prescriptions', { patient_id, items }))
  const late = await rows<{ id: string }>(
    sql`select id from doses where hospital_id = ${hospital.id} and patient_id = ${patient_id}
      and kind = 'SCHEDULED' order by id limit 1`,
  )
  const due_at = new Date(clock.ms() - hours(5)).toISOString()
  const id = late[0]?.id ?? ''
  await within(() => doses.change({ hospital_id: hospital.id, id }, { due_at }))
  await done(doctor.post('/prescriptions', { patient_id, items, sign: false }))
}

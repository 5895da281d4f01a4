// Medicines over the counter (CAR-105): asked by billing's sale before the goods leave.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { shelfOf } from '../../../support/goods.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('medicines over the counter', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  await priced(house)
  const { people } = house
  const shelf = await shelfOf(house)
  const cashier = await people.with('cashier')
  const pharmacist = await people.with('pharmacist')
  const dispenser = await people.with('cashier', 'pharmacist')
  const nurse = await people.with('nurse')
  const patient = await somebody(await people.with('reception'))
  await atDrawer(house, cashier)
  await atDrawer(house, dispenser)
  const product = await shelf.product({
    name: 'Amoxil',
    strength: '250 mg',
    form: 'Capsule',
    base_unit: 'capsule',
    tariff_code: 'FBC',
  })
  await shelf.lay(product, 50)
  const [medicine] = await done(
    nurse.get('/pharmacy/medicines', { search: 'Amoxicillin 250 mg capsule' }),
  )
  const walk_in = (await cashier.get('/billing/policy')).data.walk_in_patient_id
  const sell = (more: object = {}, who = cashier) =>
    who.post('/billing/sales', {
      patient_id: patient.id,
      method: 'Cash',
      lines: [
        { code: 'CONS', quantity: 1 },
        { code: 'FBC', quantity: 2 },
      ],
      ...more,
    })
  const left = async (): Promise<number> =>
    (await shelf.keeper.get('/stock/levels', { product_id: product.id })).data[0].quantity
  const prescription = { prescriber: 'Dr Mushi', registration_no: 'MCT-1', date: '2026-05-03' }
  const override = (gate: string) => ({
    overrides: [{ gate, subject: '2', reason_code: 'TOLERATED_BEFORE' }],
  })

  t.test('what is in no formulary goes by its own rules (CAR-85)', async (t) => {
    t.equal((await sell()).status, 201)
    t.equal(await left(), 48)
  })

  t.test('a medicine that needs a prescription needs one (CAR-105, OTC_RX_ONLY)', async (t) => {
    await done(
      pharmacist.put(`/pharmacy/medicines/${medicine.id}/products`, {
        products: [{ product_id: product.id }],
      }),
    )
    const refused = await sell()
    t.equal(refused.status, 409)
    t.match(
      refused.message,
      'Prescription: Line 2, Amoxicillin 250 mg capsule needs a prescription.',
    )
    t.equal(await left(), 48, 'nothing left the shelf')
    t.equal((await sell({ prescription })).status, 201)
    t.equal((await sell(override('OTC_RX_ONLY'))).status, 403, 'a cashier lets nothing through')
    t.equal((await sell(override('OTC_RX_ONLY'), dispenser)).status, 201)
    t.equal(await left(), 44)
  })

  t.test('an allergy of a known patient is met at the counter too (CAR-63, CAR-105)', async (t) => {
    await done(
      nurse.post('/clinical/allergies', {
        patient_id: patient.id,
        substance: 'Penicillin',
        severity: 'SEVERE',
        reactions: ['Rash'],
      }),
    )
    const refused = await sell({ prescription })
    t.equal(refused.status, 409)
    t.match(
      refused.message,
      'Allergy: Line 2, Amoxicillin 250 mg capsule: allergy to penicillin (rash, severe).',
    )
    t.equal(await left(), 44)
    const through = { prescription, ...override('RX_ALLERGY_EXACT') }
    t.equal((await sell(through)).status, 403)
    t.equal((await sell(through, dispenser)).status, 201)
    t.equal(
      (await sell({ prescription, patient_id: walk_in })).status,
      201,
      'a customer nobody knows',
    )
  })

  t.test('a controlled drug is sold on a prescription only', async (t) => {
    await done(pharmacist.put(`/pharmacy/medicines/${medicine.id}/products`, { products: [] }))
    const controlled = await done(
      pharmacist.post('/pharmacy/medicines', {
        generic_name: 'Amoxil',
        strength_text: '250 mg',
        form: 'capsule',
        unit_of_dose: 'CAP',
        routes: ['PO'],
        ingredients: [{ ingredient_code: 'codeine', amount: 30, unit: 'MG' }],
      }),
    )
    await done(
      pharmacist.put(`/pharmacy/medicines/${controlled.id}/products`, {
        products: [{ product_id: product.id }],
      }),
    )
    await done(pharmacist.patch(`/pharmacy/medicines/${controlled.id}`, { controlled: 'NARCOTIC' }))
    t.match(await sell({ patient_id: walk_in }), {
      status: 409,
      message: 'Line 2, Amoxil 250 mg capsule: a controlled drug is sold on a prescription only.',
    })
  })
})

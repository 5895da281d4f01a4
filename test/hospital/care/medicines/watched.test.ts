// Medicines that want a second person, and another strength of the same (CAR-91, CAR-95, CAR-97, CAR-113).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { account, password } from '../../../support/accounts.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'
import { newId } from '../../../../db/core/ids.ts'
import type { Person } from '../../../support/people.ts'

t.test('medicines that are watched', async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { house, nurse, pharmacist, visiting, prescribe } = on
  const pharmacy = await pharmacyOf(on)
  const { verify, handOver, waiting } = pharmacy
  const other = await account(house, { roles: ['pharmacist'], full_name: 'Asha Juma' })
  const colleague = await account(house, { roles: ['nurse'], full_name: 'Neema Lema' })
  const token = async (by: Person, purpose: string, who = other): Promise<string> =>
    (await done(by.post('/stock/witness', { identifier: who.username, password, purpose })))
      .witness_token

  t.test('a controlled drug leaves with two people and a name (CAR-95, CAR-97)', async (t) => {
    const morphine = await pharmacy.stocked('Morphine 10 mg tablet', 0, {
      controlled: true,
      controlled_schedule: 'NARCOTIC',
    })
    const { keeper, store } = pharmacy.shelf
    const boss = await house.people.with('pharmacy_manager')
    const found = await done(
      pharmacist.post('/stock/adjustments', {
        store_id: store.id,
        reason_code: 'FOUND',
        note: 'Taken over from the old book',
        lines: [
          {
            product_id: morphine.product.id,
            lot: 'M1',
            expiry: '2028-01-31',
            quantity: 50,
            unit_cost: 2000,
          },
        ],
      }),
    )
    t.ok(keeper)
    const path = `/stock/adjustments/${found.id}`
    await done(
      pharmacist.post(`${path}/submit`, { witness_token: await token(pharmacist, 'CONTROLLED') }),
    )
    await done(boss.post(`${path}/approve`, { witness_token: await token(boss, 'CONTROLLED') }))
    const { patient_id } = await visiting()
    await done(
      prescribe(patient_id, [
        item(morphine.medicine_id, { dose: 10, duration_days: 2, indication: 'Pain of cancer' }),
      ]),
    )
    const of = await waiting(patient_id)
    await done(verify(of))
    const received_by = { name: 'Rehema Ally', relation: 'Daughter', id_no: 'ID-1' }
    t.match(await handOver(of, { received_by }), {
      status: 409,
      message: 'A second person must check this: checked_by_token is required.',
    })
    await done(pharmacist.post(`/pharmacy/dispenses/${of.id}/reopen`, { reason: 'Unchecked' }))
    const lines = of.lines.map(({ id: line_id }: { id: string }) => ({
      line_id,
      outcome: 'SUPPLY',
    }))
    const checked_by_token = await token(pharmacist, 'CONTROLLED')
    const checked = await done(
      pharmacist.post(`/pharmacy/dispenses/${of.id}/verify`, { lines, checked_by_token }),
    )
    t.equal(checked.checked_by_name, 'Asha Juma')
    t.match(await handOver(of), { status: 400, message: /^received_by is required/ })
    t.match(await handOver(of, { received_by: { ...received_by, id_no: null } }), {
      status: 400,
      message: /^received_by\.id_no is required/,
    })
    t.match(await handOver(of, { received_by }), {
      status: 409,
      message: 'A second person must witness this: witness_token is required.',
    })
    const technician = await house.people.with('pharmacy_technician')
    t.equal((await handOver(of, { received_by }, technician)).status, 403)
    const witness_token = await token(pharmacist, 'CONTROLLED')
    const gone = await done(handOver(of, { received_by, witness_token }))
    t.match(gone, { status: 'HANDED_OVER', received_by, lines: [{ batches: [{ lot: 'M1' }] }] })
    const register = await done(
      boss.get('/stock/controlled/register', { product_id: morphine.product.id }),
    )
    t.ok(register.some(({ kind }: { kind: string }) => kind === 'ISSUE'))
  })

  t.test('another strength of the same, with a reason (CAR-91)', async (t) => {
    const wanted = await on.called('Amoxicillin 250 mg capsule')
    const strong = await pharmacy.stocked('Amoxicillin 500 mg capsule', 100)
    const { patient_id } = await visiting()
    await done(prescribe(patient_id, [item(wanted)]))
    const of = await waiting(patient_id)
    const product_id = strong.product.id
    t.match(await verify(of, { product_id }), {
      status: 400,
      message: 'Line 1: substitution.reason is required.',
    })
    t.match(await verify(of, { product_id, substitution: { kind: 'THERAPEUTIC' } }), {
      status: 400,
      message: /THERAPEUTIC is not offered yet/,
    })
    const substitution = { kind: 'STRENGTH', reason: 'No 250 mg here' }
    t.match(await done(verify(of, { product_id, substitution })), {
      lines: [
        {
          quantity: 15,
          supplied: 30,
          substitution: { kind: 'STRENGTH', to: 'Amoxicillin 500 mg capsule' },
        },
      ],
    })
    const only = await visiting()
    const more = { substitution: 'NOT_ALLOWED', substitution_reason: 'Swallows small ones' }
    await done(prescribe(only.patient_id, [item(wanted, more)]))
    t.match(await verify(await waiting(only.patient_id), { product_id, substitution }), {
      status: 409,
      message: 'Line 1: this product only was asked for: Swallows small ones.',
    })
  })

  t.test('a second person stands by at the bed (CAR-113)', async (t) => {
    const admin = await house.people.holding('ward:write', 'ward:read')
    const charge = await house.people.with('nurse_in_charge')
    const { beds } = await wardOf(admin)
    const patient_id = await on.patient()
    const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Arthritis' }))
    await done(
      charge.post(`/admissions/${stay.id}/admit`, { bed_id: beds[0].id, attending_id: newId() }),
    )
    const made = await done(
      nurse.post('/nursing/doses', {
        patient_id,
        medicine: 'Methotrexate 2.5 mg tablet',
        dose: '10 mg',
      }),
    )
    const path = `/nursing/doses/${made.id}/give`
    t.match(await nurse.post(path), {
      status: 409,
      message: 'A second person must witness this: witness_token is required.',
    })
    const stranger = await account(house, { roles: ['reception'], full_name: 'Juma Ally' })
    t.match(await nurse.post(path, { witness_token: await token(nurse, 'OTHER', stranger) }), {
      status: 409,
      message: 'Juma Ally may not be a witness here.',
    })
    const witness_token = await token(nurse, 'OTHER', colleague)
    t.match(await done(nurse.post(path, { witness_token })), {
      status: 'GIVEN',
      witness_name: 'Neema Lema',
    })
  })

  t.test('another rate than was ordered is said why, and seen by somebody (3.5)', async (t) => {
    const admin = await house.people.holding('ward:write', 'ward:read')
    const charge = await house.people.with('nurse_in_charge')
    const { beds } = await wardOf(admin)
    const patient_id = await on.patient()
    const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Dehydration' }))
    await done(
      charge.post(`/admissions/${stay.id}/admit`, { bed_id: beds[0].id, attending_id: newId() }),
    )
    const infusion = { volume_ml: 500, over_minutes: 300 }
    const medicine_id = await on.called('Sodium chloride 0.9% infusion')
    const order = { medicine_id, route: 'IV', frequency: 'CONTINUOUS', infusion }
    await done(prescribe(patient_id, [order]))
    const [bag] = await done(nurse.get('/nursing/doses', { patient_id }))
    const path = `/nursing/doses/${bag.id}`
    const unseen = {
      status: 409,
      message: 'A second person must witness this: witness_token is required.',
    }
    t.match(await nurse.post(`${path}/start`, { rate_ml_h: 250 }), unseen, 'from the first drop')
    t.match(await done(nurse.post(`${path}/start`, { rate_ml_h: 105 })), {
      status: 'RUNNING',
      infusion: { rates: [{ ml_h: 105, witness: null }] },
    })
    await done(nurse.post(`${path}/set-rate`, { rate_ml_h: 92 }))
    const other_rate = { rate_ml_h: 50 }
    t.match(await nurse.post(`${path}/set-rate`, other_rate), {
      status: 400,
      message: 'note is required: 100 ml/h was ordered.',
    })
    const said = { ...other_rate, note: 'Coughs' }
    t.match(await nurse.post(`${path}/set-rate`, said), unseen)
    t.match(await nurse.post(`${path}/set-rate`, { ...said, witness_token: 'x' }), {
      status: 409,
    })
    const witness_token = await token(nurse, 'OTHER', colleague)
    const seen = await done(nurse.post(`${path}/set-rate`, { ...said, witness_token }))
    t.match(seen.infusion.rates, [{ ml_h: 105 }, { ml_h: 92 }, { ml_h: 50, witness: 'Neema Lema' }])
    t.equal((await nurse.post(`${path}/set-rate`, { ...said, witness_token })).status, 409, 'once')
    await done(nurse.post(`${path}/pause`, { reason: 'Walks' }))
    t.match(await nurse.post(`${path}/resume`, { rate_ml_h: 300 }), {
      status: 409,
      message: /^300 ml\/h is not the 100 ml\/h that was ordered: let it go on, then set the rate/,
    })
    t.match(await done(nurse.post(`${path}/resume`)), { infusion: { paused_at: null } })
  })
})

// The pharmacy, from the queue to the hand of the patient and back (CAR-89 to CAR-104).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { expire } from '../../../../db/hospital/care/medicines/dispensing/owed.ts'
import { lapse } from '../../../../db/hospital/care/medicines/dispensing/undoing.ts'
import { rowCounts } from '../../../support/counts.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'

t.test('dispensing', async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { house, doctor, nurse, pharmacist, visiting, prescribe } = on
  const pharmacy = await pharmacyOf(on)
  const { second, waiting, verify, handOver } = pharmacy
  const amoxicillin = await pharmacy.stocked('Amoxicillin 250 mg capsule', 100)
  const paracetamol = await pharmacy.stocked('Paracetamol 500 mg tablet', 1000)
  const free = async ({ product }: typeof amoxicillin) =>
    (await done(pharmacist.get(`/stock/products/${product.id}`))).available
  const lineOf = async (id: string) =>
    (
      await rows<{ service_status: string; quantity: number }>(
        sql`select service_status, quantity from bill_items where source = 'dispense_line'
          and source_id = ${id} order by created_at`,
      )
    ).map(({ service_status, quantity }) => `${service_status} ${Number(quantity) / 1000}`)
  const asked = async (items: object[]) => {
    const { patient_id } = await visiting()
    const rx = await done(prescribe(patient_id, items))
    return { patient_id, rx, of: await waiting(patient_id) }
  }

  t.test(
    'queued, verified, handed over: goods, charge and items together (CAR-92, CAR-100)',
    async (t) => {
      const { rx, of } = await asked([item(amoxicillin.medicine_id)])
      t.match(of, {
        reference: 'DSP-2026-000001',
        status: 'QUEUED',
        kind: 'OUTPATIENT',
        prescription: rx.reference,
        lines: [{ quantity_due: 30, outcome: null }],
        moves: ['verify', 'hold', 'cancel'],
      })
      const queue = await done(pharmacist.get('/pharmacy/queue'))
      t.match(queue, [{ id: of.id, medicines: ['Amoxicillin 250 mg capsule'], waiting_minutes: 0 }])
      const choices = await done(pharmacist.get(`/pharmacy/dispenses/${of.id}/choices`))
      t.match(choices, [{ kind: 'BRAND', free: 100, batches: [{ lot: 'B1', free: 100 }] }])
      const verified = await done(verify(of))
      t.match(verified, {
        status: 'VERIFIED',
        lines: [{ outcome: 'SUPPLY', quantity: 30, supplied: 30, unit: 'capsule' }],
        total: null,
      })
      t.equal(await free(amoxicillin), 70, 'held')
      t.same(await lineOf(of.lines[0].id), ['PENDING 30'])
      t.match(await handOver(of, { counselled: false }), {
        status: 400,
        message: 'counselled must be true: tell how it is taken.',
      })
      const gone = await done(handOver(of))
      t.match(gone, {
        status: 'HANDED_OVER',
        handed_by_name: pharmacist.user.full_name,
        lines: [{ batches: [{ lot: 'B1', quantity: 30 }], days_supply: 5 }],
      })
      t.equal(await free(amoxicillin), 70)
      t.same(await lineOf(of.lines[0].id), ['DONE 30'])
      t.match(await done(doctor.get(`/prescriptions/${rx.id}`)), {
        items: [{ dispensed: 'FULL', quantity_dispensed: 30 }],
      })
      t.match(await handOver(of), {
        status: 409,
        message: 'Dispense DSP-2026-000001 is HANDED_OVER. It can: reverse.',
      })
      t.match(await doctor.post(`/prescriptions/${rx.id}/cancel`, { reason: 'Error' }), {
        status: 409,
        message: 'Amoxicillin 250 mg capsule: 30 CAP were handed over: discontinue it instead.',
      })
    },
  )

  t.test('not paid, nothing leaves where the house asks for money first (CAR-56)', async (t) => {
    const { of } = await asked([item(paracetamol.medicine_id)])
    await done(verify(of))
    const admin = await house.people.administrator()
    await done(admin.patch('/billing/patient-flow', { payment_before_service: true }))
    t.match(await handOver(of), { status: 409, message: 'Not cleared by the cashier.' })
    await done(admin.patch('/billing/patient-flow', { payment_before_service: false }))
    t.equal((await handOver(of)).status, 200)
  })

  t.test('part now, the rest owed, supplied, expired (CAR-90, CAR-98)', async (t) => {
    const { patient_id, of } = await asked([item(paracetamol.medicine_id, { dose: 1000 })])
    const [{ id: line_id }] = of.lines
    const less = (more: object) =>
      pharmacist.post(`/pharmacy/dispenses/${of.id}/verify`, {
        lines: [{ line_id, outcome: 'SUPPLY', ...more }],
      })
    t.match(await less({ quantity: 40 }), { status: 409, message: 'Line 1: 40 asked, 30 due.' })
    t.match(await less({ quantity: 20 }), {
      status: 400,
      message: 'Line 1: owed is required: KEEP or DROP. It is less than is due.',
    })
    t.match(await less({ outcome: 'OUT_OF_STOCK' }), {
      status: 409,
      message: /^\d+ are free in this store\.$/,
    })
    await done(less({ quantity: 20, owed: 'KEEP' }))
    await done(handOver(of))
    const [owed] = await done(pharmacist.get('/pharmacy/owed', { patient_id }))
    t.match(owed, { status: 'OWED', quantity: 10, until: '2026-04-30' })
    const more = await done(pharmacist.post(`/pharmacy/owed/${owed.id}/supply`))
    t.match(more, { kind: 'OWED', status: 'QUEUED', lines: [{ quantity_due: 10 }] })
    t.equal((await pharmacist.post(`/pharmacy/owed/${owed.id}/supply`)).status, 409)
    await done(verify(more))
    await done(handOver(more))
    const [after] = await done(pharmacist.get('/pharmacy/owed', { patient_id }))
    t.equal(after.status, 'SUPPLIED')
    const other = await asked([item(paracetamol.medicine_id, { dose: 1000 })])
    await done(
      pharmacist.post(`/pharmacy/dispenses/${other.of.id}/verify`, {
        lines: [{ line_id: other.of.lines[0].id, outcome: 'SUPPLY', quantity: 20, owed: 'KEEP' }],
      }),
    )
    await done(handOver(other.of))
    const at = clock.instant()
    clock.freeze('2026-05-02T06:00:00.000Z')
    await expire(house.system)
    clock.freeze(at)
    const [late] = await done(pharmacist.get('/pharmacy/owed', { patient_id: other.patient_id }))
    t.equal(late.status, 'EXPIRED')
  })

  t.test('nothing supplied ends it; a stopped item is pulled out (CAR-90, 3.3)', async (t) => {
    const one = await asked([item(amoxicillin.medicine_id)])
    const none = await done(verify(one.of, { outcome: 'NOT_SUPPLIED', reason: 'UNCLEAR' }))
    t.match(none, { status: 'CANCELLED', cancel_reason: 'Nothing supplied' })
    const two = await asked([item(amoxicillin.medicine_id), item(paracetamol.medicine_id)])
    await done(verify(two.of))
    const before = await free(amoxicillin)
    await done(
      doctor.post(`/prescription-items/${two.rx.items[0].id}/discontinue`, {
        stop_reason: 'REFUSED',
      }),
    )
    t.equal(await free(amoxicillin), before + 30, 'free again')
    const now = await done(pharmacist.get(`/pharmacy/dispenses/${two.of.id}`))
    t.match(now, { status: 'QUEUED', lines: [{ medicine: 'Paracetamol 500 mg tablet' }] })
    t.equal(now.lines.length, 1)
    t.match(await lineOf(two.of.lines[0].id), ['CANCELLED 30'])
    await done(doctor.post(`/prescriptions/${two.rx.id}/cancel`, { reason: 'Went home' }))
    t.equal((await done(pharmacist.get(`/pharmacy/dispenses/${two.of.id}`))).status, 'CANCELLED')
  })

  t.test('reopened, put aside, kept, cancelled: charge and goods together (CAR-101)', async (t) => {
    const { of } = await asked([item(amoxicillin.medicine_id)])
    const before = await free(amoxicillin)
    const at = `/pharmacy/dispenses/${of.id}`
    await done(verify(of))
    t.equal(await free(amoxicillin), before - 30)
    t.equal((await pharmacist.post(`${at}/reopen`, {})).status, 400)
    t.equal((await done(pharmacist.post(`${at}/reopen`, { reason: 'Changed' }))).status, 'QUEUED')
    t.equal(await free(amoxicillin), before)
    await done(verify(of))
    await done(pharmacist.post(`${at}/hold`, { reason: 'Asks the doctor' }))
    t.equal(await free(amoxicillin), before)
    await done(verify(of))
    t.equal((await done(pharmacist.post(`${at}/keep`))).kept, true)
    t.equal((await pharmacist.post(`${at}/keep`)).status, 409)
    const now = clock.instant()
    clock.freeze(new Date(clock.ms() + minutes(121)).toISOString())
    await lapse(house.system)
    clock.freeze(now)
    t.match(await done(pharmacist.get(at)), { status: 'QUEUED' }, 'CAR-93: nobody paid')
    t.equal(await free(amoxicillin), before)
    await done(verify(of))
    const gone = await done(pharmacist.post(`${at}/cancel`, { reason: 'Nobody came' }))
    t.match(gone, { status: 'CANCELLED', moves: [] })
    t.equal(await free(amoxicillin), before)
  })

  t.test('reversed the same day, by somebody else (3.4)', async (t) => {
    const { rx, of } = await asked([item(amoxicillin.medicine_id, { duration_days: 3 })])
    const before = await free(amoxicillin)
    await done(verify(of))
    await done(handOver(of))
    const at = `/pharmacy/dispenses/${of.id}/reverse`
    const all = { reason: 'Wrong patient', all_back: true }
    t.match(await second.post(at, { ...all, all_back: false }), { status: 400 })
    t.match(await pharmacist.post(at, all), {
      status: 409,
      message: 'You handed this over: somebody else reverses it.',
    })
    t.equal((await done(second.post(at, all))).status, 'REVERSED')
    t.equal(await free(amoxicillin), before)
    t.match(await done(doctor.get(`/prescriptions/${rx.id}`)), {
      items: [{ dispensed: 'NONE', quantity_dispensed: 0 }],
    })
    t.match(await lineOf(of.lines[0].id), [/^(CANCELLED|RETURNED)/])
  })

  t.test(
    'lot by lot, part of the lines, allergies once more (CAR-94, CAR-96, CAR-63)',
    async (t) => {
      const ibuprofen = await pharmacy.stocked('Ibuprofen 200 mg tablet', 0)
      await pharmacy.shelf.lay(ibuprofen.product, 20, { lot: 'OLD', expiry: '2026-06-30' })
      await pharmacy.shelf.lay(ibuprofen.product, 100, { lot: 'NEW', expiry: '2028-06-30' })
      const { patient_id, of } = await asked([
        item(ibuprofen.medicine_id, { dose: 400 }),
        item(paracetamol.medicine_id),
      ])
      await done(verify(of))
      const choices = await done(pharmacist.get(`/pharmacy/dispenses/${of.id}/choices`))
      const lots = choices.find(
        (one: { product_id: string }) => one.product_id === ibuprofen.product.id,
      )
      const [first, last] = lots.batches
      const pick = (batches: object[], more: object = {}) =>
        pharmacist.post(`/pharmacy/dispenses/${of.id}/pick`, {
          lines: [{ line_id: of.lines[0].id, batches, ...more }],
        })
      t.match(await pick([{ batch_id: first.batch_id, quantity: 20 }]), {
        status: 409,
        message: 'Line 1: 20 picked, 30 to pick.',
      })
      t.match(await pick([{ batch_id: last.batch_id, quantity: 30 }]), {
        status: 409,
        message: /^First expiry first: Line 1: lot OLD expires sooner\./,
      })
      const other = choices.find(
        (one: { product_id: string }) => one.product_id === paracetamol.product.id,
      )
      t.match(await pick([{ batch_id: other.batches[0].batch_id, quantity: 30 }]), {
        status: 409,
        message: /^Scanned Goods \d+; the line is Goods \d+/,
      })
      t.equal((await pick([{ batch_id: newId(), quantity: 30 }])).status, 404)
      const picked = await done(
        pick([
          { batch_id: first.batch_id, quantity: 20 },
          { batch_id: last.batch_id, quantity: 10 },
        ]),
      )
      t.equal(picked.status, 'PICKED')
      const part = await done(handOver(of, { line_ids: [of.lines[0].id] }))
      t.match(part, {
        status: 'HANDED_OVER',
        lines: [{ batches: [{ lot: 'OLD' }, { lot: 'NEW' }] }],
      })
      const rest = await done(pharmacist.get(`/pharmacy/dispenses/${part.rest_id}`))
      t.match(rest, { status: 'VERIFIED', lines: [{ medicine: 'Paracetamol 500 mg tablet' }] })
      t.equal((await handOver(rest)).status, 200)
      const again = await done(prescribe(patient_id, [item(amoxicillin.medicine_id)]))
      await done(
        nurse.post('/clinical/allergies', {
          patient_id,
          substance: 'Penicillin',
          severity: 'SEVERE',
          reactions: ['Rash'],
        }),
      )
      const found = await waiting(patient_id)
      t.equal(found.prescription, again.reference)
      t.match(await verify(found), { status: 409, message: /^Allergy: Line 1, Amoxicillin/ })
    },
  )

  t.test('who prescribed does not verify (2.17)', async (t) => {
    const both = await house.people.holding(
      'prescription:write',
      'dispense:verify',
      'record:sign',
      'record:read',
      'medicine:read',
    )
    const { patient_id } = await visiting()
    await done(both.post('/prescriptions', { patient_id, items: [item(paracetamol.medicine_id)] }))
    t.match(await verify(await waiting(patient_id), {}, both), {
      status: 409,
      message: /You prescribed this yourself\./,
    })
  })

  t.test('a ward is supplied for its patients, and sends back (CAR-102 to CAR-104)', async (t) => {
    const admin = await house.people.holding('ward:write', 'ward:read')
    const charge = await house.people.with('nurse_in_charge')
    const { ward, beds } = await wardOf(admin)
    const patient_id = await on.patient()
    const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
    await done(
      charge.post(`/admissions/${stay.id}/admit`, { bed_id: beds[0].id, attending_id: newId() }),
    )
    await done(prescribe(patient_id, [item(paracetamol.medicine_id, { dose: 1000 })]))
    const of = await waiting(patient_id)
    t.match(of, { kind: 'WARD', lines: [{ quantity_due: 6 }] })
    const rounds = () => pharmacist.post('/pharmacy/ward-rounds', { ward_id: ward.id })
    t.match(await done(rounds()), { dispenses: 0 }, 'it waits already')
    await done(verify(of))
    const gone = await done(handOver(of))
    t.match(await done(rounds()), { dispenses: 0 }, 'it lies there already')
    const [line] = gone.lines
    const back = (quantity: number) =>
      nurse.post('/pharmacy/returns', {
        source: 'WARD',
        dispense_id: of.id,
        lines: [
          {
            dispense_line_id: line.id,
            batch_id: line.batches[0].batch_id,
            quantity,
            reason: 'STOPPED',
            condition: 'UNOPENED',
          },
        ],
      })
    t.match(await back(7), {
      status: 409,
      message: 'Only 6 of Paracetamol 500 mg tablet are left on the ward for this patient.',
    })
    const asked_back = await done(back(4))
    t.match(asked_back, { reference: 'PHR-2026-00001', status: 'REQUESTED' })
    t.equal((await back(3)).status, 409, 'what is asked back is not there')
    const before = await free(paracetamol)
    const accepted = await done(pharmacist.post(`/pharmacy/returns/${asked_back.id}/accept`))
    t.match(accepted, { status: 'ACCEPTED', lines: [{ placed: 'SHELF', quantity: 4 }] })
    t.equal(await free(paracetamol), before + 4)
    t.match(await lineOf(line.id), ['DONE 2'])
    const rejected = await done(back(1))
    t.equal((await pharmacist.post(`/pharmacy/returns/${rejected.id}/reject`, {})).status, 400)
    await done(pharmacist.post(`/pharmacy/returns/${rejected.id}/reject`, { reason: 'Opened' }))
    t.match(await done(pharmacist.get('/pharmacy/returns', { status: 'REJECTED' })), [
      { id: rejected.id },
    ])
    t.match(await done(rounds()), { dispenses: 1, lines: 1 }, 'and is wanted again')
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const { of } = await asked([item(paracetamol.medicine_id)])
    const at = `/pharmacy/dispenses/${of.id}`
    const [{ id: line_id }] = of.lines
    const bad: [string, object, number, RegExp][] = [
      [`${at}/verify`, { lines: [] }, 400, /^Line 1 outcome is required/],
      [`${at}/verify`, { lines: [{ line_id: newId(), outcome: 'SUPPLY' }] }, 404, /^No such line/],
      [
        `${at}/verify`,
        { lines: [{ line_id, outcome: 'NOT_SUPPLIED' }] },
        400,
        /^Line 1: reason is required/,
      ],
      [
        `${at}/verify`,
        { lines: [{ line_id, outcome: 'SUPPLY', product_id: amoxicillin.product.id }] },
        409,
        /is not the same medicine as/,
      ],
      [
        `${at}/verify`,
        { lines: [{ line_id, outcome: 'SUPPLY', product_id: newId() }] },
        404,
        /^No such product/,
      ],
      [`${at}/pick`, { lines: [] }, 409, /is QUEUED\. It can: verify, hold, cancel/],
      [`${at}/hand-over`, { identity_checked: true }, 409, /is QUEUED/],
      [`${at}/reverse`, { reason: 'Wrong', all_back: true }, 409, /is QUEUED/],
      [`/pharmacy/dispenses/${newId()}/verify`, { lines: [] }, 404, /^No such dispense/],
      ['/pharmacy/ward-rounds', { ward_id: newId() }, 404, /^No such ward/],
    ]
    for (const [path, body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await pharmacist.post(path, body), { status, message }, path)
      t.same(await rowCounts(), before, 'nothing is left')
    }
    t.equal((await nurse.post(`${at}/verify`, { lines: [] })).status, 403)
  })

  t.test('six hand over the same: one does', async (t) => {
    const { of } = await asked([item(paracetamol.medicine_id)])
    await done(verify(of))
    const six = await Promise.all(Array.from({ length: 6 }, () => handOver(of)))
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    )
  })

  t.test(
    'where nobody said which store dispenses, a keeper sees what lies in theirs',
    async (t) => {
      const { manager, store } = pharmacy.shelf
      await done(manager.patch(`/stock/stores/${store.id}`, { is_default_dispensing: false }))
      const { of } = await asked([item(paracetamol.medicine_id)])
      t.equal(of.store_id, null)
      const choices = `/pharmacy/dispenses/${of.id}/choices`
      t.match(await done(pharmacist.get(choices)), [{ batches: [{ lot: 'B1' }] }])
      t.same(await done(second.get(choices)), [], 'who keeps none is shown none')
      t.match(await done(verify(of)), { store_id: store.id, status: 'VERIFIED' })
    },
  )
})

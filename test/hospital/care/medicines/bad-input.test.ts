// What must not get through, row by row (care 6), and what nobody would type on purpose: nothing is left behind.

import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { mayPractise, staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { answering } from '../../../support/answers.ts'
import type { Answer } from '../../../support/ask.ts'
import { rowCounts } from '../../../support/counts.ts'
import { neighbourOf } from '../../../support/desk/two-hospitals.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'

t.test('medicines: bad input', async (t) => {
  clock.freeze('2026-03-31T05:00:00.000Z')
  const on = await clinicOfMedicines(t)
  const { house, doctor, nurse, pharmacist, prescribe, called } = on
  const pharmacy = await pharmacyOf(on)
  const { medicine_id, product } = await pharmacy.stocked('Paracetamol 500 mg tablet', 1000)
  const amoxicillin = await called('Amoxicillin 250 mg capsule')
  const refused = async (
    what: string,
    asked: () => Promise<Answer>,
    status: number,
    message: string | RegExp,
  ) => {
    const before = await rowCounts()
    const answer = await asked()
    t.equal(answer.status, status, `${what}: ${answer.message}`)
    t.match(answer.message, message, what)
    t.same(await rowCounts(), before, `${what}: nothing is left`)
  }
  const dosed = (patient_id: string, dose: string, more: object = {}) =>
    nurse.post('/nursing/doses', {
      patient_id,
      medicine: 'Paracetamol 500 mg tablet',
      dose,
      ...more,
    })
  const lying = async (items: object[]) => {
    const { beds } = await wardOf(await house.people.holding('ward:write', 'ward:read'))
    const charge = await house.people.with('nurse_in_charge')
    const patient_id = await on.patient()
    const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
    const into = { bed_id: beds[0].id, attending_id: newId() }
    await done(charge.post(`/admissions/${stay.id}/admit`, into))
    const rx = await done(prescribe(patient_id, items))
    const [dose] = await done(nurse.get('/nursing/doses', { patient_id, status: 'SCHEDULED' }))
    return { patient_id, stay, rx, at: `/nursing/doses/${dose.id}` }
  }

  await t.test('doses of nothing, of a million, in another unit, for ever', async () => {
    const { patient_id } = await on.visiting()
    const rx = (more: object) => () => prescribe(patient_id, [item(medicine_id, more)])
    await refused('nothing', rx({ dose: 0 }), 400, 'items[0]: dose must be more than 0.')
    await refused('less than nothing', rx({ dose: -5 }), 400, /dose/)
    await refused('a million', rx({ dose: 1_000_000 }), 409, /above (twice )?the limit/)
    await refused('beyond all', rx({ dose: 1e12 }), 400, /dose/)
    await refused(
      'another unit',
      rx({ dose: 5, dose_unit: 'ML' }),
      409,
      'Paracetamol 500 mg tablet cannot be dosed in ML.',
    )
    await refused('400 days', rx({ duration_days: 400 }), 400, /duration_days/)
    await refused('0 mg', () => dosed(patient_id, '0 mg'), 400, 'dose must be more than 0.')
    await refused(
      '5 ml of a tablet',
      () => dosed(patient_id, '5 ml'),
      409,
      'Paracetamol 500 mg tablet cannot be dosed in ML.',
    )
    const huge = await done(dosed(patient_id, '1000000 mg'))
    await refused(
      'a million given',
      () => nurse.post(`/nursing/doses/${huge.id}/give`),
      409,
      /above (twice )?the limit/,
    )
  })

  await t.test('what is let through without a reason, or by who may not', async () => {
    const { patient_id } = await on.visiting()
    const allergy = { patient_id, substance: 'Paracetamol', severity: 'SEVERE' }
    await done(nurse.post('/clinical/allergies', allergy))
    const over = (reason_code?: string) => () =>
      dosed(patient_id, '1 tab', {
        give: {},
        overrides: [{ gate: 'RX_ALLERGY_EXACT', ...(reason_code ? { reason_code } : {}) }],
      })
    await refused('no reason', over(), 400, 'overrides[0]: reason_code is required.')
    await refused('by a nurse', over('TOLERATED_BEFORE'), 403, /^Allergy: ask /)
    await refused(
      'deleted',
      () => doctor.remove(`/prescriptions/${newId()}`),
      404,
      'There is no such address.',
    )
  })

  await t.test('a lot whose day is over is not picked (CAR-52, CAR-94)', async () => {
    const { patient_id } = await on.visiting()
    await done(prescribe(patient_id, [item(medicine_id)]))
    const of = await pharmacy.waiting(patient_id)
    await done(pharmacy.verify(of))
    const [{ batches }] = await done(pharmacist.get(`/pharmacy/dispenses/${of.id}/choices`))
    const [{ batch_id, expiry }] = batches
    const dated = (day: string) =>
      within(() => run(sql`update batches set expiry = ${day} where id = ${batch_id}`))
    await dated('2026-03-03')
    const lines = [{ line_id: of.lines[0].id, batches: [{ batch_id, quantity: 15 }] }]
    await refused(
      'expired',
      () => pharmacist.post(`/pharmacy/dispenses/${of.id}/pick`, { lines }),
      409,
      /expired on 2026-03-03\./,
    )
    await dated(expiry)
  })

  await t.test('to the dead, the unborn and another hospital’s patient', async () => {
    const { patient_id, at } = await lying([item(medicine_id, { first_dose: 'NOW' })])
    const early = { given_at: '1979-01-01T00:00:00.000Z' }
    await refused(
      'before birth',
      () => nurse.post(`${at}/give`, early),
      400,
      /before the patient was/,
    )
    const soon = { given_at: new Date(clock.ms() - hours(30)).toISOString() }
    await refused(
      'before the stay',
      () => nurse.post(`${at}/give`, soon),
      400,
      /before the admission/,
    )
    const ahead = { given_at: new Date(clock.ms() + minutes(5)).toISOString() }
    await refused('ahead', () => nurse.post(`${at}/give`, ahead), 400, 'given_at is in the future.')
    const other = await neighbourOf(house)
    const theirs = await other.people.with('nurse')
    const abroad = { patient_id, medicine: 'Paracetamol 500 mg tablet', dose: '1 tab' }
    await refused(
      'their nurse',
      () => theirs.post('/nursing/doses', abroad),
      404,
      'No such patient.',
    )
    await refused('their dose', () => theirs.post(`${at}/give`), 404, 'No such dose.')
    const their_doctor = await other.people.with('doctor')
    const body = { patient_id, items: [item(medicine_id)] }
    await refused('their doctor', () => their_doctor.post('/prescriptions', body), 404, /^No such/)
    const dead = (await on.visiting()).patient_id
    const last = await done(dosed(dead, '1 tab'))
    const died_at = new Date(clock.ms() - minutes(5)).toISOString()
    await done(doctor.post(`/patients/${dead}/deceased`, { died_at, place: 'WARD' }))
    const late = { patient_id: dead, items: [item(medicine_id)] }
    await refused('a dose', () => dosed(dead, '1 tab'), 409, / died on /)
    await refused('its dose', () => nurse.post(`/nursing/doses/${last.id}/give`), 409, / died on /)
    await refused('a prescription', () => doctor.post('/prescriptions', late), 409, / died on /)
  })

  await t.test('who may not sign (CAR-1, CAR-2)', async (t) => {
    const { patient_id } = await on.visiting()
    const body = { patient_id, items: [item(medicine_id)] }
    await t.test('without a staff record', async (t) => {
      answering(t, staffOf, async () => null)
      const words = 'Your account has no staff record: ask HR to link it.'
      await refused('writes', () => doctor.post('/prescriptions', body), 403, words)
      await refused('gives', () => dosed(patient_id, '1 tab', { give: {} }), 403, words)
    })
    await t.test('with a licence that is over', async (t) => {
      answering(t, staffOf, async ({ user_id, name }) => ({
        staff_id: user_id ?? '',
        name,
        cadre: null,
        grade: null,
        national_id: null,
        licence_no: 'MCT-1',
      }))
      const message = 'Your practising licence expired on 3 March 2026.'
      answering(t, mayPractise, async () => ({ answer: 'BLOCK' as const, message }))
      await refused('signs', () => doctor.post('/prescriptions', body), 409, message)
    })
  })

  await t.test('a dose of what was stopped, and one without a reason', async () => {
    const { at, rx } = await lying([item(amoxicillin, { first_dose: 'NOW' })])
    await refused(
      'withheld',
      () => nurse.post(`${at}/withhold`, {}),
      400,
      /^reason_code is required/,
    )
    await refused('refused', () => nurse.post(`${at}/refuse`, {}), 400, /^reason_code is required/)
    await refused(
      'DEATH',
      () => nurse.post(`${at}/withhold`, { reason_code: 'DEATH' }),
      400,
      /must be/,
    )
    await done(
      doctor.post(`/prescription-items/${rx.items[0].id}/discontinue`, { stop_reason: 'CHANGED' }),
    )
    await refused('given', () => nurse.post(`${at}/give`), 409, /Dose .* is CANCELLED|do not give/)
    await refused(
      'asked anew',
      () =>
        nurse.post('/nursing/doses', {
          patient_id: rx.patient_id,
          prescription_item_id: rx.items[0].id,
          give: {},
        }),
      409,
      /^Stopped by .* at \d\d:\d\d: do not give\.$/,
    )
  })

  await t.test('a lot that is recalled between verify and hand-over (CAR-94)', async (t) => {
    const { patient_id } = await on.visiting()
    await done(prescribe(patient_id, [item(medicine_id)]))
    const of = await pharmacy.waiting(patient_id)
    await done(pharmacy.verify(of))
    await done(
      pharmacy.shelf.keeper.post('/stock/recalls', {
        product_ids: [product.id],
        lots: ['B1'],
        level: 'I',
        source: 'AUTHORITY',
        notice_on: '2026-03-31',
        reason: 'Glass in the pack',
        instruction: 'DESTROY',
      }),
    )
    await refused('handed over', () => pharmacy.handOver(of), 409, /./)
    await pharmacy.shelf.lay({ code: product.code }, 100, { lot: 'B2' })
    const gone = await pharmacy.handOver(of)
    t.match(gone, { status: 200, data: { lines: [{ batches: [{ lot: 'B2' }] }] } })
  })

  await t.test('two pharmacists at one item: one of them', async (t) => {
    const { patient_id } = await on.visiting()
    await done(prescribe(patient_id, [item(medicine_id)]))
    const of = await pharmacy.waiting(patient_id)
    const both = await Promise.all([pharmacy.verify(of), pharmacy.verify(of, {}, pharmacy.second)])
    t.same(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    const handed = await Promise.all([
      pharmacy.handOver(of),
      pharmacy.handOver(of, {}, pharmacy.second),
    ])
    t.same(
      handed.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    const late = handed.find(({ status }) => status === 409)?.message
    t.match(late, /^Dispense DSP-.* is HANDED_OVER\. It can: reverse\.$/)
    t.equal((await pharmacist.get(`/pharmacy/dispenses/${of.id}`)).data.status, 'HANDED_OVER')
  })
})

// Every path to a medicine runs the same checks (CAR-63), and what others ask of medicines is answered
// (CAR-74, CAR-99, CAR-212, CAR-215).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { checkMedicines } from '../../../../db/hospital/care/medicines/prescribing/check.ts'
import { endMedicines } from '../../../../db/hospital/care/medicines/prescribing/ending.ts'
import { performedServices } from '../../../../db/hospital/care/medicines/for-areas.ts'
import { openPrescriptions, patientPrescriptions } from '../../../../db/hospital/neighbours/care.ts'
import { activeMedicines, counterCheck } from '../../../../db/hospital/neighbours/medicines.ts'
import { within } from '../../../../db/store/connection.ts'
import type { Answer } from '../../../support/ask.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('medicines', async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { house, doctor, nurse, pharmacist, visiting, called, prescribe } = on
  const pharmacy = await pharmacyOf(on)
  const amoxicillin = await pharmacy.stocked('Amoxicillin 250 mg capsule', 1000)
  const paracetamol = await pharmacy.stocked('Paracetamol 500 mg tablet', 1000)
  const allergic = (patient_id: string) =>
    done(
      nurse.post('/clinical/allergies', {
        patient_id,
        substance: 'Penicillin',
        severity: 'SEVERE',
        reactions: ['Rash'],
      }),
    )

  t.test('every-path: an allergic patient is met on each of them (CAR-63)', async (t) => {
    const charge = await house.people.with('nurse_in_charge')
    const admin = await house.people.holding('ward:write', 'ward:read')
    const { beds } = await wardOf(admin)
    const patient_id = await on.patient()
    const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
    await done(
      charge.post(`/admissions/${stay.id}/admit`, { bed_id: beds[0].id, attending_id: newId() }),
    )
    const asked = [item(amoxicillin.medicine_id, { first_dose: 'NOW' })]
    const intern = await house.people.with('intern')
    const learner = await done(intern.post('/prescriptions', { patient_id, items: asked }))
    await done(intern.post(`/prescriptions/${learner.id}/cancel`, { reason: 'Try' })).catch(
      () => {},
    )
    const waits = await on.patient()
    await done(on.clerk.post('/visits', { patient_id: waits, start: false }))
    const to_cosign = await done(intern.post('/prescriptions', { patient_id: waits, items: asked }))
    const draft = await done(prescribe(patient_id, asked, { sign: false }))
    const rx = await done(prescribe(patient_id, asked))
    const dispense = await pharmacy.waiting(patient_id)
    const [dose] = await done(nurse.get('/nursing/doses', { patient_id, status: 'SCHEDULED' }))
    const at = `/prescription-items/${rx.items[0].id}`
    const drip = await called('Amoxicillin with clavulanic acid 1.2 g injection')
    const hung = async (bed_id: string) => {
      const of = await on.patient()
      const lies = await done(nurse.post('/admissions', { patient_id: of, reason: 'Sepsis' }))
      await done(charge.post(`/admissions/${lies.id}/admit`, { bed_id, attending_id: newId() }))
      const infusion = { volume_ml: 100, rate_ml_h: 100 }
      const order = { medicine_id: drip, route: 'IV', frequency: 'CONTINUOUS', infusion }
      await done(prescribe(of, [{ ...order, indication: 'Sepsis' }]))
      const [bag] = await done(nurse.get('/nursing/doses', { patient_id: of }))
      return { of, path: `/nursing/doses/${bag.id}` }
    }
    const begins = await hung(beds[1].id)
    const rests = await hung(beds[2].id)
    await done(nurse.post(`${rests.path}/start`, { source: 'OWN' }))
    await done(nurse.post(`${rests.path}/pause`, { reason: 'Itches' }))
    for (const one of [patient_id, waits, begins.of, rests.of]) await allergic(one)
    const paths: Record<string, () => Promise<Answer>> = {
      'prescription sign': () => doctor.post(`/prescriptions/${draft.id}/sign`),
      'written and signed': () => prescribe(patient_id, asked),
      cosign: () => doctor.post(`/prescriptions/${to_cosign.id}/cosign`),
      revise: () => doctor.post(`${at}/revise`, { reason: 'More', dose: 750 }),
      renew: () => doctor.post(`${at}/renew`, { duration_days: 3 }),
      'dispense verify': () => pharmacy.verify(dispense),
      'dose of an item': () => nurse.post(`/nursing/doses/${dose.id}/give`),
      'an infusion begins': () => nurse.post(`${begins.path}/start`, { source: 'OWN' }),
      'an infusion goes on': () => nurse.post(`${rests.path}/resume`),
      'dose without a prescription': () =>
        nurse.post('/nursing/doses', {
          patient_id,
          medicine: 'Amoxicillin 250 mg capsule',
          dose: '2 caps',
          give: {},
        }),
      'a dose whose strength nobody said': () =>
        nurse.post('/nursing/doses', {
          patient_id,
          medicine: 'Amoxicillin 500mg caps',
          dose: '1',
          give: {},
        }),
      'prescribed in words': () =>
        prescribe(patient_id, [
          item('', { medicine_id: null, medicine_text: 'amoxicillin', quantity: 15 }),
        ]),
      resume: async () => {
        await done(doctor.post(`${at}/hold`, { reason: 'Vomits' }))
        return doctor.post(`${at}/resume`)
      },
    }
    for (const [path, walk] of Object.entries(paths))
      t.match(await walk(), { status: 409, message: /^Allergy: / }, path)
    t.match(
      await nurse.post('/nursing/doses', { patient_id, medicine: 'Morphine', dose: '10 mg' }),
      { status: 409, message: /^Morphine .* is controlled: it is given on a prescription\.$/ },
      'nor is a controlled one given in words',
    )
    // Nobody's role and no haste goes round it: what may be bypassed in an emergency is not this.
    for (const role of ['doctor', 'clinician', 'dentist', 'intern', 'medical_in_charge']) {
      const who = await house.people.with(role)
      const stat = [item(amoxicillin.medicine_id, { frequency: 'STAT', duration_days: null })]
      t.match(
        await who.post('/prescriptions', { patient_id, items: stat }),
        { status: 409, message: /^Allergy: / },
        `at once, by ${role}`,
      )
    }
    const hurt = await on.patient()
    await allergic(hurt)
    await done(
      nurse.post('/emergencies', { patient_id: hurt, presenting_complaint: 'Fell from a tree' }),
    )
    t.match(await prescribe(hurt, asked), { status: 409, message: /^Allergy: / }, 'in an emergency')
    const found = await done(doctor.post('/prescriptions/check', { patient_id, items: asked }))
    t.match(found, { ok: false })
    const results = await checkMedicines(house.system, { patient_id, items: asked })
    t.ok(
      results.some(({ gate }) => gate === 'RX_ALLERGY_EXACT'),
      'other areas',
    )
    await t.rejects(
      within(() =>
        counterCheck(house.system, {
          patient_id,
          lines: [{ line: 1, product_id: amoxicillin.product.id, batch_id: null, quantity: 1000 }],
          prescription: { prescriber: 'Dr X', registration_no: '1', date: '2026-03-30' },
          overrides: [],
        }),
      ),
      /^Error: Allergy: |Allergy: /,
      'counter sale',
    )
  })

  t.test('once a week has a week’s limit (CAR-78)', async (t) => {
    const methotrexate = await called('Methotrexate 2.5 mg tablet')
    const { patient_id } = await visiting()
    const weekly = (dose: number, frequency: string) =>
      doctor.post('/prescriptions/check', {
        patient_id,
        items: [
          item(methotrexate, { dose, frequency, duration_days: 28, indication: 'Arthritis' }),
        ],
      })
    const gates = async (asked: Promise<Answer>) =>
      (await done(asked)).items[0].results
        .filter(({ gate }: { gate: string }) => gate === 'RX_MAX_DOSE')
        .map(({ message }: { message: string }) => message)
    t.same(await gates(weekly(15, 'WEEKLY')), [])
    t.match(await gates(weekly(10, 'OD')), [/70 mg a week is above twice the limit of 25 mg/])
  })

  t.test('what other areas are told (CAR-212, BIL-138)', async (t) => {
    const { patient_id, visit_id } = await visiting()
    await done(prescribe(patient_id, [item(paracetamol.medicine_id)]))
    t.match(await activeMedicines(house.system, patient_id), [
      { name: 'Paracetamol 500 mg tablet', detail: /^Take 1 tablet 3 times a day for 5 days$/ },
    ])
    const of = await pharmacy.waiting(patient_id)
    t.match(await openPrescriptions(house.system, visit_id), [{ reference: of.reference }])
    const portal = await patientPrescriptions(house.system, {
      page: 1,
      per_page: 50,
      patient_id,
      without_sensitive: true,
    })
    t.match(portal.rows, [
      {
        status: 'ACTIVE',
        items: [
          {
            medicine: 'Paracetamol 500 mg tablet',
            how_to_take: /kidonge 1 mara 3 kwa siku kwa siku 5|Take 1 tablet 3 times a day/,
            quantity: '15 tab',
            dispensed: false,
            refills_left: 0,
          },
        ],
      },
    ])
    await done(pharmacy.verify(of))
    await done(pharmacy.handOver(of))
    t.same(await openPrescriptions(house.system, visit_id), [])
    const acts: { source: string; patient_id: string }[] = []
    for await (const some of performedServices(house.system, {
      from: '2026-03-31T00:00:00.000Z',
      to: '2026-03-31T23:00:00.000Z',
    }))
      acts.push(...some)
    t.match(
      acts.filter((one) => one.patient_id === patient_id),
      [{ source: 'dispense_line', code: /^RX\d+$/ }],
    )
  })

  t.test('on paper, in the language of the patient (CAR-74, CAR-99)', needsPoppler, async (t) => {
    const { patient_id } = await visiting()
    const rx = await done(prescribe(patient_id, [item(amoxicillin.medicine_id)]))
    const of = await pharmacy.waiting(patient_id)
    t.equal((await pharmacist.get(`/pharmacy/dispenses/${of.id}/labels`)).status, 409)
    await done(pharmacy.verify(of))
    const read = async (path: string, words: Record<string, string> = {}) => {
      const answer = await pharmacist.get(path, words)
      t.equal(answer.status, 200, path)
      return textOf(answer.raw)
    }
    const labels = `/pharmacy/dispenses/${of.id}/labels`
    t.match(
      await read(labels, { language: 'sw' }),
      /Meza vidonge 2 mara 3 kwa siku kwa siku 5[^]*Maliza dozi yote/,
    )
    t.match(
      await read(labels, { language: 'en' }),
      /COPY[^]*Take 2 capsules 3 times a day for 5 days/,
    )
    const zpl = await pharmacist.get(labels, { format: 'zpl', copies: '3', language: 'en' })
    t.equal(zpl.headers['content-type'], 'text/plain; charset=utf-8')
    t.match(zpl.raw.toString(), /^\^XA[^]*COPY[^]*Take 2 capsules 3 times a day[^]*\^PQ3\^XZ/)
    t.match(await pharmacist.get(labels, { format: 'png' }), {
      status: 400,
      message: 'format must be one of pdf, zpl.',
    })
    t.match(await read(`/pharmacy/dispenses/${of.id}/pdf`), /Amoxicillin 250 mg capsule/)
    const paper = await read(`/prescriptions/${rx.id}/pdf`, { language: 'en' })
    t.match(paper, /RX-2026-/)
    t.match(paper, /Allergies\s+None known/, 'who was asked has none')
  })

  t.test('it ends by itself, with a death, and moves with a merge (3.3, CAR-215)', async (t) => {
    const over = await visiting()
    const one = await done(prescribe(over.patient_id, [item(paracetamol.medicine_id)]))
    const of = await pharmacy.waiting(over.patient_id)
    await done(pharmacy.verify(of))
    await done(pharmacy.handOver(of))
    const late = await visiting()
    const two = await done(prescribe(late.patient_id, [item(paracetamol.medicine_id)]))
    const now = clock.instant()
    clock.freeze('2026-05-02T06:00:00.000Z')
    await endMedicines(house.system)
    clock.freeze(now)
    const state = async ({ id }: { id: string }) =>
      (await done(doctor.get(`/prescriptions/${id}`))).status
    t.equal(await state(one), 'COMPLETED')
    t.equal(await state(two), 'EXPIRED')
    t.match(await pharmacy.waiting(late.patient_id), { status: 'CANCELLED' })
    const dead = await visiting()
    const last = await done(prescribe(dead.patient_id, [item(paracetamol.medicine_id)]))
    await done(
      doctor.post(`/patients/${dead.patient_id}/deceased`, { died_at: now, place: 'WARD' }),
    )
    t.equal(await state(last), 'STOPPED')
    t.match(await prescribe(dead.patient_id, [item(paracetamol.medicine_id)]), { status: 409 })
  })
})

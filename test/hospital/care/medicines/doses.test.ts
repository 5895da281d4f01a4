// Medicines given on the ward (CAR-108 to CAR-121).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { onWard } from '../../../../db/hospital/care/medicines/dispensing/supply.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { chartRunning } from '../../../../db/hospital/care/medicines/doses/charting.ts'
import { missOverdue } from '../../../../db/hospital/care/medicines/doses/leaving-out.ts'
import { readDose } from '../../../../db/hospital/care/medicines/doses/reading.ts'
import { extend } from '../../../../db/hospital/care/medicines/doses/schedule.ts'
import { account, password } from '../../../support/accounts.ts'
import { rowCounts } from '../../../support/counts.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'
import type { Person } from '../../../support/people.ts'

const start = '2026-03-31T05:00:00.000Z'

t.test('a dose as it is typed (CAR-118)', async (t) => {
  for (const [text, number, unit] of [
    ['500 mg', 500, 'MG'],
    ['1 tab', 1, 'TAB'],
    ['5ml', 5, 'ML'],
    ['1/2 tab', 0.5, 'TAB'],
    ['0,5 mg', 0.5, 'MG'],
    ['two spoons', null, null],
    ['1/0 tab', null, null],
  ] as const)
    t.same(readDose(text), { number, unit }, text)
})

t.test('doses', async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze(start)
  const { house, doctor, nurse, pharmacist, prescribe, called } = on
  const pharmacy = await pharmacyOf(on)
  const other = await house.people.with('nurse')
  const charge = await house.people.with('nurse_in_charge')
  const admin = await house.people.holding('ward:write', 'ward:read')
  const { ward, beds } = await wardOf(admin, {}, 16)
  const paracetamol = await pharmacy.stocked('Paracetamol 500 mg tablet', 1000)
  const amoxicillin = await called('Amoxicillin 250 mg capsule')
  let bed = 0
  const lying = async (items: object[]) => {
    const patient_id = await on.patient()
    const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
    const bed_id = beds[bed].id
    bed += 1
    await done(charge.post(`/admissions/${stay.id}/admit`, { bed_id, attending_id: newId() }))
    const rx = items.length === 0 ? null : await done(prescribe(patient_id, items))
    return { patient_id, stay, rx }
  }
  const dosesOf = (patient_id: string, words: object = {}) =>
    done(nurse.get('/nursing/doses', { patient_id, per_page: '100', ...words }))
  const at = (moment: string) => clock.freeze(moment)
  const colleague = await account(house, { roles: ['nurse'] })
  const tokenOf = async (by: Person): Promise<string> => {
    const asked = { identifier: colleague.username, password, purpose: 'OTHER' }
    return (await done(by.post('/stock/witness', asked))).witness_token
  }
  const gram = (more: object = {}) => item(paracetamol.medicine_id, { dose: 1000, ...more })

  t.test(
    'made for the horizon at the ward’s times, extended without doubles (CAR-108)',
    async (t) => {
      const { patient_id, rx } = await lying([gram({ duration_days: null })])
      const made = await dosesOf(patient_id)
      t.same(
        made.map(({ due_at }: { due_at: string }) => due_at.slice(5, 16)),
        // 06:00, 14:00 and 22:00 in Dar es Salaam; the first that is not past is 14:00.
        ['03-31T11:00', '03-31T19:00', '04-01T03:00', '04-01T11:00', '04-01T19:00', '04-02T03:00'],
      )
      t.match(made[0], {
        kind: 'SCHEDULED',
        dose: '1000 mg',
        timing: 'UPCOMING',
        status: 'SCHEDULED',
      })
      await extend(house.system)
      t.equal((await dosesOf(patient_id)).length, 6, 'twice adds nothing')
      at('2026-03-31T06:30:00.000Z')
      const [one] = rx.items
      await done(doctor.post(`/prescription-items/${one.id}/hold`, { reason: 'Vomits' }))
      t.same(await dosesOf(patient_id, { status: 'SCHEDULED' }), [], 'on hold')
      await done(doctor.post(`/prescription-items/${one.id}/resume`))
      t.equal((await dosesOf(patient_id, { status: 'SCHEDULED' })).length, 6, 'made anew')
      await done(
        doctor.post(`/prescription-items/${one.id}/discontinue`, { stop_reason: 'INEFFECTIVE' }),
      )
      t.same(await dosesOf(patient_id, { status: 'SCHEDULED' }), [])
      at(start)
    },
  )

  t.test('given once, by the right person, at its time (CAR-110, CAR-111)', async (t) => {
    const { patient_id, rx } = await lying([gram({ first_dose: 'NOW' })])
    const [first, second] = await dosesOf(patient_id)
    t.match(first, { due_at: start, timing: 'DUE' })
    const path = `/nursing/doses/${first.id}/give`
    t.match(await nurse.post(path, { given_at: '2026-03-31T09:00:00.000Z' }), {
      status: 400,
      message: 'given_at is in the future.',
    })
    t.match(await nurse.post(path, { scanned_patient: 'KT-999999' }), {
      status: 409,
      message: 'This wristband is KT-999999: another patient.',
    })
    t.match(await nurse.post(path, { source: 'PATIENT_SUPPLY' }), {
      status: 409,
      message: 'Only 0 tab is left for this patient: ask the pharmacy or use ward stock.',
    })
    const both = await Promise.all([nurse.post(path), other.post(path)])
    t.same(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
      'by two at once: once',
    )
    const given = both.find(({ status }) => status === 200)?.data
    t.match(given, { status: 'GIVEN', amount_given: 1000, minutes_late: 0, moves: ['undo'] })
    t.match(await nurse.post(path), {
      status: 409,
      message: `This dose was given at 08:00 by ${given.given_by_name}.`,
    })
    t.match(await nurse.post(`/nursing/doses/${second.id}/give`), {
      status: 409,
      message: /^Before its time: It is due at 14:00\.[^]*Too soon: Last given 0 h ago/,
    })
    t.match((await done(doctor.get(`/prescriptions/${rx.id}`))).items, [{ doses_given: 1 }])
    await done(
      doctor.post(`/prescription-items/${rx.items[0].id}/discontinue`, { stop_reason: 'OTHER' }),
    )
  })

  t.test(
    'of the patient’s box, of the ward’s stock, in the chart (CAR-103, CAR-114, CAR-115, CAR-120)',
    async (t) => {
      const { patient_id, stay } = await lying([gram({ first_dose: 'NOW' })])
      const of = await pharmacy.waiting(patient_id)
      await done(pharmacy.verify(of))
      await done(pharmacy.handOver(of))
      const [one] = await dosesOf(patient_id)
      const given = await done(nurse.post(`/nursing/doses/${one.id}/give`))
      t.match(given, { status: 'GIVEN', source: 'PATIENT_SUPPLY' })
      t.match(await other.post(`/nursing/doses/${one.id}/undo`, { reason: 'Mistake' }), {
        status: 409,
        message: 'Only who gave it takes it back: ask the in-charge to void it.',
      })
      const undone = await done(nurse.post(`/nursing/doses/${one.id}/undo`, { reason: 'Mistake' }))
      t.match(undone, { status: 'SCHEDULED', given_at: null, source: null })
      const free = async () =>
        (await done(pharmacist.get(`/stock/products/${paracetamol.product.id}`))).available
      const before = await free()
      const stock = {
        source: 'WARD_STOCK',
        store_id: pharmacy.shelf.store.id,
        product_id: paracetamol.product.id,
      }
      t.match(await nurse.post(`/nursing/doses/${one.id}/give`, { source: 'WARD_STOCK' }), {
        status: 400,
        message: 'batch_id is required with WARD_STOCK.',
      })
      const again = await done(nurse.post(`/nursing/doses/${one.id}/give`, stock))
      t.match(again, { source: 'WARD_STOCK', lot: 'B1' })
      t.equal(await free(), before - 2)
      const charged = async () =>
        (
          await rows<{ service_status: string }>(
            sql`select service_status from bill_items where source = 'dose'
            and patient_id = ${patient_id} order by created_at`,
          )
        ).map(({ service_status }) => service_status)
      t.same(await charged(), ['DONE'])
      const voided = await done(
        charge.post(`/nursing/doses/${one.id}/void`, { reason: 'Another patient' }),
      )
      t.match(voided, { status: 'VOIDED', moves: [] })
      t.equal(await free(), before)
      t.notOk((await charged()).includes('DONE'))
      const chart = await done(nurse.get(`/admissions/${stay.id}/mar`))
      t.match(chart, {
        date: '2026-03-31',
        items: [{ item: { medicine: 'Paracetamol 500 mg tablet' } }],
        prn: [],
        unprescribed: [],
      })
      t.match(chart.items[0].slots[0], { id: one.id, status: 'VOIDED' })
      const due = await done(nurse.get('/nursing/doses/due', { ward_id: ward.id, minutes: '1440' }))
      t.ok(due.some(({ patient_id: of_one }: { patient_id: string }) => of_one === patient_id))
      t.equal((await nurse.get('/nursing/doses/due')).status, 400)
    },
  )

  t.test('not given, with the reason; two in a row are told (CAR-119)', async (t) => {
    const { patient_id } = await lying([gram({ first_dose: 'NOW' })])
    const [one, two, three] = await dosesOf(patient_id)
    t.match(await nurse.post(`/nursing/doses/${one.id}/withhold`), {
      status: 400,
      message: /^reason_code is required: one of NBM, LOW_BP, /,
    })
    t.match(await nurse.post(`/nursing/doses/${one.id}/refuse`, { reason_code: 'NBM' }), {
      status: 400,
      message: /^reason_code must be one of TASTE, /,
    })
    t.equal(
      (await nurse.post(`/nursing/doses/${one.id}/withhold`, { reason_code: 'OTHER' })).status,
      400,
    )
    t.match(await nurse.post(`/nursing/doses/${two.id}/miss`, { reason_code: 'WARD_BUSY' }), {
      status: 409,
      message: 'It may still be given: it is not missed yet.',
    })
    const out = await done(nurse.post(`/nursing/doses/${one.id}/withhold`, { reason_code: 'NBM' }))
    t.match(out, { status: 'WITHHELD', reason_code: 'NBM', timing: 'DONE' })
    await done(nurse.post(`/nursing/doses/${two.id}/refuse`, { reason_code: 'TASTE' }))
    const told = await done(doctor.get('/notifications'))
    t.ok(told.some(({ kind }: { kind: string }) => kind === 'dose.left_out'))
    await done(
      nurse.post(`/nursing/doses/${three.id}/not-available`, { reason_code: 'OUT_OF_STOCK' }),
    )
    at(new Date(Date.parse(start) + minutes(16)).toISOString())
    t.match(await nurse.post(`/nursing/doses/${one.id}/undo`, { reason: 'Eats now' }), {
      status: 409,
      message: 'Only within 15 minutes: ask the in-charge to void it.',
    })
    at(start)
  })

  t.test('missed when nobody came (CAR-109)', async (t) => {
    const { patient_id } = await lying([gram({ first_dose: 'NOW' })])
    const [one] = await dosesOf(patient_id)
    at(new Date(Date.parse(start) + minutes(241)).toISOString())
    await missOverdue(house.system)
    at(new Date(Date.parse(start) + minutes(100)).toISOString())
    const [now] = await dosesOf(patient_id)
    t.match(now, { id: one.id, status: 'MISSED', reason_code: 'AUTO' })
    t.match(await nurse.post(`/nursing/doses/${one.id}/give`), {
      status: 400,
      message: 'reason is required: this dose was missed.',
    })
    const late = await done(nurse.post(`/nursing/doses/${one.id}/give`, { reason: 'Was at X-ray' }))
    t.match(late, { status: 'GIVEN', minutes_late: 100 })
    at(start)
  })

  t.test('when needed: not too soon, not too often (CAR-116)', async (t) => {
    const { patient_id, rx, stay } = await lying([
      gram({
        frequency: 'PRN',
        prn_reason: 'Pain',
        prn_max_24h: 2,
        prn_min_hours: 0.5,
        indication: 'Pain',
        duration_days: 2,
      }),
    ])
    t.same(await dosesOf(patient_id), [], 'nothing is due')
    const ask = (more: object = {}) =>
      nurse.post('/nursing/doses', {
        patient_id,
        prescription_item_id: rx.items[0].id,
        give: { before: [{ name: 'Pain score', value: 7 }] },
        ...more,
      })
    const given = await done(ask())
    t.match(given, { kind: 'PRN', status: 'GIVEN', dose: '1000 mg' })
    const looks = async () => done(nurse.get('/nursing/tasks', { admission_id: stay.id }))
    const half_past = new Date(Date.parse(start) + minutes(30)).toISOString()
    t.match(await looks(), [
      { task: 'Effect of Paracetamol 500 mg tablet?', due_at: half_past, status: 'OPEN' },
    ])
    await done(nurse.post(`/nursing/doses/${given.id}/undo`, { reason: 'Spat out' }))
    t.match(await looks(), [{ status: 'CANCELLED' }], 'of what was not given nobody looks')
    await done(nurse.post(`/nursing/doses/${given.id}/give`, {}))
    at(new Date(Date.parse(start) + minutes(10)).toISOString())
    t.match(await ask(), { status: 409, message: /^Too soon: Last given 0\.1 h ago/ })
    at(new Date(Date.parse(start) + minutes(40)).toISOString())
    await done(ask())
    at(new Date(Date.parse(start) + minutes(80)).toISOString())
    const before = await rowCounts()
    t.match(await ask(), { status: 409, message: /^Most in a day: Given 2 times in 24 hours/ })
    t.same(await rowCounts(), before, 'nothing is left')
    at(start)
  })

  t.test('the seed’s DoseInput, without a prescription (CAR-72, ruling 38)', async (t) => {
    const { patient_id, stay } = await lying([])
    const typed = await done(
      nurse.post('/nursing/doses', { patient_id, medicine: 'Herbal tea', dose: 'one cup' }),
    )
    t.match(typed, {
      kind: 'UNPRESCRIBED',
      status: 'SCHEDULED',
      medicine: 'Herbal tea',
      dose: 'one cup',
      dose_number: null,
      admission_id: stay.id,
      due_at: start,
    })
    t.match(await done(nurse.post(`/nursing/doses/${typed.id}/give`)), {
      status: 'GIVEN',
      needs_acknowledging: true,
      warnings: [{ message: 'Herbal tea is not in the formulary: nothing was checked.' }],
    })
    t.match(await done(doctor.post(`/nursing/doses/${typed.id}/acknowledge`, { note: 'Fine' })), {
      acknowledged_by_name: doctor.user.full_name,
    })
    t.equal((await doctor.post(`/nursing/doses/${typed.id}/acknowledge`)).status, 409)
    await done(
      nurse.post('/clinical/allergies', {
        patient_id,
        substance: 'Penicillin',
        severity: 'SEVERE',
        reactions: ['Rash'],
      }),
    )
    const medicine = 'Amoxicillin 250 mg capsule'
    t.match(
      await nurse.post('/nursing/doses', { patient_id, medicine, dose: '2 caps', give: {} }),
      { status: 409, message: /^Allergy: Dose, Amoxicillin 250 mg capsule/ },
    )
    t.match(
      await nurse.post('/nursing/doses', {
        patient_id,
        medicine: 'Morphine 10 mg tablet',
        dose: '1 tab',
      }),
      {
        status: 409,
        message: 'Morphine 10 mg tablet is controlled: it is given on a prescription.',
      },
    )
    const bad: [object, number, RegExp][] = [
      [{ patient_id }, 400, /^medicine is required\.$/],
      [{ patient_id, medicine }, 400, /^dose is required\.$/],
      [{ medicine, dose: '1 tab' }, 400, /^patient_id is required/],
      [{ patient_id: newId(), medicine, dose: '1' }, 404, /^No such patient/],
      [{ patient_id, prescription_item_id: newId() }, 404, /^No such medicine/],
      [{ patient_id, medicine, dose: '1', admission_id: newId() }, 404, /^No such admission/],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await nurse.post('/nursing/doses', body), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
  })

  t.test(
    'a new allergy stops what was signed; what was stopped is not given (CAR-112)',
    async (t) => {
      const { patient_id, rx } = await lying([item(amoxicillin, { first_dose: 'NOW' })])
      const [one] = await dosesOf(patient_id)
      await done(
        nurse.post('/clinical/allergies', {
          patient_id,
          substance: 'Penicillin',
          severity: 'SEVERE',
          reactions: ['Rash'],
        }),
      )
      t.match(await nurse.post(`/nursing/doses/${one.id}/give`), {
        status: 409,
        message: /^Allergy: Dose, Amoxicillin 250 mg capsule: allergy to penicillin/,
      })
      await done(
        doctor.post(`/prescription-items/${rx.items[0].id}/discontinue`, {
          stop_reason: 'ALLERGY',
        }),
      )
      t.match(await nurse.post(`/nursing/doses/${one.id}/give`), {
        status: 409,
        message: /is CANCELLED\. Nothing more can be done with it\.$/,
      })
    },
  )

  t.test('what is added to a bag is checked, named and prepared by two (CAR-117)', async (t) => {
    const saline = await called('Sodium chloride 0.9% infusion')
    const potassium = await called('Potassium chloride 15% injection')
    const bagOf = (additives: object[]) => ({
      medicine_id: saline,
      route: 'IV',
      frequency: 'CONTINUOUS',
      infusion: { volume_ml: 500, rate_ml_h: 50, additives },
    })
    const with_potassium = { medicine_id: potassium, dose: 20, unit: 'mmol' }
    const { patient_id } = await lying([bagOf([with_potassium])])
    const allergic = (await lying([])).patient_id
    const refused = async (one: object, message: RegExp) => {
      const { status, message: said } = await prescribe(allergic, [
        bagOf([{ ...with_potassium, ...one }]),
      ])
      t.match(said, message)
      t.ok([400, 404, 409].includes(status))
    }
    await refused({ dose: 0 }, /^items\[0\]: infusion\.additives\[0\]\.dose must be more than 0/)
    await refused({ unit: 'spoon' }, /cannot be dosed in SPOON/)
    await refused({ medicine_id: newId() }, /medicine/)
    await refused(
      { medicine_id: paracetamol.medicine_id, dose: 500, unit: 'MG' },
      /^Paracetamol is not given IV: PO/,
    )
    const morphine = await called('Morphine 10 mg/ml injection')
    await refused(
      { medicine_id: morphine, dose: 10, unit: 'MG' },
      /is controlled: order it as the infusion itself/,
    )
    await done(
      doctor.post('/clinical/allergies', {
        patient_id: allergic,
        substance: 'Potassium chloride',
        substance_kind: 'INGREDIENT',
        ingredient_code: 'potassium_chloride',
        severity: 'SEVERE',
      }),
    )
    t.match(await prescribe(allergic, [bagOf([with_potassium])]), {
      status: 409,
      message: /Line 1, Potassium chloride 15% injection/,
    })

    const [one] = await dosesOf(patient_id)
    t.equal(one.dose, '500 ml + 20 mmol Potassium chloride 15% injection')
    const path = `/nursing/doses/${one.id}`
    const begin = (more: object = {}) => nurse.post(`${path}/start`, more)
    t.match(await begin(), { status: 409, message: /witness/ })
    t.match(await begin({ additives: [{ ...with_potassium, dose: 40 }] }), {
      status: 409,
      message: 'additives[0]: 20 mmol Potassium chloride 15% injection was ordered.',
    })
    t.match(await begin({ additives: [{ ...with_potassium, medicine_id: saline }] }), {
      status: 409,
      message: /^additives\[0\] was not ordered for this bag/,
    })
    t.match(await done(begin({ witness_token: await tokenOf(nurse) })), {
      status: 'RUNNING',
      witness_name: String,
      infusion: { additives: [{ medicine_id: potassium, dose: 20, unit: 'MMOL', per_dose: 1 }] },
    })
    const { infusions } = await done(nurse.get(`/admissions/${one.admission_id}/mar`))
    t.match(infusions[0].item.how_to_take, /500 ml \+ 20 mmol Potassium chloride/)
    await done(nurse.post(`${path}/finish`, { volume_in_ml: 10 }))
    const [next] = await dosesOf(patient_id, { status: 'SCHEDULED' })
    t.equal(next.dose, one.dose, 'the next bag is due')
    await done(nurse.post(`${path}/undo`, { reason: 'Another bag was meant' }))
    t.match(
      await dosesOf(patient_id, { status: 'SCHEDULED' }),
      [{ id: one.id }],
      'and is not, where the last goes on',
    )
  })

  t.test('what was not borne is a draft of an allergy (CAR-40)', async (t) => {
    const { patient_id } = await lying([])
    const ask = (more: object) =>
      nurse.post('/nursing/doses', {
        patient_id,
        medicine: 'Paracetamol 500 mg tablet',
        dose: '1000 mg',
        ...more,
      })
    const reaction = { reaction: 'Itching of the face', severity: 'SEVERE' }
    t.match(await ask({ reaction }), { status: 400, message: /^reaction is of a dose that was/ })
    t.match(await ask({ give: {}, reaction: { ...reaction, onset_at: '2030-01-01T00:00:00Z' } }), {
      status: 400,
      message: 'reaction.onset_at is in the future.',
    })
    t.match(await done(ask({ give: {}, reaction })), {
      status: 'GIVEN',
      reaction: { ...reaction, onset_at: null },
    })
    const { allergies } = await done(doctor.get(`/patients/${patient_id}/allergies`))
    t.match(allergies, [
      {
        substance: 'Paracetamol 500 mg tablet',
        certainty: 'SUSPECTED',
        source: 'OBSERVED',
        severity: 'SEVERE',
        reactions: ['Itching of the face'],
      },
    ])
    t.match(
      await ask({ give: {} }),
      {
        status: 409,
        message: /allergy to paracetamol 500 mg tablet \(itching of the face, severe\)/,
      },
      'and is met at once',
    )
  })

  t.test('an infusion runs, rests and ends; what went in follows (CAR-117)', async (t) => {
    const saline = await called('Sodium chloride 0.9% infusion')
    const { patient_id, stay } = await lying([
      {
        medicine_id: saline,
        route: 'IV',
        frequency: 'CONTINUOUS',
        infusion: { volume_ml: 500, rate_ml_h: 100 },
      },
    ])
    const [one] = await dosesOf(patient_id)
    t.match(one, { kind: 'INFUSION', dose: '500 ml', status: 'SCHEDULED' })
    const path = `/nursing/doses/${one.id}`
    t.match(await nurse.post(`${path}/give`), { status: 409, message: /started and finished/ })
    t.match(await nurse.post(`${path}/start`, { scanned_patient: 'KT-999999' }), {
      status: 409,
      message: 'This wristband is KT-999999: another patient.',
    })
    t.match(await done(nurse.post(`${path}/start`)), { status: 'RUNNING' })
    const after = (n: number) => at(new Date(Date.parse(start) + minutes(n)).toISOString())
    const now = () => clock.instant()
    const onChart = async (): Promise<number[]> => {
      const { entries } = await done(nurse.get(`/admissions/${stay.id}/fluids`))
      const live = entries.filter((one: { voided_at: string | null }) => one.voided_at === null)
      t.notOk(live.some((one: { kind: string }) => one.kind !== 'IV'))
      return live.map((one: { volume_ml: number }) => one.volume_ml)
    }
    after(30)
    t.equal(await chartRunning(house.system), 1, 'hour by hour')
    t.equal(await chartRunning(house.system), 0, 'nothing twice')
    after(60)
    t.match(await done(nurse.get(path)), { infusion: { volume_in_ml: 100 } })
    const witness_token = await tokenOf(nurse)
    await done(
      nurse.post(`${path}/set-rate`, { rate_ml_h: 200, note: 'Pressure falls', witness_token }),
    )
    t.same(await onChart(), [50, 50], 'and at each change')
    after(90)
    await done(nurse.post(`${path}/pause`, { reason: 'Walks' }))
    after(100)
    t.equal(await chartRunning(house.system), 0, 'what rests runs not in')
    t.match(await done(nurse.get(path)), { infusion: { volume_in_ml: 200 } })
    await done(nurse.post(`${path}/resume`))
    t.match(await nurse.post(`${path}/finish`, { volume_in_ml: 600 }), {
      status: 409,
      message: '600 ml is more than was ordered: 500 ml.',
    })
    after(110)
    t.match(await done(nurse.post(`${path}/finish`, { stop_reason: 'Swollen' })), {
      status: 'PARTIAL',
      amount_given: 233.3,
      infusion: { stop_reason: 'Swollen' },
    })
    t.same(await onChart(), [50, 50, 100, 33])
    t.match(
      await dosesOf(patient_id, { status: 'SCHEDULED' }),
      [{ kind: 'INFUSION', due_at: now() }],
      'the next bag is due',
    )
    const in_charge = await house.people.with('nurse_in_charge')
    await done(in_charge.post(`${path}/void`, { reason: 'Another patient' }))
    t.same(await onChart(), [], 'with the dose it leaves the chart')
    at(start)
  })
  t.test(
    'a part of a vial: the rest of it is wasted, and each dose opens its own (CAR-58)',
    async (t) => {
      const ceftriaxone = await pharmacy.stocked('Ceftriaxone 1 g injection', 100)
      const half = {
        dose: 500,
        frequency: 'BD',
        route: 'IV',
        indication: 'Pneumonia',
        first_dose: 'NOW',
      }
      const { patient_id, stay, rx } = await lying([item(ceftriaxone.medicine_id, half)])
      t.match(rx.items, [{ quantity: 10 }], 'ten vials in five days')
      const of = await pharmacy.waiting(patient_id)
      t.match(of.lines, [{ quantity_due: 2 }], 'two of them until tomorrow')
      await done(pharmacy.verify(of))
      await done(pharmacy.handOver(of))
      const left = async () => (await onWard(house.system, stay.id)).get(ceftriaxone.medicine_id)
      t.equal(await left(), 2000)
      const [first] = await dosesOf(patient_id)
      const given = await done(
        nurse.post(`/nursing/doses/${first.id}/give`, { source: 'PATIENT_SUPPLY' }),
      )
      t.match(given, {
        status: 'GIVEN',
        amount_given: 500,
        wasted_amount: 500,
        waste_reason: 'Rest of what was opened',
      })
      t.equal(await left(), 1000, 'a whole vial is gone')
      await done(nurse.post(`/nursing/doses/${first.id}/undo`, { reason: 'Mistake' }))
      t.equal(await left(), 2000)
    },
  )
})

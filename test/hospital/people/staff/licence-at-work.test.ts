// A licence that ends, met where people work: at the prescription, at the bedside and in the chart (HR-14, CAR-2).
// The licences are those of the staff records; nobody answers in their place.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item } from '../../../support/medicines.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('a licence that ends, met at work', async (t) => {
  clock.freeze('2026-03-31T05:00:00.000Z')
  const on = await clinicOfMedicines(t)
  const { house, doctor, nurse, prescribe } = on
  const { people } = house
  const medicine_id = await on.called('Paracetamol 500 mg tablet')
  const desk = await staffDesk(house)
  const set = (licence_clinical: string) =>
    done(desk.manager.patch('/hr/settings', { licence_clinical }))
  let count = 0
  const licensed = async (who: typeof doctor, cadre: string, expires_on: string) => {
    count += 1
    const person = await desk.hire({ cadre_id: await desk.cadre(cadre), hired_on: '2025-01-06' })
    const licence = await done(
      desk.officer.post('/hr/licences', {
        staff_id: person.id,
        kind: 'PRACTISING',
        board: `Council of ${cadre}`,
        licence_no: `${cadre}/${count}`,
        issued_on: '2025-01-01',
        expires_on,
      }),
    )
    await desk.link(who, person.id)
    return { person, licence }
  }
  const lying = await on.patient()
  const visiting = async () => (await on.visiting()).patient_id
  const [warned, refused] = [await visiting(), await visiting()]
  const [emergency, another] = [await visiting(), await visiting()]
  const { beds } = await wardOf(await people.holding('ward:write', 'ward:read'))
  const charge = await people.with('nurse_in_charge')
  const night = await people.with('nurse')
  const over = 'Your practising licence expired on 2026-03-30.'
  const { person: attending } = await licensed(doctor, 'MO', '2026-03-30')
  await licensed(nurse, 'RN', '2026-03-31')
  const ended = await licensed(night, 'RN', '2026-03-30')
  await licensed(charge, 'RN', '2027-03-31')
  const stay = await done(nurse.post('/admissions', { patient_id: lying, reason: 'Malaria' }))
  await done(
    charge.post(`/admissions/${stay.id}/admit`, {
      bed_id: beds[0].id,
      attending_id: attending.id,
    }),
  )
  const sign = (patient_id: string) =>
    doctor.post('/clinical/records', {
      patient_id,
      title: 'Malaria',
      kind: 'DIAGNOSIS',
      coding_system: 'ICD10',
      code: 'B54',
      sign: true,
    })
  const due = async (kind?: string): Promise<string> => {
    const query = { patient_id: lying, status: 'SCHEDULED' }
    const found = await done(nurse.get('/nursing/doses', query))
    const one = found.find((each: { kind: string }) => kind === undefined || each.kind === kind)
    return `/nursing/doses/${one?.id}`
  }
  const messages = ({ warnings }: { warnings: { message: string }[] }) =>
    warnings.map(({ message }) => message)

  await t.test('OFF: nobody is asked', async (t) => {
    await set('OFF')
    const rx = await done(prescribe(lying, [item(medicine_id, { first_dose: 'NOW' })]))
    t.notOk(messages(rx).includes(over))
  })

  await t.test('WARN: the work goes on and says it', async (t) => {
    await set('WARN')
    t.ok(messages(await done(prescribe(warned, [item(medicine_id)]))).includes(over))
    const signed = await done(sign(warned))
    t.equal(signed.status, 'SIGNED')
    t.match(JSON.stringify(signed.warnings), over)
  })

  await t.test('BLOCK: neither prescription nor chart is signed', async (t) => {
    await set('BLOCK')
    t.match(await prescribe(refused, [item(medicine_id)]), { status: 409, message: over })
    t.match(await sign(refused), { status: 409, message: over })
    t.same(await done(doctor.get('/prescriptions', { patient_id: refused })), [])
    t.same(await done(doctor.get('/clinical/records', { patient_id: refused })), [])
  })

  await t.test('BLOCK at the bedside: good on the last day, refused after it', async (t) => {
    const at = await due()
    t.match(await night.post(`${at}/give`), { status: 409, message: over })
    const unasked = { patient_id: another, medicine: 'Paracetamol 500 mg tablet', dose: '1 tab' }
    t.match(await night.post('/nursing/doses', { ...unasked, give: {} }), {
      status: 409,
      message: over,
    })
    t.match(await done(nurse.get(at)), { status: 'SCHEDULED' }, 'the dose still waits')
    t.match(await nurse.post('/nursing/doses', { ...unasked, give: {} }), { status: 201 }, 'today')
  })

  await t.test(
    'BLOCK: what cannot wait is prescribed and given, what harms is left out',
    async (t) => {
      const amoxicillin = await on.called('Amoxicillin 250 mg capsule')
      const stat = item(amoxicillin, { frequency: 'STAT', duration_days: undefined })
      t.match(await prescribe(emergency, [stat]), { status: 201 })
      t.match(await prescribe(lying, [stat]), { status: 201 })
      const given = await night.post(`${await due('STAT')}/give`)
      t.match(given, { status: 200 }, given.message)
      t.match(await night.post(`${await due()}/withhold`, { reason_code: 'NBM' }), {
        status: 200,
      })
    },
  )

  await t.test('renewed, the same hands go on', async (t) => {
    await done(
      desk.officer.post(`/hr/licences/${ended.licence.id}/renew`, { expires_on: '2027-03-31' }),
    )
    t.match(
      await night.post('/nursing/doses', {
        patient_id: warned,
        medicine: 'Paracetamol 500 mg tablet',
        dose: '1 tab',
        give: {},
      }),
      { status: 201 },
    )
  })
})

// What is met after a prescription was signed: something new is known (CAR-39), the account runs over (CAR-143), the
// patient goes home and leaves medicines behind (CAR-156), a licence ran out before the hand-over (CAR-2).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { roundLines } from '../../../../db/hospital/care/medicines/doses/round-lines.ts'
import { mayPractise, staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { answering } from '../../../support/answers.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'

t.test('after signing', async (t) => {
  clock.freeze('2026-03-31T05:00:00.000Z')
  const on = await clinicOfMedicines(t)
  const { house, doctor, nurse, pharmacist, prescribe, called } = on
  const pharmacy = await pharmacyOf(on)
  const amoxicillin = await pharmacy.stocked('Amoxicillin 250 mg capsule', 1000)
  const paracetamol = await pharmacy.stocked('Paracetamol 500 mg tablet', 1000)
  const allergic = (patient_id: string, more: object = {}) =>
    nurse.post('/clinical/allergies', {
      patient_id,
      substance: 'Penicillin',
      severity: 'SEVERE',
      reactions: ['Rash'],
      ...more,
    })
  let ward_id = ''
  const told = async (who: typeof doctor) =>
    (await done(who.get('/notifications', { per_page: '200' }))).filter(
      ({ kind }: { kind: string }) => kind === 'prescription.recheck',
    ).length

  await t.test('an allergy that is told later: the line waits, people are told', async (t) => {
    const { patient_id } = await on.visiting()
    const lines = [item(amoxicillin.medicine_id), item(paracetamol.medicine_id)]
    const rx = await done(prescribe(patient_id, lines))
    const of = await pharmacy.waiting(patient_id)
    await done(pharmacy.verify(of))
    const before = { doctor: await told(doctor), pharmacy: await told(pharmacist) }
    const made = await done(allergic(patient_id))
    t.match(made.affected, [
      {
        id: rx.items[0].id,
        message: `Allergy: ${rx.reference}, Amoxicillin 250 mg capsule: allergy to penicillin (rash, severe).`,
      },
    ])
    t.equal(made.affected.length, 1, 'and nothing of the other line')
    t.match(await done(pharmacist.get(`/pharmacy/dispenses/${of.id}`)), {
      status: 'ON_HOLD',
      hold_reason: 'Something new is known of the patient',
      lines: [{ quantity: 0 }, {}],
    })
    t.equal((await pharmacy.handOver(of)).status, 409, 'it is not handed over')
    t.equal(await told(doctor), before.doctor + 1)
    t.equal(await told(pharmacist), before.pharmacy + 1)
    const overrides = [{ gate: 'RX_ALLERGY_EXACT', subject: '1', reason_code: 'TOLERATED_BEFORE' }]
    const again = await house.people.with('pharmacist', 'medical_in_charge')
    t.match(await pharmacy.verify(of), { status: 409, message: /^Allergy: / })
    const path = `/pharmacy/dispenses/${of.id}/verify`
    const said = of.lines.map(({ id: line_id }: { id: string }) => ({ line_id, outcome: 'SUPPLY' }))
    t.match(await again.post(path, { lines: said, overrides }), { status: 200 })
  })

  await t.test('what was let through when it was signed is not told again', async (t) => {
    const { patient_id } = await on.visiting()
    await done(allergic(patient_id))
    const overrides = [{ gate: 'RX_ALLERGY_EXACT', subject: '1', reason_code: 'TOLERATED_BEFORE' }]
    const senior = await house.people.with('doctor', 'medical_in_charge')
    const asked = { patient_id, items: [item(amoxicillin.medicine_id)], overrides }
    await done(senior.post('/prescriptions', asked))
    const made = await done(allergic(patient_id, { substance: 'Pollen', severity: 'MILD' }))
    t.same(made.affected, [])
    t.match(await pharmacy.waiting(patient_id), { status: 'QUEUED' })
  })

  await t.test('a pregnancy that is told later; nobody is asked of a no', async (t) => {
    const woman = { sex: 'Female', birth_date: '1996-01-01' }
    const { patient_id } = await on.visiting(woman)
    const say = (pregnant: string) =>
      doctor.put(`/patients/${patient_id}/pregnancy-status`, {
        pregnant,
        breastfeeding: false,
        basis: 'TEST',
        ...(pregnant === 'YES' ? { lmp: '2026-01-05' } : {}),
      })
    t.same((await done(say('NO'))).affected, [])
    const warfarin = await called('Warfarin 5 mg tablet')
    const rx = await done(prescribe(patient_id, [item(warfarin, { dose: 5, frequency: 'OD' })]))
    t.match((await done(say('YES'))).affected, [{ id: rx.items[0].id, message: /^Pregnancy: / }])
  })

  await t.test('on the ward: the account, what is left behind, what is not fetched', async (t) => {
    const admin = await house.people.holding('ward:write', 'ward:read')
    const charge = await house.people.with('nurse_in_charge')
    const { ward, beds } = await wardOf(admin)
    ward_id = ward.id
    const patient_id = await on.patient()
    const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
    const into = { bed_id: beds[0].id, attending_id: newId() }
    await done(charge.post(`/admissions/${stay.id}/admit`, into))
    const now = item(paracetamol.medicine_id, { first_dose: 'NOW' })
    const first = await done(prescribe(patient_id, [now]))
    t.same(first.warnings, [], 'within what was paid ahead nothing is said')
    const board = await done(nurse.get(`/wards/${ward.id}/board`))
    t.match(
      board.beds[0].lying.next_dose,
      { medicine: 'Paracetamol 500 mg tablet', dose: '500 mg', timing: 'DUE' },
      'the board says what is given next (CAR-205)',
    )
    const clerk = await house.people.holding('admission:read')
    const others = await done(clerk.get(`/wards/${ward.id}/board`))
    t.equal(others.beds[0].lying.next_dose, null, 'to who may read doses')
    t.match(await roundLines(house.system, { ward: ward.code }), [
      { bed: '1', medicine: 'Paracetamol 500 mg tablet', timing: 'DUE', ward: ward.code },
    ])
    const of = await pharmacy.waiting(patient_id)
    await done(pharmacy.verify(of))
    await done(pharmacy.handOver(of))
    const unbilled = async () =>
      (await done(nurse.get(`/admissions/${stay.id}/discharge-checks`))).find(
        ({ gate }: { gate: string }) => gate === 'CLEAR_UNBILLED',
      )
    t.match(await unbilled(), { ok: true })
    const moved = (from: string, to: string) =>
      within(() =>
        run(
          sql`update bill_items set source = ${to} where patient_id = ${patient_id} and source = ${from}`,
        ),
      )
    await moved('dispense_line', 'elsewhere')
    t.match(
      await unbilled(),
      { ok: false, items: [{ text: /1 act has no charge\. No line: RX2\./ }] },
      'what was handed over and stands on no bill is named (CAR-158)',
    )
    await moved('elsewhere', 'dispense_line')
    const more = item(amoxicillin.medicine_id)
    const second = await done(prescribe(patient_id, [more]))
    t.match(second.warnings, [{ gate: 'ADM_RUNNING', level: 'WARN', message: /^Account: / }])
    const stat = item(await called('Ibuprofen 400 mg tablet'), {
      dose: 400,
      frequency: 'STAT',
      duration_days: null,
    })
    t.same((await done(prescribe(patient_id, [stat]))).warnings, [], 'what is urgent is not asked')
    const home = { kind: 'DISCHARGE', sign: true }
    await done(
      prescribe(
        patient_id,
        [item(await called('Folic acid 5 mg tablet'), { dose: 5, frequency: 'OD' })],
        home,
      ),
    )
    const checks = await done(nurse.get(`/admissions/${stay.id}/discharge-checks`))
    const of_gate = (key: string) => checks.find(({ gate }: { gate: string }) => gate === key)
    t.match(of_gate('DIS_RETURNS'), {
      ok: false,
      level: 'WARN',
      items: [
        { text: /^Medicines on the ward: Still on the ward: \d+ of Paracetamol 500 mg tablet\.$/ },
      ],
    })
    t.match(of_gate('DIS_MEDICINES'), {
      ok: false,
      level: 'WARN',
      items: [{ text: /are not handed over: DSP-/ }],
    })
  })

  await t.test('a licence that ran out meanwhile hands nothing over (CAR-2)', async (t) => {
    const { patient_id } = await on.visiting()
    await done(prescribe(patient_id, [item(paracetamol.medicine_id)]))
    const of = await pharmacy.waiting(patient_id)
    await done(pharmacy.verify(of))
    answering(t, staffOf, async ({ user_id, name }) => ({
      staff_id: user_id ?? '',
      name,
      cadre: null,
      grade: null,
      national_id: null,
    }))
    const message = 'Your practising licence expired on 3 March 2026.'
    answering(t, mayPractise, async () => ({ answer: 'BLOCK' as const, message }))
    t.match(await pharmacy.handOver(of), { status: 409, message })
    answering(t, mayPractise, async () => ({ answer: 'WARN' as const, message }))
    t.match(await done(pharmacy.handOver(of)), { warnings: [{ message }] })
  })
  await t.test('a dose that is late is handed on to the next shift (CAR-127)', async (t) => {
    clock.advance(minutes(70))
    const night = await house.people.with('nurse')
    const { entries } = await done(night.post('/nursing/handovers', { ward_id }))
    t.match(entries, [{ outstanding: [/^Dose of 08:00 \((LATE|OVERDUE)\)$/] }])
  })
})

// A prescription on paper (CAR-74): what stands on it, the code by which another pharmacy looks it up, and the
// copy for the pharmacy that the patient chooses.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { staffById, staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { answering } from '../../../support/answers.ts'
import { done } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'
import { codeOn } from '../../../support/money/money-papers.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('a prescription on paper', needsPoppler, async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { house, doctor, visiting, called, prescribe } = on
  const pharmacy = await pharmacyOf(on)
  const amoxicillin = await pharmacy.stocked('Amoxicillin 250 mg capsule', 1000)
  const paracetamol = await called('Paracetamol 500 mg tablet')
  const printed = async (
    id: string,
    words: Record<string, string> = { language: 'en' },
  ): Promise<string> => textOf((await doctor.get(`/prescriptions/${id}/pdf`, words)).raw)
  const looked = async (code: string) => (await house.nobody.get(`/billing/verify/${code}`)).data

  t.test('who wrote it, with cadre and registration number (CAR-74)', async (t) => {
    const staff = {
      staff_id: newId(),
      name: doctor.user.full_name,
      cadre: 'Medical officer',
      grade: null,
      national_id: null,
      licence_no: 'MCT 4711',
    }
    answering(t, staffOf, async () => staff)
    answering(t, staffById, async (_caller, id) => (id === staff.staff_id ? staff : null))
    const { patient_id } = await visiting()
    const made = await done(prescribe(patient_id, [item(paracetamol)]))
    const paper = await printed(made.id)
    for (const word of [doctor.user.full_name, 'Medical officer', 'MCT 4711', made.reference]) {
      t.match(paper, word)
    }
  })

  t.test('its code is the same at every print, and stands on the record (CAR-74)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(prescribe(patient_id, [item(paracetamol)]))
    t.equal(made.verify_code, null, 'nobody printed it')
    const code = codeOn(await printed(made.id))
    t.equal(codeOn(await printed(made.id, { language: 'sw' })), code)
    t.equal((await done(doctor.get(`/prescriptions/${made.id}`))).verify_code, code)
    const said = await house.nobody.get(`/billing/verify/${code}`)
    t.match(said.data, { kind: 'Prescription', number: made.reference, status: 'VALID' })
    t.notMatch(said.raw.toString(), made.patient.name)
    t.notMatch(said.raw.toString(), 'Paracetamol')
    await done(doctor.post(`/prescriptions/${made.id}/cancel`, { reason: 'Not needed' }))
    t.match(await looked(code), { status: 'CANCELLED' })
  })

  t.test('out of date, or handed over in full, it counts no more (CAR-74)', async (t) => {
    const late = await done(prescribe((await visiting()).patient_id, [item(paracetamol)]))
    const of_late = codeOn(await printed(late.id))
    const { patient_id } = await visiting()
    const given = await done(prescribe(patient_id, [item(amoxicillin.medicine_id)]))
    const of_given = codeOn(await printed(given.id))
    const dispense = await pharmacy.waiting(patient_id)
    await done(pharmacy.verify(dispense))
    await done(pharmacy.handOver(dispense))
    t.match(await looked(of_given), { status: 'ENDED' })
    t.match(await looked(of_late), { status: 'VALID' })
    const now = clock.instant()
    clock.freeze('2026-05-02T06:00:00.000Z')
    t.match(await looked(of_late), { status: 'ENDED' })
    clock.freeze(now)
  })

  t.test('the copy for another pharmacy says what was handed over here (CAR-74)', async (t) => {
    const { patient_id } = await visiting()
    const items = [item(amoxicillin.medicine_id), item(paracetamol)]
    const made = await done(prescribe(patient_id, items))
    const dispense = await pharmacy.waiting(patient_id)
    const [first, second] = dispense.lines
    await done(
      on.pharmacist.post(`/pharmacy/dispenses/${dispense.id}/verify`, {
        lines: [
          { line_id: first.id, outcome: 'SUPPLY' },
          { line_id: second.id, outcome: 'OUT_OF_STOCK', owed: 'DROP' },
        ],
      }),
    )
    await done(pharmacy.handOver(dispense))
    const copy = await printed(made.id, { language: 'en', copy: 'own_pharmacy' })
    t.match(copy, /Copy for the pharmacy of your choice/)
    t.equal(copy.match(/Handed over/g)?.length, 1, 'of the one that was')
    t.match(copy, /30 capsules/)
    t.notMatch(copy, /TZS|\bTsh\b/, 'no price')
    t.match(await printed(made.id, { copy: 'own_pharmacy', language: 'sw' }), /Zimetolewa/)
    const own = await printed(made.id)
    t.notMatch(own, /Copy for the pharmacy|Handed over/)
    t.match(await doctor.get(`/prescriptions/${made.id}/pdf`, { copy: 'mine' }), {
      status: 400,
      message: 'copy must be one of own_pharmacy.',
    })
  })

  t.test('what waits for a co-signature has no code', async (t) => {
    const intern = await house.people.with('intern')
    const { patient_id } = await visiting()
    const made = await done(
      intern.post('/prescriptions', { patient_id, items: [item(paracetamol)] }),
    )
    t.equal(made.status, 'TO_COSIGN')
    t.notMatch(await printed(made.id), /\/verify\//)
  })
})

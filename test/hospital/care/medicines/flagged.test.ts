// The formulary as it is chosen from for a patient (CAR-88): beside each medicine what speaks against it.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { done } from '../../../support/desk/ward.ts'
import { clinicOfMedicines } from '../../../support/medicines.ts'

interface Flagged {
  name: string
  flags: { gate: string; level: string; message: string }[] | null
}

t.test('medicines for a patient', async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { house, doctor, nurse, patient } = on
  const flagsOf = async (name: string, words: Record<string, string> = {}) => {
    const found: Flagged[] = await done(
      nurse.get('/pharmacy/medicines', { search: name, per_page: '200', ...words }),
    )
    return found.find((one) => one.name === name)?.flags
  }

  t.test('allergy, pregnancy and condition, without a dose (CAR-88)', async (t) => {
    const patient_id = await patient({ sex: 'Female', birth_date: '1998-01-01' })
    await done(
      nurse.post('/clinical/allergies', {
        patient_id,
        substance: 'Penicillin',
        severity: 'SEVERE',
        reactions: ['Rash'],
      }),
    )
    await done(
      doctor.post('/clinical/problems', {
        patient_id,
        title: 'Asthma',
        code: 'J45',
        coding_system: 'ICD-10',
      }),
    )
    await done(
      nurse.put(`/patients/${patient_id}/pregnancy-status`, { pregnant: 'YES', basis: 'TEST' }),
    )
    const of = (name: string) => flagsOf(name, { patient_id })
    t.match(await of('Amoxicillin 250 mg capsule'), [
      {
        gate: 'RX_ALLERGY_EXACT',
        level: 'BLOCK_WITH_OVERRIDE',
        message: /^Allergy: Amoxicillin 250 mg capsule: allergy to penicillin \(rash, severe\)\./,
      },
    ])
    t.match(await of('Doxycycline 100 mg capsule'), [{ gate: 'RX_PREGNANCY' }])
    const propranolol = (await of('Propranolol 40 mg tablet')) ?? []
    t.ok(propranolol.some(({ gate }) => gate === 'RX_CONDITION'))
    t.same(await of('Paracetamol 500 mg tablet'), [], 'nothing speaks against it')
  })

  t.test('nobody asked for whom: nothing is said', async (t) => {
    t.equal(await flagsOf('Amoxicillin 250 mg capsule'), null)
    for (const patient_id of [newId(), 'x']) {
      t.match(await nurse.get('/pharmacy/medicines', { patient_id }), {
        status: 404,
        message: 'No such patient.',
      })
    }
  })

  t.test('the flags of a closed record are told to nobody else (PRV-2)', async (t) => {
    const patient_id = await patient()
    const officer = await house.people.with('privacy_officer')
    await done(
      officer.put(`/patients/${patient_id}/sensitivity`, {
        sensitivity: 'RESTRICTED',
        reason: 'Asked for it',
      }),
    )
    t.equal((await nurse.get('/pharmacy/medicines', { patient_id })).status, 403)
  })
})

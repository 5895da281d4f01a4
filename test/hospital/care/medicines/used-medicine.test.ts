// What a medicine is made of stands once it was prescribed (CAR-86).

import t from 'tap'
import { done } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item } from '../../../support/medicines.ts'

t.test('the ingredients of a medicine that was prescribed (CAR-86)', async (t) => {
  const on = await clinicOfMedicines(t)
  const { pharmacist, doctor, prescribe } = on
  const made = await done(
    pharmacist.post('/pharmacy/medicines', {
      generic_name: 'Paracetamol',
      strength_text: '130 mg',
      form: 'tablet',
      unit_of_dose: 'TAB',
      routes: ['PO'],
      ingredients: [{ ingredient_code: 'paracetamol', amount: 130, unit: 'MG' }],
    }),
  )
  const path = `/pharmacy/medicines/${made.id}`
  const of = (amount: number) => ({
    ingredients: [{ ingredient_code: 'paracetamol', amount, unit: 'MG' }],
  })
  await done(pharmacist.patch(path, of(120)))
  await done(pharmacist.patch(path, of(130)))
  const { patient_id } = await on.visiting()
  const asked = item(made.id, { dose: 130, indication: 'Fever' })
  await done(prescribe(patient_id, [asked], { sign: false }))
  await done(pharmacist.patch(path, of(120)))
  await done(pharmacist.patch(path, of(130)))
  t.pass('a draft is no use of it')
  const other = await on.visiting()
  await done(prescribe(other.patient_id, [asked]))
  t.match(await pharmacist.patch(path, of(120)), {
    status: 409,
    message: 'Used on 1 prescription: make a new medicine and retire this one.',
  })
  t.match(await done(pharmacist.patch(path, { ...of(130), pregnancy: 'CAUTION' })), {
    ingredients: [{ amount: 130 }],
    pregnancy: { t1: 'CAUTION' },
  })
  t.equal((await done(pharmacist.patch(path, { active: false }))).active, false, 'retired')
  t.equal((await doctor.get(`/patients/${other.patient_id}/medicines`)).data.active.length, 1)
})

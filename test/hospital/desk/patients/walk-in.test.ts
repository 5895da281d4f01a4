import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { permits } from '../../../../db/hospital/permits.ts'
import { boot } from '../../../support/boot.ts'

const refused = 'Walk-in customer stands for whoever buys without a file. Register the patient.'

t.test('whoever buys without a file is no patient (BIL-63)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const everybody = await house.people.holding(...Object.keys(permits))
  const { walk_in_patient_id: id } = (await everybody.get('/billing/policy')).data
  const somebody = await everybody.post('/patients', {
    first_name: 'Asha',
    last_name: 'Juma',
    sex: 'Female',
    birth_date: '1990-02-03',
  })
  const before = await patients.find({ hospital_id: house.hospital.id, id })
  const outside = { died_at: '2026-03-31T05:00:00.000Z', place: 'HOME', source_note: 'Her son' }
  const merging = { reason: 'The same person', overrides: [] }

  for (const [method, path, body] of [
    ['PATCH', `/patients/${id}`, { first_name: 'Neema' }],
    ['POST', `/patients/${id}/deceased`, outside],
    ['POST', `/patients/${id}/deactivate`, { reason: 'Not used' }],
    ['PUT', `/patients/${id}/sensitivity`, { sensitivity: 'RESTRICTED', reason: 'Known person' }],
    ['PUT', `/patients/${id}/contact-preferences`, { sms: false }],
    ['POST', `/patients/${id}/merge`, { ...merging, duplicate_id: somebody.data.id }],
    ['POST', `/patients/${somebody.data.id}/merge`, { ...merging, duplicate_id: id }],
    ['POST', '/visits', { patient_id: id }],
  ] as const) {
    const { status, message } = await everybody.send(method, path, body)
    t.same([status, message], [409, refused], `${method} ${path}`)
  }
  t.same(await patients.find({ hospital_id: house.hospital.id, id }), before, 'as it was')
})

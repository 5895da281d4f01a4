// A form typed without network brings its record's id and is sent twice (FRO-6): one record, and the
// second answer is 200.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { department } from '../../../support/desk/clinic.ts'

t.test('the same id again', async (t) => {
  const house = await boot(t)
  const { people, hospital } = house
  clock.freeze('2026-03-10T07:00:00.000Z')
  await department(house, 'OPD')
  const admin = await people.administrator()
  const person = (id: string, last_name = 'Mrisho') => ({
    id,
    first_name: 'Asha',
    last_name,
    sex: 'Female',
    birth_date: '1990-05-12',
  })
  const twice = async (path: string, body: Record<string, unknown>) => {
    const first = await admin.post(path, body)
    t.equal(first.status, 201, `${path}: ${first.message}`)
    t.equal(first.data.id, body['id'])
    const second = await admin.post(path, body)
    t.equal(second.status, 200, `${path}: ${second.message}`)
    t.equal(second.data.id, body['id'])
    t.equal(second.data.number, first.data.number)
    return first.data
  }

  t.test('patients, unknown people, visits, appointments, referrals, emergencies', async (t) => {
    const patient = await twice('/patients', person(newId()))
    await twice('/patients/unknown', { id: newId(), unknown_label: 'Man, bus stand' })
    await twice('/visits', { id: newId(), patient_id: patient.id })
    await twice('/appointments', {
      id: newId(),
      patient_id: patient.id,
      scheduled_for: '2026-03-16T09:00+03:00',
      department: 'OPD',
    })
    await twice('/referrals', {
      id: newId(),
      patient_id: patient.id,
      facility: 'Bombo Regional Hospital',
      reason: 'Surgery',
    })
    await twice('/emergencies', {
      id: newId(),
      unknown_label: 'Woman, market',
      presenting_complaint: 'Fell',
      category: 'TRAUMA_OTHER',
      arrival_mode: 'WALK_IN',
    })
    t.equal(await patients.count({ hospital_id: hospital.id }), 3)
  })

  t.test('two at once make one', async (t) => {
    const body = person(newId(), 'Mwinyi')
    const answers = await Promise.all([1, 2, 3].map(() => admin.post('/patients', body)))
    t.same(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 200, 201],
    )
  })

  t.test('an id that is none, and one of another kind, are refused', async (t) => {
    for (const id of ['1', 'd9428888-122b-41e1-b85c-61bd8e2bd9e5', newId().toUpperCase()]) {
      t.match(await admin.post('/patients', person(id)), {
        status: 400,
        message: 'id must be a UUID of version 7, in small letters.',
      })
    }
  })
})

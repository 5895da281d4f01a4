// Patients as a group to write to (MSG-609, PTM-6).

import t from 'tap'
import { newId } from '../../../../db/core/ids.ts'
import { decide } from '../../../../db/hospital/desk/patients/privacy/consents.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { forgetMessaging } from '../../../support/messaging/messaging.ts'

t.test('a group of patients (MSG-609)', async (t) => {
  const { people, system } = await boot(t)
  forgetMessaging()
  const manager = await people.with('manager')
  const reception = await people.with('reception')
  let made = 0
  const patient = async (phone: string | null) =>
    (
      await reception.post('/patients', {
        first_name: 'Asha',
        last_name: `Juma${'abcdefgh'[made++]}`,
        sex: 'Female',
        birth_date: '1990-01-01',
        ...(phone === null ? {} : { phone }),
      })
    ).data.id as string
  const agreed = await patient('0712345678')
  const refused = await patient('0712345679')
  const without = await patient(null)
  await within(() =>
    decide(system, refused, { kind: 'SMS', decision: 'REFUSED', method: 'WRITTEN' }),
  )
  const patient_ids = [agreed, refused, without, agreed, newId()]

  t.equal((await reception.post('/messaging/audiences', { name: 'x', patient_ids })).status, 403)
  const bare = await manager.post('/messaging/audiences', { name: 'Nobody', patient_ids: [] })
  t.match([bare.status, bare.message], [400, /patient_ids/])
  const group = await manager.post('/messaging/audiences', { name: 'Diabetes', patient_ids })
  t.match(
    [group.status, group.data],
    [201, { added: 1, without_phone: 1, without_consent: 1 }],
    group.message,
  )
  const passed = await rows(sql`select c.phone, c.first_name, c.last_name, c.language, c.source,
      c.attributes from msg_group_members m join msg_contacts c on c.id = m.contact_id
      where m.group_id = ${group.data.group_id}`)
  t.match(
    passed,
    [{ phone: '255712345678', first_name: 'Asha', last_name: null, source: 'hospital' }],
    'the number, the first name and the language, and nothing else',
  )
  t.equal(passed.length, 1)
  const again = await manager.post('/messaging/audiences', { name: 'diabetes', patient_ids })
  t.match([again.status, again.message], [409, /diabetes exists already/])
  const second = await manager.post('/messaging/audiences', { name: 'Again', patient_ids })
  t.match(second.data, { added: 1 }, 'who is a contact already is no second one')
  const contacts = await rows(sql`select id from msg_contacts`)
  t.equal(contacts.length, 1)
  const administrator = await people.administrator()
  const { data } = await administrator.get('/audit', { action: 'messaging.audience' })
  t.match(data[1], { entity_label: 'Diabetes: 1 of 5' }, 'who did it stands in the log')
})

t.test('as many patients as a group may be asked for (MSG-609)', async (t) => {
  const { people } = await boot(t)
  forgetMessaging()
  const manager = await people.with('manager')
  const patient_ids = Array.from({ length: 50_000 }, () => newId())
  const none = await manager.post('/messaging/audiences', { name: 'Everybody', patient_ids })
  t.match([none.status, none.data], [201, { added: 0, without_phone: 0 }], none.message)
  const more = await manager.post('/messaging/audiences', {
    name: 'More',
    patient_ids: [...patient_ids, newId()],
  })
  t.match([more.status, more.message], [400, /patient_ids/])
})

// Attachments and photos, from the source document of the hospital API alone. Each test is named by the
// sentence it proves.

import t from 'tap'
import { attach, pdf, png } from '../support/files.ts'
import { somebody } from '../support/desk/visits.ts'
import { consoleOf } from './console.ts'
import { refused, succeeded } from './reading.ts'

t.test('files', async (t) => {
  const { who, nobody } = await consoleOf(t)
  const { id } = await somebody(who)
  const of_patient = { entity_type: 'patient', entity_id: id }

  t.test('"multipart/form-data with parts file, entity_type, entity_id"', async (t) => {
    const made = await attach(who, of_patient, 'letter.pdf', pdf)
    succeeded(t, made, 201)
    t.match(made.data, of_patient)
    const bytes = await who.get(`/attachments/${made.data.id}/download`)
    t.equal(bytes.status, 200)
    t.same(bytes.raw, pdf, '"file bytes"')
    refused(t, await nobody.get(`/attachments/${made.data.id}/download`), 401)
    refused(t, await attach(nobody, of_patient, 'letter.pdf', pdf), 401)
  })

  t.test('"photo of the subject record; permission follows the subject"', async (t) => {
    const picture = png(300, 400)
    const put = await who.raw('PUT', `/photos/patient/${id}`, picture, 'image/png')
    succeeded(t, put)
    const got = await who.get(`/photos/patient/${id}`)
    t.equal(got.status, 200)
    t.match(got.headers['content-type'], /^image\//)
    t.ok(got.raw.length > 0)
    refused(t, await nobody.get(`/photos/patient/${id}`), 401)
    refused(t, await nobody.raw('PUT', `/photos/patient/${id}`, picture, 'image/png'), 401)
  })
})

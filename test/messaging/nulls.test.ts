// Null in a field that may be left out is as if it were left out; a change refuses what cannot be empty
// (MSG-124, MSG-662).

import t from 'tap'
import { boot } from '../support/boot.ts'
import { errorOf, firm } from '../support/messaging/messaging.ts'

t.test('null under /v1', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  await own.topUp(1000)
  await own.sender()
  const key = await own.key()

  t.test('a send with every optional field as null is a plain send', async (t) => {
    const plain = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'Habari' }
    const nothing = {
      reference: null,
      class: null,
      scheduleAt: null,
      validitySeconds: null,
      callbackUrl: null,
      smartEncoding: null,
    }
    const sent = await key.post('/v1/sms/send', { ...plain, ...nothing })
    t.equal(sent.status, 202, JSON.stringify(sent.body))
    t.match((await key.get(`/v1/sms/${sent.body.messages[0].id}`)).body, {
      reference: '',
      class: 'transactional',
    })
    t.equal((await key.post('/v1/sms/send', { ...plain, senderId: null })).status, 400)
  })

  t.test('a webhook is set whole: null is what absent is', async (t) => {
    const asked = { url: 'https://hooks.example.com/', events: ['message.sent'] }
    const answer = await key.put('/v1/webhooks', { ...asked, enabled: null, rotateSecret: null })
    t.match([answer.status, answer.body.enabled], [200, true])
  })

  t.test('a change empties what can be empty, and says what cannot', async (t) => {
    const made = await key.post('/v1/contacts', { phone: '0712345678', lastName: 'Juma' })
    const path = `/v1/contacts/${made.body.id}`
    t.match((await key.put(path, { lastName: null })).body, { lastName: null })
    const refused = await key.put(path, { phone: null })
    t.equal(refused.status, 400)
    t.match(errorOf(refused), {
      field: 'phone',
      message: 'phone cannot be empty; leave it out to keep it.',
    })
  })

  t.test('an import and an opt-out too', async (t) => {
    const contacts = [{ phone: '0712345679' }]
    const read = await key.post('/v1/contacts/import', {
      contacts,
      groupIds: null,
      onExisting: null,
    })
    t.match([read.status, read.body.created], [200, 1])
    const out = await key.post('/v1/opt-outs', { phones: ['0712345670'], scope: null, note: null })
    t.match([out.status, out.body.created], [200, 1])
  })
})

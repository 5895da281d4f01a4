// Sender IDs: asked for, handed to operators, decided one by one, withdrawn (MSG 3.4, 4.16).

import t from 'tap'
import { clock, hours } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { decide, submit } from '../../../db/messaging/messages/deciding.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { cli, errorOf, firm, forgetMessaging } from '../../support/messaging/messaging.ts'

const pdf = Buffer.from('%PDF-1.7 a licence')

t.test('sender IDs', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  forgetMessaging()
  const key = await own.key()
  const good = {
    senderId: 'DUKA LETU',
    purpose: 'Offers to our customers',
    sampleMessage: 'DUKA LETU: bei mpya leo.',
  }

  t.test('a request goes to every operator that wants to be asked (MSG-411)', async (t) => {
    const answer = await key.post('/v1/sender-ids', good)
    t.equal(answer.status, 201)
    t.equal(answer.body.status, 'pending')
    t.same(
      answer.body.operators.map((one: { operator: string }) => one.operator),
      ['airtel', 'halotel', 'ttcl', 'vodacom', 'yas'],
    )
    const again = await key.post('/v1/sender-ids', good)
    t.equal(again.status, 422)
    t.match(errorOf(again), {
      code: 'already_exists',
      field: 'senderId',
      message: 'DUKA LETU exists already.',
    })
    const narrow = await key.post('/v1/sender-ids', {
      ...good,
      senderId: '15055',
      sampleMessage: '15055 habari njema',
      operators: ['yas'],
    })
    t.equal(narrow.body.operators.length, 1)
    const page = await key.get('/v1/sender-ids', { limit: '1' })
    t.equal(page.body.data[0].senderId, '15055', 'by name')
    const next = await key.get('/v1/sender-ids', { limit: '1', cursor: page.body.nextCursor })
    t.equal(next.body.data[0].senderId, 'DUKA LETU')
    t.equal(next.body.nextCursor, null)
  })

  t.test('shape, reserved names, sample (MSG-410, 6.1)', async (t) => {
    const shape = 'A sender ID has 3 to 11 letters, digits or spaces.'
    const table: [changes: object, field: string, message: string][] = [
      [{ senderId: 'AB' }, 'senderId', shape],
      [{ senderId: 'ABCDEFGHIJKL' }, 'senderId', shape],
      [{ senderId: ' ABC' }, 'senderId', shape],
      [{ senderId: 'ABC!' }, 'senderId', shape],
      [{ senderId: '12' }, 'senderId', shape],
      [{ senderId: '1234567' }, 'senderId', shape],
      [{ senderId: '...' }, 'senderId', shape],
      [{ senderId: 'M-Pesa' }, 'senderId', 'M-Pesa is reserved.'],
      [{ senderId: 'm pesa' }, 'senderId', 'm pesa is reserved.'],
      [
        { sampleMessage: 'Nothing of the kind' },
        'sampleMessage',
        'sampleMessage must contain the sender ID.',
      ],
      [{ purpose: 'short' }, 'purpose', 'purpose must have 10 to 500 characters.'],
      [{ operators: ['mars'] }, 'operators', 'operators: there is no operator mars.'],
    ]
    for (const [changes, field, message] of table) {
      const sample = {
        sampleMessage: `${'senderId' in changes ? String(changes.senderId) : ''} habari za leo`,
      }
      const answer = await key.post('/v1/sender-ids', {
        ...good,
        senderId: 'SAFARI',
        ...sample,
        ...('senderId' in changes ? {} : { sampleMessage: 'SAFARI ya leo' }),
        ...changes,
      })
      t.equal(answer.status, 400, JSON.stringify(changes))
      t.match(errorOf(answer), { field, message }, JSON.stringify(changes))
    }
  })

  t.test('documents: their kinds, their owner, and before an operator has them', async (t) => {
    const { id } = (await key.get('/v1/sender-ids', { status: 'pending' })).body.data[1]
    const form = (bytes: Buffer, kind: string) => {
      const line = '----x'
      return key.raw(
        'POST',
        `/v1/sender-ids/${id}/documents`,
        Buffer.concat([
          Buffer.from(
            `--${line}\r\ncontent-disposition: form-data; name="kind"\r\n\r\n${kind}\r\n--${line}\r\ncontent-disposition: form-data; name="file"; filename="leseni.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
          ),
          bytes,
          Buffer.from(`\r\n--${line}--\r\n`),
        ]),
        `multipart/form-data; boundary=${line}`,
      )
    }
    t.equal(
      errorOf(await form(Buffer.from('MZ'), 'identity')).message,
      'file must be a PDF, a JPEG or a PNG.',
    )
    t.equal(errorOf(await form(pdf, 'poem')).field, 'kind')
    const early = within(() => submit(cli, id, ['yas']))
    await t.rejects(early, /yas also wants business_registration, tin_certificate/)
    for (const kind of ['business_registration', 'tin_certificate', 'letter_of_authorisation'])
      t.equal((await form(pdf, kind)).status, 201, kind)
    const { documents } = (await key.get(`/v1/sender-ids/${id}`)).body
    const path = `/v1/sender-ids/${id}/documents/${documents[0].id}`
    const bytes = await key.get(path)
    t.equal(bytes.raw.toString(), pdf.toString())
    t.match(bytes.headers['content-disposition'], /attachment/)
    const stranger = await (await firm(app)).key()
    t.equal((await stranger.get(path)).status, 404)
    await within(() => submit(cli, id, ['yas']))
    t.equal((await key.remove(path)).status, 422)
    const edit = await key.put(`/v1/sender-ids/${id}`, { purpose: 'Something else altogether' })
    t.equal(errorOf(edit).code, 'invalid_state')
  })

  t.test(
    'one operator is enough to be approved; the others are refused by number (MSG-412)',
    async (t) => {
      await own.topUp(1000)
      const { id } = (await key.get('/v1/sender-ids')).body.data[1]
      const body = { recipients: ['0712345678'], senderId: 'DUKA LETU', message: 'Bei mpya' }
      t.equal((await key.post('/v1/sms/send', body)).status, 422)
      await within(() => decide(cli, id, { operator: 'yas', decision: 'approved' }))
      t.equal((await key.get(`/v1/sender-ids/${id}`)).body.status, 'approved')
      t.equal((await key.post('/v1/sms/send', body)).status, 202, 'in force at once')
      const other = await key.post('/v1/sms/send', { ...body, recipients: ['0741234567'] })
      t.equal(errorOf(other).field, 'recipients[0]')
    },
  )

  t.test('a rejection fails what waits there, with its money (MSG 3.4)', async (t) => {
    const { id } = (await key.get('/v1/sender-ids')).body.data[1]
    const sent = await key.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'DUKA LETU',
      message: 'Bei mpya',
    })
    await t.rejects(
      within(() => decide(cli, id, { operator: 'yas', decision: 'rejected' })),
      /reason is required/,
    )
    await within(() => decide(cli, id, { operator: 'yas', decision: 'rejected', reason: 'Fraud' }))
    const message = (await key.get(`/v1/sms/${sent.body.messages[0].id}`)).body
    t.match(message, { status: 'failed', failureReason: 'sender_blocked', refunded: 20 })
    const told = await rows<{ data: string }>(
      sql`select data from msg_events where type = 'sender_id.updated'
          and account_id = ${own.account.id} order by id`,
    )
    t.match(JSON.parse(told[1]?.data ?? '{}'), {
      senderId: 'DUKA LETU',
      operator: 'yas',
      operatorStatus: 'rejected',
      reason: 'Fraud',
    })
    const again = await key.post(`/v1/sender-ids/${id}/resubmit`)
    t.equal(errorOf(again).code, 'invalid_state', 'nothing changed since')
  })

  t.test('resubmit after a change; withdraw when nothing waits', async (t) => {
    const made = await key.post('/v1/sender-ids', {
      ...good,
      senderId: 'SAFARI',
      sampleMessage: 'SAFARI njema',
      operators: ['yas'],
    })
    const { id } = made.body
    await within(() => decide(cli, id, { decision: 'rejected', reason: 'Unclear' }))
    t.equal((await key.get(`/v1/sender-ids/${id}`)).body.status, 'rejected')
    await key.put(`/v1/sender-ids/${id}`, { purpose: 'Tickets for our own buses' })
    const asked = await key.post(`/v1/sender-ids/${id}/resubmit`, { operators: ['yas', 'ttcl'] })
    t.equal(asked.body.status, 'pending')
    t.equal(asked.body.operators.length, 2, 'operators can be added later')
    await within(() => decide(cli, id, { decision: 'approved' }))
    const sent = await key.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'SAFARI',
      message: 'Karibu',
    })
    t.equal((await key.remove(`/v1/sender-ids/${id}`)).status, 422)
    await key.post(`/v1/sms/${sent.body.messages[0].id}/cancel`)
    const campaign = await key.post('/v1/campaigns', {
      name: 'Safari',
      class: 'transactional',
      senderId: 'SAFARI',
      message: 'Karibu',
      audience: { recipients: [{ phone: '0712345678' }] },
    })
    const scheduleAt = new Date(clock.ms() + hours(1)).toISOString()
    await own.topUp(1000)
    const at = `/v1/campaigns/${campaign.body.id}`
    t.equal((await key.post(`${at}/schedule`, { scheduleAt })).status, 200)
    t.match(errorOf(await key.remove(`/v1/sender-ids/${id}`)), {
      code: 'invalid_state',
      message: 'The campaign Safari is scheduled with this sender ID.',
    })
    await key.post(`${at}/cancel`)
    t.equal((await key.remove(`/v1/sender-ids/${id}`)).status, 204)
    t.equal((await key.get(`/v1/sender-ids/${id}`)).status, 404)
    const gone = await key.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'SAFARI',
      message: 'Karibu',
    })
    t.equal(errorOf(gone).code, 'sender_id_not_approved')
  })
})

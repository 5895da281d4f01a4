// Rules of records that stand on their own (MSG 4.3, 4.6, 4.13, 4.16, 4.26).

import t from 'tap'
import { run, within } from '../../db/store/connection.ts'
import { forgetAllKept } from '../../db/store/kept.ts'
import { decide } from '../../db/messaging/messages/deciding.ts'
import { code_statuses } from '../../db/messaging/refusals.ts'
import { sql } from '../../db/store/sql.ts'
import { boot } from '../support/boot.ts'
import { cli, errorOf, firm } from '../support/messaging/messaging.ts'

t.test('records', async (t) => {
  const { app } = await boot(t, [])
  const own = await firm(app)
  const key = await own.key()

  t.test('four codes beside the contract’s, all 422 (MSG-144)', async (t) => {
    const ours = [
      'invalid_state',
      'already_exists',
      'whatsapp_window_closed',
      'whatsapp_template_not_approved',
    ] as const
    for (const code of ours) t.equal(code_statuses[code], 422)
    t.equal(Object.keys(code_statuses).length - ours.length, 18, 'a new one is a new decision')
  })

  t.test('forms and prefixes are data: an edited prefix counts at once (MSG-207)', async (t) => {
    await own.sender()
    await own.topUp(100)
    const estimate = () =>
      key.post('/v1/sms/estimate', {
        recipients: ['0712345678'],
        senderId: 'KLINIKI',
        message: 'Habari',
      })
    const edit = async (operator_code: string, state: string) => {
      await within(() =>
        run(sql`update msg_prefixes set operator_code = ${operator_code}, state = ${state}
          where prefix = '71'`),
      )
      forgetAllKept()
    }
    t.match((await estimate()).body.perOperator, [{ operator: 'yas' }])
    await edit('airtel', 'allocated')
    t.match((await estimate()).body.perOperator, [{ operator: 'airtel' }])
    await edit('yas', 'refused')
    t.equal(errorOf(await estimate()).code, 'invalid_phone_number')
    await edit('yas', 'allocated')
  })

  t.test('test mode goes to a simulator of its own, whatever the routes (MSG-362)', async (t) => {
    const test_key = await own.key({ mode: 'test', scopes: ['*', 'test:manage'] })
    await within(() => run(sql`update msg_routes set enabled = ${false}`))
    forgetAllKept()
    const sent = await test_key.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'SMSTEST',
      message: 'Habari',
    })
    t.match(sent.body.messages, [{ status: 'queued' }])
    await test_key.post('/v1/test/clock/advance', { seconds: 10 })
    const { id } = sent.body.messages[0]
    t.match((await test_key.get(`/v1/sms/${id}`)).body, { status: 'delivered' })
    await within(() => run(sql`update msg_routes set enabled = ${true}`))
    forgetAllKept()
  })

  t.test('approving without an operator approves at all that were asked (MSG-414)', async (t) => {
    const ask = {
      senderId: 'DUKA LETU',
      purpose: 'Offers to our customers',
      sampleMessage: 'DUKA LETU: bei mpya leo.',
      operators: ['yas', 'airtel'],
    }
    const asked = await key.post('/v1/sender-ids', ask)
    const other = await (await firm(app)).key()
    const same = await other.post('/v1/sender-ids', ask)
    t.equal(same.status, 201, 'a name that somebody else holds is not refused (MSG-413)')
    await within(() => decide(cli, asked.body.id, { decision: 'approved' }))
    const { body } = await key.get(`/v1/sender-ids/${asked.body.id}`)
    t.same(
      body.operators.map((one: { operator: string; status: string }) => [one.operator, one.status]),
      [
        ['airtel', 'approved'],
        ['yas', 'approved'],
      ],
    )
    t.equal((await other.get(`/v1/sender-ids/${same.body.id}`)).body.status, 'pending')
  })

  t.test('PUT: what is absent stays, null clears (MSG-662)', async (t) => {
    const made = await key.post('/v1/contacts', {
      phone: '0712345678',
      firstName: 'Asha',
      lastName: 'Juma',
      language: 'sw',
    })
    const path = `/v1/contacts/${made.body.id}`
    const put = await key.put(path, { lastName: null })
    t.match(put.body, { firstName: 'Asha', lastName: null, language: 'sw', phone: '255712345678' })
  })
})

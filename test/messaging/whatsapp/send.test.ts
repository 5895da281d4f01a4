// WhatsApp messages through the edge and the daemon's hand: what may go, what it costs, what is told.

import t from 'tap'
import { clock, hours, minutes } from '../../../db/core/clock.ts'
import { rows } from '../../../db/store/connection.ts'
import { prove } from '../../../db/messaging/wallet/proof.ts'
import { sql } from '../../../db/store/sql.ts'
import { errorOf } from '../../support/messaging/messaging.ts'
import { became, wrote } from '../../support/messaging/whatsapp-provider.ts'
import {
  asha,
  balanceOf,
  eventsOf,
  messageOf,
  now,
  start,
  template,
  text,
  whatsappHouse,
  whatsappScene,
} from '../../support/messaging/whatsapp.ts'

t.test('whatsapp: what is sent', async (t) => {
  const house = await whatsappHouse(t)

  t.test('free-form goes inside the window alone (MSG-503, MSG-504)', async (t) => {
    const { key, bring, hand, there } = await whatsappScene(t, house)
    const never = await key.post('/v1/whatsapp/messages', text)
    t.equal(never.status, 422)
    t.match(errorOf(never), { code: 'whatsapp_window_closed', field: 'to' })
    // A late delivery of an old message opens nothing beyond its own day.
    await bring(wrote(asha, 'wamid.old', '2026-03-02T08:00:00.000Z'))
    t.equal(
      errorOf(await key.post('/v1/whatsapp/messages', text)).message,
      'The 24-hour window with 255712345678 closed at 2026-03-03T08:00:00.000Z.',
    )
    await bring(wrote(asha, 'wamid.new', now()))
    await bring(wrote(asha, 'wamid.older', '2026-03-02T20:00:00.000Z'))
    clock.advance(hours(23))
    const sent = await key.post('/v1/whatsapp/messages', text)
    t.equal(sent.status, 202)
    t.match(sent.body, { status: 'accepted', cost: 0, balance: 1000, type: 'text', to: asha })
    await hand.idle()
    t.match(there.messages(), [
      {
        messaging_product: 'whatsapp',
        to: asha,
        type: 'text',
        text: { body: 'Karibu', preview_url: false },
        biz_opaque_callback_data: sent.body.id,
      },
    ])
    clock.advance(hours(1))
    t.equal((await key.post('/v1/whatsapp/messages', text)).status, 422)
  })

  t.test('a template is paid by its category and goes at any time (MSG-506)', async (t) => {
    const { own, key, hand, there, bring } = await whatsappScene(t, house)
    const sent = await key
      .with({ 'idempotency-key': 'once' })
      .post('/v1/whatsapp/messages', { ...template, reference: 'miadi-7' })
    t.equal(sent.status, 202)
    t.match(sent.body, { status: 'accepted', cost: 25, balance: 975, reference: 'miadi-7' })
    const again = await key
      .with({ 'idempotency-key': 'once' })
      .post('/v1/whatsapp/messages', { ...template, reference: 'miadi-7' })
    t.strictSame(again.body, sent.body)
    await hand.idle()
    t.equal(there.messages().length, 1)
    t.match(there.messages()[0], {
      type: 'template',
      template: {
        name: 'miadi',
        language: { code: 'sw' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: '4 Machi' },
              { type: 'text', text: '10:00' },
            ],
          },
        ],
      },
    })
    const { id } = sent.body
    // Statuses come out of order and more than once, and move only forward.
    for (const status of ['delivered', 'sent', 'delivered', 'read', 'failed', 'delivered'])
      await bring(became('wamid.1', status, now()))
    const read = await messageOf(key, id)
    t.match(read, { status: 'read', failureReason: null, deliveredAt: start, readAt: start })
    t.strictSame(
      read.history.map(({ status }: { status: string }) => status),
      ['accepted', 'delivered', 'read'],
    )
    t.match(await eventsOf(own.account.id, 'whatsapp.status'), [
      { messageId: id, status: 'delivered', reference: 'miadi-7', to: asha },
      { messageId: id, status: 'read' },
    ])
    t.equal(await balanceOf(key), 975)
    t.strictSame((await prove(own.account.id)).differences, [])
    const usage = await rows(
      sql`select messages, cost from msg_usage where account_id = ${own.account.id} and channel = 'whatsapp'`,
    )
    t.match(usage, [{ messages: 1, cost: 2500 }])
  })

  t.test('a later delivery overrides a failure and does not charge again (MSG-508)', async (t) => {
    const { key, hand, bring, own } = await whatsappScene(t, house)
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    await bring(became('wamid.1', 'failed', now(), { errors: [{ code: 131026 }] }))
    t.match(await messageOf(key, id), {
      status: 'failed',
      failureReason: 'unreachable',
      providerCode: '131026',
      refunded: 0,
    })
    await bring(became('wamid.1', 'sent', now()))
    t.equal((await messageOf(key, id)).status, 'failed')
    await bring(became('wamid.1', 'delivered', now()))
    t.match(await messageOf(key, id), { status: 'delivered', failureReason: null })
    t.equal(await balanceOf(key), 975)
    t.strictSame(
      (await eventsOf(own.account.id, 'whatsapp.status')).map(({ status }) => status),
      ['failed', 'delivered'],
    )
  })

  t.test('who says no while it waits gets it no more (MSG-450, MSG-505)', async (t) => {
    const { own, key, hand, there } = await whatsappScene(t, house)
    await key.post('/v1/whatsapp/messages', template)
    await hand.idle()
    // The next one to the same person waits its six seconds.
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    t.equal(await balanceOf(key), 950)
    await key.post('/v1/opt-outs', { phones: ['0712345678'] })
    clock.advance(minutes(1))
    await hand.idle()
    t.match(await messageOf(key, id), {
      status: 'failed',
      failureReason: 'opted_out',
      refunded: 25,
    })
    t.equal(there.messages().length, 1)
    t.equal(await balanceOf(key), 975)
    t.strictSame((await prove(own.account.id)).differences, [])
  })

  t.test('media by address, and an answer to what the person wrote', async (t) => {
    const { key, bring, hand, there } = await whatsappScene(t, house)
    await bring(wrote(asha, 'wamid.asked', now()))
    const asked = (await key.get('/v1/whatsapp/messages')).body.data[0]
    const picture = {
      to: '0712345678',
      type: 'image',
      media: { url: 'https://kliniki.example/ratiba.png', caption: 'Ratiba' },
      replyTo: asked.id,
    }
    t.equal((await key.post('/v1/whatsapp/messages', picture)).status, 202)
    await hand.idle()
    t.match(there.messages(), [
      {
        type: 'image',
        image: { link: 'https://kliniki.example/ratiba.png', caption: 'Ratiba' },
        context: { message_id: 'wamid.asked' },
      },
    ])
    for (const [more, field] of [
      [{ media: { url: 'https://10.0.0.1/a.png' } }, 'media.url'],
      [{ media: { url: 'https://[::ffff:169.254.169.254]/a.png' } }, 'media.url'],
      [{ media: { url: 'http://kliniki.example/a.png' } }, 'media.url'],
      [{ media: { url: 'https://kliniki.example/a.png', id: asked.id } }, 'media'],
      [{ to: '0754000001' }, 'replyTo'],
    ] as const) {
      const refused = await key.post('/v1/whatsapp/messages', { ...picture, ...more })
      t.match(errorOf(refused), { code: 'invalid_request', field }, JSON.stringify(more))
    }
  })

  t.test('no to advertising, and no to everything (MSG-505)', async (t) => {
    const { own, key, bring, hand, there } = await whatsappScene(t, house)
    await key.post('/v1/opt-outs', { phones: ['0712345678'], scope: 'promotional' })
    const marketing = { ...template, template: { name: 'chanjo', language: 'sw' } }
    const stopped = await key.post('/v1/whatsapp/messages', marketing)
    t.equal(stopped.status, 202)
    t.match(stopped.body, { status: 'failed', failureReason: 'opted_out', cost: 0, balance: 1000 })
    t.equal((await key.post('/v1/whatsapp/messages', template)).body.status, 'accepted')
    // It leaves before the person says no to everything; waiting still, it would be stopped.
    await hand.idle()
    clock.advance(minutes(1))
    await bring(wrote(asha, 'wamid.stop', now(), { type: 'text', text: { body: ' Acha! ' } }))
    t.equal((await key.post('/v1/whatsapp/messages', template)).body.failureReason, 'opted_out')
    t.equal((await key.post('/v1/whatsapp/messages', text)).body.failureReason, 'opted_out')
    clock.advance(minutes(1))
    await bring(wrote(asha, 'wamid.again', now()))
    t.equal((await key.post('/v1/whatsapp/messages', text)).body.status, 'accepted')
    t.equal((await key.post('/v1/whatsapp/messages', template)).body.failureReason, 'opted_out')
    clock.advance(minutes(1))
    await hand.idle()
    const left = there.messages()
    t.equal(left.length, 3, 'the template, what confirms the no (MSG-452), the letter')
    t.match(left[1], { text: { body: /^Umeondolewa/ } })
    const told = await eventsOf(own.account.id, 'whatsapp.status')
    t.match(told[0], { status: 'failed', failureReason: 'opted_out' })
  })

  t.test('a test key has a number and templates, and nothing leaves (MSG-580)', async (t) => {
    const { own, there, hand } = await whatsappScene(t, house)
    const key = await own.key({ mode: 'test' })
    t.match((await key.get('/v1/whatsapp/numbers')).body.data, [
      { phone: '255700000099', provider: 'simulator' },
    ])
    t.equal((await key.get('/v1/whatsapp/templates')).body.data.length, 4)
    const sent = await key.post('/v1/whatsapp/messages', {
      to: '0712345678',
      type: 'template',
      template: { name: 'appointment', language: 'sw', parameters: { body: ['4 Machi', '10:00'] } },
    })
    t.equal(sent.status, 202)
    await hand.idle()
    t.equal((await messageOf(key, sent.body.id)).status, 'delivered')
    t.strictSame(there.messages(), [])
    t.strictSame(hand.faults, [])
  })
})

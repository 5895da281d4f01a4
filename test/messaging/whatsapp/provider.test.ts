// What the provider refuses, puts off or leaves open, how fast it is asked, and whose word counts.

import t from 'tap'
import { clock, hours, minutes, seconds } from '../../../db/core/clock.ts'
import { run, within } from '../../../db/store/connection.ts'
import { prove } from '../../../db/messaging/wallet/proof.ts'
import { sql } from '../../../db/store/sql.ts'
import { errorOf } from '../../support/messaging/messaging.ts'
import { became, fails, templateTurned } from '../../support/messaging/whatsapp-provider.ts'
import {
  balanceOf,
  messageOf,
  now,
  template,
  whatsappHouse,
  whatsappScene,
} from '../../support/messaging/whatsapp.ts'

t.test('whatsapp: at the provider', async (t) => {
  const house = await whatsappHouse(t)

  t.test(
    'what the provider refuses fails with its reason and is paid back (MSG-507)',
    async (t) => {
      const { own, key, hand, there } = await whatsappScene(t, house)
      let person = 0
      for (const [code, reason] of [
        [131047, 'window_closed'],
        [131026, 'unreachable'],
        [131049, 'provider_limit'],
        [132001, 'template_rejected'],
        [131008, 'provider_rejected'],
      ] as const) {
        there.onMessage = fails(400, code)
        person += 1
        const to = `07123456${10 + person}`
        const { id } = (await key.post('/v1/whatsapp/messages', { ...template, to })).body
        await hand.idle()
        t.match(await messageOf(key, id), {
          status: 'failed',
          failureReason: reason,
          providerCode: String(code),
          refunded: 25,
        })
      }
      t.equal(await balanceOf(key), 1000)
      t.strictSame((await prove(own.account.id)).differences, [])
    },
  )

  t.test('what is only ever put off fails in the end, and is paid back', async (t) => {
    const { key, hand, there } = await whatsappScene(t, house)
    there.onMessage = fails(503, 131000)
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    t.match(await messageOf(key, id), { status: 'accepted' })
    clock.advance(hours(23))
    await hand.idle()
    t.match(await messageOf(key, id), { status: 'accepted' })
    clock.advance(hours(2))
    await hand.idle()
    t.match(await messageOf(key, id), {
      status: 'failed',
      failureReason: 'provider_error',
      refunded: 25,
    })
    t.equal(await balanceOf(key), 1000)
  })

  t.test('a temporary answer is waited out and then sent once (MSG-507)', async (t) => {
    const { key, hand, there } = await whatsappScene(t, house)
    const taking = there.onMessage
    there.onMessage = fails(429, 130429)
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    t.match(await messageOf(key, id), { status: 'accepted', uncertain: false })
    t.equal(there.messages().length, 1)
    there.onMessage = taking
    clock.advance(minutes(1))
    await hand.idle()
    clock.advance(minutes(1))
    await hand.idle()
    t.equal(there.messages().length, 2)
  })

  t.test('an unknown outcome is not sent twice, and a status settles it (MSG-506)', async (t) => {
    const { key, hand, there, bring } = await whatsappScene(t, house)
    there.onMessage = (_post, reply) => reply.destroy()
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await hand.idle()
    t.match(await messageOf(key, id), { status: 'accepted', uncertain: true })
    clock.advance(hours(2))
    await hand.idle()
    t.equal(there.messages().length, 1)
    await bring(became('wamid.77', 'delivered', now(), { biz_opaque_callback_data: id }))
    t.match(await messageOf(key, id), { status: 'delivered', uncertain: false })
    await bring(became('wamid.77', 'read', now()))
    t.equal((await messageOf(key, id)).status, 'read')
  })

  t.test('a daemon killed between intent and answer leaves it unknown', async (t) => {
    const { key, hand, there } = await whatsappScene(t, house)
    await hand.stop()
    const { id } = (await key.post('/v1/whatsapp/messages', template)).body
    await within(() =>
      run(
        sql`update msg_whatsapp_messages set posting = 'submitting', submitting_at = ${now()} where id = ${id}`,
      ),
    )
    clock.advance(minutes(2))
    const { runWhatsapp } = await import('../../../daemon/sending/whatsapp.ts')
    const next = runWhatsapp({
      log: { error: (facts) => t.fail(JSON.stringify(facts)) },
      poll_ms: 3_600_000,
    })
    t.teardown(() => next.stop())
    await next.idle()
    t.match(await messageOf(key, id), { status: 'accepted', uncertain: true })
    t.strictSame(there.messages(), [])
  })

  t.test('one message to a person in six seconds, so many a second to all (MSG-507)', async (t) => {
    const { key, hand, there, number } = await whatsappScene(t, house)
    await key.post('/v1/whatsapp/messages', template)
    await key.post('/v1/whatsapp/messages', template)
    await hand.idle()
    t.equal(there.messages().length, 1)
    clock.advance(seconds(7))
    await hand.idle()
    t.equal(there.messages().length, 2)
    await within(() =>
      run(sql`update msg_whatsapp_numbers set messages_per_second = 2 where id = ${number.id}`),
    )
    clock.advance(seconds(7))
    for (let n = 1; n < 6; n += 1)
      await key.post('/v1/whatsapp/messages', { ...template, to: `071234560${n}` })
    await hand.idle()
    t.equal(there.messages().length, 4)
    clock.advance(seconds(2))
    await hand.idle()
    t.equal(there.messages().length, 6)
  })

  t.test('templates follow the provider, at once when it tells (MSG-511)', async (t) => {
    const { key, hand, there, bring } = await whatsappScene(t, house)
    const list = async (query = '') => (await key.get(`/v1/whatsapp/templates${query}`)).body.data
    t.equal((await list()).length, 3)
    t.match(await list('?category=utility&status=APPROVED'), [
      { name: 'miadi', language: 'sw', parameterCount: 2 },
    ])
    await bring(templateTurned('miadi', 'sw', 'PAUSED'))
    const paused = await key.post('/v1/whatsapp/messages', template)
    t.equal(paused.status, 422)
    t.match(errorOf(paused), {
      code: 'whatsapp_template_not_approved',
      field: 'template.name',
      message: 'The template miadi (sw) is PAUSED.',
    })
    there.templates = there.templates.slice(0, 1)
    clock.advance(hours(1))
    await hand.idle()
    t.match(await list(), [{ name: 'miadi', status: 'APPROVED' }])
    t.equal((await list()).length, 1)
    there.answers = fails(401, 190)
    clock.advance(hours(1))
    await hand.idle()
    t.match((await key.get('/v1/whatsapp/numbers')).body.data, [
      { status: 'error', lastError: '(#190) no' },
    ])
    t.equal((await list()).length, 1, 'what was known stays')
  })
})

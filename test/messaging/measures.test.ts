// The measures of messaging as Prometheus reads them (MSG 8): live alone, and never whose.

import t from 'tap'
import { metricsText } from '../../daemon/watching/measures.ts'
import { boot } from '../support/boot.ts'
import { until } from '../support/programs/daemons.ts'
import { drainOn, phones, send, smppRoute } from '../support/messaging/drains.ts'
import { firm } from '../support/messaging/messaging.ts'
import { receiver } from '../support/messaging/receiver.ts'
import { accept, smppPeer } from '../support/messaging/smpp-peer.ts'
import { delivering, happens, letCallHere } from '../support/messaging/webhooks.ts'
import { newId } from '../../db/core/ids.ts'

const read = async (): Promise<Map<string, number>> =>
  new Map(
    (await metricsText())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))] as const
      }),
  )

t.test(
  'what is accepted, submitted, ended, waits; links, webhooks, refusals, replays',
  async (t) => {
    const house = await boot(t)
    await letCallHere(house)
    const peer = await smppPeer({
      submit: (session, pdu, at) => {
        if (at === 1) session.send(pdu.response({ command_status: 0x0b }))
        else if (at === 2) session.send(pdu.response({ command_status: 0x58 }))
        else {
          accept(session, pdu, `id-${at}`)
          session.deliver_sm({
            source_addr: pdu.destination_addr,
            destination_addr: pdu.source_addr,
            esm_class: 4,
            short_message: `id:id-${at} sub:001 dlvrd:001 stat:DELIVRD err:000 text:x`,
          })
        }
      },
    })
    t.teardown(() => peer.close())
    const own = await firm(house.app)
    await own.topUp(100)
    await own.sender()
    await smppRoute({ port: peer.port, options: { windowSize: 1 } })
    const before = await read()
    const grown = async (name: string): Promise<number> =>
      ((await read()).get(name) ?? 0) - (before.get(name) ?? 0)
    const sent = await send(own, { recipients: phones(3) })
    let now = await read()
    t.equal(now.get('kituo_sms_queue{lane="transactional",operator="yas"}'), 3)
    t.ok((now.get('kituo_sms_queue_oldest_seconds') ?? -1) >= 0)
    await drainOn(t)
    await until('the ends', async () => (await grown('kituo_sms_delivery_seconds_count')) === 2)
    t.ok(sent)
    t.equal(await grown('kituo_sms_accepted_total'), 3)
    t.ok((await grown('kituo_sms_submitted_total{link="peer",operator="yas"}')) >= 4)
    t.equal(await grown('kituo_sms_final_total{operator="yas",status="delivered"}'), 2)
    t.equal(await grown('kituo_sms_final_total{operator="yas",status="failed"}'), 1)
    t.equal(await grown('kituo_sms_submit_seconds_count'), 3)
    t.ok((await grown('kituo_link_throttled_total{link="peer"}')) >= 1)
    now = await read()
    t.equal(now.get('kituo_sms_queue{lane="transactional",operator="yas"}'), undefined)
    t.equal(now.get('kituo_link_state{link="peer"}'), 2, 'up')
    t.equal(now.get('kituo_sms_unknown'), 0)
    t.equal(now.get('kituo_receipts_unmatched'), 0)

    const key = await own.key()
    const body = { recipients: ['0712345678'], senderId: 'KLINIKI', message: 'x'.repeat(1530) }
    t.equal((await key.post('/v1/sms/send', body)).status, 402)
    t.equal(await grown('kituo_wallet_refusals_total'), 1)
    await own.topUp(1000)
    const once = key.with({ 'idempotency-key': 'a' })
    t.equal((await once.post('/v1/sms/send', body)).status, 202)
    t.equal((await once.post('/v1/sms/send', body)).status, 202)
    t.equal(await grown('kituo_idempotency_replays_total'), 1)
    t.equal(await grown('kituo_sms_accepted_total'), 4)

    const there = await receiver(t)
    await key.put('/v1/webhooks', { url: there.url, events: ['message.delivered'] })
    await happens(own.live, newId())
    now = await read()
    t.equal(now.get('kituo_webhook_pending'), 1)
    await delivering(t).idle()
    t.equal(await grown('kituo_webhook_attempts_total{outcome="delivered"}'), 1)
    t.equal(await grown('kituo_webhook_seconds_count'), 1)
    t.equal((await read()).get('kituo_webhook_pending'), 0)

    const tester = await own.key({ mode: 'test' })
    const tried = { recipients: ['0712345678'], senderId: 'SMSTEST', message: 'x' }
    t.equal((await tester.post('/v1/sms/send', tried)).status, 202)
    t.equal(await grown('kituo_sms_accepted_total'), 4, 'test mode does not count (MSG-585)')
    const series = [...(await read()).keys()].join('\n')
    t.notOk(series.includes(own.account.name))
    t.notMatch(series, /255\d{9}|sms_live_/)
  },
)

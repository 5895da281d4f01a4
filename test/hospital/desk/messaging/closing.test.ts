// The end of a business account (MSG 3.1): nothing of it leaves, and nothing of its money is lost.

import t from 'tap'
import { workOnCampaigns } from '../../../../db/messaging/campaigns/work.ts'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { row, rows, run, within } from '../../../../db/store/connection.ts'
import { disableClosed } from '../../../../db/messaging/platform/closing.ts'
import { prove } from '../../../../db/messaging/wallet/proof.ts'
import { claim } from '../../../../db/messaging/whatsapp/outbox.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { on_postgres } from '../../../support/database.ts'
import { errorOf, firm } from '../../../support/messaging/messaging.ts'
import { statementsOf } from '../../../support/statements.ts'
import { letCallHere } from '../../../support/messaging/webhooks.ts'
import { whatsappScene } from '../../../support/messaging/whatsapp.ts'

t.test('a close pays back what waits, but waits for a campaign in preparation (3.1)', async (t) => {
  const house = await boot(t)
  const own = await firm(house.app)
  const key = await own.key()
  await own.topUp(100)
  await own.sender()
  const administrator = await house.people.administrator()
  await key.post('/v1/sms/send', {
    recipients: ['0712345678'],
    senderId: 'KLINIKI',
    message: 'Habari',
    scheduleAt: new Date(clock.ms() + 3_600_000).toISOString(),
  })
  const campaign = await key.post('/v1/campaigns', {
    name: 'Machi',
    class: 'transactional',
    senderId: 'KLINIKI',
    message: 'Habari',
    audience: { recipients: [{ phone: '0712345678' }] },
  })
  const preparing = (status: string) =>
    within(() =>
      run(sql`update msg_campaigns set status = ${status} where id = ${campaign.body.id}`),
    )
  const close = () =>
    administrator.post(`/gateway/businesses/${own.business_id}/close`, { reason: 'Ended' })
  await preparing('preparing')
  t.match(await close(), { status: 409, message: '1 campaign is being prepared.' })
  await preparing('cancelled')
  t.equal((await close()).status, 200)
  const [message] = await rows<{ status: string; failure_reason: string; refunded: number }>(
    sql`select status, failure_reason, refunded from msg_messages`,
  )
  t.match(message, { status: 'failed', failure_reason: 'cancelled', refunded: 2000 })
})

t.test(
  'a close ends every campaign, and what it reserved is not lost (MSG 3.1, 6.2)',
  async (t) => {
    const house = await boot(t)
    const own = await firm(house.app)
    const key = await own.key()
    await own.topUp(1000)
    await own.sender()
    const administrator = await house.people.administrator()
    const campaign = async (name: string, count: number) =>
      (
        await key.post('/v1/campaigns', {
          name,
          class: 'transactional',
          senderId: 'KLINIKI',
          message: 'Habari',
          maxPerMinute: 2,
          audience: {
            recipients: Array.from({ length: count }, (_, at) => ({ phone: `071234500${at}` })),
          },
        })
      ).body.id
    const later = await campaign('Kesho', 3)
    const scheduleAt = new Date(clock.ms() + 3_600_000).toISOString()
    t.equal((await key.post(`/v1/campaigns/${later}/schedule`, { scheduleAt })).status, 200)
    const now = await campaign('Leo', 5)
    t.equal((await key.post(`/v1/campaigns/${now}/start`)).status, 202)
    await workOnCampaigns()
    await workOnCampaigns()
    t.match((await key.get(`/v1/campaigns/${now}`)).body, {
      status: 'running',
      counts: { created: 2 },
    })
    await key.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'KLINIKI',
      message: 'Habari',
      scheduleAt,
    })
    const said = await statementsOf(async () => {
      const closed = await administrator.post(`/gateway/businesses/${own.business_id}/close`, {
        reason: 'Ended',
      })
      t.equal(closed.status, 200)
    })
    // Nothing is released that a chunk of the campaign has just taken.
    if (on_postgres) t.match(said.join('\n'), /from msg_campaigns[^;]* for update/)
    t.equal(errorOf(await key.get('/v1/wallet')).code, 'api_key_revoked')
    clock.advance(minutes(90))
    await workOnCampaigns()
    clock.release()
    const left = await rows<{ status: string; created: number; reserved: number }>(
      sql`select status, created, reserved from msg_campaigns order by id`,
    )
    t.match(left, [
      { status: 'cancelled', created: 0, reserved: 0 },
      { status: 'cancelled', created: 2, reserved: 0 },
    ])
    const states = await rows(sql`select distinct status, failure_reason from msg_messages`)
    t.match(states, [{ status: 'failed', failure_reason: 'cancelled' }])
    const wallet = await row<{ balance: number; reserved: number }>(
      sql`select balance, reserved from msg_wallets where account_id = ${own.account.id} and mode = 'live'`,
    )
    t.match(wallet, { balance: 0, reserved: 0 })
    const [paid] = await rows<{ amount: number }>(
      sql`select amount from msg_wallet_entries where kind = 'adjustment'`,
    )
    t.equal(Number(paid?.amount), -100_000, 'all of it is paid back outside')
    const kinds = await rows<{ kind: string }>(
      sql`select kind from msg_wallet_entries where account_id = ${own.account.id}
          and kind in ('refund', 'release', 'adjustment') order by seq`,
    )
    t.same(
      kinds.map(({ kind }) => kind),
      ['refund', 'refund', 'refund', 'release', 'release', 'adjustment'],
      'every message before the wallet (decision 0262)',
    )
    t.same((await prove(own.account.id)).differences, [])
  },
)

t.test('WhatsApp texts are held while suspended and end with a close (MSG 3.1)', async (t) => {
  const house = await boot(t)
  await letCallHere(house)
  const { own, key, hand } = await whatsappScene(t, house)
  const administrator = await house.people.administrator()
  await hand.stop()
  const sent = await key.post('/v1/whatsapp/messages', {
    to: '255712345678',
    type: 'template',
    template: { name: 'miadi', language: 'sw', parameters: { body: ['4 Machi', '10:00'] } },
  })
  t.equal(sent.status, 202, JSON.stringify(sent.body))
  const move = (verb: string) =>
    administrator.post(`/gateway/businesses/${own.business_id}/${verb}`, { reason: 'Unpaid' })
  t.equal((await move('suspend')).status, 200)
  t.same(await claim(), [], 'nothing leaves while it is suspended')
  t.equal((await move('close')).status, 200)
  t.same(await claim(), [])
  const [one] = await rows<{
    status: string
    failure_reason: string
    cost: number
    refunded: number
  }>(sql`select status, failure_reason, cost, refunded from msg_whatsapp_messages`)
  t.match(one, { status: 'failed', failure_reason: 'cancelled' })
  t.equal(one?.cost, one?.refunded)
  t.same((await prove(own.account.id)).differences, [])
})

t.test('its webhook is switched off after its last event (MSG 3.1)', async (t) => {
  const house = await boot(t)
  await letCallHere(house)
  const own = await firm(house.app)
  const key = await own.key()
  await own.topUp(100)
  await own.sender()
  const administrator = await house.people.administrator()
  await key.put('/v1/webhooks', { url: 'https://127.0.0.1:9443/', events: ['message.failed'] })
  await key.post('/v1/sms/send', {
    recipients: ['0712345678'],
    senderId: 'KLINIKI',
    message: 'Habari',
    scheduleAt: new Date(clock.ms() + 3_600_000).toISOString(),
  })
  const close = `/gateway/businesses/${own.business_id}/close`
  t.equal((await administrator.post(close, { reason: 'Ended' })).status, 200)
  const waiting = await rows(sql`select id from msg_deliveries where status = 'pending'`)
  t.equal(waiting.length, 1, 'its last message is still told')
  t.equal(await within(disableClosed), 0)
  await within(() => run(sql`update msg_deliveries set status = 'delivered'`))
  t.equal(await within(disableClosed), 1)
  t.match(await rows(sql`select enabled from msg_webhooks`), [{ enabled: /^(0|false)$/ }])
})

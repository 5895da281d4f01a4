// Answers to the hospital's texts: to the area that wrote, else to people and confirmed (MSG-607).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { factsFor } from '../../../../db/hospital/office/hospitals/messaging.ts'
import { tellReplies } from '../../../../db/hospital/desk/messaging/replies.ts'
import { bringAreas } from '../../../../db/hospital/start.ts'
import { arrive } from '../../../../db/messaging/inbound/arrive.ts'
import { accountFor, sendForHospital } from '../../../../db/messaging/messages/hospital.ts'
import { ownerIn } from '../../../../db/messaging/accounts/accounts.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { forgetMessaging } from '../../../support/messaging/messaging.ts'

t.test('a reply goes to the area that wrote; the rest is listed and confirmed', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  forgetMessaging()
  const manager = await house.people.with('manager')
  const heard: object[] = []
  let broken = true
  bringAreas([
    ...brings,
    {
      area: 'asking',
      onReply: async (_, reply) => {
        if (reply.text === 'Vunja' && broken) throw new Error('not now')
        heard.push(reply)
        return reply.text !== 'Sijui'
      },
    },
  ])
  t.teardown(() => bringAreas(brings))
  const facts = factsFor(house.hospital)
  const account = await within(() => accountFor(facts))
  const owner = account === null ? undefined : ownerIn(account, 'live')
  if (owner === undefined) throw new Error('no account')
  const write = (to: string, reference: string, reply_to: string | null = 'asking') =>
    within(() => sendForHospital(facts, { to, text: 'Utakuja?', reference, reply_to }))
  const say = (from: string, text: string, to = 'KITUO') =>
    within(() =>
      arrive(
        { link_id: null, mode: 'live' },
        { id: null, from, to, text, encoding: 'GSM-7', place: null, owner },
        clock.instant(),
      ),
    )
  const confirms = () =>
    rows<{ phone: string; text: string; sender_id: string }>(
      sql`select m.phone, b.text, m.sender_id from msg_bridge x
          join msg_messages m on m.id = x.message_id join msg_batches b on b.id = m.batch_id
          where x.reference like 'messaging:confirm:%' order by m.id`,
    )

  await t.test('claimed: told once, with its key, and seen to', async (t) => {
    await manager.put('/messaging/settings', { reply_confirm_sw: 'Asante, tumepokea.' })
    const sent = await write('+255712000001', 'asking:visit:1')
    const inbound_id = await say('255712000001', 'NDIYO')
    t.match(await tellReplies(), { told: 1, failed: 0 })
    t.match(await tellReplies(), { told: 0 })
    t.match(heard, [
      {
        inbound_id,
        reference: 'asking:visit:1',
        from: '+255712000001',
        text: 'NDIYO',
        message_id: 'message_id' in sent ? sent.message_id : '',
      },
    ])
    t.match((await manager.get('/messaging/inbound')).data, [{ handled_by: 'asking' }])
    t.same(await confirms(), [])
  })

  await t.test('an area that fails is told again; it keeps nobody else back', async (t) => {
    await write('+255712000002', 'asking:visit:2')
    await write('+255712000003', 'asking:visit:3')
    await say('255712000002', 'Vunja')
    await say('255712000003', 'NDIYO')
    t.match(await tellReplies(), { told: 1, failed: 1 })
    broken = false
    t.match(await tellReplies(), { told: 1, failed: 0 })
  })

  await t.test('unclaimed: listed for people, confirmed once a day for a number', async (t) => {
    await write('+255712000004', 'asking:visit:4')
    await write('+255712000005', 'asking:visit:5', null)
    await say('255712000004', 'Sijui')
    await say('255712000005', 'Saa ngapi?')
    await tellReplies()
    t.same(await confirms(), [
      { phone: '255712000004', text: 'Asante, tumepokea.', sender_id: 'KITUO' },
      { phone: '255712000005', text: 'Asante, tumepokea.', sender_id: 'KITUO' },
    ])
    t.equal((await manager.get('/messaging/inbound', { handled: 'false' })).meta?.total, 2)
    clock.advance(23 * 3_600_000)
    await say('255712000005', 'Na leo?')
    await tellReplies()
    t.equal((await confirms()).length, 2)
    clock.advance(2 * 3_600_000)
    await say('255712000005', 'Na kesho?')
    await tellReplies()
    t.equal((await confirms()).length, 3)
  })

  await t.test('a word that asks for silence, a reply after 72 hours: neither', async (t) => {
    await write('+255712000006', 'asking:visit:6')
    await write('+255712000007', 'asking:visit:7')
    await say('255712000006', 'ACHA')
    clock.advance(73 * 3_600_000)
    await say('255712000007', 'NDIYO')
    const before = heard.length
    await tellReplies()
    t.equal(heard.length, before + 1, 'the area hears of the silence itself')
    t.equal((await confirms()).length, 3)
  })

  await t.test('without words of its own nothing is answered', async (t) => {
    const later = await house.people.with('manager')
    await later.put('/messaging/settings', { reply_confirm_sw: null })
    await write('+255712000008', 'asking:visit:8', null)
    await say('255712000008', 'Habari')
    t.match(await tellReplies(), { told: 1 })
    t.equal((await confirms()).length, 3)
  })
})

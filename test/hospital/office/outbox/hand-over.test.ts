// Texts of the house go through its own messaging account (PLT-138, MSG 4.24).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { row, rows, run, within } from '../../../../db/store/connection.ts'
import { noteEnds } from '../../../../db/hospital/office/outbox/ends.ts'
import { handOver } from '../../../../db/hospital/office/outbox/hand-over.ts'
import { sendTo } from '../../../../db/hospital/office/outbox/send.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { factsFor } from '../../../../db/hospital/office/hospitals/messaging.ts'
import { optedOut, sendForHospital } from '../../../../db/messaging/messages/hospital.ts'
import { changeAccount } from '../../../../db/messaging/accounts/accounts.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { cli, firm, forgetMessaging } from '../../../support/messaging/messaging.ts'

t.test('the message bridge', async (t) => {
  const house = await boot(t)
  forgetMessaging()
  const hospital_id = house.hospital.id
  clock.freeze('2027-03-09T09:00:00.000Z')
  const write = (event = 'account.code', phone = '+255712345678', more: object = {}) =>
    within(() =>
      sendTo(house.system, {
        phone,
        language: 'en',
        event,
        data: { code: '123456', minutes: 10, name: 'Stock' },
        ...more,
      }),
    )
  const last = async () =>
    (await outbox_messages.all({ hospital_id }, { order: ['-id'], limit: 1 }))[0]
  const text = (reference: string, more: object = {}) =>
    within(() =>
      sendForHospital(factsFor(house.hospital), {
        to: '+255712345678',
        text: 'Your appointment is tomorrow.',
        reference,
        ...more,
      }),
    )

  t.test(
    'a code goes as otp, hidden, by an account that opened itself (MSG-601, MSG-604)',
    async (t) => {
      await write()
      t.same(await handOver(), { sent: 1, held: 0, failed: 0 })
      const sent = await last()
      t.match(sent, { status: 'SENT', segments: 1, cost: 0, sealed: null, text: null })
      const message = await row<Record<string, unknown>>(
        sql`select m.*, b.text as words, b.validity_s from msg_messages m
          join msg_batches b on b.id = m.batch_id where m.id = ${sent?.messaging_id}`,
      )
      t.match(message, { class: 'otp', sender_id: 'KITUO', phone: '255712345678', unit_price: 0 })
      t.match(message?.['words'], /123456/)
      t.equal(message?.['validity_s'], 600)
      const bridge = await row(
        sql`select reference from msg_bridge where message_id = ${sent?.messaging_id}`,
      )
      t.same(bridge, { reference: `platform:outbox:${sent?.id}` })
      t.same(await handOver(), { sent: 0, held: 0, failed: 0 }, 'once')
    },
  )

  t.test('its end sets DELIVERED or FAILED, once (MSG-608)', async (t) => {
    const sent = await last()
    await within(() =>
      run(sql`update msg_messages set status = 'delivered', final_at = ${clock.instant()}
              where id = ${sent?.messaging_id}`),
    )
    t.equal(await noteEnds(), 1)
    t.match(await last(), { status: 'DELIVERED', delivered_at: clock.instant() })
    t.equal(await noteEnds(), 0)
  })

  t.test('what messaging refuses is told in the outbox (PLT-138)', async (t) => {
    await write('report.ready', '+254712345678')
    await handOver()
    t.match(await last(), { status: 'FAILED', reason: 'bad_number' })
    const account = await row<{ id: string }>(
      sql`select id from msg_accounts where hospital_id = ${hospital_id}`,
    )
    await within(async () => {
      await run(sql`insert into msg_opt_outs (id, hospital_id, account_id, mode, phone, scope, source, created_at, updated_at)
        values (${newId()}, ${hospital_id}, ${account?.id}, 'live', '255754000111', 'all', 'desk', '2027-01-01', '2027-01-01')`)
    })
    await write('report.ready', '+255754000111')
    await handOver()
    t.match(await last(), { status: 'SKIPPED', reason: 'opted_out' })
    t.match(await optedOut(hospital_id, { to: '0754000111', class: 'transactional' }), {
      opted_out: true,
      scope: 'all',
    })
    await write('account.code', '+255754000111')
    await handOver()
    t.match(await last(), { status: 'SENT' }, 'a code passes: it was asked for a moment before')
    await within(() => changeAccount(cli, account?.id ?? '', { billing: 'prepaid' }))
    await write('report.ready')
    await handOver()
    t.match(await last(), { status: 'HELD', reason: 'no_balance' })
    t.same(await handOver(), { sent: 0, held: 0, failed: 0 }, 'not before a quarter of an hour')
    await within(() => changeAccount(cli, account?.id ?? '', { billing: 'unmetered' }))
    clock.advance(minutes(15))
    t.match(await handOver(), { sent: 1 })
  })

  t.test('the same reference again is the first result and sends nothing (MSG-603)', async (t) => {
    const first = await text('visits:reminder:1')
    const again = await text('visits:reminder:1', { text: 'Other words' })
    t.same(again, first)
    const found = await rows(
      sql`select message_id from msg_bridge where reference = 'visits:reminder:1'`,
    )
    t.equal(found.length, 1)
  })

  t.test('it never throws, and is rolled back with its caller (MSG-602)', async (t) => {
    t.match(await text('a:1', { to: 'x' }), { refused: true, reason: 'bad_number' })
    t.match(await text('a:2', { text: 'ж'.repeat(671) }), { reason: 'message_too_long' })
    t.match(await text('a:3', { sender_id: 'NOBODY' }), { reason: 'sender_not_approved' })
    t.match(await text('a:4', { class: 'promotional' }), { reason: 'promotional_not_allowed' })
    await t.rejects(
      within(async () => {
        await sendForHospital(factsFor(house.hospital), {
          to: '0712345678',
          text: 'x',
          reference: 'a:5',
        })
        throw new Error('changed my mind')
      }),
    )
    t.equal((await rows(sql`select 1 from msg_bridge where reference = 'a:5'`)).length, 0)
  })

  t.test('integrators’ keys never read what the hospital writes (MSG-606)', async (t) => {
    const other = await firm(house.app)
    clock.freeze('2027-03-09T09:20:00.000Z')
    const found = await row<{ message_id: string; text: string }>(
      sql`select message_id from msg_bridge where reference = 'visits:reminder:1'`,
    )
    const stranger = await other.key()
    t.equal((await stranger.get(`/v1/sms/${found?.message_id}`)).status, 404)
    const message = await row<{ hidden: unknown }>(
      sql`select hidden from msg_messages where id = ${found?.message_id}`,
    )
    t.ok(message?.hidden)
  })

  t.test('SERVICE waits for the morning, ESSENTIAL does not (PLT-139, PLT-141)', async (t) => {
    clock.freeze('2027-03-09T20:00:00.000Z')
    await write('report.ready')
    await handOver()
    t.match(await last(), {
      status: 'HELD',
      reason: 'quiet_hours',
      send_after: '2027-03-10T04:00:00.000Z',
    })
    await write()
    t.match(await handOver(), { sent: 1 })
    clock.freeze('2027-03-10T04:00:00.000Z')
    t.match(await handOver(), { sent: 1 })
  })

  t.test('its two routes: shipped, changed, refused (platform 2.19)', async (t) => {
    const officer = await house.people.with('system_administrator')
    const auditor = await house.people.with('auditor')
    const nobody = await house.people.holding()
    t.equal((await nobody.get('/settings/message-bridge')).status, 403)
    t.match((await auditor.get('/settings/message-bridge')).data, {
      channels: { sms: true, whatsapp: false, email: true },
      default_language: 'sw',
      quiet: { from: '21:00', to: '07:00' },
      daily_cap_per_person: 10,
      monthly_cap: null,
      staff_channels: true,
      keep_text_days: 90,
    })
    t.equal((await auditor.patch('/settings/message-bridge', { quiet: null })).status, 403)
    const changed = await officer.patch('/settings/message-bridge', {
      channels: { sms: false },
      quiet: null,
      monthly_cap: 50_000,
    })
    t.match(changed.data, {
      channels: { sms: false, email: true },
      quiet: null,
      monthly_cap: 50_000,
    })
    const table: [body: object, message: RegExp][] = [
      [{ channels: { whatsapp: true } }, /^channels\.whatsapp needs a WhatsApp number/],
      [{ quiet: { from: '25:00', to: '07:00' } }, /^quiet\.from must be a time/],
      [{ keep_text_days: 0 }, /^keep_text_days must be between/],
      [{ monthly_cap: 1.005 }, /^monthly_cap has more decimals/],
    ]
    for (const [body, message] of table) {
      const answer = await officer.patch('/settings/message-bridge', body)
      t.equal(answer.status, 400, JSON.stringify(body))
      t.match(answer.message, message)
    }
    await write()
    await handOver()
    t.match(await last(), { status: 'SKIPPED', reason: 'channel_off' })
  })
})

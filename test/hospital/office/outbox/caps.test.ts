// The most that a hospital lets leave (PLT-139, PLT-145), and who hears when there is no money
// (PLT-138, MSG-605).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { handOver } from '../../../../db/hospital/office/outbox/hand-over.ts'
import { sendTo } from '../../../../db/hospital/office/outbox/send.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { changeAccount, ownerIn } from '../../../../db/messaging/accounts/accounts.ts'
import { accountOfHospital } from '../../../../db/messaging/accounts/accounts.ts'
import { book } from '../../../../db/messaging/wallet/wallets.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { cli, forgetMessaging } from '../../../support/messaging/messaging.ts'

t.test('caps of the message bridge', async (t) => {
  const house = await boot(t)
  forgetMessaging()
  const hospital_id = house.hospital.id
  clock.freeze('2027-03-09T09:00:00.000Z')
  const officer = await house.people.with('system_administrator')
  const set = async (body: object) => {
    const answer = await officer.patch('/settings/message-bridge', body)
    t.equal(answer.status, 200, answer.message)
  }
  const write = (event: string, more: object = {}) =>
    within(() =>
      sendTo(house.system, {
        phone: '+255712345678',
        language: 'en',
        event,
        data: { code: '123456', minutes: 10, name: 'Stock' },
        ...more,
      }),
    )
  const last = async () =>
    (await outbox_messages.all({ hospital_id }, { order: ['-id'], limit: 1 }))[0]

  t.test('no month costs less than nothing', async (t) => {
    t.match(await officer.patch('/settings/message-bridge', { monthly_cap: -1 }), {
      status: 400,
      message: 'monthly_cap must not be negative.',
    })
  })

  t.test('a person gets so many texts of the service in a day, and codes always', async (t) => {
    await set({ daily_cap_per_person: 2 })
    for (const _ of [1, 2]) await write('report.ready')
    t.match(await handOver(), { sent: 2, held: 0 })
    await write('report.ready')
    t.match(await handOver(), { sent: 0, held: 1 })
    // The next day begins at midnight in Dar es Salaam.
    t.match(await last(), { status: 'HELD', reason: 'cap', send_after: '2027-03-09T21:00:00.000Z' })
    await write('report.ready', { phone: '+255712345679' })
    t.match(await handOver(), { sent: 1 }, 'another person is not held by it')
    await write('account.code')
    t.match(await handOver(), { sent: 1 }, 'a code passes')
    await write('report.ready', { not_after: '2027-03-09T12:00:00.000Z' })
    await handOver()
    t.match(await last(), { status: 'SKIPPED', reason: 'too_late' })
    await set({ daily_cap_per_person: 3 })
    t.match(await handOver(), { sent: 1 }, 'a cap that is raised lets it go')
  })

  t.test('a month costs no more than it may; the rest waits for the next', async (t) => {
    const account = await accountOfHospital(hospital_id)
    if (account === undefined) throw new Error('no account')
    await within(async () => {
      await changeAccount(cli, account.id, { billing: 'prepaid' })
      await book(ownerIn(account, 'live'), { kind: 'top_up', amount: 100_000, actor: 'test' })
    })
    await set({ daily_cap_per_person: 0, monthly_cap: 20 })
    await write('report.ready')
    t.match(await handOver(), { sent: 1 }, 'twenty shillings')
    await write('report.ready')
    t.match(await handOver(), { held: 1 })
    t.match(await last(), { status: 'HELD', reason: 'cap', send_after: '2027-03-31T21:00:00.000Z' })
    await write('account.code')
    t.match(await handOver(), { sent: 1 }, 'codes go on')
    await set({ monthly_cap: 1000 })
    t.match(await handOver(), { sent: 1 })
    await set({ monthly_cap: null })
  })

  t.test('without money one notice goes to each who sees to it', async (t) => {
    const account = await accountOfHospital(hospital_id)
    if (account === undefined) throw new Error('no account')
    await within(() =>
      book(ownerIn(account, 'live'), {
        kind: 'adjustment',
        amount: -90_000,
        actor: 'test',
        reason: 'a test',
      }),
    )
    for (let spent = 0; spent < 10; spent++) {
      await write('report.ready')
      await handOver()
      if ((await last())?.status === 'HELD') break
    }
    t.match(await last(), { status: 'HELD', reason: 'no_balance' })
    const told = async () =>
      Number(
        (
          await rows<{ n: number }>(
            sql`select sum(count) as n from notifications where kind = 'bridge.no_balance'
                and user_id = ${officer.user.id}`,
          )
        )[0]?.n,
      )
    const first = await told()
    t.ok(first >= 1)
    await write('report.ready')
    await handOver()
    clock.advance(minutes(15))
    await handOver()
    t.equal(await told(), first, 'and not again with every text')
  })
})

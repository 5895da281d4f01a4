// Letters to an account’s people: a key that ends, a low balance, a webhook that fails (MSG-108,
// MSG-268, MSG-552).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, run, within } from '../../../../db/store/connection.ts'
import { platform_id } from '../../../../db/core/caller.ts'
import { tellAccounts } from '../../../../db/hospital/desk/messaging/watch.ts'
import { factsFor } from '../../../../db/hospital/office/hospitals/messaging.ts'
import { changeAccount, ownerIn } from '../../../../db/messaging/accounts/accounts.ts'
import { accountFor } from '../../../../db/messaging/messages/hospital.ts'
import { book } from '../../../../db/messaging/wallet/wallets.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { cli, firm, forgetMessaging } from '../../../support/messaging/messaging.ts'

const letters = (hospital_id: string) =>
  rows<{ contact: string; subject: string; text: string }>(
    sql`select contact, subject, text from outbox_messages
        where hospital_id = ${hospital_id} and channel = 'email' order by id`,
  )
const day_ms = 86_400_000

t.test(
  'a key that ends soon is told of 14, 7 and 1 days before, once each (MSG-108)',
  async (t) => {
    clock.freeze('2026-03-03T09:00:00.000Z')
    const house = await boot(t)
    const own = await firm(house.app)
    await within(() =>
      changeAccount(cli, own.account.id, {
        notice_emails: ['dev@firm.example', 'it@firm.example'],
      }),
    )
    const end = new Date(clock.ms() + 20 * day_ms).toISOString()
    const key = await own.key({ name: 'Duka', expiresAt: end })
    const told: number[] = []
    for (let day = 0; day <= 20; day++) {
      told.push(await tellAccounts())
      t.equal(await tellAccounts(), 0)
      clock.advance(day_ms)
    }
    t.same(
      told.flatMap((count, day) => (count > 0 ? [20 - day] : [])),
      [14, 7, 1],
    )
    const sent = await letters(platform_id)
    t.equal(sent.length, 6)
    t.match(sent[0], { contact: 'dev@firm.example', subject: /Duka/ })
    t.notOk(sent.some(({ text }) => text.includes(key.token ?? 'x')))
  },
)

t.test('another end of a key is told of anew; a revoked key is not', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  const own = await firm(house.app)
  const at = (count: number) => new Date(clock.ms() + count * day_ms).toISOString()
  const manager = await own.key()
  const key = await own.key({ name: 'Duka', expiresAt: at(1) })
  t.equal(await tellAccounts(), 1)
  t.equal((await manager.put(`/v1/account/keys/${key.id}`, { expiresAt: at(10) })).status, 200)
  t.equal(await tellAccounts(), 1, 'within 14 days of its new end')
  await own.key({ name: 'Nyingine', expiresAt: at(5) })
  await within(() => run(sql`update msg_keys set active = false where name = 'Nyingine'`))
  t.equal(await tellAccounts(), 0)
})

t.test('a low balance is told of once per crossing, inside and by letter (MSG-268)', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  forgetMessaging()
  const manager = await house.people.with('manager')
  const account = await within(() => accountFor(factsFor(house.hospital)))
  if (account === null) throw new Error('no account')
  const owner = ownerIn(account, 'live')
  await within(() =>
    changeAccount(cli, account.id, { notice_emails: ['money@st-mary.example'], language: 'en' }),
  )
  const entry = (amount: number, kind: 'top_up' | 'adjustment') =>
    within(() => book(owner, { kind, amount, actor: 'test', reason: 'a test' }))
  await entry(100_000, 'top_up')
  await within(() =>
    run(sql`update msg_wallets set threshold = 50000, armed = true
            where account_id = ${account.id} and mode = 'live'`),
  )
  t.equal(await tellAccounts(), 0)
  await entry(-60_000, 'adjustment')
  t.equal(await tellAccounts(), 1)
  await entry(-1000, 'adjustment')
  t.equal(await tellAccounts(), 0, 'once')
  await entry(60_000, 'top_up')
  await entry(-60_000, 'adjustment')
  t.equal(await tellAccounts(), 1, 'and again at the next crossing')
  const sent = await letters(house.hospital.id)
  t.equal(sent.length, 2)
  t.match(sent[0], { contact: 'money@st-mary.example', text: /below the threshold of TZS 500/ })
  const inside = await rows(
    sql`select 1 as yes from notifications where kind = 'messaging.low_balance'
        and user_id = ${manager.user.id}`,
  )
  t.equal(inside.length, 1)
})

t.test('a webhook that gave up an event is told of (MSG-552)', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  const own = await firm(house.app)
  const key = await own.key()
  await key.put('/v1/webhooks', { url: 'https://hooks.example.com/in', events: ['message.sent'] })
  await within(() =>
    run(sql`update msg_webhooks set noticed_at = ${clock.instant()}, last_error = 'status 500'`),
  )
  t.equal(await tellAccounts(), 1)
  t.equal(await tellAccounts(), 0)
  const [sent] = await letters(platform_id)
  t.match(sent, { contact: 'asha@example.com', text: /hooks\.example\.com.*status 500/ })
})

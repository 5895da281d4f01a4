// What the platform looks through without knowing whose it is (MSG 5.3), and the proof of the self-test
// that each end was told once (MSG-391).

import t from 'tap'
import { wronglyTold } from '../../../cli/messaging/selftest.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { pauseAccount } from '../../../db/messaging/accounts/accounts.ts'
import {
  businessCalled,
  openBusiness,
  shownBusiness,
} from '../../../db/messaging/accounts/businesses.ts'
import * as inbound from '../../../db/messaging/messages/inbound-numbers.ts'
import { senderCalled } from '../../../db/messaging/messages/deciding.ts'
import * as overview from '../../../db/messaging/platform/overview.ts'
import { askTopUp } from '../../../db/messaging/wallet/money.ts'
import { whole_page } from '../../../db/store/pages.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { phones, send } from '../../support/messaging/drains.ts'
import { cli, firm } from '../../support/messaging/messaging.ts'

t.test('what the platform looks through', async (t) => {
  const house = await boot(t)
  const [duka, kliniki] = [await firm(house.app), await firm(house.app)]
  for (const own of [duka, kliniki]) {
    await own.topUp(10_000)
    await own.sender()
  }

  await t.test('messages of every account, page by page, without their texts', async (t) => {
    await send(duka, { recipients: phones(3), message: 'siri yetu' })
    await send(kliniki, { recipients: phones(2, 10) })
    const all = await overview.listMessages({})
    t.equal(all.data.length, 5)
    t.notMatch(JSON.stringify(all.data), /siri yetu/)
    const first = await overview.listMessages({ limit: 3 })
    const rest = await overview.listMessages({ limit: 3, cursor: first.nextCursor ?? '' })
    t.same([...first.data, ...rest.data], all.data)
    t.equal(rest.nextCursor, null)
    const [phone = ''] = phones(1)
    const local = `0${phone.slice(3)}`
    t.match((await overview.listMessages({ to: local })).data, [{ to: phone, link: null }])
    await t.rejects(overview.listMessages({ to: '12' }), { code: 'invalid_phone_number' })
    t.equal((await overview.listMessages({ account_id: kliniki.account.id })).data.length, 2)
    t.equal((await overview.listMessages({ mode: 'test' })).data.length, 0)
    const [{ id } = { id: '' }] = all.data
    t.same(await overview.ownerOfMessage(id), kliniki.live)
    await t.rejects(overview.ownerOfMessage('nothing'), { message: 'No such message.' })
  })

  await t.test('top-ups that wait, and webhooks by how they fare', async (t) => {
    await within(() =>
      askTopUp(cli, duka.live, {
        amount: 500,
        method: 'cash',
        paymentReference: 'CASH-1',
      }),
    )
    const pending = await overview.listTopUps({ ...whole_page, status: 'pending' })
    t.match(pending.rows, [{ account_name: duka.account.name, amount: 500, currency: 'TZS' }])
    t.same((await overview.listWebhooks(whole_page)).rows, [])
    t.same((await overview.listCampaigns(whole_page)).rows, [])
    t.same((await overview.listDeliveries({})).data, [])
  })

  await t.test('things are called by their names where one alone has it', async (t) => {
    const found = await businessCalled(`${duka.account.name} LIMITED`)
    t.match(await shownBusiness(found), {
      accounts: [{ name: duka.account.name, paused: false }],
      moves: ['suspend', 'close'],
    })
    await within(() => pauseAccount(cli, duka.account.id, true, 'asked'))
    t.match(await shownBusiness(found), { accounts: [{ paused: true }] })
    const { legal_name, kind, contact_name, contact_email, contact_phone } = found
    const same = { legal_name, kind, contact_name, contact_email, contact_phone }
    await within(() => openBusiness(cli, same))
    await t.rejects(businessCalled(found.legal_name), { status: 409, message: /by its id/ })
    t.equal((await businessCalled(found.id)).id, found.id)
    await t.rejects(senderCalled('KLINIKI'), { status: 409, message: /Several accounts/ })
    await t.rejects(senderCalled('NOBODY'), { message: 'there is no sender ID NOBODY.' })
  })

  await t.test('a number at which people write is of one account for each keyword', async (t) => {
    const add = (account: typeof duka.account, number: string, keyword?: string) =>
      within(() => inbound.addInboundNumber(cli, account, { number, keyword, mode: 'live' }))
    await add(duka.account, '15055')
    t.match(await add(kliniki.account, '15055', 'kliniki'), { keyword: 'KLINIKI' })
    t.match(await add(duka.account, '0712345678'), { number: '255712345678' })
    await t.rejects(add(kliniki.account, '15055'), { status: 409, message: /without a keyword/ })
    await t.rejects(add(duka.account, '12'), { status: 400, message: /^number / })
    await t.rejects(add(duka.account, '15055', 'a b'), { status: 400, message: /^keyword / })
    await t.rejects(inbound.inboundNumberCalled('15055'), {
      message: /\(none\), KLINIKI: name one/,
    })
    const found = await inbound.inboundNumberCalled('15055', 'kliniki')
    const change = (new_keyword: string) =>
      within(() => inbound.changeInboundNumber(cli, found, { new_keyword }))
    await t.rejects(change(''), { status: 409, message: /without a keyword/ })
    t.match(await change('afya'), { keyword: 'AFYA', account_name: kliniki.account.name })
    await within(() => inbound.removeInboundNumber(cli, found))
    t.equal((await inbound.listInboundNumbers()).length, 2)
    t.equal((await inbound.listInboundNumbers(kliniki.account.id)).length, 0)
    const audit = await rows(sql`select 1 from msg_audit where entity = 'inbound_number'`)
    t.equal(audit.length, 5)
  })
})

t.test('the self-test: an end that was not told once is named', async (t) => {
  const told = async (ends: readonly [id: string, status: string][], log: readonly string[]) => {
    const data = log.map((line) => {
      const [data_id = '', state = ''] = line.split(' ')
      return { data_id, event: `message.${state}` }
    })
    const lab = { ask: async () => ({ data }) as never }
    return wronglyTold(lab, new Map(ends.map(([id, status]) => [id, { status, uncertain: false }])))
  }
  t.same(await told([['a', 'delivered']], ['a sent', 'a delivered']), [])
  t.same(await told([['a', 'delivered']], ['a delivered']), [])
  t.same(await told([['a', 'sent']], ['a sent']), [])
  t.same(await told([['a', 'queued']], []), [])
  t.match(await told([['a', 'delivered']], ['a sent']), [/message.delivered 0 times/])
  t.match(await told([['a', 'delivered']], ['a delivered', 'a delivered']), [/delivered 2 times/])
  t.match(await told([['a', 'delivered']], ['a delivered', 'a failed']), [/message.failed 1 times/])
  t.match(await told([['a', 'sent']], ['a sent', 'a sent']), [/message.sent 2 times/])
  t.match(await told([['a', 'queued']], ['a sent']), [/message.sent 1 times/])
})

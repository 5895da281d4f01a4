// What is answered by itself, and whose word it is on a number that several share (MSG-451, MSG-452).

import t, { type Test } from 'tap'
import { clock } from '../../../db/core/clock.ts'
import { rows, within } from '../../../db/store/connection.ts'
import { changeAccount } from '../../../db/messaging/accounts/accounts.ts'
import { arrive, setWordReader } from '../../../db/messaging/inbound/arrive.ts'
import { msg_inbound_numbers } from '../../../db/messaging/messages/tables.ts'
import { hearWords } from '../../../db/messaging/opt-outs/words-heard.ts'
import { sql } from '../../../db/store/sql.ts'
import { boot } from '../../support/boot.ts'
import { until } from '../../support/programs/daemons.ts'
import { drainOn, proveWallet, send, smppRoute } from '../../support/messaging/drains.ts'
import { cli, type Firm, firm } from '../../support/messaging/messaging.ts'
import { accept, smppPeer } from '../../support/messaging/smpp-peer.ts'

const person = '255712345678'

async function scene(t: Test) {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const house = await boot(t)
  setWordReader(hearWords)
  t.teardown(() => setWordReader(async () => ({ opt_out: false })))
  const own = await firm(house.app)
  await own.topUp(10_000)
  const number = (of: Firm, number: string, keyword = '') =>
    within(() =>
      msg_inbound_numbers.insert({
        number,
        keyword,
        account_id: of.account.id,
        hospital_id: of.live.hospital_id,
        mode: 'live',
      }),
    )
  const says = (text: string, to = '15015', from = person) =>
    within(() =>
      arrive(
        { link_id: null, mode: 'live' },
        { id: null, from, to, text, encoding: 'GSM-7', place: null },
        clock.instant(),
      ),
    )
  const answers = async () =>
    (
      await rows<{ sender_id: string; text: string; cost: number; account_id: string }>(
        sql`select m.sender_id, b.text, m.cost, m.account_id from msg_messages m
            join msg_batches b on b.id = m.batch_id where b.key_id is null order by m.id`,
      )
    ).map((one) => ({ ...one, cost: Number(one.cost) }))
  const out = async () =>
    (
      await rows<{ account_id: string }>(
        sql`select account_id from msg_opt_outs where lifted_at is null order by id`,
      )
    ).map(({ account_id }) => account_id)
  return { house, own, number, says, answers, out }
}

t.test('an opt-out is answered once, free, from the number written to (MSG-452)', async (t) => {
  const { own, number, says, answers } = await scene(t)
  await number(own, '15015')
  const peer = await smppPeer({ submit: (session, pdu, at) => accept(session, pdu, `id-${at}`) })
  t.teardown(() => peer.close())
  await smppRoute({ port: peer.port })
  await drainOn(t)
  await says('Acha!')
  await until('the answer', async () => peer.got.length === 1)
  t.match(peer.got[0], { source_addr: '15015', destination_addr: person, source_addr_ton: 3 })
  t.match(await answers(), [
    {
      sender_id: '15015',
      text: `Umeondolewa. Hutapokea tena ujumbe kutoka ${own.account.name}. Jibu ANZA kurudi.`,
      cost: 0,
    },
  ])
  clock.advance(6 * 60_000)
  await says('STOP')
  t.equal((await answers()).length, 1, 'it was out already')
  await says('ANZA')
  clock.advance(61_000)
  await says('acha')
  t.equal((await answers()).length, 2, 'a new opt-out, a new answer')
  await says('anza')
  clock.advance(61_000)
  await says('sitisha')
  t.equal((await answers()).length, 2, 'not twice within five minutes')
  t.same(await proveWallet(own), [])
})

t.test('in English, for help, in own words; never from a name', async (t) => {
  const { house, own, number, says, answers, out } = await scene(t)
  await number(own, '15015')
  const key = await own.key()
  await key.put('/v1/account', { language: 'en' })
  await says('HELP')
  t.match((await answers())[0], { text: /Reply STOP to get no more/ })
  clock.advance(6 * 60_000)
  await within(() =>
    changeAccount(cli, own.account.id, { opt_out_texts: { replyEn: 'Bye from {name}.' } }),
  )
  await says('STOP')
  t.match((await answers())[1], { text: `Bye from ${own.account.name}.` })
  const other = await firm(house.app)
  await other.topUp(1000)
  await other.sender()
  await send(other, { recipients: ['255712000077'] })
  await says('ACHA', 'KLINIKI', '255712000077')
  t.equal((await out()).length, 2, 'it is heard')
  t.equal(
    (await answers()).filter((one) => one.sender_id === 'KLINIKI').length,
    1,
    'the send alone',
  )
})

t.test('a long number answers by its whole number', async (t) => {
  const { own, number, says, answers } = await scene(t)
  await number(own, '255700000015')
  await says('STOP', '255700000015')
  t.equal((await answers())[0]?.sender_id, '255700000015')
})

t.test('a letter that holds the word is a letter (MSG-451)', async (t) => {
  const { own, number, says, answers, out } = await scene(t)
  await number(own, '15015')
  for (const text of ['Naomba ACHA kunipigia', 'ACHA kabisa', 'stop it now'])
    await says(text, '15015', person)
  t.same(await out(), [])
  t.same(await answers(), [])
})

t.test('on a shared number the keyword, the last writer, or all of them (MSG-451)', async (t) => {
  const { house, own, number, says, out } = await scene(t)
  const other = await firm(house.app)
  await other.topUp(1000)
  await number(own, '15015', 'KLINIKI')
  await number(other, '15015', 'DUKA')
  await says('ACHA DUKA')
  t.same(await out(), [other.account.id])
  await says('stop', '15015', '255712000001')
  t.same((await out()).sort(), [other.account.id, own.account.id, other.account.id].sort())
  await own.topUp(1000)
  await within(() => own.sender('15015'))
  await send(own, { recipients: ['255712000002'], senderId: '15015' })
  await says('acha', '15015', '255712000002')
  t.equal((await out()).at(-1), own.account.id)
  t.equal((await out()).length, 4)
})

t.test(
  'a text goes to who has the longest keyword, else to who has the number (MSG-570)',
  async (t) => {
    const { house, own, number, says } = await scene(t)
    const [short, long] = [await firm(house.app), await firm(house.app)]
    await number(own, '15015')
    await number(short, '15015', 'AFYA')
    await number(long, '15015', 'AFYA MAMA')
    const cases: [string, Firm, string | null][] = [
      ['Afya mama: ratiba', short, 'AFYA'],
      ['afya mama ratiba', long, 'AFYA MAMA'],
      ['AFYA ratiba', short, 'AFYA'],
      ['afya', short, 'AFYA'],
      ['Afyake', own, null],
      ['Ratiba ya AFYA', own, null],
    ]
    for (const [text] of cases) await says(text)
    const found = await rows<{ text: string; account_id: string; keyword: string | null }>(
      sql`select text, account_id, keyword from msg_inbound order by id`,
    )
    t.same(
      found.map(({ text, account_id, keyword }) => [text, account_id, keyword]),
      cases.map(([text, { account }, keyword]) => [text, account.id, keyword]),
    )
    await says('Habari', '15016')
    const [stray] = await rows<{ account_id: string | null }>(
      sql`select account_id from msg_inbound where text = 'Habari'`,
    )
    t.notOk(stray?.account_id, 'of nobody: for the platform to see')
  },
)

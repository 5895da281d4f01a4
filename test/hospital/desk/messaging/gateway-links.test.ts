// Links to the operators in the hands of the platform's people (MSG 5.3, 6.2).

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { newId } from '../../../../db/core/ids.ts'
import { linkSecrets } from '../../../../db/messaging/routing/link-settings.ts'
import { linkById } from '../../../../db/messaging/routing/links.ts'
import { row, run, within } from '../../../../db/store/connection.ts'
import { forgetAllKept } from '../../../../db/store/kept.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { firm } from '../../../support/messaging/messaging.ts'

t.test('links through the gateway (MSG 2.6, 3.6)', async (t) => {
  const house = await boot(t)
  const administrator = await house.people.administrator()
  const got: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      if (text !== '') got.push(text)
      response.end(JSON.stringify({ id: 'P1' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
  const aggregator = {
    code: 'aggregator',
    name: 'Aggregator',
    kind: 'http',
    url,
    body: '{"to":"{{to}}","text":"{{text}}"}',
    id_pointer: '/id',
    receipt: { id_pointer: '/id', status_pointer: '/status', status_map: { GoneOut: 'DELIVRD' } },
    secret_headers: { 'X-Api-Key': 'very-secret-key' },
    receipt_secret: 'known-to-both',
    throughput_per_second: 20,
  }

  await t.test('what may not be is told in the words it was asked in', async (t) => {
    const inside = await administrator.post('/gateway/links', aggregator)
    t.equal(inside.status, 400, 'plain http leads only where the settings allow')
    t.match(inside.message, /^url: add its network to link_http_allow_cidrs first\.$/)
    const opened = await administrator.put('/gateway/settings', {
      link_http_allow_cidrs: ['127.0.0.0/8'],
    })
    t.equal(opened.status, 200, opened.message)
    const slow = await administrator.post('/gateway/links', { ...aggregator, timeout_seconds: 0 })
    t.equal(slow.status, 400)
    t.match(slow.message, /timeout_seconds/)
    t.equal((await administrator.get('/gateway/links')).data.length, 1, 'nothing was made')
  })

  const made = await administrator.post('/gateway/links', aggregator)
  const path = `/gateway/links/${made.data?.id}`

  await t.test('it stands still, its secrets are masked and stay when sent back', async (t) => {
    t.equal(made.status, 201, made.message)
    t.match(made.data, { state: 'stopped', enabled: false, url, id_pointer: '/id' })
    t.match(made.data.receipt, { status_map: { GoneOut: 'DELIVRD' } }, 'the words of theirs stay')
    const { secret_headers, receipt_secret } = made.data
    const shown = JSON.stringify(made.data)
    t.notMatch(shown, /very-secret-key|known-to-both/)
    t.ok(receipt_secret && secret_headers['X-Api-Key'], 'that they are set is shown')
    const again = await administrator.put(path, {
      throughput_per_second: 40,
      secret_headers,
      receipt_secret,
    })
    t.match(again.data, { throughput_per_second: 40, url })
    t.match(linkSecrets(await linkById(made.data.id)), {
      receiptSecret: 'known-to-both',
      headers: { 'X-Api-Key': 'very-secret-key' },
    })
    await administrator.put(path, { receipt_secret: 'another-one' })
    t.equal(linkSecrets(await linkById(made.data.id)).receiptSecret, 'another-one')
    const taken = await administrator.post('/gateway/links', aggregator)
    t.match([taken.status, taken.message], [409, /aggregator/])
    t.equal((await administrator.get(`/gateway/links/${newId()}`)).status, 404)
  })

  await t.test(
    'it is tried as it would run: one text leaves, and its answer is told',
    async (t) => {
      const wrong = await administrator.post(`${path}/test`, { to: '12' })
      t.match([wrong.status, wrong.message], [400, /^to: 12 is not a Tanzanian mobile number\.$/])
      const reached = await administrator.post(`${path}/test`)
      t.match(reached.data, { connected: true })
      t.same(got, [], 'nothing was sent')
      const sent = await administrator.post(`${path}/test`, { to: '0712345678', text: 'Habari' })
      t.match(sent.data, { connected: true, submitted: true, answer: /P1/ }, sent.message)
      t.match(
        got.map((text) => JSON.parse(text)),
        [{ text: 'Habari' }],
      )
    },
  )

  await t.test('it is started and stopped, and its log tells who did it', async (t) => {
    t.match((await administrator.post(`${path}/start`)).data, { enabled: true })
    t.match((await administrator.post(`${path}/stop`)).data, { enabled: false, state: 'stopped' })
    const log = await administrator.get(`${path}/log`)
    t.match(log.data[0], { to: 'stopped', cause: /person/, actor: /^user:/ })
    t.equal(log.meta?.total, log.data.length)
    t.ok(log.data.length >= 4, 'added, changed, started and stopped')
    const none = await administrator.get(`${path}/log`, { to: '2001-01-01' })
    t.same(none.data, [])
  })

  await t.test('it is taken away when nothing leads over it and nothing is unknown', async (t) => {
    const sim = (await administrator.get('/gateway/links', { kind: 'simulator' })).data[0]
    const routed = await administrator.remove(`/gateway/links/${sim.id}`)
    t.match([routed.status, routed.message], [409, /serves/])
    const own = await firm(house.app)
    await own.topUp(100)
    await own.sender()
    const key = await own.key()
    const { body } = await key.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'KLINIKI',
      message: 'Habari',
    })
    await within(() =>
      run(sql`insert into msg_parts (id, hospital_id, message_id, number, segments, state, link_id, bind, fence, phone, attempts, created_at)
        select ${newId()}, hospital_id, id, 1, 1, 'unknown', ${made.data.id}, 0, 0, phone, 1, created_at from msg_messages where batch_id = ${body.batchId}`),
    )
    const open = await administrator.remove(path)
    t.match([open.status, open.message], [409, /1 parts? over aggregator/])
    await within(() => run(sql`update msg_parts set state = 'accepted'`))
    forgetAllKept()
    t.equal((await administrator.remove(path)).status, 200)
    t.equal((await administrator.get(path)).status, 404)
    const kept = await row<{ removed_at: string }>(
      sql`select removed_at from msg_links where id = ${made.data.id}`,
    )
    t.ok(kept?.removed_at, 'its row stays, for what it carried')
  })
})

// HTTP links: one request per message, and a provider's receipts and words (MSG 4.12).

import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { rows, within } from '../../../db/store/connection.ts'
import { newSecret } from '../../../db/core/ids.ts'
import { forgetAllKept } from '../../../db/store/kept.ts'
import { linkDefaults, sealSecrets } from '../../../db/messaging/routing/link-settings.ts'
import { msg_links } from '../../../db/messaging/routing/tables.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { sql } from '../../../db/store/sql.ts'
import { render, templateComplaint } from '../../../db/messaging/routing/template.ts'
import { isAccepted, judge } from '../../../daemon/sending/operators/http.ts'
import { Ask } from '../../support/ask.ts'
import { boot } from '../../support/boot.ts'
import {
  drainOn,
  phones,
  routeAll,
  send,
  statesOf,
  untilStatus,
} from '../../support/messaging/drains.ts'
import { firm } from '../../support/messaging/messaging.ts'

t.test('http: values are escaped for the format they stand in (MSG-351)', async (t) => {
  const values = {
    to: '255712345678',
    toPlus: '+255712345678',
    from: 'K"I',
    text: 'a "b" & c\nd',
    id: 'i',
    reference: '',
    validityMinutes: '5',
    receiptUrl: 'https://x',
  }
  t.same(JSON.parse(render('{"m":"{{text}}","f":"{{ from }}"}', 'json', values)), {
    m: values.text,
    f: values.from,
  })
  t.equal(
    render('m={{text}}&t={{toPlus}}', 'form', values),
    'm=a%20%22b%22%20%26%20c%0Ad&t=%2B255712345678',
  )
  t.equal(templateComplaint('{"m":{{text}}}', 'json'), 'does not render to valid JSON.')
  t.equal(templateComplaint('{"m":"{{nobody}}"}', 'json'), '{{nobody}} is no value.')
  t.equal(templateComplaint('m={{text}}', 'form'), null)
})

t.test('http: what an answer means (MSG-352)', async (t) => {
  const settings = {
    ...linkDefaults('http'),
    idPointer: '/data/id',
    okPointer: '/ok',
    okValues: [true, 'yes'],
    rejectPointer: '/error/code',
  } as never
  const cases: [number, string, object][] = [
    [200, '{"ok":true,"data":{"id":7}}', { kind: 'accepted', id: '7' }],
    [200, '{"ok":"no","error":{"code":"B1"}}', { kind: 'rejected', code: 'B1' }],
    [400, 'nothing to read', { kind: 'rejected', code: '400' }],
    [429, '', { kind: 'throttled' }],
    [503, '', { kind: 'later' }],
    [408, '', { kind: 'unknown' }],
    [500, '', { kind: 'unknown' }],
    [302, '', { kind: 'rejected' }],
    [200, '{"ok":tr', { kind: 'unknown' }],
    [200, '{}', { kind: 'rejected', code: '200' }],
  ]
  for (const [status, text, wanted] of cases)
    t.match(judge({ status, text, whole: true }, settings), wanted, `${status} ${text}`)
  const half = (status: number, text: string) => judge({ status, text, whole: false }, settings)
  t.match(half(200, '{"ok":true,"data":{"id":7}}'), { kind: 'unknown' })
  t.match(half(400, '{"error":{"code":"B1"}}'), { kind: 'rejected' }, 'the status says it')
  t.ok(isAccepted(202, '200-299') && isAccepted(304, '200,304') && !isAccepted(300, '200-299'))
})

t.test('http: messages leave, and only the provider brings receipts (MSG-354)', async (t) => {
  const house = await boot(t, [])
  const asked: { text: string; to: string }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      asked.push(JSON.parse(text))
      response.end(JSON.stringify({ id: `P${asked.length}` }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const sender = await firm(house.app)
  await sender.topUp(1000)
  await sender.sender()
  const token = newSecret(32)
  const link = await within(async () => {
    await change({ link_http_allow_cidrs: ['127.0.0.0/8'] }, 'test')
    const made = await msg_links.insert({
      code: 'aggregator',
      name: 'Aggregator',
      kind: 'http',
      state: 'up',
      throughput_per_second: 1000,
      options: {
        ...linkDefaults('http'),
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
        body: '{"to":"{{to}}","text":"{{text}}"}',
        idPointer: '/id',
        receipt: {
          idPointer: '/message',
          statusPointer: '/status',
          statusMap: { ok: 'DELIVRD' },
          hmacHeader: 'x-signature',
          secretHeader: 'x-provider',
        },
        inbound: { fromPointer: '/from', toPointer: '/to', textPointer: '/text' },
      },
      secrets: sealSecrets({ receiptHmac: 'shared', receiptSecret: 'known' }),
      token,
    })
    await routeAll(made.id)
    return made
  })
  forgetAllKept()
  await drainOn(t)
  const sent = await send(sender, { recipients: phones(3), message: 'é'.repeat(200) })
  await untilStatus(sent.batchId, 'sent')
  t.equal(asked.length, 3, 'one request for a message, whatever its segments')
  t.equal(asked[0]?.text, 'é'.repeat(200))
  const stranger = new Ask(house.app)
  const bring = (path: string, body: object, key = 'shared', of = token, said = 'known') =>
    stranger
      .with({
        'x-signature': createHmac('sha256', key).update(JSON.stringify(body)).digest('hex'),
        'x-provider': said,
      })
      .post(`/v1/providers/links/${link.id}/${of}/${path}`, body)
  const receipt = { message: 'P1', status: 'ok' }
  t.equal((await bring('receipts', receipt, 'wrong')).status, 401)
  t.equal((await bring('receipts', receipt, 'shared', 'x'.repeat(43))).status, 401)
  t.equal((await bring('receipts', receipt, 'shared', token, 'guessed')).status, 401)
  t.equal((await bring('receipts', receipt, 'shared', token, '')).status, 401)
  t.equal((await bring('receipts', {})).status, 400)
  t.same(await rows(sql`select id from msg_receipts`), [], 'nothing of these was stored')
  const taken = await bring('receipts', receipt)
  t.equal(taken.status, 200, JSON.stringify(taken.body))
  t.equal((await statesOf(sent.batchId)).filter(({ status }) => status === 'delivered').length, 1)
  const words = { from: '+255712000001', to: '15015', text: 'NDIYO' }
  t.same((await bring('inbound', words)).body, { stored: true })
  t.same((await bring('inbound', words)).body, { stored: false }, 'twice is once')
})

// How far an HTTP link goes with a provider (MSG-353): no certificate that nobody vouches for, no
// address that an answer points to, no more of an answer than 64 KiB.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { HttpLink, mustLeadInside } from '../../../daemon/sending/operators/http.ts'
import type { Outcome, Submission } from '../../../daemon/sending/operators/way.ts'
import { settingsOf } from '../../../db/messaging/routing/link-settings.ts'
import { certificate } from '../../support/certificate.ts'
import { receiver } from '../../support/messaging/receiver.ts'

const one = {
  part_id: 'p',
  message_id: 'm',
  to: '255712345678',
  sender_id: 'KLINIKI',
  text: 'Habari',
  reference: '',
  valid_for_s: 60,
} as Submission

async function submitted(
  url: string,
  ca?: string,
  more: object = {},
  { allow_cidrs = [] }: { allow_cidrs?: string[] } = {},
): Promise<Outcome> {
  const options = { url, body: '{"to":"{{to}}"}', idPointer: '/id', timeoutSeconds: 5, ...more }
  const settings = { ...settingsOf('http', options), receipt_url: '', allow_cidrs }
  return new Promise((resolve) => {
    const nothing = (): undefined => undefined
    const link = new HttpLink(ca === undefined ? settings : { ...settings, ca }, {
      answered: (_place, outcome) => resolve(outcome),
      late: nothing,
      arrived: () => Promise.resolve(),
      ready: nothing,
      state: nothing,
    })
    link.start()
    const [place] = link.reserve(1)
    if (place !== undefined) link.submit(place, one)
  })
}

const there = (t: Test) => receiver(t)

t.test('a certificate of nobody: nothing is sent (MSG-353)', async (t) => {
  const provider = await there(t)
  t.match(await submitted(provider.url), { kind: /unsent|later/ }, 'it may be tried again')
  t.same(provider.posts, [])
  provider.answers = (_post, reply) => void reply.end('{"id":"P1"}')
  t.match(await submitted(provider.url, certificate), { kind: 'accepted', id: 'P1' })
})

t.test('an answer that points elsewhere is not followed (MSG-353)', async (t) => {
  const [provider, elsewhere] = [await there(t), await there(t)]
  provider.answers = (_post, reply) => {
    reply.writeHead(307, { location: elsewhere.url }).end()
  }
  t.match(await submitted(provider.url, certificate), { kind: 'rejected' })
  t.equal(provider.posts.length, 1)
  t.equal(elsewhere.connections(), 0)
})

t.test('no answer in time: whether it was taken nobody knows (MSG-352)', async (t) => {
  const provider = await there(t)
  provider.answers = () => undefined
  const outcome = await submitted(provider.url, certificate, { timeoutSeconds: 0.5 })
  t.match(outcome, { kind: 'unknown' })
  t.equal(provider.posts.length, 1)
})

t.test('a connection that breaks after the request: unknown too (MSG-352)', async (t) => {
  const provider = await there(t)
  provider.answers = (_post, _reply, request) => request.socket.destroy()
  t.match(await submitted(provider.url, certificate), { kind: 'unknown' })
})

t.test('an answer that breaks off in its body is no rejection (MSG-352)', async (t) => {
  const provider = await there(t)
  const ok = { okPointer: '/ok', okValues: [true] }
  for (const head of [{ 'content-length': '200' }, { 'transfer-encoding': 'chunked' }]) {
    for (const half of ['{"ok":true,"id":"P1"}', '{"ok":tr']) {
      provider.answers = (_post, reply, request) => {
        reply.writeHead(200, head)
        reply.write(half, () => request.socket.destroy())
      }
      const outcome = await submitted(provider.url, certificate, ok)
      t.match(outcome, { kind: 'unknown' }, `${JSON.stringify(head)} ${half}`)
    }
  }
  provider.answers = (_post, reply) => void reply.writeHead(200).write('{"ok":')
  const late = await submitted(provider.url, certificate, { ...ok, timeoutSeconds: 0.5 })
  t.match(late, { kind: 'unknown' }, 'the rest does not come in time')
})

t.test('values may stand in the address (MSG-351)', async (t) => {
  const provider = await there(t)
  provider.answers = (_post, reply) => void reply.end('{"id":"P1"}')
  const query = { bodyFormat: 'query', method: 'GET', body: 'to={{to}}&text={{text}}' }
  t.match(await submitted(`${provider.url}?user=1`, certificate, query), { kind: 'accepted' })
  t.match(provider.posts[0], {
    method: 'GET',
    path: '/hook?user=1&to=255712345678&text=Habari',
    body: '',
  })
})

t.test('plain http is judged at each call, by the address of its name (MSG 2.6)', async (t) => {
  const came: string[] = []
  const provider = createServer((request, reply) => {
    came.push(request.url ?? '')
    reply.end('{"id":"P1"}')
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  t.teardown(() => provider.close())
  const { port } = provider.address() as AddressInfo
  for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])
    t.match(
      await submitted(`http://${host}:${port}/send`),
      { kind: 'unsent', why: /is not in link_http_allow_cidrs$/ },
      host,
    )
  t.match(await submitted('http://nobody.invalid/send'), { kind: 'unsent', why: /has no address$/ })
  t.same(came, [])
  const allowed = { allow_cidrs: ['127.0.0.0/8'] }
  t.match(await submitted(`http://127.0.0.1:${port}/send`, undefined, {}, allowed), {
    kind: 'accepted',
  })
  t.same(came, ['/send'])
})

t.test('an answer without an end is cut at 64 KiB (MSG-353)', async (t) => {
  const provider = await there(t)
  let written = 0
  provider.answers = (_post, reply) => {
    const piece = 'x'.repeat(16 * 1024)
    const more = (): void => {
      while (!reply.destroyed) {
        written += piece.length
        if (!reply.write(piece)) return void reply.once('drain', more)
      }
    }
    reply.on('error', () => undefined)
    more()
  }
  const outcome = await submitted(provider.url, certificate)
  t.match(outcome, { kind: 'unknown' }, 'the rest of it may have said no (MSG-352)')
  t.ok(written < 64 * 1024 * 1024, `${written} bytes were taken before it was cut`)
})

t.test(
  'plain http to a name: every address of it is inside when it is set (MSG 6.2)',
  async (t) => {
    const named: Record<string, string[]> = {
      near: ['10.1.0.4'],
      both: ['10.1.0.4', '8.8.8.8'],
      far: ['8.8.8.8'],
      mapped: ['::ffff:10.2.0.1'],
      localhost: ['127.0.0.1', '::1'],
    }
    const resolve = (name: string) =>
      name in named
        ? Promise.resolve((named[name] ?? []).map((address) => ({ address, family: 4 })))
        : Promise.reject(new Error('ENOTFOUND'))
    const set = (url: unknown, cidrs = ['10.1.0.0/16']) => mustLeadInside(url, cidrs, resolve)
    const message = 'url: add its network to link_http_allow_cidrs first.'
    for (const name of ['both', 'far', 'mapped', 'localhost'])
      await t.rejects(set(`http://${name}:8080/send`), { status: 400, message }, name)
    await set('http://near/send')
    await set('http://nobody/send')
    await t.rejects(set('http://nobody/send', []), { status: 400, message }, 'nothing is allowed')
    await set('https://far/send')
    await set('http://8.8.8.8/')
    await set(7)
  },
)

import { type AddressInfo, createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import {
  type After,
  type Call,
  outbound,
  type OutboundOptions,
} from '../../../daemon/sending/outbound.ts'
import type { Resolve } from '../../../daemon/sending/outbound-dial.ts'
import { networksOf } from '../../../db/core/addresses.ts'
import { certificate } from '../../support/certificate.ts'
import { receiver } from '../../support/messaging/receiver.ts'

const here = networksOf(['127.0.0.0/8'])

/** The hands of a clock that a test moves. */
function handClock(): { after: After; advance(ms: number): void } {
  const waiting = new Set<{ due: number; call: () => void }>()
  let now = 0
  return {
    after(ms, call) {
      const one = { due: now + ms, call }
      waiting.add(one)
      return () => waiting.delete(one)
    },
    advance(ms) {
      now += ms
      for (const one of waiting) {
        if (one.due > now) continue
        waiting.delete(one)
        one.call()
      }
    },
  }
}

function lineOf(t: Test, options: Partial<OutboundOptions> = {}) {
  const line = outbound({ rules: () => ({ allowed: here, ca: certificate }), ...options })
  t.teardown(() => line.close())
  return line
}

const post = (url: string, more: Partial<Call> = {}): Call => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  within_ms: 10_000,
  keep_bytes: 4096,
  ...more,
})

t.test('outbound: a post and its answer, over one connection', async (t) => {
  const there = await receiver(t)
  const line = lineOf(t)
  for (let count = 1; count <= 3; count++) {
    const answer = await line.call(post(`${there.url}?a=b`))
    t.match(answer, { status: 200, fault: null, address: '127.0.0.1' })
    t.equal(answer.body.toString(), 'taken')
    t.match(answer.certificate_until, /^2126-/)
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.match(there.posts[0], { method: 'POST', path: '/hook?a=b', body: '{"a":1}' })
  t.equal(there.connections(), 1)
})

t.test('outbound: an answer after 9 s is one, after 11 s none is waited for', async (t) => {
  const there = await receiver(t)
  const hands = handClock()
  const line = lineOf(t, { after: hands.after })
  const replies: (() => void)[] = []
  there.answers = (_post, reply) => replies.push(() => reply.writeHead(204).end())

  const slow = line.call(post(there.url))
  await there.came(1)
  hands.advance(9000)
  replies[0]?.()
  t.match(await slow, { status: 204, fault: null })

  const late = line.call(post(there.url))
  await there.came(2)
  hands.advance(9999)
  hands.advance(1001)
  t.match(await late, { status: null, fault: 'timeout' })
  t.match(await gone(line.call(post(there.url)), there.came(3), hands, 10_000), {
    fault: 'timeout',
  })
})

async function gone<T>(
  call: Promise<T>,
  came: Promise<void>,
  hands: { advance(ms: number): void },
  ms: number,
): Promise<T> {
  await came
  hands.advance(ms)
  return call
}

t.test('outbound: the time runs while a connection is sought, too', async (t) => {
  // A server that takes the connection and never begins TLS.
  const held: Socket[] = []
  const silent = createServer((socket) => held.push(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of held) socket.destroy()
    silent.close()
  })
  const hands = handClock()
  const line = lineOf(t, { after: hands.after })
  const call = line.call(post(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`))
  await new Promise((resolve) => silent.once('connection', resolve))
  hands.advance(10_000)
  t.match(await call, { status: null, fault: 'timeout' })
})

t.test('outbound: the status line decides, whatever the body does', async (t) => {
  const there = await receiver(t)
  const hands = handClock()
  const line = lineOf(t, { after: hands.after })
  there.answers = (_post, reply) => {
    reply.writeHead(200)
    reply.write('begun')
  }
  const hanging = line.call(post(there.url))
  await there.came(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  hands.advance(10_000)
  const answer = await hanging
  t.match(answer, { status: 200, fault: null })
  t.equal(answer.body.toString(), 'begun')

  there.answers = (_post, reply) => {
    reply.writeHead(200, { 'content-length': '100' })
    reply.write('cut', () => reply.destroy())
  }
  t.match(await line.call(post(there.url)), { status: 200, fault: null })

  there.answers = (_post, reply) => reply.writeHead(200).end('x'.repeat(1_000_000))
  t.equal((await line.call(post(there.url))).body.length, 4096, 'no more is kept')
})

t.test('outbound: a redirect is an answer and is not followed', async (t) => {
  const there = await receiver(t)
  const other = await receiver(t)
  there.answers = (_post, reply) => reply.writeHead(302, { location: other.url }).end()
  const answer = await lineOf(t).call(post(there.url))
  t.match(answer, { status: 302, fault: null, headers: { location: other.url } })
  t.equal(other.posts.length, 0)
})

t.test('outbound: what may go wrong has a word', async (t) => {
  const there = await receiver(t)
  there.answers = (_post, _reply, request) => request.socket.destroy()
  t.match(await lineOf(t).call(post(there.url)), { status: null, fault: 'reset' })

  t.match(await lineOf(t, { rules: () => ({ allowed: here }) }).call(post(there.url)), {
    fault: 'tls',
  })
  const resolve: Resolve = (_name, found) => found(null, [{ address: '127.0.0.1', family: 4 }])
  t.match(
    await lineOf(t, { resolve }).call(post(`https://other.example:${there.port}/`)),
    { fault: 'tls' },
    'the certificate is of another name',
  )
  const plain = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end('SSH-2.0-server\r\n')
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  t.teardown(() => plain.close())
  t.match(
    await lineOf(t).call(post(`https://127.0.0.1:${(plain.address() as AddressInfo).port}/`)),
    { fault: 'tls' },
  )
  await there.close()
  t.match(await lineOf(t).call(post(there.url)), { fault: 'connect' })
  const unknown: Resolve = (_name, found) =>
    found(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), [])
  t.match(await lineOf(t, { resolve: unknown }).call(post('https://hook.example/')), {
    fault: 'dns',
  })
  t.match(
    await lineOf(t, { resolve: (_name, found) => found(null, []) }).call(
      post('https://hook.example/'),
    ),
    { fault: 'dns' },
  )
})

t.test('outbound: nothing inside is called (MSG-549)', async (t) => {
  const there = await receiver(t)
  const closed: Partial<OutboundOptions> = { rules: () => ({ allowed: [], ca: certificate }) }
  for (const host of ['127.0.0.1', '127.1', '2130706433', '0177.0.0.1', '[::ffff:127.0.0.1]']) {
    const answer = await lineOf(t, closed).call(post(`https://${host}:${there.port}/hook`))
    t.match(answer, { status: null, fault: 'blocked' }, host)
  }
  t.match(await lineOf(t, closed).call(post(there.url)), { fault: 'blocked' }, 'by name')
  t.equal(there.connections(), 0, 'no connection was made')
})

t.test(
  'outbound: every address of a name must be public, and the name is asked once',
  async (t) => {
    const there = await receiver(t)
    let asked = 0
    const mixed: Resolve = (_name, found) =>
      found(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])
    const answer = await lineOf(t, { resolve: mixed }).call(post(there.url))
    t.match(answer, { fault: 'blocked', address: '10.0.0.1' })
    // A name server that answers differently the second time is not asked a second time.
    const rebinding: Resolve = (_name, found) => {
      asked += 1
      found(null, [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }])
    }
    t.match(await lineOf(t, { resolve: rebinding }).call(post(there.url)), {
      status: 200,
      address: '127.0.0.1',
    })
    t.equal(asked, 1)
  },
)

t.test('outbound: new rules give up the connections made under the old ones', async (t) => {
  const there = await receiver(t)
  let allowed = here
  const line = lineOf(t, { rules: () => ({ allowed, ca: certificate }) })
  t.match(await line.call(post(there.url)), { status: 200 })
  allowed = []
  t.match(await line.call(post(there.url)), { fault: 'blocked' })
})

t.test('outbound: proxy variables are ignored', async (t) => {
  const there = await receiver(t)
  const before = { ...process.env }
  t.teardown(() => Object.assign(process.env, before, { HTTPS_PROXY: before['HTTPS_PROXY'] ?? '' }))
  process.env['HTTPS_PROXY'] = 'http://127.0.0.1:9'
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] ??= '1'
  t.match(await lineOf(t).call(post(there.url)), { status: 200 })
})

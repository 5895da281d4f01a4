import { createHmac } from 'node:crypto'
import t from 'tap'
import {
  headersOf,
  makeSecret,
  sign,
  signStandard,
  verify,
} from '../../../db/messaging/webhooks/signature.ts'

const secret = 'whsec_test_0123456789abcdef'
const timestamp = '1767225600'
const body =
  '{"event":"message.delivered","createdAt":"2026-01-01T00:00:00.000Z","data":{"id":"11111111-1111-4111-8111-111111111111","to":"255712345678","senderId":"KLINIKI","status":"delivered","reference":"ord-1"}}'
const expected = 'sha256=de05a9836658968c762cc8bd193c917154dea27e1b0b0573d5d7ed55f257b519'

t.test('signature: the vector of the chapter (MSG-544)', async (t) => {
  t.equal(sign(secret, timestamp, body), expected)
  t.equal(sign(secret, timestamp, Buffer.from(body)), expected, 'bytes as text')
})

t.test('signature: a secret is whsec_ and 32 random bytes', async (t) => {
  const made = makeSecret()
  t.match(made, /^whsec_[A-Za-z0-9+/]{43}=$/)
  t.equal(Buffer.from(made.slice(6), 'base64').length, 32)
  t.not(made, makeSecret())
})

t.test('signature: the headers of an attempt', async (t) => {
  const now = makeSecret()
  const before = makeSecret()
  const post = { id: 'd1', timestamp, body, event: 'message.delivered', attempt: 2, secret: now }
  const headers = headersOf({ ...post, previous: null })
  t.strictSame(headers, {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Kituo-Webhooks/1',
    'x-sms-timestamp': timestamp,
    'x-sms-signature': sign(now, timestamp, body),
    'x-sms-event': 'message.delivered',
    'x-sms-delivery': 'd1',
    'x-sms-attempt': '2',
    'webhook-id': 'd1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandard(now, { id: 'd1', timestamp, body }),
  })
  const rotated = headersOf({ ...post, previous: before })
  t.equal(rotated['x-sms-signature'], sign(now, timestamp, body), 'MSG-542: the new one signs')
  t.equal(rotated['x-sms-signature-previous'], sign(before, timestamp, body))
  t.equal(
    rotated['webhook-signature'],
    [now, before].map((key) => signStandard(key, { id: 'd1', timestamp, body })).join(' '),
  )
})

t.test('signature: Standard Webhooks beside ours', async (t) => {
  const made = makeSecret()
  const key = Buffer.from(made.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`d1.${timestamp}.${body}`).digest('base64')
  t.equal(signStandard(made, { id: 'd1', timestamp, body }), `v1,${mac}`)
})

t.test('signature: what a receiver finds', async (t) => {
  const now = Number(timestamp)
  const good = { secret, timestamp, signature: expected, body }
  const cases: [string, Partial<typeof good>, number, string][] = [
    ['right', {}, now, 'right'],
    ['just young enough', {}, now + 300, 'right'],
    ['over five minutes', {}, now + 301, 'stale'],
    ['from the future', {}, now - 301, 'stale'],
    ['another body', { body: `${body} ` }, now, 'wrong'],
    ['another secret', { secret: `${secret}0` }, now, 'wrong'],
    ['another timestamp', { timestamp: '1767225601' }, now, 'wrong'],
    ['capital letters', { signature: expected.toUpperCase() }, now, 'malformed'],
    ['no scheme', { signature: expected.slice(7) }, now, 'malformed'],
    ['too short', { signature: expected.slice(0, -1) }, now, 'malformed'],
    ['empty', { signature: '' }, now, 'malformed'],
    ['a timestamp that is none', { timestamp: '1767225600.5' }, now, 'malformed'],
  ]
  for (const [what, change, at, verdict] of cases)
    t.equal(verify({ ...good, ...change }, at), verdict, what)
})

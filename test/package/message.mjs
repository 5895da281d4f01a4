// A message to the simulator, and the webhooks that tell what became of it.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { certificate, certificate_key } from '../support/certificate.ts'
import { asking } from './asking.mjs'
import { until } from './program.mjs'

const EVENTS = ['message.sent', 'message.delivered']

export async function sendsMessage(house) {
  const { address, command, place, running } = house
  const receiver = await listen()
  try {
    const trusted = join(place, 'receiver.pem')
    writeFileSync(trusted, certificate)
    const firm = [
      '--registration',
      'BRELA-1',
      '--contact',
      'Asha Juma',
      '--email',
      'asha@example.org',
    ]
    const business = ['messaging', 'business', 'add', 'Duka Limited', ...firm]
    const { id } = await command(...business, '--phone', '0712345678')
    await command('messaging', 'account', 'add', 'Duka', '--business', id)
    const key = ['messaging', 'key', 'create', '--account', 'Duka', '--mode', 'test']
    const duka = asking(address, (await command(...key, '--name', 'Trial')).key)
    await command('messaging', 'set', 'webhook_allow_cidrs', '127.0.0.0/8', '--yes')
    await command('messaging', 'set', 'webhook_ca_file', trusted, '--yes')
    const { secret } = await duka.put('/v1/webhooks', { url: receiver.url, events: EVENTS })

    const sent = await duka.post('/v1/sms/send', {
      recipients: ['0712345678'],
      senderId: 'SMSTEST',
      message: 'Karibu Duka',
      reference: 'order-1',
    })
    const { id: message } = sent.messages[0]
    await until(() => receiver.posts.length >= EVENTS.length, 'the webhooks come', running)
    const told = receiver.posts.map(({ body }) => JSON.parse(body))
    assert.deepEqual(new Set(told.map(({ event }) => event)), new Set(EVENTS))
    for (const { data } of told) assert.equal(data.id, message)
    for (const post of receiver.posts) signedByHand(post, secret)
    await signedByTool(house, receiver.posts[0], secret)
    assert.equal((await duka.get(`/v1/sms/${message}`)).status, 'delivered')
  } finally {
    receiver.close()
  }
}

const signedWith = ({ headers }) => [headers['x-sms-timestamp'], headers['x-sms-signature']]

function signedByHand(post, secret) {
  const [timestamp, signature] = signedWith(post)
  const mac = createHmac('sha256', secret).update(`${timestamp}.${post.body}`).digest('hex')
  assert.equal(signature, `sha256=${mac}`, 'a webhook is wrongly signed')
}

async function signedByTool({ kituo }, post, secret) {
  const [timestamp, signature] = signedWith(post)
  const args = ['--secret', secret, '--timestamp', timestamp, '--signature', signature]
  const judged = (input) => kituo(['messaging', 'verify', ...args], { input })
  const right = judged(post.body)
  assert.equal(await right.ended, 0, right.output())
  const changed = judged(post.body.replace('order-1', 'order-2'))
  assert.equal(await changed.ended, 3, `a changed webhook is taken for right: ${changed.output()}`)
}

async function listen() {
  const posts = []
  const server = createServer({ key: certificate_key, cert: certificate }, (request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => (body += text))
    request.on('end', () => {
      posts.push({ headers: request.headers, body })
      reply.writeHead(200).end('taken')
    })
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    posts,
    url: `https://localhost:${server.address().port}/hook`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

// SIGTERM under load: whoever was let in is answered, and a second one ends it at once (OPS-9,
// OPS-10); who is still in at the deadline is cut, and it says so (OPS-12).

import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { asking } from '../../cli/frame/signals.ts'
import { until } from '../support/programs/daemons.ts'
import { folder } from '../support/folder.ts'
import { served } from '../support/programs/house.ts'
import { typedJson } from '../support/programs/typed.ts'

interface Sent {
  connected: boolean
  status: number
}

/** One request on a connection of its own, or on one that is kept. */
const send = (url: string, token: string, path: string, body: string, agent: Agent | false) =>
  new Promise<Sent>((resolve) => {
    const sent: Sent = { connected: false, status: 0 }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const asked = request(`${url}/api/v1${path}`, { method: 'POST', headers, agent })
    asked.on('socket', (socket) => {
      if (!socket.connecting) sent.connected = true
      socket.once('connect', () => {
        sent.connected = true
      })
    })
    asked.on('response', (answer) => {
      answer.resume().on('end', () => resolve({ ...sent, status: answer.statusCode ?? 0 }))
    })
    asked.on('error', () => resolve(sent))
    asked.end(body)
  })

/** Somebody whose request never ends keeps the first signal waiting. */
async function endless(url: string): Promise<ClientRequest> {
  const slow = request(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': '100',
      expect: '100-continue',
    },
  })
  slow.on('error', () => undefined)
  slow.write('{')
  await once(slow, 'continue')
  return slow
}

t.test('a house that is asked to stop', { timeout: 600_000 }, async (t) => {
  const dir = join(folder(t), 'data')

  t.test('under load: everybody it let in is answered, and it ends well', async (t) => {
    const house = await served(t, dir, '--first-run')
    await until('the password', async () => /Password +\w+/.test(house.said()))
    const password = /Password +(?<word>\w+)/.exec(house.said())?.groups?.['word'] ?? ''
    const login = await fetch(`${house.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'admin', password }),
    })
    const { data } = (await login.json()) as { data: { tokens: { access_token: string } } }
    const token = data.tokens.access_token
    const all: Sent[] = []
    let stopped = false
    const sender = async (agent: Agent | false): Promise<void> => {
      while (!stopped) {
        const sent = await send(
          house.url,
          token,
          '/auth/change-password',
          JSON.stringify({ current_password: 'not this one', new_password: 'another long one' }),
          agent,
        )
        all.push(sent)
        if (!sent.connected) return
      }
    }
    const load = Promise.all(Array.from({ length: 12 }, () => sender(false)))
    await until('the load', async () => all.length > 20)
    house.child.kill('SIGTERM')
    t.equal(await house.ended, 0, house.said().slice(-500))
    stopped = true
    await load
    const let_in = all.filter(({ connected }) => connected)
    const answered = let_in.filter(({ status }) => status > 0)
    t.ok(answered.length > 20, `${answered.length} answered`)
    const taken = house.said().match(/"route":"\/api\/v1\/auth\/change-password"/g) ?? []
    t.equal(answered.length, taken.length, 'whom the house took up is answered')
    t.match(house.said(), '"msg":"stopped","count":0')
    // The machine itself completes a connection before the house sees it; of those that come in
    // the instant of closing it may turn one away unread.
    const unread = let_in.length - answered.length
    t.ok(unread <= 2, `${unread} came in the instant of closing`)
    t.notOk(answered.some(({ status }) => status === 500))
  })

  t.test('whoever is in at the deadline is cut: 14, and how many (OPS-12)', async (t) => {
    const house = await served(t, dir)
    const slow = await endless(house.url)
    const own = { env: { KITUO_CONFIG: undefined } }
    const line = ['stop', '--deadline', '1s', '--yes', '--data', dir]
    t.match(await typedJson(line, own), { success: true, data: { in_flight: 1 } })
    t.equal(await house.ended, 14, house.said())
    t.match(house.said(), '"msg":"stopped, with requests cut","count":1')
    t.match(house.said(), 'Stopped; 1 requests were cut.')
    slow.destroy()
  })

  t.test('a second signal ends it at once', async (t) => {
    const house = await served(t, dir)
    const slow = await endless(house.url)
    house.child.kill('SIGTERM')
    await until('nobody is let in', async () =>
      fetch(house.url).then(
        () => false,
        () => true,
      ),
    )
    t.equal(house.child.exitCode, null, 'it waits for who is in')
    // Within half a second it is the same wish, passed on by two.
    const asking = setInterval(() => house.child.kill('SIGTERM'), 100)
    t.equal(await house.ended, 143)
    clearInterval(asking)
    slow.destroy()
    const again = await served(t, dir)
    again.child.kill('SIGTERM')
    again.child.kill('SIGINT')
    t.equal(await again.ended, 0, 'and it starts again, and is stopped by two at once as by one')
  })

  t.test('what is heard twice in one moment was said once (OPS-9)', async (t) => {
    let now = 0
    const heard = asking(() => now)
    const said: string[] = []
    for (now of [0, 100, 499, 2000, 2100, 9000]) said.push(heard())
    t.same(said, ['first', 'same', 'same', 'again', 'same', 'first'])
  })
})

// The tools of messaging that need no data: smsc, sink, selftest, bench.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { main } from '../../../cli/main.ts'
import type { Document } from '../../../db/appliance/deployment/line.ts'
import { sign } from '../../../db/messaging/webhooks/signature.ts'
import { until } from '../../support/programs/daemons.ts'
import { folder } from '../../support/folder.ts'
import { smpp } from '../../support/messaging/smpp-peer.ts'
import { nobody, typed } from '../../support/programs/typed.ts'

t.setTimeout(600_000)
const program = join(import.meta.dirname, '../../../bin/kituo.ts')

interface Tool {
  child: ChildProcess
  out: () => string
  err: () => string
  ended: Promise<number | null>
}

function tool(t: Test, ...line: string[]): Tool {
  const child = spawn(process.execPath, ['--no-warnings', program, 'messaging', ...line], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], KITUO_CONFIG: '/dev/null' },
  })
  t.teardown(() => child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (said.out += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said.err += piece))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, out: () => said.out, err: () => said.err, ended }
}

const heard = (said: () => string, what: RegExp): Promise<RegExpExecArray> =>
  until(String(what), async () => what.test(said())).then(
    () => what.exec(said()) as RegExpExecArray,
  )

t.test('smsc: says where it listens, plays, and ends when it is told to', async (t) => {
  const smsc = tool(t, 'smsc', '--port', '0', '--receipt-delay', '0', '--json')
  const [, port] = await heard(smsc.err, /Listening at 127\.0\.0\.1:(\d+)/)
  const session = smpp.connect({ host: '127.0.0.1', port: Number(port) })
  t.teardown(() => session.destroy())
  session.on('error', () => undefined)
  session.on('deliver_sm', (pdu) => session.send(pdu.response()))
  await new Promise<void>((resolve) =>
    session.bind_transceiver({ system_id: 'a', password: '' }, () => resolve()),
  )
  session.submit_sm({
    source_addr: 'KITUO',
    destination_addr: '255712345678',
    registered_delivery: 1,
    short_message: 'Habari',
  })
  await heard(smsc.err, /KITUO → 255712345678: accepted, Habari/)

  const second = tool(t, 'smsc', '--port', String(port), '--json')
  t.equal(await second.ended, 5, 'the port is taken')
  t.match(JSON.parse(second.out()), { error: { code: 'address.in_use' } })

  smsc.child.kill('SIGTERM')
  t.equal(await smsc.ended, 0)
  t.match(JSON.parse(smsc.out()) as Document, { data: { submitted: 1, accepted: 1 } })
})

t.test('sink: judges signatures, fails as told, ends after so many', async (t) => {
  const place = folder(t)
  const certificate = join(place, 'sink.pem')
  const secret = 'whsec_test_0123456789abcdef'
  const post = async (url: string, timestamp: string, body: string, of = body) =>
    new Promise<number>((resolve, reject) => {
      const asked = request(
        url,
        {
          method: 'POST',
          ca: readFileSync(certificate),
          headers: {
            'x-sms-event': 'message.delivered',
            'x-sms-timestamp': timestamp,
            'x-sms-signature': sign(secret, timestamp, of),
          },
        },
        (answer) => resolve(answer.resume().statusCode ?? 0),
      )
      asked.once('error', reject)
      asked.end(body)
    })
  const now = String(Math.floor((performance.timeOrigin + performance.now()) / 1000))
  const line = ['sink', '--port', '0', '--secret', secret, '--certificate', certificate]
  const sink = tool(t, ...line, '--status', '202', '--count', '3')
  const [, url = ''] = await heard(sink.out, /Listening at (\S+)/)
  t.equal(await post(url, now, '{}'), 202)
  t.equal(await post(url, now, '{} ', '{}'), 401, 'other bytes')
  t.equal(await post(url, '1767225600', '{}'), 401, 'long ago')
  t.equal(await sink.ended, 3)
  const given = sign(secret, now, '{}')
  t.ok(
    sink
      .out()
      .includes(
        `signature right, answered 202\n  X-SMS-Timestamp: ${now}\n  X-SMS-Signature: ${given}\n  {}\n`,
      ),
    'what came stands there as it came, to be judged by hand',
  )
  t.match(sink.out(), /signature wrong[^]*signature stale/)
  t.match(sink.err(), /3 posts, 1 rightly signed, 2 not/)

  const before = readFileSync(certificate, 'utf8')
  const again = tool(t, ...line, '--json')
  await heard(again.err, /Listening/)
  t.equal(readFileSync(certificate, 'utf8'), before, 'the certificate is kept')
  again.child.kill('SIGINT')
  t.equal(await again.ended, 0)
  t.match(JSON.parse(again.out()), { data: { posts: 0 } })
})

t.test('who reads where they listen may end them at once, and is given the counts', async (t) => {
  for (const line of ['smsc', `sink --certificate ${join(folder(t), 'sink.pem')}`]) {
    let said = ''
    const code = await main(['messaging', ...line.split(' '), '--port', '0'], {
      ...nobody({ KITUO_CONFIG: '/dev/null' }),
      out: (text) => {
        said += text
        if (text.startsWith('Listening at')) process.emit('SIGINT', 'SIGINT')
      },
    })
    t.equal(code, 0, line)
    t.match(said, /^0 (submitted|posts)/m)
  }
})

t.test('what was typed wrongly is named, and nothing is begun', async (t) => {
  const no_folder = join(folder(t), 'none', 'sink.pem')
  for (const [line, code, said] of [
    [
      `sink --port 0 --certificate ${no_folder}`,
      2,
      /--certificate: .*none.* cannot be used \(ENOENT\)/,
    ],
    ['sink --port 70000', 2, /--port takes a whole number from 0 to 65535/],
    ['sink --secret short', 2, /--secret takes whsec_/],
    ['smsc --port 0 --host nobody.invalid', 2, /--host: nobody\.invalid has no address/],
    ['smsc --throughput 0', 2, /--throughput takes a whole number from 1/],
    ['verify --timestamp 1 --signature sha256=0', 2, /--secret is needed/],
    ['verify --secret whsec_x --timestamp soon --signature x', 2, /--timestamp takes seconds/],
    ['selftest --kills many', 2, /--kills takes a whole number/],
    ['bench sleep', 2, /takes one of accept, drain, webhooks, import, campaign/],
    ['bench drain --messages 0', 2, /--messages takes a whole number from 1/],
  ] as const) {
    const run = await typed(['messaging', ...line.split(' ')])
    t.equal(run.code, code, line)
    t.match(run.err, said, line)
  }
})

t.test('verify: what is not signed rightly is no success', async (t) => {
  const wrong = ['--secret', 'whsec_x', '--timestamp', '1', '--signature', 'sha256=0', '--json']
  const run = tool(t, 'verify', ...wrong)
  t.equal(await run.ended, 3)
  t.match(JSON.parse(run.out()) as Document, {
    success: false,
    data: { verdict: String },
    error: { code: 'proof.failed' },
    meta: { exit: 3 },
  })
})

t.test('selftest: every step holds, a kill among them', async (t) => {
  const run = tool(t, 'selftest', '--kills', '1', '--seed', '7', '--json')
  t.equal(await run.ended, 0, run.out())
  const { data } = JSON.parse(run.out()) as { data: { steps: { step: string; ok: boolean }[] } }
  t.equal(data.steps.length, 10)
  t.ok(data.steps.every(({ ok }) => ok))
})

t.test('bench: figures of a small run', async (t) => {
  const figures = async (what: string) => {
    const run = tool(t, 'bench', what, '--messages', '200', '--json')
    t.equal(await run.ended, 0, run.out())
    return (JSON.parse(run.out()) as { data: { figures: Record<string, number> } }).data.figures
  }
  t.match(await figures('webhooks'), { messages: 200, posts: 200, 'wrong signatures': 0 })
  t.match(await figures('import'), { contacts: 200 })
})

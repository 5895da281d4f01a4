// What docs/webhooks.md tells people to do is done here as it stands: in a shell, in node, and with
// the product's own tool.

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { sign } from '../../../db/messaging/webhooks/signature.ts'

const root = join(import.meta.dirname, '../../..')
const secret = 'whsec_test_0123456789abcdef'
const timestamp = '1767225600'
const body =
  '{"event":"message.delivered","createdAt":"2026-01-01T00:00:00.000Z","data":{"id":"11111111-1111-4111-8111-111111111111","to":"255712345678","senderId":"KLINIKI","status":"delivered","reference":"ord-1"}}'
const expected = 'sha256=de05a9836658968c762cc8bd193c917154dea27e1b0b0573d5d7ed55f257b519'

const blockOf = (kind: string): string => {
  const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
  return new RegExp(`\`\`\`${kind}\\n(?<block>[^]*?)\`\`\``).exec(page)?.groups?.['block'] ?? ''
}

t.test('receiving: the shell line of the docs gives the signature', async (t) => {
  const folder = t.testdir({ body })
  const said = spawnSync('sh', ['-c', blockOf('sh')], { cwd: folder, encoding: 'utf8' })
  t.equal(said.stdout.trim(), expected)
})

t.test('receiving: the receiver of the docs takes ours and nothing else', async (t) => {
  const folder = t.testdir({})
  const file = join(folder, 'receiver.mjs')
  writeFileSync(file, blockOf('js'))
  const { isOurs } = (await import(file)) as {
    isOurs: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  const now = String(Math.floor(performance.timeOrigin / 1000))
  const headers = { 'x-sms-timestamp': now, 'x-sms-signature': sign(secret, now, body) }
  t.equal(isOurs(secret, headers, body), true)
  t.equal(isOurs(`${secret}x`, headers, body), false)
  t.equal(isOurs(secret, headers, `${body} `), false)
  t.equal(isOurs(secret, {}, body), false)
  const old = { 'x-sms-timestamp': timestamp, 'x-sms-signature': expected }
  t.equal(isOurs(secret, old, body), false, 'older than five minutes')
})

t.test('receiving: kituo messaging verify', async (t) => {
  const verify = (input: string, at: string, signature = expected) =>
    spawnSync(
      process.execPath,
      `--no-warnings ${join(root, 'bin/kituo.ts')} messaging verify --secret ${secret} --timestamp ${timestamp} --signature ${signature} --at ${at}`.split(
        ' ',
      ),
      { input, encoding: 'utf8' },
    )
  t.match(verify(body, '1767225605'), { status: 0, stdout: /The signature is right\./ })
  t.match(verify(`${body} `, '1767225605'), { status: 3 })
  t.match(verify(body, '1767226000'), { status: 3 })
  t.match(verify(body, '1767225605', 'sha1=0'), { status: 3 })
})

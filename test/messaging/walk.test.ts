// docs/messaging.md, walked as its reader would: every command of it, in a house that was just made.

import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { served } from '../support/programs/house.ts'

t.setTimeout(600_000)
const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/messaging.md'), 'utf8')
const blocks = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

t.test('the walk: from a new house to a verified webhook', async (t) => {
  t.match(page, /```\nnpm start\n```/, 'it begins with npm start')
  t.ok(blocks.length >= 6)
  const place = folder(t)
  const data = join(place, 'data')
  const house = await served(t, data, '--first-run')
  // `npx kituo` of a clone, and the address that its reader was shown.
  const bin = join(place, 'bin')
  mkdirSync(bin)
  const npx = join(bin, 'npx')
  const program = `"${process.execPath}" --no-warnings "${join(root, 'bin/kituo.ts')}"`
  writeFileSync(npx, `#!/bin/sh\n[ "$1" = kituo ] || exit 127\nshift\nexec ${program} "$@"\n`)
  chmodSync(npx, 0o755)
  symlinkSync(process.execPath, join(bin, 'node'))
  const port = String(await freePort())
  const script = blocks
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', house.url)
    .replaceAll('8443', port)
  const began = performance.now()
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
    cwd: place,
    timeout: 600_000,
    env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, KITUO_DATA: data, HOME: place },
  })
  t.match(stdout, /"mode":"test"|"provisioned":true/, 'the account answers')
  t.match(stdout, /"status":"queued"/, 'the send is accepted')
  t.match(stdout, /message\.sent attempt 1: signature right, answered 200/)
  t.match(stdout, /message\.delivered attempt 1: signature right, answered 200/)
  t.match(stdout, /2 posts, 2 rightly signed, 0 not\./)
  t.match(stdout, /\n {2}X-SMS-Signature: sha256=[0-9a-f]{64}\n/, 'what came is shown')
  t.match(
    stdout,
    /\n(?<by_hand>sha256=[0-9a-f]{64})\n\k<by_hand>\nright\nThe signature is right\./,
    'openssl, node and the tool agree with what was posted',
  )
  // Each line really ran: a variable that a step left empty would have ended the script.
  t.equal(blocks.join('').match(/npx kituo messaging/g)?.length, 7)
  t.comment(`walked in ${Math.round((performance.now() - began) / 1000)} s`)
})

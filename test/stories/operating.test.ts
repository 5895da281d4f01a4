// The walk of docs/operating.md: every fenced line of it, one after the other in one shell.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'
import { serverDatabase, server } from '../support/server.ts'

// What the machine needs when it is busy; the file's own limit would cut the test short.
t.setTimeout(600_000)

const page = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh walk(?<more> postgres)?\n(?<lines>.*?)^```$/gms)]

t.test('the walk of docs/operating.md', { timeout: 600_000 }, async (t) => {
  const dir = folder(t)
  const bin = join(dir, 'bin')
  mkdirSync(bin)
  const program = join(import.meta.dirname, '../../bin/kituo.ts')
  writeFileSync(
    join(bin, 'kituo'),
    `#!/bin/sh\nexec "${process.execPath}" --no-warnings "${program}" "$@"\n`,
    { mode: 0o755 },
  )
  const walked = blocks.filter(({ groups }) => groups?.['more'] === undefined || server)
  t.ok(walked.length >= 4, `${walked.length} of ${blocks.length} blocks`)
  const script = walked.map(({ groups }) => groups?.['lines'] ?? '').join('\n')
  const end = 'trap \'for one in $(jobs -p); do kill "$one" 2> /dev/null; done; wait\' EXIT\n'
  const child = spawn('bash', ['-c', `set -euxo pipefail\n${end}${script}`], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: dir,
      KITUO_DATA_DIR: join(dir, 'data'),
      PORT: String(await freePort()),
      PORT2: String(await freePort()),
      POSTGRES: server === undefined ? '' : await serverDatabase(t),
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => void (said += piece.toString()))
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  // The last words first: a list of what failed shows the beginning of a name.
  const last = said.trimEnd().split('\n').slice(-6).join(' | ').slice(-200)
  t.equal(code, 0, `the walk ends well: ${last}\n${said.slice(-3000)}`)
  t.match(said, /till\.pem: OK/)
})

async function freePort(): Promise<number> {
  const socket = createServer()
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
  const address = socket.address()
  await new Promise((resolve) => socket.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

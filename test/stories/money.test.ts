// The walk of docs/money.md: every fenced line of it, one after the other in one shell. What is done
// in the new year is done with the clock of the commands on 3 February.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/money.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh walk(?<later> new year)?\n(?<lines>.*?)^```$/gms)]
const later = `${new Date().getUTCFullYear() + 1}-02-03T07:15:00.000Z`

t.setTimeout(600_000)
t.test('the walk of docs/money.md', { timeout: 600_000 }, async (t) => {
  const dir = folder(t)
  const bin = join(dir, 'bin')
  mkdirSync(bin)
  const program = join(import.meta.dirname, '../../bin/kituo.ts')
  const clock = join(import.meta.dirname, '../support/programs/clock-at.ts')
  writeFileSync(
    join(bin, 'kituo'),
    `#!/bin/sh\nexec "${process.execPath}" --no-warnings --import "${clock}" "${program}" "$@"\n`,
    { mode: 0o755 },
  )
  t.ok(blocks.length >= 10, `${blocks.length} blocks`)
  t.equal(blocks.length, page.match(/^```sh/gm)?.length, 'no fenced line is left out')
  const script = blocks
    .map(({ groups }) =>
      groups?.['later'] === undefined
        ? groups?.['lines']
        : `export KITUO_TEST_CLOCK=${later}\n${groups['lines']}`,
    )
    .join('\n')
  const end = 'trap \'for one in $(jobs -p); do kill "$one" 2> /dev/null; done; wait\' EXIT\n'
  const child = spawn('bash', ['-c', `set -euxo pipefail\n${end}${script}`], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: dir,
      KITUO_DATA_DIR: join(dir, 'data'),
      PORT: String(await freePort()),
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => void (said += piece.toString()))
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  // The last words first: a list of what failed shows the beginning of a name.
  const last = said.trimEnd().split('\n').slice(-6).join(' | ').slice(-200)
  t.equal(code, 0, `the walk ends well: ${last}\n${said.slice(-4000)}`)
  t.match(said, /You asked for this refund: somebody else must pay it/)
  t.match(said, /No differences in \d+ entries/)
  t.match(said, /\[FAIL\] C02 the year ends on/)
  t.match(said, /Ready: kituo fiscal-year close/)
  t.match(said, /closed, version 1, .+ by cli:/)
  t.match(said, /closed, version 2, .+ by cli:/)
  t.match(said, / is open again\./)
})

async function freePort(): Promise<number> {
  const socket = createServer()
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
  const address = socket.address()
  await new Promise((resolve) => socket.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

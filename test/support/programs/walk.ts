// The fenced lines of docs/operating.md, one after the other in one shell, as somebody types them.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { folder } from '../folder.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
const blocks = [...page.matchAll(/^```sh walk(?: (?<kind>\w+))?\n(?<lines>.*?)^```$/gms)]

/** Of these kinds; '' is a block without a word of its own. */
export const linesOf = (...kinds: readonly string[]): string[] =>
  blocks
    .filter(({ groups }) => kinds.includes(groups?.['kind'] ?? ''))
    .map(({ groups }) => groups?.['lines'] ?? '')

/** Ends what was started in the background, however the walk ended. */
const at_the_end = 'trap \'for one in $(jobs -p); do kill "$one" 2> /dev/null; done; wait\' EXIT\n'

export async function walk(
  t: Test,
  lines: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const dir = folder(t)
  const bin = join(dir, 'bin')
  mkdirSync(bin)
  const program = join(import.meta.dirname, '../../../bin/kituo.ts')
  writeFileSync(
    join(bin, 'kituo'),
    `#!/bin/sh\nexec "${process.execPath}" --no-warnings "${program}" "$@"\n`,
    { mode: 0o755 },
  )
  const script = `set -euxo pipefail\n${at_the_end}${lines.join('\n')}`
  const child = spawn('bash', ['-c', script], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${bin}:${process.env['PATH']}`, HOME: dir, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => void (said += piece.toString()))
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  // The last words first: a list of what failed shows the beginning of a name.
  const last = said.trimEnd().split('\n').slice(-6).join(' | ').slice(-200)
  t.equal(code, 0, `the walk ends well: ${last}\n${said.slice(-3000)}`)
  return said
}

/** Below the ports that the kernel hands out by itself: nobody is given it meanwhile. */
export async function quietPort(): Promise<string> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000)
    const socket = createServer()
    const free = await new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false))
      socket.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise<void>((resolve) => socket.close(() => resolve()))
    if (free) return String(port)
  }
}

// A house of a test's own, served by a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import type { Test } from 'tap'

export interface Served {
  child: ChildProcess
  url: string
  /** Everything it has said so far. */
  said: () => string
  /** What it said that fits; waited for until it is said. */
  hear: (what: RegExp) => Promise<RegExpExecArray>
  ended: Promise<number | null>
}

const program = join(import.meta.dirname, '../../../bin/kituo.ts')

export const served = (t: Test, dir: string, ...flags: string[]): Promise<Served> =>
  servedAsIs(t, dir, '--listen', '127.0.0.1:0', ...flags)

/** Where its configuration says, or a first run finds room. */
export async function servedAsIs(t: Test, dir: string, ...flags: string[]): Promise<Served> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', program, 'serve', '--data', dir, ...flags],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } },
  )
  t.teardown(() => child.kill('SIGKILL'))
  const said = new EventEmitter()
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      said.emit('more')
    })
  }
  const ended = once(child, 'exit').then(([code]) => {
    said.emit('more')
    return code as number | null
  })
  const hear = async (what: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = what.exec(text)
      if (found !== null) return found
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended: ${text}`)
      await once(said, 'more')
    }
  }
  const ready = await hear(/"msg":"ready".*"address":"(?<url>[^" ]+)/)
  return { child, url: ready.groups?.['url'] ?? '', said: () => text, hear, ended }
}

// A house of a test's own, served by a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Test } from 'tap'

export interface Served {
  child: ChildProcess
  url: string
  /** Everything it has said so far. */
  said: () => string
  ended: Promise<number | null>
}

const program = join(import.meta.dirname, '../../bin/kituo.ts')

export async function served(t: Test, dir: string, ...flags: string[]): Promise<Served> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', program, 'serve', '--data', dir, '--listen', '127.0.0.1:0', ...flags],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] } },
  )
  t.teardown(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      said += piece.toString()
      const url = /"msg":"ready".*(?<url>http:\/\/[^" ]+)/.exec(said)?.groups?.['url']
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`it did not become ready: ${said}`)))
  })
  return { child, url: await ready, said: () => said, ended }
}

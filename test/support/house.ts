// A house of a test's own, served by a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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
  child.stderr?.on('data', (piece: Buffer) => (said += piece.toString()))
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    said += `${line}\n`
    const url = /"msg":"ready".*(?<url>http:\/\/[^" ]+)/.exec(line)?.groups?.['url']
    if (url === undefined) continue
    child.stdout?.on('data', (piece: Buffer) => (said += piece.toString()))
    child.stdout?.resume()
    return { child, url, said: () => said, ended }
  }
  throw new Error(`it did not become ready: ${said}`)
}

// A house of its own to try messaging in: this very program, served in a folder that goes away
// afterwards, with an operator and a receiver on this machine. No real data are near.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { packaged } from '../../db/core/assets.ts'
import type { Document } from '../../db/appliance/deployment/line.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { main } from '../main.ts'
import type { Terminal } from '../frame/terminal.ts'

export interface Reply<T = Record<string, unknown>> {
  status: number
  body: T
}

export interface Lab {
  readonly dir: string
  readonly url: () => string
  readonly pid: () => number
  /** A command as it would be typed; its document, or why not. */
  ask(...line: string[]): Promise<Document>
  /** A call of the messaging API. */
  call<T>(key: string, method: string, path: string, body?: unknown): Promise<Reply<T>>
  /** SIGKILL, and the same house again. */
  killAndServe(): Promise<void>
  close(): Promise<void>
}

// A program that ends is told at once; a machine that has much to do takes its time.
const start_patience_ms = 120_000
const end_patience_ms = 15_000
const command_patience = '2m'

/** `program`: a packaged one to be tried; otherwise this very program. */
export async function openLab({ program }: { program?: string } = {}): Promise<Lab> {
  const dir = mkdtempSync(join(tmpdir(), 'kituo-messaging-'))
  let child: ChildProcess | null = null
  let url = ''
  const serve = async (first: boolean): Promise<void> => {
    const began = await served(dir, first, program)
    child = began.child
    url = began.url
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => child?.kill('SIGKILL'), end_patience_ms)
    await gone
    clearTimeout(timer)
  }
  const close = async (): Promise<void> => {
    await end('SIGTERM')
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await serve(true)
  } catch (error) {
    await close()
    throw error
  }
  return {
    dir,
    url: () => url,
    pid: () => child?.pid ?? 0,
    ask: (...line) => asked(dir, line),
    call: (key, method, path, body) => called(url, key, method, path, body),
    async killAndServe() {
      await end('SIGKILL')
      await serve(false)
    },
    close,
  }
}

/** Through a shell that becomes it: the packaged program then starts as if somebody typed it. */
async function served(
  dir: string,
  first: boolean,
  file: string | undefined,
): Promise<{ child: ChildProcess; url: string }> {
  const log = join(dir, 'serve.log')
  const said = openSync(log, 'a', 0o600)
  const from = readFileSync(log, 'utf8').length
  const source = ['--no-warnings', join(import.meta.dirname, '../../bin/kituo.ts')]
  const program = packaged || file !== undefined ? [] : source
  const data = join(dir, 'data')
  const line = ['serve', '--data', data, '--listen', '127.0.0.1:0', '--allow-root']
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      'exec "$0" "$@"',
      file ?? process.execPath,
      ...program,
      ...line,
      ...(first ? ['--first-run'] : []),
    ],
    { stdio: ['ignore', said, said], env: environment() },
  )
  closeSync(said)
  const until = performance.now() + start_patience_ms
  for (;;) {
    const text = readFileSync(log, 'utf8').slice(from)
    const ready = /"msg":"ready".*"address":"(?<url>[^" ]+)/.exec(text)?.groups?.['url']
    if (ready !== undefined) return { child, url: ready }
    const late = performance.now() > until
    if (late || child.exitCode !== null || child.signalCode !== null) {
      child.kill('SIGKILL')
      const last = text.trim().split('\n').slice(-3).join(' ').slice(0, 600)
      throw new Refusal(503, 'daemon.silent', `A house of its own did not start: ${last}`)
    }
    await wait(50)
  }
}

/** Nothing of the house that may run here: neither its configuration nor its data. */
function environment(): NodeJS.ProcessEnv {
  const ours = ['UV_THREADPOOL_SIZE', 'MALLOC_ARENA_MAX', 'KITUO_CHECK_REPLIES']
  const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR', ...ours]
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

async function asked(dir: string, line: readonly string[]): Promise<Document> {
  let out = ''
  const terminal: Terminal = {
    env: environment(),
    in_is_terminal: false,
    out_is_terminal: false,
    err_is_terminal: false,
    columns: null,
    out: (text) => void (out += text),
    err: () => undefined,
    ask: async () => null,
    onInterrupt: () => () => undefined,
    exit: () => undefined,
  }
  // A house that does not answer is a finding, not a reason to wait for ever.
  const common = ['--json', '--yes', '--timeout', command_patience, '--data', join(dir, 'data')]
  await main([...line, ...common], terminal)
  return JSON.parse(out) as Document
}

const call_patience_ms = 60_000

async function called<T>(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply<T>> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(call_patience_ms),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as T }
}

// The program as its users type it: packaged when there is one (npm run package), else the clone.

import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Document } from '../../db/appliance/deployment/line.ts'

const packaged = join(import.meta.dirname, '../../dist/kituo')
const clone = join(import.meta.dirname, '../../bin/kituo.ts')
export const is_packaged = existsSync(packaged)
export const which = is_packaged ? 'dist/kituo' : 'the clone'
export const program = is_packaged ? packaged : process.execPath
const root = join(import.meta.dirname, '../..')

/** What stands behind the program: in a clone as scripts/runtime.mjs starts it. */
export const wordsOf = (line: readonly string[]): string[] =>
  is_packaged
    ? [...line]
    : [
        '--no-warnings',
        '--disable-sigusr1',
        '--max-semi-space-size=4',
        ...(line[0] === 'tui' ? ['--import', join(root, 'scripts/tsx-hook.mjs')] : []),
        clone,
        ...line,
      ]

const control_dir = mkdtempSync(join(tmpdir(), 'kituo-bench-run-'))
process.once('exit', () => rmSync(control_dir, { recursive: true, force: true }))

/** What the system of the measuring process is set to must not be measured along. */
export const env: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  KITUO_CONFIG: '/dev/null',
  ...(is_packaged
    ? // Not that of an installation on this machine; and spoken to without a certificate, as the clone is.
      { KITUO_CONTROL_DIR: control_dir, KITUO_TLS_MODE: 'off', KITUO_LISTEN: '127.0.0.1:8443' }
    : {
        UV_THREADPOOL_SIZE: '16',
        MALLOC_ARENA_MAX: '2',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/kituo'),
      }),
}

export interface Typed {
  exit: number
  document: Document
  ms: number
}

/** A command with its document. */
export async function typed(...line: readonly string[]): Promise<Typed> {
  const began = performance.now()
  const child = spawn(program, wordsOf([...line, '--json']), {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => void (said += piece))
  const [exit] = (await once(child, 'close')) as [number]
  return { exit, document: JSON.parse(said) as Document, ms: performance.now() - began }
}

export interface House {
  child: ChildProcess
  url: string
  said: () => string
  hear: (what: RegExp) => Promise<RegExpExecArray>
  /** How it ended, and how long that took. */
  stop: (signal?: NodeJS.Signals) => Promise<{ exit: number | null; ms: number }>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const one of running) one.kill('SIGKILL')
})

/** A house that is READY, at a port of its own. */
export async function serve(data: string, ...flags: readonly string[]): Promise<House> {
  const line = ['serve', '--allow-root', '--data', data, '--listen', '127.0.0.1:0', ...flags]
  const child = spawn(program, wordsOf(line), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = once(child, 'exit') as Promise<[number | null]>
  const told = new EventEmitter()
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
      told.emit('more')
    })
  }
  child.once('exit', () => {
    running.delete(child)
    told.emit('more')
  })
  const hear = async (what: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = what.exec(said)
      if (found !== null) return found
      if (child.exitCode !== null) throw new Error(`the house ended: ${said}`)
      await once(told, 'more')
    }
  }
  const ready = await hear(/"msg":"ready".*"address":"(?<url>[^" ]+)/)
  return {
    child,
    url: ready.groups?.['url'] ?? '',
    said: () => said,
    hear,
    async stop(signal = 'SIGTERM') {
      const began = performance.now()
      child.kill(signal)
      const [exit] = await ended
      return { exit, ms: performance.now() - began }
    },
  }
}

/** Of a house that was begun with --first-run. */
export const passwordOf = async ({ hear }: House): Promise<string> =>
  (await hear(/Password +(?<word>\S+)/)).groups?.['word'] ?? ''

export async function signIn({ url }: House, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'admin', password }),
  })
  const { data } = (await answer.json()) as { data: { tokens: { access_token: string } } }
  return data.tokens.access_token
}

/** Seconds of a processor since its start, threads included. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

// Daemons of a test's own, and asking them over the wire as a browser does.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DatabaseAddress } from '../../../db/store/connection.ts'
import type { Tap } from '../boot.ts'

export interface DaemonSetting {
  address: DatabaseAddress
  folder: string
  /** Sign-ins a minute and address. */
  sign_in?: number
}

export interface DaemonProcess {
  url: string
  child: ChildProcess
  /** Errors it logged. */
  said(): string
  kill(signal?: NodeJS.Signals): Promise<void>
}

const script = join(import.meta.dirname, 'daemon.ts')

export async function daemonOn(tap: Tap, setting: DaemonSetting): Promise<DaemonProcess> {
  const child = spawn(process.execPath, ['--no-warnings', script, JSON.stringify(setting)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', KITUO_CHECK_REPLIES: '' },
  })
  const ended = once(child, 'exit')
  tap.teardown(() => child.kill('SIGKILL'))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      said += piece.toString()
      const found = /^ready (?<url>\S+)$/m.exec(said)?.groups?.['url']
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`it did not start: ${said}`)))
  })
  return {
    url,
    child,
    said: () => said,
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      await ended
    },
  }
}

export interface Heard {
  /** 0: nobody answered, and what became of the request is unknown. */
  status: number
  message: string
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}

/** One request over the wire; a connection that breaks is an answer too. */
export async function over(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Heard> {
  try {
    const raw = body instanceof Uint8Array
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const { message = '', data = null } = JSON.parse(text) as Partial<Heard>
    return { status: answer.status, message, data }
  } catch {
    return { status: 0, message: '', data: null }
  }
}

export { until } from './until.ts'

// A PostgreSQL server of a test's own, which it may stop, start and treat badly.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tap } from '../boot.ts'

const versions = '/usr/lib/postgresql'
const bin = existsSync(versions)
  ? readdirSync(versions)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(versions, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined

export const without_programs: string | false =
  bin === undefined ? 'needs the programs of a PostgreSQL server' : false

export interface OwnServer {
  url: string
  start(): void
  /** `immediate` is a crash: nothing is written down. */
  stop(mode?: 'fast' | 'immediate'): void
}

export async function ownServer(tap: Tap, ...settings: string[]): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kituo-pg-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  const as_root = process.getuid?.() === 0
  if (as_root) {
    // The server consents to no superuser of the machine.
    const [uid, gid] = ['-u', '-g'].map((what) =>
      Number(execFileSync('id', [what, 'postgres']).toString()),
    )
    chmodSync(folder, 0o711)
    chownSync(home, uid ?? 0, gid ?? 0)
  }
  const call = (program: string, ...args: string[]): void => {
    const line = [join(bin ?? '', program), ...args]
    const [first = '', ...rest] = as_root ? ['runuser', '-u', 'postgres', '--', ...line] : line
    execFileSync(first, rest, { cwd: home, stdio: 'ignore' })
  }
  const data = join(home, 'data')
  const port = await freePort()
  const options = [`-p ${port}`, '-h 127.0.0.1', `-k ${home}`, ...settings].join(' ')
  const server: OwnServer = {
    url: `postgres://kituo@127.0.0.1:${port}/postgres`,
    start: () => call('pg_ctl', '-D', data, '-l', join(home, 'log'), '-o', options, '-w', 'start'),
    stop: (mode = 'fast') => call('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
  }
  call('initdb', '-D', data, '-U', 'kituo', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  server.start()
  tap.teardown(() => {
    try {
      server.stop('immediate')
    } catch {
      // It is down already.
    }
    rmSync(folder, { recursive: true, force: true })
  })
  return server
}

async function freePort(): Promise<number> {
  const socket = createServer()
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
  const address = socket.address()
  await new Promise((resolve) => socket.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

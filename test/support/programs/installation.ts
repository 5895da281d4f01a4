// An installation as install.sh leaves it, in a folder of a test's own, and releases to bring in: the
// same program under another version, with a migration more or with an illness.

import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from 'tap'
import type { Document } from '../../../db/appliance/deployment/line.ts'
import { version } from '../../../db/core/version.ts'
import { folder } from '../folder.ts'

const clone = join(import.meta.dirname, '../../..')
/** In one piece where a run of the whole suite has put it together; what a hook replaces lies apart there too. */
const program = join(
  clone,
  process.env['KITUO_TEST_BUILT'] === '1' ? '.tap/program/kituo.mjs' : 'bin/kituo.ts',
)

export interface Build {
  version: string
  /** Brings one migration more. */
  migrates?: boolean
  /** Never gets ready. */
  ill?: boolean
  /** Says so little of itself. */
  calls_itself?: string
}

export async function installation(t: Test) {
  const at = (path: string): string => join(root, path)
  const root = folder(t)
  for (const path of ['etc', 'opt/versions', 'data', 'backups', 'releases', 'builds']) {
    mkdirSync(at(path), { recursive: true, mode: 0o700 })
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(at('etc/release-keys.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  writeFileSync(
    at('etc/kituo.toml'),
    `listen = ["127.0.0.1:0"]\ndata.dir = "${at('data')}"\nbackup.hourly = false\n[[backup.repositories]]\nname = "local"\npath = "${at('backups')}"\n`,
  )
  const service = at('service')
  writeFileSync(
    service,
    `#!/bin/sh
program='${at('opt/current/kituo')}'
export KITUO_CONFIG='${at('etc/kituo.toml')}'
case $1 in
  start) setsid "$program" serve >> '${at('house.log')}' 2>&1 < /dev/null & echo $! >> '${at('pids')}' ;;
  # As a service manager does it: once this is over, the program has ended.
  stop) "$program" stop --yes > /dev/null 2>&1 || kill "$(tail -n 1 '${at('pids')}')" 2> /dev/null
    while kill -0 "$(tail -n 1 '${at('pids')}')" 2> /dev/null; do sleep 0.1; done ;;
esac
`,
    { mode: 0o755 },
  )
  writeFileSync(at('etc/install.conf'), `prefix=${at('opt')}\nservice=${service}\nsystemd=no\n`)
  writeProgram(join(at('opt/versions'), version), { version })
  symlinkSync(`versions/${version}`, at('opt/current'))
  t.teardown(() => {
    const pids = spawnSync('cat', [at('pids')], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
    for (const pid of pids.filter(Boolean)) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It ended before.
      }
    }
  })

  const release = (build: Build, signed = true): string =>
    releaseIn(at('releases'), at('builds'), build, signed ? privateKey : null)
  /** By whatever version is in use. */
  const kituo = (words: readonly string[]): Promise<Document> =>
    new Promise((resolve, reject) => {
      execFile(
        at('opt/current/kituo'),
        [...words, '--json'],
        { env: { ...process.env, KITUO_CONFIG: at('etc/kituo.toml') }, maxBuffer: 1e8 },
        (error, stdout, stderr) => {
          if (stdout.startsWith('{')) resolve(JSON.parse(stdout) as Document)
          else reject(new Error(`${words.join(' ')}: ${error?.message}\n${stderr}`))
        },
      )
    })
  /** Killed so many milliseconds after it said that it had begun this phase. */
  const killed = (words: readonly string[], phase: string, after_ms: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(at('opt/current/kituo'), [...words, '--jsonl'], {
        env: { ...process.env, KITUO_CONFIG: at('etc/kituo.toml') },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (piece: string) => {
        const before = said.includes(`"phase":"${phase}"`)
        said += piece
        if (before || !said.includes(`"phase":"${phase}"`)) return
        setTimeout(() => child.kill('SIGKILL'), after_ms)
      })
      child.once('exit', (_code, signal) =>
        signal === 'SIGKILL' ? resolve() : reject(new Error(`it ended first: ${said}`)),
      )
    })
  const current = (): string => readlinkSync(at('opt/current')).replace('versions/', '')
  const generation = (): string => readlinkSync(at('data/current')).replace('gen/', '')
  const start = (): void => void spawnSync(service, ['start'])
  return { at, release, kituo, killed, current, generation, start }
}

const set_up = ['init', '--name', 'St Mary', '--code', 'st-mary', '--country', 'TZ'] as const
const administrator = ['--admin-name', 'Asha Komba', '--no-input'] as const

/** With a hospital in it, started and READY. */
export async function installedHouse(
  t: Test,
  { password, postgres }: { password?: string; postgres?: string } = {},
) {
  const here = await installation(t)
  if (postgres !== undefined) {
    const engine = `database.engine = "postgres"\ndatabase.url = "${postgres}"\n`
    const file = here.at('etc/kituo.toml')
    writeFileSync(file, engine + readFileSync(file, 'utf8'))
  }
  if (password !== undefined) writeFileSync(here.at('password'), password, { mode: 0o600 })
  const kept = password === undefined ? [] : ['--admin-password-file', here.at('password')]
  const words = ['--recovery-out', here.at('recovery.txt')]
  const made = await here.kituo([...set_up, ...administrator, ...kept, ...words])
  if (!made.success) throw new Error(made.message)
  /** Answers the version that runs. */
  const ready = async (): Promise<string | undefined> => {
    for (let tries = 0; tries < 150; tries++) {
      const { data } = await here.kituo(['status'])
      const { daemon } = (data ?? {}) as { daemon?: { state: string; version: string } }
      if (daemon?.state === 'READY') return daemon.version
      await wait(200)
    }
    throw new Error(`not ready: ${readFileSync(here.at('house.log'), 'utf8').slice(-1500)}`)
  }
  here.start()
  await ready()
  return { ...here, ready }
}

/** One file, as the packaged program is: install.sh copies nothing beside it. */
function writeProgram(dir: string, { version: number, migrates, ill, calls_itself }: Build): void {
  mkdirSync(dir, { recursive: true })
  const hooks = `import { registerHooks } from 'node:module'
const sources = {
  '/db/core/version.ts': "export const version = '${calls_itself ?? number}'",
  ${
    migrates === true
      ? `'/db/store/migrations/list.ts': "import { steps as foundation } from './0001-foundation.ts'; export const migrations = [{ name: '0001-foundation', steps: async () => foundation }, { name: '0002-motto', steps: async () => [{ add: 'hospitals', column: 'motto', word: 'text 60?' }] }]",`
      : ''
  }
}
registerHooks({
  load(url, context, next) {
    const source = Object.entries(sources).find(([end]) => url.endsWith(end))?.[1]
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
`
  writeFileSync(
    join(dir, 'kituo'),
    `#!/bin/sh
${ill === true ? 'if [ "$1" = serve ]; then exit 1; fi' : ''}
exec "${process.execPath}" --no-warnings --import "data:text/javascript;base64,${Buffer.from(hooks).toString('base64')}" "${program}" "$@"
`,
    { mode: 0o755 },
  )
}

const digestOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

/** A release as `npm run package` makes it: an archive, and beside it its checksum, signed. */
export function releaseIn(folder: string, builds: string, build: Build, key: KeyObject | null) {
  const name = `kituo-${build.version}-linux-${process.arch}`
  const inside = join(builds, name)
  writeProgram(inside, build)
  copyFileSync(join(clone, 'install.sh'), join(inside, 'install.sh'))
  const summed = (where: string, files: readonly string[]): void => {
    const lines = files.map((file) => `${digestOf(join(where, file))}  ${file}\n`).join('')
    writeFileSync(join(where, 'SHA256SUMS'), lines)
    const signature = key === null ? '' : sign('sha256', Buffer.from(lines), key)
    writeFileSync(join(where, 'SHA256SUMS.sig'), signature)
  }
  summed(inside, ['kituo', 'install.sh'])
  const file = join(folder, `${name}.tar.gz`)
  execFileSync('tar', ['-czf', file, '-C', builds, name])
  summed(folder, [`${name}.tar.gz`])
  return file
}

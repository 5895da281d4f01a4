// A new machine in the place of a lost one, in one command (OPS-85).

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { becomeTheOther, findBackup } from '../../../db/appliance/backups/new-machine.ts'
import { createDeployment } from '../../../db/appliance/deployment/create.ts'
import { readConfiguration } from '../../../db/appliance/configuration/read.ts'
import { readSecrets } from '../../../db/appliance/secrets/secrets.ts'
import { folder } from '../../support/folder.ts'
import { served } from '../../support/programs/house.ts'
import { server, serverDatabase } from '../../support/programs/server.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)
const program = join(import.meta.dirname, '../../../bin/kituo.ts')
const at = folder(t)
const lost = join(at, 'lost', 'data')
const own = { env: { KITUO_CONFIG: join(at, 'lost', 'kituo.toml') } }
const words = `${lost}.words`
mkdirSync(join(at, 'lost'))
writeFileSync(own.env.KITUO_CONFIG, '')
const line = (...more: string[]) => [...more, '--data', lost]

t.before(async () => {
  const made = await typedJson(
    line('init', '--name', 'St Mary', '--code', 'st-mary', '--admin-name', 'Asha').concat([
      '--recovery-out',
      words,
    ]),
    own,
  )
  if (!made.success) throw new Error(made.message)
  await typed(line('config', 'set', 'listen', '127.0.0.1:9'), own)
  await typed(line('config', 'set', 'backup.keep_daily', '9'), own)
  await typed(
    line('department', 'create', 'BURNS', '--name', 'Burns unit', '--kind', 'CLINICAL'),
    own,
  )
  await typed(line('mail', 'set', '--host', 'mail.example.org'), own)
  const backup = await typedJson(line('backup', 'create'), own)
  if (!backup.success) throw new Error(backup.message)
})

interface Machine {
  dir: string
  file: string
  world: { env: { KITUO_CONFIG: string } }
  run: (...words: string[]) => ReturnType<typeof typedJson>
}

function machine(settings = ''): Machine {
  const here = folder(t)
  const dir = join(here, 'data')
  const file = join(here, 'kituo.toml')
  writeFileSync(file, settings)
  const world = { env: { KITUO_CONFIG: file } }
  return { dir, file, world, run: (...words) => typedJson([...words, '--data', dir], world) }
}

const repository = join(lost, 'backups')
const again = (from: string) => ['init', '--from-backup', from, '--key-file', words]

t.test(
  'a new machine: data, keys, authorities and settings are the old ones (OPS-106, OPS-41)',
  async (t) => {
    const { run, file, dir } = machine('listen = ["127.0.0.1:8"]\n')
    const made = await run(...again(join(repository, 'latest')))
    t.match(made, {
      success: true,
      data: { hospital: { code: 'st-mary' }, from_backup: /-manual\.kbk$/, admin: null },
      next: ['kituo serve', 'kituo outbound show'],
    })
    t.match(await run('department', 'list', '--search', 'BURNS'), { data: [{ code: 'BURNS' }] })
    const authority = (await typedJson(line('ca', 'show'), own)).data
    t.same((await run('ca', 'show')).data, authority, 'whoever trusts the old one trusts this one')
    const settings = readConfiguration({ file })
    t.equal(settings.get('backup.keep_daily'), 9)
    t.same(settings.get('listen'), [{ host: '127.0.0.1', port: 8 }], 'this machine’s own stays')
    t.match(await run('outbound', 'show'), { data: [{ state: /held: restored/ }, {}, {}] })
    t.match(await run('database', 'check'), { success: true })
    t.match(await run('audit', 'verify'), { success: true })
    t.same(readdirSync(join(dir, 'gen')), ['0002'], 'there is no going back to an empty house')
    t.match(made.warnings, [{ code: 'backup.machine_only' }], 'new backups, new words')
    t.match(readFileSync(join(dir, 'attachments', 'STORE'), 'utf8'), /^[0-9a-f-]{36}\n$/)
    const house = await served(t, dir, '--config', file)
    t.match(await run('status'), {
      data: { daemon: { state: 'READY' }, banners: [/^Outgoing work is HELD, after a restore/] },
    })
    house.child.kill('SIGTERM')
    t.equal(await house.ended, 0, 'keys and files fit, and no move is asked about')
    t.match(await run(...again(join(repository, 'latest'))), {
      error: { code: 'exists.different' },
      message: 'St Mary stands here already. To put a backup back: kituo backup restore',
    })
  },
)

t.test('a new machine: from one file, which becomes its first repository', async (t) => {
  const file = join(at, 'export.tar')
  await typedJson(line('backup', 'export', 'latest', '--out', file), own)
  const { run } = machine()
  const made = await run(...again(file))
  t.match(made, { success: true, data: { from_backup: /-manual\.kbk$/ } }, made.message)
  t.match(made.warnings, [{ code: 'config.left', message: /about the other machine: listen\. / }])
  t.match(await run('backup', 'key', 'test', '--file', words), { success: true })
  t.match(await run('backup', 'create'), { success: true })
})

t.test('a new machine: the words may be typed', async (t) => {
  const { dir, world } = machine()
  const from = ['init', '--from-backup', join(repository, 'latest'), '--data', dir]
  const said = await typed(from, { ...world, answers: [readFileSync(words, 'utf8')] })
  t.match(said, { code: 0, err: /Recovery words or passphrase: / })
})

t.test('a new machine: what does not fit is said before anything is made', async (t) => {
  const { dir, run } = machine()
  const wrong = join(at, 'wrong')
  writeFileSync(wrong, 'not the phrase\n')
  const latest = join(repository, 'latest')
  const table: [string[], number, RegExp][] = [
    [['init', '--from-backup', latest], 2, /--key-file is needed/],
    [
      ['init', '--from-backup', latest, '--key-file', wrong],
      11,
      /^this passphrase opens none of the \d slots \(/,
    ],
    [['init', '--from-backup', latest, '--key-file', join(at, 'x')], 2, /cannot be read/],
    [again(join(repository, 'nothing')), 2, /there is no backup nothing/],
    [again(join(at, 'nothing')), 2, /there is no backup/],
    [again(wrong), 10, /damaged/],
  ]
  for (const [argv, exit, says] of table) {
    const { meta, message } = await run(...argv)
    t.match({ exit: meta.exit, message }, { exit, message: says }, argv.join(' '))
  }
  t.equal(existsSync(join(dir, 'current')), false)
})

t.test('a new machine: cut off halfway, the same command goes on', async (t) => {
  const { dir, file, run } = machine()
  const configuration = readConfiguration({ file, flags: { 'data.dir': dir } })
  const holding = { kind: 'recovery', words: readFileSync(words, 'utf8').trim() } as const
  const found = await findBackup(configuration, join(repository, 'latest'), holding)
  becomeTheOther(configuration, found, {})
  const made = await createDeployment(configuration, { command: 'a test', env: {} })
  await made.close()
  t.match(await run('status'), { success: false }, 'an empty house is no house')
  const again_so = await run(...again(join(repository, 'latest')))
  t.match(again_so, { success: true }, again_so.message)
  t.match(await run('department', 'list', '--search', 'BURNS'), { data: [{ code: 'BURNS' }] })
})

t.test('a new machine: cut off when the data were there, nothing empty stays', async (t) => {
  const { dir, run } = machine()
  t.match(await run(...again(join(repository, 'latest'))), { success: true })
  const empty = join(dir, 'gen', '0001')
  cpSync(join(dir, 'gen', '0002'), empty, { recursive: true })
  writeFileSync(join(empty, 'EMPTY'), '')
  t.match(await run(...again(join(repository, 'latest'))), {
    success: true,
    message: 'St Mary is here again.',
  })
  t.same(readdirSync(join(dir, 'gen')), ['0002'])
})

t.test('a new machine: secrets that an operator put here stay', async (t) => {
  const { dir, run } = machine()
  mkdirSync(dir, { mode: 0o700 })
  const secrets = join(dir, 'secrets.toml')
  const before = 'database_password = "ours"\nmetrics_token = "our own token of sixteen"\n'
  writeFileSync(secrets, before, { mode: 0o600 })
  t.match(await run(...again(join(repository, 'latest'))), { success: true })
  const mine = readSecrets(secrets, {})
  const { app_key, ca_key } = readSecrets(join(lost, 'secrets.toml'), {})
  t.match(mine, { database_password: 'ours', metrics_token: 'our own token of sixteen' })
  t.match(mine, { app_key, ca_key })
})

t.test(
  'a new machine: root leaves nothing of its own, and writes where it may (OPS-42)',
  { skip: process.getuid?.() !== 0 && 'only root can give files away' },
  async (t) => {
    const here = folder(t)
    chmodSync(here, 0o755)
    const [etc, own] = [join(here, 'etc'), join(here, 'root')]
    mkdirSync(etc, { mode: 0o755 })
    mkdirSync(own, { mode: 0o700 })
    const ofService = (name: string): string => {
      const dir = join(here, name)
      mkdirSync(dir, { mode: 0o700 })
      chownSync(dir, nobody, nobody)
      return dir
    }
    const [house, backups, out] = [ofService('house'), ofService('backups'), ofService('out')]
    const [next, empty] = [ofService('next'), ofService('empty')]
    const kituo = (...argv: string[]): string => asProcess(join(etc, 'kituo.toml'), argv)
    const at = (dir: string, place: string): string[] => {
      const text = `[[backup.repositories]]\nname = "local"\npath = "${place}"\n`
      writeFileSync(join(etc, 'kituo.toml'), text)
      return ['--data', dir]
    }
    const [words_of, admin] = [join(own, 'words'), join(own, 'admin')]
    const who = ['--name', 'St Mary', '--code', 'st-mary', '--admin-name', 'Asha']
    kituo('init', ...who, '--recovery-out', words_of, '--admin-out', admin, ...at(house, backups))
    t.same([ofRoot(house), ofRoot(backups)], [[], []])
    t.same(readdirSync(own), ['admin', 'words'])
    kituo('backup', 'export', 'latest', '--out', join(out, 'e.tar'), '--data', house)
    const file = join(own, 'e.tar')
    renameSync(join(out, 'e.tar'), file)
    const key = ['--key-file', words_of]
    const said = kituo('init', '--from-backup', file, ...key, ...at(next, empty))
    t.match(said, /St Mary \(st-mary\)/)
    t.same([ofRoot(next), ofRoot(empty)], [[], []])
  },
)

const nobody = 65_534

const ofRoot = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => lstatSync(join(dir, name)).uid === 0,
  )

/** In a process of its own, because it gives its rights up. */
const asProcess = (configuration: string, argv: string[]): string =>
  execFileSync(process.execPath, ['--no-warnings', program, ...argv], {
    env: { PATH: process.env['PATH'], KITUO_CONFIG: configuration },
    stdio: ['ignore', 'pipe', 'pipe'],
  }).toString()

t.test(
  'a new machine with PostgreSQL',
  { skip: server === undefined && 'no server' },
  async (t) => {
    const { run } = machine()
    const url = join(folder(t), 'url')
    writeFileSync(url, await serverDatabase(t))
    const made = await run(...again(join(repository, 'latest')), '--database-url-file', url)
    t.match(made, { success: true }, made.message)
    t.match(await run('department', 'list', '--search', 'BURNS'), { data: [{ code: 'BURNS' }] })
    t.match(await run('database', 'info'), { data: { engine: 'postgres' } })
    const other = machine()
    const joining = await other.run(
      ...again(join(repository, 'latest')),
      '--database-url-file',
      url,
    )
    t.match(
      joining,
      { error: { code: 'exists.different' } },
      'a house that stands there is left alone',
    )
    t.match(await run('department', 'list', '--search', 'BURNS'), { data: [{ code: 'BURNS' }] })
    t.match(await run('generation', 'list'), { data: [{ state: 'LIVE' }] })
  },
)

t.test('a new machine is not an old one', async (t) => {
  const dir = join(folder(t), 'data')
  await initialised(dir)
  const other = await typedJson([...again(join(repository, 'latest')), '--data', dir])
  t.match(other, { error: { code: 'exists.different' } })
  rmSync(dir, { recursive: true })
})

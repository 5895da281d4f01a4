// A new machine in the place of a lost one, in one command (OPS-85).

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { becomeTheOther, findBackup } from '../../db/backups/new-machine.ts'
import { createDeployment } from '../../db/deployment/create.ts'
import { readConfiguration } from '../../db/configuration/read.ts'
import { folder } from '../support/folder.ts'
import { server, serverDatabase } from '../support/server.ts'
import { initialised, typed, typedJson } from '../support/typed.ts'

t.setTimeout(120_000)
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
    line('department', 'create', 'LAB', '--name', 'Laboratory', '--kind', 'DIAGNOSTIC'),
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

t.test('a new machine: data, keys, authorities and settings are the old ones', async (t) => {
  const { run, file, dir } = machine('listen = ["127.0.0.1:8"]\n')
  const made = await run(...again(join(repository, 'latest')))
  t.match(made, {
    success: true,
    data: { hospital: { code: 'st-mary' }, from_backup: /-manual\.kbk$/, admin: null },
    next: ['kituo serve', 'kituo outbound show'],
  })
  t.match(await run('department', 'list'), { data: [{ code: 'LAB' }] })
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
  t.match(await run(...again(join(repository, 'latest'))), {
    error: { code: 'exists.different' },
    message: 'St Mary stands here already. To put a backup back: kituo backup restore',
  })
})

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
    [['init', '--from-backup', latest, '--key-file', wrong], 11, /None of the keys given opens/],
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
  t.match(await run('department', 'list'), { data: [{ code: 'LAB' }] })
})

t.test(
  'a new machine with PostgreSQL',
  { skip: server === undefined && 'no server' },
  async (t) => {
    const { run } = machine()
    const url = join(folder(t), 'url')
    writeFileSync(url, await serverDatabase(t))
    const made = await run(...again(join(repository, 'latest')), '--database-url-file', url)
    t.match(made, { success: true }, made.message)
    t.match(await run('department', 'list'), { data: [{ code: 'LAB' }] })
    t.match(await run('database', 'info'), { data: { engine: 'postgres' } })
  },
)

t.test('a new machine is not an old one', async (t) => {
  const dir = join(folder(t), 'data')
  await initialised(dir)
  const other = await typedJson([...again(join(repository, 'latest')), '--data', dir])
  t.match(other, { error: { code: 'exists.different' } })
  rmSync(dir, { recursive: true })
})

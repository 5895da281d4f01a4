import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { changeSetting } from '../../../../db/appliance/configuration/change.ts'
import { withoutSetting, withSetting } from '../../../../db/appliance/configuration/edit.ts'
import { layoutOf } from '../../../../db/appliance/configuration/toml.ts'
import { folder } from '../../../support/folder.ts'

const house = `# The house.
listen = [  # where
  "127.0.0.1:8080",
] # all of it
backup.nightly = "10 3 * * *"

[database]          # the engine
pool_max = 20       # enough
'readers' = 4

[log]
level = "info" # quiet

# the end
`

t.test('a file: knows where each setting stands', async (t) => {
  t.same(
    layoutOf(house).settings.map(({ path, line }) => [path.join('.'), line]),
    [
      ['listen', 2],
      ['backup.nightly', 5],
      ['database.pool_max', 8],
      ['database.readers', 9],
      ['log.level', 12],
    ],
  )
  const odd = 'a = """\n[not.a.table] = 1\n"""\nb = \'#\' # c\n[["x y".z]]\nc = { d = "}" }\n'
  t.same(
    layoutOf(odd).settings.map(({ path, line, repeated }) => [path.join('|'), line, repeated]),
    [
      ['a', 1, false],
      ['b', 4, false],
      ['x y|z|c', 6, true],
    ],
  )
})

t.test('a file: a changed setting keeps its comment and its place (OPS-37)', async (t) => {
  t.equal(
    withSetting(house, 'database.pool_max', 50),
    house.replace('pool_max = 20 ', 'pool_max = 50 '),
  )
  t.equal(
    withSetting(house, 'listen', ['[::1]:1']),
    house.replace(/\[ {2}# where\n.*\n\]/, '["[::1]:1"]'),
  )
})

t.test(
  'a file: a new setting goes into its table, beside its kin, or into a new table',
  async (t) => {
    t.equal(
      withSetting(house, 'database.write_wait_ms', 500),
      house.replace("'readers' = 4\n", "'readers' = 4\nwrite_wait_ms = 500\n"),
    )
    t.equal(
      withSetting(house, 'backup.hourly', false),
      house.replace('"10 3 * * *"\n', '"10 3 * * *"\nbackup.hourly = false\n'),
    )
    t.equal(withSetting(house, 'drain.deadline_s', 60), `${house}\n[drain]\ndeadline_s = 60\n`)
    t.equal(
      withSetting(house, 'deployment', 'hosted'),
      house.replace('"10 3 * * *"\n', '"10 3 * * *"\ndeployment = "hosted"\n'),
    )
    t.equal(
      withSetting('[log]\nlevel = "info"', 'deployment', 'hosted'),
      'deployment = "hosted"\n[log]\nlevel = "info"',
    )
    t.equal(withSetting('', 'log.level', 'warn'), '[log]\nlevel = "warn"\n')
    t.equal(withSetting('[log]', 'log.level', 'warn'), '[log]\nlevel = "warn"\n')
  },
)

t.test('a file: a setting taken out leaves the rest', async (t) => {
  t.equal(withoutSetting(house, 'log.level'), house.replace('level = "info" # quiet\n', ''))
  t.equal(withoutSetting(house, 'backup.nightly'), house.replace(/backup.*\n/, ''))
})

t.test('a file: what stands inside an inline table is left to an editor', async (t) => {
  const text = 'database = { pool_max = 20 }\n'
  t.throws(() => withSetting(text, 'database.readers', 8), {
    message:
      'database.readers stands in a table that is written as a whole: change it with an editor.',
  })
})

const places = `data.dir = "/x"
[backup]
hourly = false

# the disk
[[backup.repositories]]
name = "local" # first
path = "/var/backups/kituo"

# the stick
[[backup.repositories]]
path = "/media/usb"
name = "usb"

[disk]
warn = "6GiB"
`
const [local, usb, nas] = [
  { name: 'local', path: '/var/backups/kituo' },
  { name: 'usb', path: '/media/usb' },
  { name: 'nas', path: '/mnt/nas', append_only: true },
]

t.test('a file: places that stand as tables of their own are added to and changed', async (t) => {
  const changed = (...rows: object[]) => withSetting(places, 'backup.repositories', rows as never)
  const third = '\n[[backup.repositories]]\nname = "nas"\npath = "/mnt/nas"\nappend_only = true\n'
  t.equal(changed(local, usb), places)
  t.equal(changed(local, usb, nas), places.replace('name = "usb"\n', `name = "usb"\n${third}`))
  t.equal(
    changed(local, { ...usb, path: '/media/other' }),
    places.replace(/path = "\/media\/usb"\n.*\n/, 'name = "usb"\npath = "/media/other"\n'),
  )
  t.equal(changed(usb), places.replace(/\[\[backup.repositories\]\]\nname = "local".*\n.*\n/, ''))
  t.throws(() => changed(usb, local), /change it with an editor/, 'in another order')
  const none = withoutSetting(places, 'backup.repositories')
  t.notMatch(none, '[[')
  t.match(none, '[disk]\nwarn = "6GiB"')
})

t.test(
  'config set: checks the whole result, keeps the old file, says when it acts (OPS-37)',
  async (t) => {
    const file = join(folder(t), 'kituo.toml')
    const asked = { file, env: {}, place: 'appliance' } as const
    writeFileSync(file, house)
    const change = changeSetting(asked, 'log.level', 'debug')
    t.match(change, { was: 'info', is: 'debug', takes_effect: 'now', changed: true })
    t.equal(readFileSync(file, 'utf8'), house.replace('"info"', '"debug"'))
    t.equal(readFileSync(`${file}.bak`, 'utf8'), house)
    t.match(changeSetting(asked, 'log.level', 'debug'), { changed: false })
    t.match(changeSetting(asked, 'database.readers', '8'), { takes_effect: 'after a restart' })
    t.throws(() => changeSetting(asked, 'log.level', 'loud'), {
      message: 'log.level takes one of trace, debug, info, warn, error, fatal.',
    })
    t.throws(() => changeSetting(asked, 'tls.mode', 'files'), { code: 'config.together' })
    t.match(readFileSync(file, 'utf8'), "readers' = 8")
    t.match(changeSetting(asked, 'database.readers', null), { was: 8, is: 4 })
  },
)

t.test('config set: follows a link, and leaves alone what is no file', async (t) => {
  const dir = folder(t)
  const [file, link] = [join(dir, 'real.toml'), join(dir, 'kituo.toml')]
  writeFileSync(file, '', { mode: 0o640 })
  symlinkSync(file, link)
  changeSetting({ file: link, env: {}, place: 'appliance' }, 'log.level', 'debug')
  t.ok(lstatSync(link).isSymbolicLink())
  t.equal(readFileSync(file, 'utf8'), '[log]\nlevel = "debug"\n')
  t.equal(statSync(file).mode & 0o777, 0o640)
  t.throws(
    () => changeSetting({ file: '/dev/null', env: {}, place: 'appliance' }, 'log.level', 'debug'),
    {
      message: '/dev/null is not a file.',
    },
  )
})

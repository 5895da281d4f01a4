import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readConfiguration } from '../../../../db/appliance/configuration/read.ts'
import { database, row, run, within } from '../../../../db/store/connection.ts'
import { createDeployment } from '../../../../db/appliance/deployment/create.ts'
import { openDeployment } from '../../../../db/appliance/deployment/deployment.ts'
import {
  filesystemOf,
  isNetwork,
  readMounts,
} from '../../../../db/appliance/deployment/filesystem.ts'
import { takeLock } from '../../../../db/appliance/deployment/lock.ts'
import { known_schema } from '../../../../db/appliance/deployment/schema.ts'
import { controlPlaces } from '../../../../db/appliance/deployment/sockets.ts'
import { seal, unseal } from '../../../../db/appliance/secrets/seal.ts'
import { sql } from '../../../../db/store/sql.ts'
import { configurationIn, madeDeployment } from '../../../support/programs/deployment.ts'
import { folder } from '../../../support/folder.ts'

const reading = { purpose: 'read', command: 'a test', env: {} } as const
const writing = { purpose: 'write', command: 'a test', env: {} } as const

t.test('a deployment: is made whole, for its owner alone', async (t) => {
  const dir = join(folder(t), 'data')
  const configuration = configurationIn(dir)
  const steps: string[] = []
  const deployment = await createDeployment(configuration, {
    command: 'kituo init',
    env: {},
    onStep: (name) => steps.push(name),
  })
  t.same(steps.slice(0, 2), ['secrets', 'migration 0001-foundation'])
  t.equal(steps.at(-1), 'generation')
  t.equal(readlinkSync(join(dir, 'current')), join('gen', '0001'))
  t.match(JSON.parse(readFileSync(join(dir, 'gen/0001/GENERATION.json'), 'utf8')), {
    number: 1,
    made_by: 'init',
    engine: 'sqlite',
    schema: known_schema,
    parent: null,
  })
  t.match(JSON.parse(readFileSync(join(dir, 'ROOT'), 'utf8')), { format: 1 })
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const found = statSync(join(dir, name))
    t.equal(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, name)
  }
  t.equal(unseal(seal('seed')), 'seed', 'its key is in use')
  await deployment.close()
})

t.test('a deployment: made again is opened as it stands', async (t) => {
  const configuration = await madeDeployment(t)
  const secrets = readFileSync(join(configuration.get('data.dir'), 'secrets.toml'), 'utf8')
  const steps: string[] = []
  const again = await createDeployment(configuration, {
    command: 'kituo init',
    env: {},
    onStep: (name) => steps.push(name),
  })
  t.same(steps, [])
  await again.close()
  t.equal(readFileSync(join(configuration.get('data.dir'), 'secrets.toml'), 'utf8'), secrets)
})

t.test(
  'a deployment: an interrupted set-up is refused, then goes on where it stopped',
  async (t) => {
    const configuration = await madeDeployment(t)
    const dir = configuration.get('data.dir')
    rmSync(join(dir, 'current'))
    await t.rejects(openDeployment(configuration, reading), {
      code: 'deployment.empty',
      message: `The set-up of ${dir} was not finished. Run: kituo init`,
    })
    await (await createDeployment(configuration, { command: 'kituo init', env: {} })).close()
    await (await openDeployment(configuration, reading)).close()
  },
)

t.test('a deployment: what is not one is told apart (OPS-3)', async (t) => {
  const empty = join(folder(t), 'none')
  await t.rejects(openDeployment(configurationIn(empty), reading), {
    code: 'deployment.empty',
    message: `There is no hospital in ${empty} yet. Run: kituo init`,
  })
  const fresh = folder(t)
  writeFileSync(join(fresh, 'kituo.toml'), '')
  await t.rejects(openDeployment(configurationIn(fresh), reading), { code: 'deployment.empty' })
  const foreign = folder(t)
  writeFileSync(join(foreign, 'thesis.doc'), '')
  await t.rejects(openDeployment(configurationIn(foreign), reading), {
    code: 'data_dir.foreign',
    message: `${foreign} is not a Kituo data directory.`,
  })
  await t.rejects(createDeployment(configurationIn(foreign), { command: 'kituo init', env: {} }), {
    code: 'data_dir.foreign',
  })
  t.same(readdirSync(foreign), ['thesis.doc'], 'and left as it was')
  const rootless = folder(t)
  mkdirSync(join(rootless, 'gen', '0001'), { recursive: true })
  await t.rejects(openDeployment(configurationIn(rootless), reading), { code: 'data_dir.foreign' })
})

t.test('a deployment: reading changes nothing and asks for no lock', async (t) => {
  const configuration = await madeDeployment(t)
  const lock = await takeLock(configuration.get('data.dir'), 'kituo serve')
  const deployment = await openDeployment(configuration, reading)
  t.match(await row(sql`select count(*) as n from migrations`), { n: known_schema })
  await t.rejects(
    within(() => run(sql`delete from migrations`)),
    'a write is refused',
  )
  await deployment.close()
  await t.rejects(openDeployment(configuration, writing), { code: 'lock.held' })
  await lock.release()
  const writer = await openDeployment(configuration, writing)
  t.equal(database().dialect, 'sqlite')
  await writer.close()
})

t.test(
  'a deployment: an older schema asks for its migrations, a newer one for its program (OPS-6)',
  async (t) => {
    const configuration = await madeDeployment(t)
    const change = async (statement: ReturnType<typeof sql>) => {
      const opened = await openDeployment(configuration, { ...writing, any_schema: true })
      await within(() => run(statement))
      await opened.close()
    }
    await change(sql`delete from migrations`)
    await t.rejects(openDeployment(configuration, reading), {
      code: 'version.schema_older',
      message: /is at schema 0; this Kituo .* needs \d+\. Run: kituo database migrate/,
    })
    await (await openDeployment(configuration, { ...reading, any_schema: true })).close()
    await change(sql`insert into migrations values ('0999-later', '2027-01-01T00:00:00.000Z', 1)`)
    await t.rejects(openDeployment(configuration, { ...reading, any_schema: true }), {
      code: 'version.schema_newer',
      message: /is at schema 999/,
    })
    await (await takeLock(configuration.get('data.dir'), 'a test')).release()
  },
)

t.test('a deployment: another engine, no keys, no file are refused by name', async (t) => {
  const configuration = await madeDeployment(t)
  const dir = configuration.get('data.dir')
  const moved = readConfiguration({
    place: 'clone',
    env: { KITUO_DATABASE_URL: 'postgres://localhost/kituo' },
    flags: { 'data.dir': dir },
  })
  await t.rejects(openDeployment(moved, reading), {
    code: 'version.engine',
    message:
      'The data of this hospital are on SQLite (gen/0001). To move them: kituo database move --to postgres',
  })
  rmSync(join(dir, 'gen/0001/kituo.db'))
  await t.rejects(openDeployment(configuration, reading), { code: 'integrity.database' })
  t.notOk(readdirSync(join(dir, 'gen/0001')).includes('kituo.db'), 'and no empty one is made')
  rmSync(join(dir, 'secrets.toml'))
  await t.rejects(openDeployment(configuration, reading), { code: 'data_dir.secrets' })
})

t.test('control sockets: a long path moves to where the kernel can take it', async (t) => {
  const near = configurationIn('/srv/k')
  t.same(controlPlaces(near, {}), {
    admin: '/srv/k/run/admin/kituo.sock',
    read: '/srv/k/run/read/kituo.sock',
    lent: [],
  })
  const far = configurationIn(`/srv/${'long'.repeat(30)}`)
  const places = controlPlaces(far, { XDG_RUNTIME_DIR: '/run/user/1000' })
  t.match(places.admin, /^\/run\/user\/1000\/[0-9a-f]{12}\/admin\/kituo\.sock$/)
  t.same(controlPlaces(far, { XDG_RUNTIME_DIR: '/run/user/1000' }), places, 'always the same')
})

t.test('a filesystem: across a network is told by its mount (OPS-1)', async (t) => {
  const mounts = readMounts(
    [
      '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
      '40 22 0:50 / /mnt/nas rw - nfs4 nas:/export rw',
      '41 40 8:2 / /mnt/nas/local\\040disk rw - xfs /dev/sdb1 rw',
      '',
    ].join('\n'),
  )
  t.same(mounts.at(-1), { place: '/mnt/nas/local disk', type: 'xfs' })
  const at = folder(t)
  const here = [...mounts, { place: at, type: 'fuse.sshfs' }]
  t.equal(filesystemOf(join(at, 'not', 'there'), here), 'fuse.sshfs')
  t.ok(isNetwork('fuse.sshfs'))
  t.equal(filesystemOf('/', mounts), 'ext4')
  t.notOk(isNetwork('ext4'))
  t.notOk(isNetwork(null))
})

t.test('a deployment: read first, settles only for whoever came for that', async (t) => {
  const configuration = await madeDeployment(t)
  const dir = configuration.get('data.dir')
  const id = '0199c0de-0000-7000-8000-000000000009'
  const left = { id, kind: 'restore', by: 'a test', generation: 9, parent: 1, phase: 'STAGED' }
  mkdirSync(join(dir, 'gen/0009'))
  const started_at = '2026-01-01T00:00:00.000Z'
  const journal = JSON.stringify({ ...left, started_at, process: null })
  writeFileSync(join(dir, 'journal', `${id}.json`), journal)
  const there = () => readdirSync(join(dir, 'gen')).includes('0009')
  for (const settles of [false, true]) {
    const deployment = await openDeployment(configuration, reading)
    t.same([deployment.settled, there()], [[], true], 'reading takes nothing away')
    await deployment.takeOver('a test', settles)
    t.equal(there(), !settles)
    t.same(
      deployment.settled.map((one) => one.id),
      settles ? [id] : [],
    )
    await deployment.close()
  }
})

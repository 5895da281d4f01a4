// What happens to backups when the machine fails them: no room, a newer version, a disk that is full at
// the start of the house. Each is told in a sentence with its exit code, and leaves nothing half-made.

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { writeContainer } from '../../db/appliance/backups/container.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { folder } from '../support/folder.ts'
import { typedJson } from '../support/programs/typed.ts'

t.setTimeout(600_000)

const program = join(import.meta.dirname, '../../bin/kituo.ts')
const own = { env: { KITUO_CONFIG: undefined } }

/** As typed in a shell that may write no file larger than so many KiB. */
function limited(kib: number, dir: string, ...line: string[]) {
  const shell = `trap '' XFSZ; ulimit -S -f ${kib}; exec "$0" --no-warnings "$@"`
  const child = spawn('bash', ['-c', shell, process.execPath, program, ...line, '--data', dir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => void (said += piece.toString()))
  }
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('exit', (code) => resolve({ code, said }))
  })
}

async function standing(t: Test): Promise<string> {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  for (let n = 0; n < 8; n++) {
    await house.file(
      `${n} ${Math.random()} `.repeat(40_000).replace(/0/g, () => `${Math.random()}`),
    )
  }
  await house.deployment.close()
  writeFileSync(join(dir, 'kituo.toml'), '')
  return dir
}

t.test('no file may grow: the backup fails whole, the house is unharmed', async (t) => {
  const dir = await standing(t)
  const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
  t.match(await run('backup', 'create', '--tag', 'before'), { success: true })
  const small = await limited(1024, dir, 'backup', 'create', '--tag', 'full')
  t.not(small.code, 0, small.said)
  t.notMatch(small.said, /at .*\.ts:\d+/, 'no stack is shown')
  t.match(await run('backup', 'list'), { data: [{ tag: 'before', state: 'MADE' }] })
  const left = readdirSync(join(dir, 'backups'), { recursive: true, encoding: 'utf8' })
  t.same(
    left.filter((name) => name.endsWith('.part')),
    [],
    'its pieces are gone',
  )
  t.same(readdirSync(join(dir, 'tmp')), [])
  t.match(await run('backup', 'create', '--tag', 'after', '--verify', 'restore'), { success: true })
})

const may_mount = (() => {
  const at = '/tmp/kituo-may-mount'
  mkdirSync(at, { recursive: true })
  const ok = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at]).status === 0
  if (ok) spawnSync('umount', [at])
  return ok
})()

t.test('a small disk', { skip: may_mount ? false : 'needs to mount a tmpfs' }, async (t) => {
  const dir = await standing(t)
  const disk = join(folder(t), 'disk')
  mkdirSync(disk)
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk])
  t.teardown(() => void spawnSync('umount', ['-l', disk]))
  const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
  const add = ['backup', 'repository', 'add', 'small', '--path', join(disk, 'backups')]
  t.match(await run(...add), { success: true })

  const ballast = join(disk, 'ballast')
  /** Leaves so many bytes free. */
  const fill = (free: number): void => {
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free), 1))
  }

  await t.test('a backup that cannot fit is refused before it begins: 12', async (t) => {
    fill(16 * 1024 ** 2)
    t.match(await run('backup', 'create', '--to', 'small'), {
      error: { code: 'resources.disk' },
      meta: { exit: 12 },
    })
    rmSync(ballast)
  })

  await t.test('the image finds no room: 12, and nothing of it stays', async (t) => {
    const root = join(disk, 'house')
    spawnSync('cp', ['-a', dir, root])
    fill(1024 ** 2)
    writeFileSync(
      join(root, 'kituo.toml'),
      `[[backup.repositories]]\nname = "far"\npath = "${join(folder(t), 'far')}"\n`,
    )
    const at = (...line: string[]) => typedJson([...line, '--data', root], own)
    t.match(await at('backup', 'create'), {
      error: { code: 'resources.disk', message: /^The disk is full/ },
      meta: { exit: 12 },
    })
    t.same(readdirSync(join(root, 'tmp')), [])
    t.match(await at('database', 'check'), { success: true }, 'the house is unharmed')
    rmSync(ballast)
    t.match(await at('backup', 'create'), { success: true })
    rmSync(root, { recursive: true })
  })

  await t.test('a house whose disk is full does not start, and says so: 12', async (t) => {
    const root = join(disk, 'data')
    mkdirSync(root, { mode: 0o700 })
    fill(1024 ** 2)
    t.match(await typedJson(['serve', '--data', root], own), {
      error: { code: 'resources.disk', message: /less than 256 ?MiB free/ },
      meta: { exit: 12 },
    })
  })
})

t.test('a backup of a newer version is told apart: 13', async (t) => {
  const dir = await standing(t)
  const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
  const made = await run('backup', 'create', '--tag', 'own')
  const { name } = made.data as { name: string }
  const { openDeployment } = await import('../../db/appliance/deployment/deployment.ts')
  const { repositoryOf } = await import('../../db/appliance/backups/create.ts')
  const { unlockOrMake } = await import('../../db/appliance/backups/keys.ts')
  const { backupFile, masterOf } = await import('../../db/appliance/backups/repository.ts')
  const { readContainer } = await import('../../db/appliance/backups/container.ts')
  const { manifestIn } = await import('../../db/appliance/backups/check.ts')
  const deployment = await openDeployment(configurationAt(dir), {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  const repository = await repositoryOf(deployment, undefined)
  const masters = await unlockOrMake(repository, deployment.secrets, 'a test')
  const reading = await readContainer(repository, name)
  const master = masterOf(masters, reading.head.master)
  const at = '2031-01-01T00:00:00.000Z'
  const manifest = { ...(await manifestIn(reading, master)), schema: 9999, app: '9.9.9', at }
  await reading.close()
  const newer = '2031-01-01T000000Z-newer.kbk'
  const head = { ...reading.head, name: newer, schema: 9999, at }
  const writing = await writeContainer(repository, backupFile(repository, newer), head)
  async function* only(text: string) {
    yield Buffer.from(text)
  }
  await writing.section('database', only(''), master)
  await writing.section('manifest', only(JSON.stringify(manifest)), master)
  await writing.finish()
  await deployment.close()
  t.match(await run('backup', 'restore', newer, '--reason', 'rehearsal', '--dry-run'), {
    error: {
      code: 'version.schema_newer',
      message:
        /^this backup is of schema 9999; Kituo \S+ knows \d+\. Install 9\.9\.9 or newer first\.$/,
    },
    meta: { exit: 13 },
  })
})

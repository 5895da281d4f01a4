import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { machineHolding } from '../../../../db/appliance/backups/keys.ts'
import { unlock } from '../../../../db/appliance/backups/repository.ts'
import { verifyBackup } from '../../../../db/appliance/backups/verify.ts'
import { holderOf, isHeld, sayHolder, takeLock } from '../../../../db/appliance/deployment/lock.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'

async function holdElsewhere(t: Test, dir: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../../support/programs/hold-lock.ts')
  const child = spawn(process.execPath, ['--no-warnings', script, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

t.test('the lock: is nobody else’s while it is held, and free again after', async (t) => {
  const dir = folder(t)
  t.equal(await isHeld(dir), false)
  t.equal(existsSync(join(dir, 'lock.db')), false, 'looking makes nothing')
  const lock = await takeLock(dir, 'kituo backup create')
  t.equal(await isHeld(dir), true)
  t.match(await holderOf(dir), { pid: process.pid, command: 'kituo backup create' })
  await t.rejects(takeLock(dir, 'kituo serve'), {
    code: 'lock.held',
    message: new RegExp(
      `^${dir} is held by kituo backup create \\(pid ${process.pid} on ${hostname()}, since \\d\\d:\\d\\d\\)\\.$`,
    ),
  })
  await lock.release()
  t.equal(await holderOf(dir), null)
  await (await takeLock(dir, 'kituo serve')).release()
  t.equal(statSync(join(dir, 'lock.db')).mode & 0o777, 0o600)
})

t.test('the lock: names a holder in another process', async (t) => {
  const dir = folder(t)
  const child = await holdElsewhere(t, dir)
  await t.rejects(takeLock(dir, 'kituo stop'), {
    code: 'lock.held',
    message: `(pid ${child.pid} on`,
  })
})

t.test('the lock: is freed when its holder is killed (OPS-45)', async (t) => {
  const dir = folder(t)
  const child = await holdElsewhere(t, dir)
  t.equal(await isHeld(dir), true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  t.ok(existsSync(join(dir, 'holder.json')), 'its note is still there')
  t.equal(await isHeld(dir), false, 'and decides nothing')
  t.equal(await holderOf(dir), null)
  const lock = await takeLock(dir, 'kituo serve')
  t.match(await holderOf(dir), { pid: process.pid })
  await lock.release()
})

t.test('the lock: stays, whatever the house copies of its data meanwhile (OPS-46)', async (t) => {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  const { deployment } = house
  const repository = await repositoryOf(deployment, undefined, true)
  const made = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  t.equal(made.state, 'MADE')
  const keys = [machineHolding(deployment.secrets)]
  const { masters } = await unlock(repository, keys)
  await verifyBackup(deployment, repository, made.name, masters)
  // A handle of this process that was closed would have let go of its locks, without a word.
  const script = join(import.meta.dirname, '../../../support/programs/hold-lock.ts')
  const other = spawnSync(process.execPath, ['--no-warnings', script, dir], { encoding: 'utf8' })
  t.notMatch(other.stdout, 'held')
  t.match(other.stderr, `(pid ${process.pid} on`)
  await deployment.close()
})

t.test('the lock: looking does not stop one who takes it', async (t) => {
  const dir = folder(t)
  await (await takeLock(dir, 'first')).release()
  for (let round = 0; round < 20; round++) {
    const [lock] = await Promise.all([takeLock(dir, 'kituo serve'), isHeld(dir), isHeld(dir)])
    await lock.release()
  }
  t.pass('twenty times')
})

t.test('a holder: of another day is said with the day', async (t) => {
  const holder = {
    pid: 4121,
    host: 'hms1',
    command: 'kituo serve',
    since: '2026-02-03T12:00:00.000Z',
  }
  t.match(sayHolder(holder), /^kituo serve \(pid 4121 on hms1, since 2026-02-0[234] \d\d:\d\d\)$/)
})

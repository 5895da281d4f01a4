// What may never be let go, and whose lock is never broken (OPS-117, OPS-119, OPS-120).

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createBackup, repositoryOf } from '../../../../db/appliance/backups/create.ts'
import { listBackups } from '../../../../db/appliance/backups/list.ts'
import { machineHolding } from '../../../../db/appliance/backups/keys.ts'
import { planPrune, policyOf, prune } from '../../../../db/appliance/backups/prune.ts'
import { mark, removeBackup, unlock } from '../../../../db/appliance/backups/repository.ts'
import {
  isLockStale,
  unlockStale,
  withLock,
} from '../../../../db/appliance/backups/repository-lock.ts'
import { clock, days } from '../../../../db/core/clock.ts'
import { configurationAt, houseAt } from '../../../support/programs/backed-house.ts'
import { folder } from '../../../support/folder.ts'

t.setTimeout(600_000)
const dir = folder(t)
const { deployment } = await houseAt(configurationAt(dir))
t.teardown(() => deployment.close())
t.afterEach(() => clock.release())
const repository = () => repositoryOf(deployment, undefined, true)
const lock = join(dir, 'backups', 'locks', 'lock.json')

t.test('OPS-119: a policy that would let every verified backup go is refused', async (t) => {
  const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  const policy = { ...policyOf(deployment.configuration, 'UTC'), keep_within_ms: 1 }
  const nothing = { daily: 0, weekly: 0, monthly: 0, yearly: 0 }
  clock.advance(days(1))
  t.match(
    (await planPrune(await repository(), { ...policy, ...nothing })).going,
    [{ backup: { name } }],
    'one that nobody proved may go',
  )
  await mark(await repository(), name, { level: 'RESTORE' })
  t.match(
    (await planPrune(await repository(), { ...policy, ...nothing })).kept,
    [{ backup: { name }, reasons: ['newest verified'] }],
    'the newest verified one is a reason by itself',
  )
  // What is damaged counts for nothing, however far it was proved before.
  await mark(await repository(), name, { damaged: 'a byte was changed' })
  t.match(
    (await planPrune(await repository(), { ...policy, ...nothing })).kept,
    [{ backup: { name }, reasons: ['none is whole'] }],
    'it stays for what is left of it alone',
  )
  const whole = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  t.ok(
    (await planPrune(await repository(), { ...policy, ...nothing })).going.some(
      (one) => one.backup.name === name,
    ),
    'and no longer than that',
  )
  await removeBackup(await repository(), whole.name)
  await mark(await repository(), name, { damaged: null })
  await t.rejects(planPrune(await repository(), { ...policy, ...nothing, keep_within_ms: 0 }), {
    code: 'rule.refused',
    message: 'this would keep nothing.',
  })
  const own = { ...(await repository()), append_only: true }
  await t.rejects(planPrune(own, policy), {
    code: 'rule.refused',
    message: 'local takes backups and lets none go.',
  })
  const { masters } = await unlock(await repository(), [machineHolding(deployment.secrets)])
  await t.rejects(prune(own, policy, masters), { code: 'rule.refused' })
  t.equal((await listBackups(await repository())).length, 1)
})

t.test('OPS-117: the one before each of the last three updates stays', async (t) => {
  const names: string[] = []
  for (let n = 0; n < 5; n++) {
    clock.advance(days(3))
    names.push((await createBackup(deployment, { tag: 'before-update', by: 'a test' })).name)
  }
  clock.advance(days(400))
  const policy = { ...policyOf(deployment.configuration, 'UTC'), keep_within_ms: 1 }
  const nothing = { daily: 0, weekly: 0, monthly: 0, yearly: 0 }
  const { kept } = await planPrune(await repository(), { ...policy, ...nothing })
  t.same(
    kept
      .filter(({ reasons }) => reasons.includes('before an update'))
      .map(({ backup }) => backup.name)
      .sort(),
    names.slice(-3).sort(),
  )
})

t.test('OPS-120: a lock is stale when its process or its boot is gone', async (t) => {
  const own = await withLock(await repository(), 'a test', async () =>
    JSON.parse(readFileSync(lock, 'utf8')),
  )
  t.match(own, { host: hostname(), pid: process.pid, boot: String, started: /^\d+$/, since: /Z$/ })
  const held = (more: Record<string, unknown>): void =>
    writeFileSync(lock, JSON.stringify({ ...own, ...more }))
  held({})
  t.equal(await isLockStale(await repository()), false, 'this process lives')
  await t.rejects(unlockStale(await repository()), { code: 'lock.held' }, 'and is never broken')
  await t.rejects(createBackup(deployment, { tag: 'manual', by: 'a test' }), {
    code: 'lock.held',
    message: new RegExp(`is held by a test \\(pid ${process.pid} on `),
  })
  held({ boot: 'another' })
  t.equal(await isLockStale(await repository()), true, 'the machine was started anew')
  held({ started: '1' })
  t.equal(await isLockStale(await repository()), true, 'the number was given to another process')
  const { pid } = spawnSync('true')
  held({ pid })
  t.equal(await isLockStale(await repository()), true, 'the process is gone')
  await t.resolves(createBackup(deployment, { tag: 'manual', by: 'a test' }), 'and is taken over')
  t.equal(await unlockStale(await repository()), false, 'nothing is left to remove')
})

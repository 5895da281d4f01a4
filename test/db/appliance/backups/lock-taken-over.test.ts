// Many may find one stale lock of a repository; one takes it over, and none removes a living one (OPS-120).

import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  isLockStale,
  unlockStale,
  withLock,
} from '../../../../db/appliance/backups/repository-lock.ts'
import type { Repository } from '../../../../db/appliance/backups/repository.ts'
import { ownMark } from '../../../../db/core/processes.ts'
import { folder } from '../../../support/folder.ts'

const dir = folder(t)
mkdirSync(join(dir, 'locks'))
const repository = { name: 'local', dir } as unknown as Repository
const lock = join(dir, 'locks', 'lock.json')
const names = (): string[] => readdirSync(join(dir, 'locks'))

const gone = (): string => {
  const { pid } = spawnSync('true')
  const since = '2026-01-01T00:00:00.000Z'
  return JSON.stringify({ ...ownMark(), pid, host: hostname(), what: 'backup create', since })
}

/** Held until it is told to let go. */
async function heldByAnother(): Promise<() => Promise<void>> {
  const [inside, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = withLock(repository, 'another', () => {
    inside.resolve()
    return end.promise
  })
  await Promise.race([inside.promise, work])
  return async () => {
    end.resolve()
    await work
  }
}

/** Once, right after the lock was read, something else happens first. */
function afterReading(t: Test, meanwhile: () => Promise<void>): void {
  const read = fs.readFile
  let is_armed = true
  fs.readFile = (async (...given: Parameters<typeof read>) => {
    const text = await read(...given)
    if (is_armed && given[0] === lock) {
      is_armed = false
      await meanwhile()
    }
    return text
  }) as typeof read
  syncBuiltinESMExports()
  t.teardown(() => {
    fs.readFile = read
    syncBuiltinESMExports()
  })
}

t.test('who read it stale before another took it over does not take it too', async (t) => {
  writeFileSync(lock, gone())
  let letGo = async (): Promise<void> => undefined
  afterReading(t, async () => {
    letGo = await heldByAnother()
  })
  await t.rejects(
    withLock(repository, 'a second', async () => t.fail('both hold it')),
    { code: 'lock.held', message: /is held by another / },
  )
  await letGo()
  t.same(names(), [], 'and nothing is left of the taking over')
})

t.test('a person does not unlock what was taken over meanwhile', async (t) => {
  writeFileSync(lock, gone())
  let letGo = async (): Promise<void> => undefined
  afterReading(t, async () => {
    letGo = await heldByAnother()
  })
  await unlockStale(repository)
  t.same(names(), ['lock.json'], 'the living one stands')
  await letGo()
})

t.test('of many who come at once each works alone', async (t) => {
  writeFileSync(lock, gone())
  let inside = 0
  const took = Array.from({ length: 12 }, () =>
    withLock(
      repository,
      'one of many',
      async () => {
        inside += 1
        t.equal(inside, 1)
        await fs.stat(dir)
        inside -= 1
      },
      { wait_ms: 60_000 },
    ),
  )
  await Promise.all(took)
  t.same(names(), [])
})

t.test(
  'a lock that is just being written is held; with no words for long it is stale',
  async (t) => {
    writeFileSync(lock, '')
    t.equal(await isLockStale(repository), false)
    await t.rejects(
      withLock(repository, 'a second', async () => t.fail('both hold it')),
      { code: 'lock.held', message: /by another process/ },
    )
    await t.rejects(unlockStale(repository), { code: 'lock.held' })
    utimesSync(lock, 1, 1)
    t.equal(await isLockStale(repository), true)
    t.equal(await withLock(repository, 'a second', async () => 'taken'), 'taken')
  },
)

t.test('whoever was killed taking one over stands in nobody’s way', async (t) => {
  const stale = gone()
  writeFileSync(lock, stale)
  const digest = createHash('sha256').update(stale).digest('hex')
  const taking = join(dir, 'locks', `taking-${digest}.json`)
  writeFileSync(taking, JSON.stringify({ ...ownMark(), host: hostname(), what: 'x', since: '' }))
  await t.rejects(
    withLock(repository, 'a second', async () => t.fail('both hold it')),
    { code: 'lock.held' },
    'while it lives it is waited for',
  )
  writeFileSync(taking, gone().replace('backup create', 'taking over'))
  t.equal(await withLock(repository, 'a second', async () => 'taken', { wait_ms: 60_000 }), 'taken')
  t.same(names(), [])
})

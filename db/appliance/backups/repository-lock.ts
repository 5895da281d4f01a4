// One at a time in a repository (OPS-120). The lock names host, boot, pid and start; it is stale when
// that boot or process is gone, or, on another host, after 15 minutes without a sign of life. Only one
// takes a stale one over, however many found it.

import { createHash } from 'node:crypto'
import { readFile, rm, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clock, minutes, seconds, timeIn } from '../../core/clock.ts'
import { codeOf, isMissing } from '../../core/disk.ts'
import { newId } from '../../core/ids.ts'
import { lives, type Mark, ownMark } from '../../core/processes.ts'
import { isRefusal, Refusal } from '../../core/refusal.ts'
import { ask, tidy } from './answers.ts'
import { factsAt, removeAt, textAt, writeAt, type Writing } from './in-place.ts'
import type { Repository } from './repository.ts'

interface Holder extends Mark {
  /** No two locks are alike, however soon one follows the other. */
  id: string
  host: string
  what: string
  since: string
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone
const fresh_ms = seconds(60)
const silent_ms = minutes(15)
const again_ms = 250

export interface Patience {
  /** So long another is waited for; what runs by itself waits for nobody (OPS-120). */
  wait_ms?: number | undefined
  signal?: AbortSignal | undefined
  /** Told once, whom it waits for. */
  onWait?: ((holder: string) => void) | undefined
}

export async function withLock<T>(
  repository: Repository,
  what: string,
  work: () => Promise<T>,
  patience: Patience = {},
): Promise<T> {
  const own = JSON.stringify(ownHolder(what))
  await takeInTime(own, repository, patience)
  // A place that says nothing is told by the work itself.
  const beat = setInterval(() => void touch(repository).catch(() => undefined), fresh_ms)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await letGo(repository, lockIn(repository), own)
  }
}

const lockIn = ({ dir }: Repository): string => join(dir, 'locks', 'lock.json')

/** Of a place that says nothing it goes when it answers again, unless it is another's by then. */
const letGo = (repository: Repository, file: string, ...own: string[]): Promise<void> =>
  tidy(repository.dir, async () => {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text !== null && own.includes(text)) await rm(file, { force: true })
  })

/** In words; null when nobody holds it. */
export async function holderSaid(repository: Repository): Promise<string | null> {
  const holder = (await lockAt(repository, lockIn(repository)))?.holder ?? null
  return holder === null ? null : `${holder.what}, pid ${holder.pid} on ${holder.host}`
}

export async function isLockStale(repository: Repository): Promise<boolean> {
  const found = await lockAt(repository, lockIn(repository))
  return found !== null && (await isStale(repository, found))
}

/** Removes a lock whose holder is gone; a living one is never broken. */
export async function unlockStale(repository: Repository): Promise<boolean> {
  const found = await lockAt(repository, lockIn(repository))
  if (found === null) return false
  if (!(await isStale(repository, found))) throw stillWriting(repository, found.holder)
  await removeStale(repository, found)
  return true
}

async function takeInTime(
  own: string,
  repository: Repository,
  { wait_ms = 0, signal, onWait }: Patience,
): Promise<void> {
  const until = performance.now() + wait_ms
  for (let is_first = true; ; is_first = false) {
    try {
      await take(own, repository)
      return
    } catch (error) {
      const left = until - performance.now()
      if (!isRefusal(error) || error.code !== 'lock.held' || left <= 0) throw error
      if (is_first) onWait?.((await holderSaid(repository)) ?? 'another process')
      await pause(Math.min(again_ms, left), undefined, signal === undefined ? {} : { signal })
    }
  }
}

async function take(own: string, repository: Repository): Promise<void> {
  const file = lockIn(repository)
  for (const last_try of [false, true]) {
    try {
      return await writeLock(own, repository, file)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      const found = await lockAt(repository, file)
      if (last_try || (found !== null && !(await isStale(repository, found)))) {
        throw heldBy(repository.dir, found?.holder ?? null)
      }
      if (found !== null) await removeStale(repository, found)
    }
  }
}

/**
 * Between finding it stale and removing it another may have taken it over, and a living lock would be
 * removed. So it goes only under a lock of its own, named after its text, and looked at once more; one
 * that was left there by somebody who was killed is stale itself.
 */
async function removeStale(repository: Repository, { file, text }: Lock): Promise<void> {
  const name = createHash('sha256').update(text).digest('hex')
  const taking = join(repository.dir, 'locks', `taking-${name}.json`)
  const own = JSON.stringify(ownHolder('taking over a lock'))
  try {
    await writeLock(own, repository, taking)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const other = await lockAt(repository, taking)
    if (other === null) return
    if (!(await isStale(repository, other))) throw heldBy(repository.dir, other.holder)
    return removeStale(repository, other)
  }
  try {
    const still = await lockAt(repository, file)
    if (still?.text === text && (await isStale(repository, still))) {
      await removeAt(repository.dir, file)
    }
  } finally {
    await letGo(repository, taking, own)
  }
}

async function writeLock(own: string, repository: Repository, file: string): Promise<void> {
  let writing: Writing | null = null
  try {
    writing = await writeAt(repository.dir, file)
    await writing.write(Buffer.from(own))
    await writing.finish()
  } catch (error) {
    await writing?.abandon()
    // Made, or made yet by the call that hangs: with nothing in it, it would be held for good.
    if (codeOf(error) !== 'EEXIST') await letGo(repository, file, own, '')
    throw error
  }
}

/** One with no words in it is still being written, unless that is long ago. */
async function isStale(repository: Repository, { file, holder }: Lock): Promise<boolean> {
  if (holder !== null && holder.host === hostname()) return !lives(holder)
  const facts = await factsAt(repository.dir, file)
  const age_ms = clock.ms() - (facts?.mtimeMs ?? 0)
  return holder === null ? Math.abs(age_ms) > fresh_ms : age_ms > silent_ms
}

const ownHolder = (what: string): Holder => ({
  ...ownMark(),
  id: newId(),
  host: hostname(),
  what,
  since: clock.instant(),
})

interface Lock {
  file: string
  text: string
  /** Null while its holder is still writing it. */
  holder: Holder | null
}

async function lockAt({ dir }: Repository, file: string): Promise<Lock | null> {
  const text = await textAt(dir, file).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  return text === null ? null : { file, text, holder: readHolder(text) }
}

function readHolder(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return null
  }
}

const heldBy = (dir: string, holder: Holder | null): Refusal =>
  new Refusal(
    503,
    'lock.held',
    holder === null
      ? `${dir} is held by another process.`
      : `${dir} is held by ${holder.what} (pid ${holder.pid} on ${holder.host}, since ${holder.since}).`,
    { facts: { holder } },
  )

function stillWriting({ name, dir }: Repository, holder: Holder | null): Refusal {
  if (holder === null) return heldBy(dir, null)
  const since = timeIn(here, new Date(holder.since))
  return new Refusal(
    503,
    'lock.held',
    `${holder.host} is writing to ${name} since ${since} (pid ${holder.pid}): not unlocked.`,
    { facts: { holder } },
  )
}

function touch(repository: Repository): Promise<void> {
  const now = clock.now()
  return ask(repository.dir, () => utimes(lockIn(repository), now, now))
}

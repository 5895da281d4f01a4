// One at a time in a repository (OPS-120). The lock names host, boot, pid and start; it is stale when
// that boot or process is gone, or, on another host, after 15 minutes without a sign of life.

import { readFile, rm, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clock, minutes, seconds, timeIn } from '../clock.ts'
import { codeOf } from '../disk.ts'
import { lives, type Mark, ownMark } from '../processes.ts'
import { isRefusal, Refusal } from '../refusal.ts'
import { ask, isSilence, tidy } from './answers.ts'
import { dropAt, factsAt, removeAt, textAt, writeAt, type Writing } from './in-place.ts'
import type { Repository } from './repository.ts'

interface Holder extends Mark {
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
    await letGo(repository, own)
  }
}

const lockIn = ({ dir }: Repository): string => join(dir, 'locks', 'lock.json')

/** Of a place that says nothing it goes when it answers again, unless it is another's by then. */
const letGo = (repository: Repository, ...own: string[]): Promise<void> =>
  tidy(repository.dir, async () => {
    const file = lockIn(repository)
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text !== null && own.includes(text)) await rm(file, { force: true })
  })

/** In words; null when nobody holds it. */
export async function holderSaid(repository: Repository): Promise<string | null> {
  const holder = await holderIn(repository)
  return holder === null ? null : `${holder.what}, pid ${holder.pid} on ${holder.host}`
}

export async function isLockStale(repository: Repository): Promise<boolean> {
  const holder = await holderIn(repository)
  return holder !== null && (await isStale(repository, holder))
}

/** Removes a lock whose holder is gone; a living one is never broken. */
export async function unlockStale(repository: Repository): Promise<boolean> {
  const holder = await holderIn(repository)
  if (holder === null) return false
  if (!(await isStale(repository, holder))) throw stillWriting(repository, holder)
  await removeAt(repository.dir, lockIn(repository))
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
  for (const last_try of [false, true]) {
    try {
      return await writeLock(own, repository)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      const holder = await holderIn(repository)
      if (last_try || (holder !== null && !(await isStale(repository, holder)))) {
        throw heldBy(repository.dir, holder)
      }
      await dropAt(repository.dir, lockIn(repository))
    }
  }
}

async function writeLock(own: string, repository: Repository): Promise<void> {
  let writing: Writing | null = null
  try {
    writing = await writeAt(repository.dir, lockIn(repository))
    await writing.write(Buffer.from(own))
    await writing.finish()
  } catch (error) {
    await writing?.abandon()
    // Made, or made yet by the call that hangs: with nothing in it, it would be held for good.
    if (codeOf(error) !== 'EEXIST') await letGo(repository, own, '')
    throw error
  }
}

async function isStale(repository: Repository, holder: Holder): Promise<boolean> {
  if (holder.host !== hostname()) {
    const facts = await factsAt(repository.dir, lockIn(repository))
    return clock.ms() - (facts?.mtimeMs ?? 0) > silent_ms
  }
  return !lives(holder)
}

const ownHolder = (what: string): Holder => ({
  ...ownMark(),
  host: hostname(),
  what,
  since: clock.instant(),
})

/** Null while its holder is still writing it, or when there is none. */
async function holderIn(repository: Repository): Promise<Holder | null> {
  try {
    return JSON.parse(await textAt(repository.dir, lockIn(repository))) as Holder
  } catch (error) {
    if (isSilence(error)) throw error
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

const stillWriting = ({ name }: Repository, holder: Holder): Refusal => {
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

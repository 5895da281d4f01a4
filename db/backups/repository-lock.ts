// One at a time in a repository (OPS-120). The lock names host, boot, pid and start; it is stale when
// that boot or process is gone, or, on another host, after 15 minutes without a sign of life.

import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clock, minutes, seconds, timeIn } from '../clock.ts'
import { codeOf } from '../disk.ts'
import { isRefusal, Refusal } from '../refusal.ts'
import type { Repository } from './repository.ts'

interface Holder {
  host: string
  boot: string
  pid: number
  /** Ticks since the boot: a pid may be given again. */
  started: string
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
  const file = join(repository.dir, 'locks', 'lock.json')
  await takeInTime(file, what, repository, patience)
  const beat = setInterval(() => touch(file), fresh_ms)
  beat.unref()
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

/** In words; null when nobody holds it. */
export function holderSaid({ dir }: Repository): string | null {
  const holder = holderIn(join(dir, 'locks', 'lock.json'))
  return holder === null ? null : `${holder.what}, pid ${holder.pid} on ${holder.host}`
}

export function isLockStale({ dir }: Repository): boolean {
  const file = join(dir, 'locks', 'lock.json')
  const holder = holderIn(file)
  return holder !== null && isStale(file, holder)
}

/** Removes a lock whose holder is gone; a living one is never broken. */
export function unlockStale(repository: Repository): boolean {
  const file = join(repository.dir, 'locks', 'lock.json')
  const holder = holderIn(file)
  if (holder === null) return false
  if (!isStale(file, holder)) throw stillWriting(repository, holder)
  rmSync(file, { force: true })
  return true
}

async function takeInTime(
  file: string,
  what: string,
  repository: Repository,
  { wait_ms = 0, signal, onWait }: Patience,
): Promise<void> {
  const until = performance.now() + wait_ms
  for (let is_first = true; ; is_first = false) {
    try {
      take(file, what, repository.dir)
      return
    } catch (error) {
      const left = until - performance.now()
      if (!isRefusal(error) || error.code !== 'lock.held' || left <= 0) throw error
      if (is_first) onWait?.(holderSaid(repository) ?? 'another process')
      await pause(Math.min(again_ms, left), undefined, signal === undefined ? {} : { signal })
    }
  }
}

function take(file: string, what: string, dir: string): void {
  for (const last_try of [false, true]) {
    try {
      const open = openSync(file, 'wx', 0o600)
      writeSync(open, JSON.stringify(ownHolder(what)))
      closeSync(open)
      return
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      const holder = holderIn(file)
      if (last_try || (holder !== null && !isStale(file, holder))) throw heldBy(dir, holder)
      rmSync(file, { force: true })
    }
  }
}

function isStale(file: string, holder: Holder): boolean {
  if (holder.host !== hostname()) return clock.ms() - statSync(file).mtimeMs > silent_ms
  return holder.boot !== bootId() || startOf(holder.pid) !== holder.started
}

const ownHolder = (what: string): Holder => ({
  host: hostname(),
  boot: bootId(),
  pid: process.pid,
  started: startOf(process.pid) ?? '',
  what,
  since: clock.instant(),
})

/** Null while its holder is still writing it, or when there is none. */
function holderIn(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
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

const stillWriting = ({ name }: Repository, holder: Holder): Refusal => {
  const since = timeIn(here, new Date(holder.since))
  return new Refusal(
    503,
    'lock.held',
    `${holder.host} is writing to ${name} since ${since} (pid ${holder.pid}): not unlocked.`,
    { facts: { holder } },
  )
}

const touch = (file: string): void => {
  const now = clock.now()
  utimesSync(file, now, now)
}

const bootId = (): string => readOr('/proc/sys/kernel/random/boot_id', 'unknown')

/** Field 22 of its stat, after the name in brackets. */
function startOf(pid: number): string | undefined {
  const text = readOr(`/proc/${pid}/stat`, '')
  return text === '' ? undefined : text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
}

function readOr(file: string, other: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return other
  }
}

// What a line of the timetable says, and the list of them that this process was started with.

import type { Caller } from '../../core/caller.ts'
import { clock } from '../../core/clock.ts'
import { type Cron, nextCron, readCron } from './cron.ts'

export const scopes = ['deployment', 'hospital'] as const
export const catch_ups = ['once', 'each', 'skip'] as const

export interface Turn {
  /** The house itself: of the hospital in whose name this runs, or of the operator. */
  readonly caller: Caller
  /** The instant that was due, also when the run is late (OPS-92). */
  readonly due_at: string
  readonly time_zone: string
  /** The daemon stops, or the run took longer than it may. */
  readonly signal: AbortSignal
}

export interface Entry {
  readonly name: string
  readonly label: string
  readonly area: string
  /** Cron words in the zone of the scope … */
  readonly cron?: string
  /** … or so many milliseconds. */
  readonly every?: number
  readonly scope: (typeof scopes)[number]
  /** leader: once, on one daemon. each: on every daemon, noted nowhere. */
  readonly runs_on: 'leader' | 'each'
  readonly catch_up: (typeof catch_ups)[number]
  readonly pausable: boolean
  readonly weight: 'light' | 'heavy'
  readonly deadline_s: number
  /** What depends on dates waits while the machine's clock cannot be trusted (OPS-98). */
  readonly needs_clock?: boolean
  /**
   * Told to stop it ends between two reads, or in the middle of one, and runs again at the next start:
   * a proof, which changes nothing until its last step.
   */
  readonly ends_at_once?: true
  /** Once when the daemon starts, whatever the clock says. */
  readonly at_start?: boolean
  /** Answers counts worth keeping, or nothing. */
  run(turn: Turn): Promise<Record<string, number> | void>
}

let entries: readonly Entry[] = []
const read = new Map<string, Cron>()

/** A repeated name or words that are no schedule stop the start. */
export function setTimetable(list: readonly Entry[]): void {
  const names = new Set<string>()
  for (const entry of list) {
    if (names.has(entry.name)) throw new Error(`the timetable has ${entry.name} twice`)
    if ((entry.cron === undefined) === (entry.every === undefined))
      throw new Error(`${entry.name} needs either cron words or a duration`)
    names.add(entry.name)
    if (entry.cron !== undefined) cronOf(entry.cron)
  }
  entries = list
}

export const timetable = (): readonly Entry[] => entries

export const entryOf = (name: string): Entry | undefined =>
  entries.find((entry) => entry.name === name)

function cronOf(words: string): Cron {
  let cron = read.get(words)
  if (cron === undefined) read.set(words, (cron = readCron(words)))
  return cron
}

type Pace = Pick<Entry, 'cron' | 'every'>

/** The first due instant after another; `every` counts from the epoch, the same on all daemons. */
export function nextAfter(pace: Pace, zone: string, after: number): number | null {
  if (pace.every !== undefined) return (Math.floor(after / pace.every) + 1) * pace.every
  return nextCron(cronOf(pace.cron ?? ''), zone, after)
}

/** Its next instant from now on. */
export const nextFor = (entry: Entry, zone: string): string | null => {
  const next = nextAfter(entry, zone, clock.ms())
  return next === null ? null : new Date(next).toISOString()
}

/** As it is kept at a place: by the words that a person gave it there, else by the program's own. */
export const pacedBy = (entry: Entry, own_cron: string | null): Entry => {
  if (own_cron === null) return entry
  const { every: _every, ...rest } = entry
  return { ...rest, cron: own_cron }
}

export interface Due {
  /** The instant to run for now; null when nothing is. */
  due: number | null
  next: number | null
  /** Missed instants that nobody will run for. */
  skipped: number
}

/** Beyond so many missed instants of one schedule the oldest are let go (OPS-94). */
export const missed_max = 60
/** A run of a `skip` schedule may be so late. */
const late_ms = 60_000

/** What an instant that stood due means now, after however long a time (OPS-94). */
export function dueOf(
  entry: Pick<Entry, 'cron' | 'every' | 'catch_up'>,
  zone: string,
  standing: number,
  now: number,
): Due {
  if (standing > now) return { due: null, next: standing, skipped: 0 }
  if (entry.every !== undefined && entry.catch_up !== 'each') {
    const newest = standing + Math.floor((now - standing) / entry.every) * entry.every
    return {
      due: newest,
      next: nextAfter(entry, zone, newest),
      skipped: Math.round((newest - standing) / entry.every),
    }
  }
  const missed = missedUntil(entry, zone, standing, now)
  const newest = missed.at(-1) as number
  if (entry.catch_up === 'each') {
    const skipped = Math.max(0, missed.length - missed_max)
    const due = missed[skipped] as number
    return { due, next: nextAfter(entry, zone, due), skipped }
  }
  const next = nextAfter(entry, zone, newest)
  if (entry.catch_up === 'skip' && now - newest > late_ms)
    return { due: null, next, skipped: missed.length }
  return { due: newest, next, skipped: missed.length - 1 }
}

function missedUntil(pace: Pace, zone: string, standing: number, now: number): number[] {
  const missed: number[] = []
  let at: number | null = standing
  while (at !== null && at <= now) {
    missed.push(at)
    at = nextAfter(pace, zone, at)
  }
  return missed
}

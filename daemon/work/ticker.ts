// The hand of the timetable: one tick a second, and what is due stands in the database (OPS-91).

import { createTask } from 'node-cron'
import { platform_id, system } from '../../db/core/caller.ts'
import { clock, minutes, seconds } from '../../db/core/clock.ts'
import { outside } from '../../db/store/connection.ts'
import { claim, claimByHand, dueNow } from '../../db/appliance/timetable/claims.ts'
import { clockState } from '../../db/appliance/timetable/clock-guard.ts'
import { type Entry, nextAfter, setTimetable } from '../../db/appliance/timetable/entries.ts'
import { type Leadership, seekLeadership } from '../../db/appliance/timetable/leadership.ts'
import { perform } from '../../db/appliance/timetable/perform.ts'
import { type Run, type ScheduleRow, sweep } from '../../db/appliance/timetable/runs.ts'
import { prepare } from '../../db/appliance/timetable/schedules.ts'
import { noteTickRestarted } from '../../db/appliance/house/seen.ts'
import type { Log } from './jobs.ts'

export interface TickerOptions {
  daemon: string
  entries: readonly Entry[]
  log: Log
  /** `timetable.timezone`: of what belongs to the whole deployment. */
  time_zone?: string
  ask_ms?: number
  may_lead?: () => boolean
  /** Heavy work that was missed waits so long after the start (OPS-94). */
  heavy_wait_ms?: number
  failed?: (entry: Entry) => void
  /** Two failed instants in a row are worth a notice (OPS-97). */
  troubled?: (row: ScheduleRow, entry: Entry) => Promise<void>
}

export interface Ticker {
  term(): number | null
  /** How often the beat fell silent and was started anew. */
  restarts(): number
  /** Names of the lines that run. */
  running(): string[]
  /** Running work is told to stop and waited for; the lead is given up. */
  stop(): Promise<void>
}

const silence_max_ms = seconds(5)
const prepare_every_ms = minutes(1)
const late_ms = minutes(1)

export async function startTicker(options: TickerOptions): Promise<Ticker> {
  const { daemon, entries, log, heavy_wait_ms = minutes(5) } = options
  setTimetable(entries)
  const note = (error: unknown): void => log.error({ err: error }, 'the timetable met a fault')
  const stopping = new AbortController()
  const running = new Map<string, { entry: Entry; late: boolean; done: Promise<void> }>()
  const began_at = clock.instant()
  const began_ms = performance.now()
  const each_next = new Map<string, number>()
  let each_ms = Number.NEGATIVE_INFINITY
  let prepared_ms = Number.NEGATIVE_INFINITY
  let ticked_ms = performance.now()
  let turn: Promise<void> | null = null
  let restarts = 0

  await prepare(options.time_zone)
  const leadership: Leadership = await seekLeadership({
    daemon,
    note,
    ...(options.ask_ms === undefined ? {} : { ask_ms: options.ask_ms }),
    ...(options.may_lead === undefined ? {} : { may_lead: options.may_lead }),
    changed: (term) => {
      log.info(
        { daemon, count: term ?? 0 },
        term === null ? 'follows another daemon' : 'leads the timetable',
      )
      if (term !== null) void outside(() => runAtStart(term)).catch(note)
    },
  })

  async function runAtStart(term: number): Promise<void> {
    for (const entry of entries.filter(
      (one) => one.at_start === true && one.scope === 'deployment' && one.runs_on === 'leader',
    )) {
      const by = { ...system(platform_id), name: 'start' }
      const held = await claimByHand({ name: entry.name, place: '' }, { daemon, term }, by)
      carryOut(held, false)
    }
  }

  function carryOut(held: Run, late: boolean): void {
    const done = outside(() => perform(held, stopping.signal, note))
      .then(async (row) => {
        if (row?.last_status !== 'FAILED') return
        options.failed?.(held.entry)
        if (row.failed_in_row >= 2) await options.troubled?.(row, held.entry)
      })
      .catch(note)
      .finally(() => running.delete(held.id))
    running.set(held.id, { entry: held.entry, late, done })
  }

  /** Heavy ones one at a time; of missed ones one at a time in each area. */
  function mayBegin(entry: Entry, standing: string | null): boolean {
    const now = [...running.values()]
    if (entry.weight === 'heavy') {
      if (now.some((one) => one.entry.weight === 'heavy')) return false
      const missed = standing !== null && standing < began_at
      if (missed && performance.now() - began_ms < heavy_wait_ms) return false
    }
    const late = standing !== null && clock.ms() - Date.parse(standing) > late_ms
    return !late || !now.some((one) => one.late && one.entry.area === entry.area)
  }

  async function lead(term: number): Promise<void> {
    const due = await dueNow()
    if (due.length === 0) return
    const held = due.some(({ name }) => entryNamed(name)?.needs_clock === true)
    const clock_is_bad = held && (await clockState()).state === 'BAD'
    for (const { name, place, next_run_at } of due) {
      const entry = entryNamed(name)
      if (entry === undefined || (clock_is_bad && entry.needs_clock === true)) continue
      if (leadership.term() !== term || stopping.signal.aborted) return
      if (!mayBegin(entry, next_run_at)) continue
      const run = await claim({ name, place }, { daemon, term })
      if (run !== undefined) carryOut(run, run.late)
    }
  }

  const entryNamed = (name: string): Entry | undefined =>
    entries.find((entry) => entry.name === name)

  function runEach(): void {
    const now = clock.ms()
    const set_back = now < each_ms
    each_ms = now
    for (const entry of entries.filter((one) => one.runs_on === 'each')) {
      const standing = each_next.get(entry.name)
      if (standing !== undefined && standing > now && !set_back) continue
      const next = nextAfter(entry, 'UTC', now) ?? Number.POSITIVE_INFINITY
      each_next.set(entry.name, next)
      const due = standing ?? (entry.at_start === true ? now : next)
      // What stands beyond the next instant was reckoned before the clock was set back; the line
      // would sleep until the time has caught up.
      if ((due > now && due <= next) || running.has(entry.name)) continue
      const done = outside(async () => {
        await entry.run({
          caller: system(platform_id),
          due_at: new Date(due).toISOString(),
          time_zone: 'UTC',
          signal: stopping.signal,
        })
      })
        .catch(note)
        .finally(() => running.delete(entry.name))
      running.set(entry.name, { entry, late: false, done })
    }
  }

  async function look(): Promise<void> {
    runEach()
    const term = leadership.term()
    if (term === null) return
    if (performance.now() - prepared_ms > prepare_every_ms) {
      prepared_ms = performance.now()
      await prepare(options.time_zone)
      await sweep({ daemon, term })
    }
    await lead(term)
  }

  const tick = (): void => {
    ticked_ms = performance.now()
    if (turn !== null || stopping.signal.aborted) return
    turn = outside(look)
      .catch(note)
      .finally(() => {
        turn = null
      })
  }

  // What beats is not to be trusted with seeing that it is silent (OPS-91).
  let beat: Beat = beatOf(tick)
  const watch = setInterval(() => {
    if (performance.now() - ticked_ms < silence_max_ms) return
    restarts += 1
    noteTickRestarted()
    ticked_ms = performance.now()
    void beat.destroy()
    beat = beatOf(tick)
  }, silence_max_ms)
  watch.unref()

  return {
    term: () => leadership.term(),
    restarts: () => restarts,
    running: () => [...running.values()].map(({ entry }) => entry.name),
    async stop() {
      stopping.abort(new Error('the daemon stops'))
      clearInterval(watch)
      await beat.destroy()
      await turn
      await Promise.all([...running.values()].map(({ done }) => done))
      await leadership.stop()
    },
  }
}

interface Beat {
  destroy(): Promise<void>
}

/**
 * One a second, by the machine's own count, which no clock moves (decision 0256). The cron library goes
 * through every instant that a clock set ahead has passed over, and of seconds a year has thirty
 * million: for minutes nobody would be answered. It is asked for the turn of the day alone, which
 * comes to the second.
 */
function beatOf(tick: () => void): Beat {
  const timer = setInterval(tick, seconds(1))
  const day = createTask('0 0 * * *', tick)
  void day.start()
  return {
    async destroy() {
      clearInterval(timer)
      await day.destroy()
    },
  }
}

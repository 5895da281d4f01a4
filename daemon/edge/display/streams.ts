// The screens that listen (QUE-10): one hand for all of them. A change made on this daemon reaches
// them at once, one made on another within half a second; a board goes out at most once a second.

import { Readable } from 'node:stream'
import { clock, instantIn, minutes } from '../../../db/core/clock.ts'
import { outside, within } from '../../../db/store/connection.ts'
import {
  boardOf,
  type Called,
  callsSince,
  marksOf,
} from '../../../db/hospital/desk/displays/board.ts'
import {
  type DisplayRow,
  listenToDisplays,
  seen,
  stillOpen,
} from '../../../db/hospital/desk/displays/displays.ts'
import { listenToQueues } from '../../../db/hospital/desk/visits/queue/display-feed.ts'
import { Refusal } from '../../../db/core/refusal.ts'

export const streams_max = 50
const look_ms = 500
const board_every_ms = 1000
const heartbeat_ms = 15_000
const tidy_ms = 60_000
const replay_ms = minutes(10)
const look_back_ms = 10_000
/** A screen that reads nothing must not fill the memory. */
const unread_max = 256 * 1024

interface Stream {
  display: DisplayRow
  out: Readable
  /** Calls that were said already, and the id that goes with the next event. */
  known: Map<string, string>
  last_id: number
  board_ms: number
  due: boolean
  busy: boolean
}

const open = new Set<Stream>()
const marks = new Map<string, string>()
let timers: NodeJS.Timeout[] = []
let looking = false

export const countOf = (display_id: string): number =>
  [...open].filter(({ display }) => display.id === display_id).length

export async function openStream(
  display: DisplayRow,
  last_event_id: string | undefined,
): Promise<Readable> {
  if (countOf(display.id) >= streams_max) {
    throw new Refusal(429, 'too_many', 'This display is shown on too many screens.', {
      retry_after_s: 30,
    })
  }
  const out = new Readable({ read: () => undefined })
  const stream: Stream = {
    display,
    out,
    known: new Map(),
    last_id: 0,
    board_ms: Number.NEGATIVE_INFINITY,
    due: true,
    busy: false,
  }
  const missed = lastOf(last_event_id)
  open.add(stream)
  out.once('close', () => drop(stream))
  start()
  write(stream, 'retry: 3000\n\n')
  await touch(display)
  await begin(stream, missed)
  return out
}

/** What was called before is known; what the screen missed is said again. */
async function begin(stream: Stream, missed: string | null): Promise<void> {
  const { service_point_ids: ids } = stream.display
  const fresh = ids.filter((id) => !marks.has(id))
  for (const [id, mark] of await outside(() => marksOf(fresh, yesterday()))) marks.set(id, mark)
  for (const call of await outside(() => callsSince(stream.display, windowStart(missed)))) {
    stream.last_id = Math.max(stream.last_id, Date.parse(call.called_at))
    if (missed === null || call.called_at <= missed) stream.known.set(keyOf(call), call.called_at)
  }
  await deliver(stream, missed)
}

const yesterday = (): string => instantIn(-minutes(24 * 60))
const keyOf = ({ entry_id, calls }: Called): string => `${entry_id}.${calls}`
/** Two calls may be kept in another order than they were made in: a little is always looked at again. */
const windowStart = (missed: string | null = null): string => {
  const usual = instantIn(-look_back_ms)
  return missed !== null && missed < usual ? missed : usual
}

/** What was missed for ten minutes at most; older, and words that are no id, begin anew. */
function lastOf(typed: string | undefined): string | null {
  if (typed === undefined || !/^\d{1,15}$/.test(typed)) return null
  const at = Number(typed)
  if (at < clock.ms() - replay_ms || at > clock.ms()) return null
  return new Date(at).toISOString()
}

const touch = (display: DisplayRow): Promise<void> =>
  outside(() => within(() => seen(display), 'jobs')).catch(() => undefined)

/** First the board, then every call since the last one that was said. */
async function deliver(stream: Stream, missed: string | null = null): Promise<void> {
  if (stream.busy || !open.has(stream)) return
  const wait = stream.board_ms + board_every_ms - performance.now()
  if (wait > 0 && !stream.due) return
  stream.busy = true
  stream.due = false
  try {
    const recent = await outside(() => callsSince(stream.display, windowStart(missed)))
    const calls = recent.filter((call) => !stream.known.has(keyOf(call)))
    if (wait <= 0) {
      stream.board_ms = performance.now()
      send(stream, 'board', await outside(() => boardOf(stream.display)))
    } else {
      // The call is said at once; the board that goes with it follows within the second.
      stream.due = true
    }
    for (const call of calls) {
      stream.known.set(keyOf(call), call.called_at)
      const { entry_id: _, called_at, ...told } = call
      stream.last_id = Math.max(stream.last_id, Date.parse(called_at))
      send(stream, 'call', told)
    }
    for (const [key, at] of stream.known) if (at < windowStart()) stream.known.delete(key)
  } catch {
    // The database is away: the next look tries again, and the screen keeps what it shows.
    stream.due = true
  } finally {
    stream.busy = false
  }
}

function send(stream: Stream, event: string, data: unknown): void {
  // The id is the moment of the last call, so that any daemon can take up from there.
  write(stream, `id: ${stream.last_id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

function write(stream: Stream, text: string): void {
  if (!open.has(stream)) return
  stream.out.push(text)
  if (stream.out.readableLength > unread_max) drop(stream)
}

function drop(stream: Stream): void {
  if (!open.delete(stream)) return
  stream.out.push(null)
  if (open.size === 0) stop()
}

function start(): void {
  if (timers.length > 0) return
  timers = [
    setInterval(() => void look(), look_ms),
    setInterval(() => {
      for (const stream of open) write(stream, ': here\n\n')
    }, heartbeat_ms),
    setInterval(() => void tidy(), tidy_ms),
  ]
  for (const timer of timers) timer.unref()
}

function stop(): void {
  for (const timer of timers) clearInterval(timer)
  timers = []
  marks.clear()
}

/** Which of the points on screens have changed, whoever changed them. */
async function look(): Promise<void> {
  if (looking) return
  looking = true
  try {
    const ids = [...new Set([...open].flatMap(({ display }) => display.service_point_ids))]
    const now = await outside(() => marksOf(ids, yesterday()))
    const changed = new Set(ids.filter((id) => marks.has(id) && marks.get(id) !== now.get(id)))
    for (const [id, mark] of now) marks.set(id, mark)
    await nudge(changed)
  } catch {
    // Tried again in half a second.
  } finally {
    looking = false
  }
}

async function nudge(changed: ReadonlySet<string>): Promise<void> {
  await Promise.all(
    [...open].map(async (stream) => {
      const own = stream.display.service_point_ids.some((id) => changed.has(id))
      if (own) stream.due = true
      if (stream.due) await deliver(stream)
    }),
  )
}

/** Screens that were switched off on another daemon end here too. */
async function tidy(): Promise<void> {
  const displays = new Map([...open].map(({ display }) => [display.id, display]))
  for (const display of displays.values()) {
    try {
      const { id, key_hash } = display
      if (await outside(() => stillOpen(id, key_hash))) await touch(display)
      else endOf(id)
    } catch {
      // The database is away: nobody is sent off for that.
    }
  }
}

function endOf(display_id: string): void {
  for (const stream of open) if (stream.display.id === display_id) drop(stream)
}

/** The daemon stops: every screen is let go, and opens itself anew elsewhere. */
export function endStreams(): void {
  for (const stream of open) drop(stream)
  stop()
}

listenToQueues((_, point_id) => void nudge(new Set([point_id])))
listenToDisplays(endOf)

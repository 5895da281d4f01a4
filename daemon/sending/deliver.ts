// Webhook posts: what is due is taken from the rows, signed at the moment it leaves, and its result
// is stored in groups. Each endpoint has a queue of its own, so one that hangs delays nobody else.
//
// One daemon posts: the leader of the timetable. An attempt that a kill cut off left no row, so the
// next one makes it again under its own number (MSG-548).

import { clock } from '../../db/core/clock.ts'
import { outside, within } from '../../db/store/connection.ts'
import { now } from '../../db/messaging/accounts/clock.ts'
import { onNudge } from '../../db/messaging/nudges.ts'
import { settings } from '../../db/messaging/settings/settings.ts'
import { type Current, currentOf, unconfigured } from '../../db/messaging/webhooks/current.ts'
import { whoseEndpoint } from '../../db/messaging/webhooks/endpoints.ts'
import { noteGivenUp } from '../../db/messaging/webhooks/failing.ts'
import {
  cancelStranded,
  keepTried,
  type Place,
  type Tried,
  type Waiting,
  waitingAt,
  waitingEndpoints,
} from '../../db/messaging/webhooks/queue.ts'
import { headersOf } from '../../db/messaging/webhooks/signature.ts'
import { isHeld } from '../../db/appliance/outbound/holds.ts'
import type { Log } from '../work/jobs.ts'
import { sharedLine, type WebhookLine } from './webhook-calls.ts'
import { takeTurns } from '../edge/turns.ts'

export interface DelivererOptions {
  log: Pick<Log, 'error'>
  /** Only the leader posts. */
  leads?: () => boolean
  line?: WebhookLine
  poll_ms?: number
  /** Results are stored after so long at the latest (MSG 7). */
  group_ms?: number
}

export interface Deliverer {
  /** Looks for what is due now. */
  look(): Promise<void>
  /** Everything that is due has been tried and stored. */
  idle(): Promise<void>
  /** Attempts under way end or are given up; their results are stored. */
  stop(): Promise<void>
  running(): number
}

interface Queue {
  endpoint: string
  waiting: Waiting[]
  /** Taken from the rows and not yet stored. */
  held: Set<string>
  /** Stored while the rows are being read: what that reading still shows as waiting is over. */
  settled: Set<string> | null
  running: number
  /** Whose first attempt runs: the next event of the same thing waits for it (MSG-551). */
  first: Set<string>
  after: Place | null
  version: number | null
}

const ahead = 500
const low = 100
const group_most = 500

export function startDeliveries(options: DelivererOptions): Deliverer {
  const { log, leads = () => true, poll_ms = 1000, group_ms = 25 } = options
  const line = options.line ?? sharedLine()
  const queues = new Map<string, Queue>()
  let limits = { each: 32, all: 256 }
  let total = 0
  let tried: Tried[] = []
  const stranded = new Set<string>()
  let storing: Promise<void> | null = null
  let group_timer: NodeJS.Timeout | null = null
  let stopping = false
  const idlers = new Set<() => void>()

  const turns = takeTurns(
    async () => {
      if (!stopping && leads()) await fill()
    },
    (error) => log.error({ err: error }, 'webhooks could not be read'),
    () => tellIdle(),
  )
  const look = (): Promise<void> => turns.look()

  async function fill(): Promise<void> {
    if (await isHeld('webhooks')) {
      for (const queue of queues.values()) {
        for (const { id } of queue.waiting.splice(0)) queue.held.delete(id)
        queue.after = null
      }
      return
    }
    const { webhook_concurrency: each, webhook_concurrency_total: all } = await settings()
    limits = { each, all }
    for (const { endpoint, due_at } of await waitingEndpoints()) {
      const queue = queues.get(endpoint) ?? emptyQueue(endpoint)
      if (queue.waiting.length >= low) continue
      const until = await momentOf(endpoint)
      if (due_at > until) continue
      await refill(queue, until)
      if (queue.held.size > 0) queues.set(endpoint, queue)
      pump()
    }
    for (const [endpoint, queue] of queues) if (queue.held.size === 0) queues.delete(endpoint)
  }

  async function refill(queue: Queue, until: string): Promise<void> {
    if (queue.held.size === 0) queue.after = null
    const limit = queue.after === null ? ahead + queue.held.size : ahead
    const settled = new Set<string>()
    queue.settled = settled
    const found = await waitingAt(queue.endpoint, { until, after: queue.after, limit })
    queue.settled = null
    for (const one of found) {
      if (queue.held.has(one.id) || settled.has(one.id)) continue
      queue.held.add(one.id)
      queue.waiting.push(one)
    }
    // At the end of what is due the next look begins anew: rows may be committed out of order.
    queue.after = found.length < limit ? null : (found.at(-1) ?? null)
  }

  /** One of each endpoint in turn, as long as there is room. */
  function pump(): void {
    let begun = true
    while (begun && total < limits.all) {
      begun = false
      for (const queue of queues.values()) {
        if (stopping || total >= limits.all || queue.running >= limits.each) continue
        const next = takeFrom(queue)
        if (next === undefined) continue
        begun = true
        begin(queue, next)
      }
    }
    tellIdle()
  }

  function begin(queue: Queue, next: Waiting): void {
    const is_first = next.attempts === 0
    queue.running += 1
    total += 1
    if (is_first) queue.first.add(next.data_id)
    void outside(() => attempt(queue, next))
      .catch((error: unknown) => {
        log.error({ err: error }, 'a webhook could not be posted')
        queue.held.delete(next.id)
      })
      .finally(() => {
        queue.running -= 1
        total -= 1
        if (is_first) queue.first.delete(next.data_id)
        if (queue.waiting.length < low) void look()
        pump()
      })
  }

  async function attempt(queue: Queue, next: Waiting): Promise<void> {
    const current = (await currentOf(next)) ?? unconfigured(next)
    if (!mayGo(queue, next, current)) return
    const started_at = await momentOf(queue.endpoint)
    const posted = await line.post(
      next.target === 'account' ? current.url : next.url,
      headersOf({
        id: next.id,
        event: next.event,
        attempt: next.attempts + 1,
        timestamp: String(Math.floor(clock.ms() / 1000)),
        body: next.body,
        secret: current.secret,
        previous: current.previous,
      }),
      next.body,
    )
    tried.push({ delivery: next, started_at, ...posted })
    if (tried.length >= group_most) void store()
    else group_timer ??= setTimeout(() => void store(), group_ms)
  }

  /** Under another configuration than it was taken, the rows are asked again what still waits. */
  function mayGo(queue: Queue, next: Waiting, current: Current): boolean {
    queue.version ??= current.version
    const same = current.version === queue.version
    if (same && (next.target === 'callback' || current.enabled)) return true
    for (const one of [next, ...queue.waiting]) queue.held.delete(one.id)
    queue.waiting = []
    queue.version = null
    queue.after = null
    if (same) strand(queue.endpoint)
    return false
  }

  /** Written by somebody who did not know yet that nobody listens any more. */
  function strand(endpoint: string): void {
    stranded.add(endpoint)
    group_timer ??= setTimeout(() => void store(), group_ms)
  }

  function store(): Promise<void> {
    if (group_timer !== null) clearTimeout(group_timer)
    group_timer = null
    storing ??= outside(storeAll).finally(() => {
      storing = null
      tellIdle()
    })
    return storing
  }

  async function storeAll(): Promise<void> {
    while (tried.length > 0 || stranded.size > 0) {
      const group = tried.slice(0, group_most)
      try {
        for (const endpoint of stranded) await within(() => cancelStranded(endpoint), 'jobs')
        stranded.clear()
        if (group.length === 0) continue
        const given_up = await within(() => keepTried(group), 'jobs')
        tried = tried.slice(group.length)
        for (const { delivery } of group) release(delivery)
        if (given_up.length > 0) await within(() => noteGivenUp(given_up), 'jobs')
      } catch (error) {
        log.error({ err: error }, 'results of webhooks could not be stored')
        if (stopping) return
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
    if (!stopping) void look()
  }

  function release({ id, endpoint }: Waiting): void {
    const queue = queues.get(endpoint)
    queue?.held.delete(id)
    queue?.settled?.add(id)
  }

  const isIdle = (): boolean =>
    total === 0 &&
    tried.length === 0 &&
    stranded.size === 0 &&
    storing === null &&
    turns.now() === null

  function tellIdle(): void {
    if (!isIdle()) return
    for (const tell of idlers) tell()
    idlers.clear()
  }

  const stopListening = onNudge('webhooks', () => void look())
  const timer = setInterval(() => void look(), poll_ms)
  timer.unref()

  return {
    look,
    running: () => total,
    async idle() {
      for (;;) {
        await look()
        if (isIdle() && [...queues.values()].every(({ held }) => held.size === 0)) return
        if (!isIdle()) await new Promise<void>((resolve) => idlers.add(resolve))
      }
    },
    async stop() {
      stopping = true
      turns.end()
      stopListening()
      clearInterval(timer)
      await turns.now()
      // What is under way gets a moment; then the line is cut and the attempt is nobody's.
      const deadline = performance.now() + 2000
      while (total > 0 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20))
      await line.close()
      await store()
    },
  }
}

const emptyQueue = (endpoint: string): Queue => ({
  endpoint,
  waiting: [],
  held: new Set(),
  settled: null,
  running: 0,
  first: new Set(),
  after: null,
  version: null,
})

/** Gaps of a test account run on its own clock (MSG-582). */
async function momentOf(endpoint: string): Promise<string> {
  const owner = whoseEndpoint(endpoint)
  return new Date(await now(owner, owner.mode)).toISOString()
}

/** The first whose thing has no first attempt running; those behind it keep their order. */
function takeFrom(queue: Queue): Waiting | undefined {
  const { waiting, first } = queue
  if (first.size === 0) return waiting.shift()
  const held_back = new Set(first)
  for (let at = 0; at < waiting.length; at++) {
    const one = waiting[at] as Waiting
    if (!held_back.has(one.data_id) || one.attempts > 0) {
      waiting.splice(at, 1)
      return one
    }
    held_back.add(one.data_id)
  }
  return undefined
}

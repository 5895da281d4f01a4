// The drain: accepted messages leave by themselves, over links that this daemon owns (MSG 4.10).

import { clock, seconds } from '../../db/core/clock.ts'
import { outside } from '../../db/store/connection.ts'
import { expire, release } from '../../db/messaging/drain/due.ts'
import { type Facts, type LinkRow, readFacts } from '../../db/messaging/drain/facts.ts'
import {
  dropLease,
  lease_s,
  othersDrain,
  renew_s,
  renewLeases,
  takeLease,
} from '../../db/messaging/drain/leases.ts'
import { noteState } from '../../db/messaging/routing/link-states.ts'
import { onNudge } from '../../db/messaging/nudges.ts'
import { settings } from '../../db/messaging/settings/settings.ts'
import { outboundOff } from '../../db/appliance/outbound/holds.ts'
import { settingsOf } from '../../db/messaging/routing/link-settings.ts'
import { arrived } from './drain/arriving.ts'
import { Holds } from './drain/holds.ts'
import { JointPaces } from './drain/joint-paces.ts'
import { Ledger } from './drain/ledger.ts'
import { LinkWork } from './drain/link-work.ts'
import { playAll } from './drain/playing.ts'
import { Queries } from './drain/queries.ts'
import { TestDrain } from './drain/test-drain.ts'
import { openWay } from './drain/ways.ts'
import type { Log } from '../work/jobs.ts'
import { Pace } from './operators/pace.ts'
import { spellings } from './operators/smpp/receipts.ts'
import type { LinkState, Way } from './operators/way.ts'

export interface DrainOptions {
  daemon: string
  log: Log
  /** How often the facts are read again. */
  look_ms?: number
}

export interface Drain {
  /** Links this daemon owns now, with how they stand. */
  links(): readonly {
    id: string
    code: string
    unanswered: number
    buffered: number
    rate: number
  }[]
  stop(): Promise<void>
}

interface Held {
  work: LinkWork
  way: Way
  /** The row as it was when the way was opened: another version is another way. */
  version: number
  renewed_ms: number
  playing: boolean
  queries: Queries
  asking: boolean
}

const stop_patience_ms = seconds(10)
const joining_ms = 1500
/** An owner that could not renew is silent before its lease is over. */
const lease_margin_s = 5

export async function startDrain(options: DrainOptions): Promise<Drain> {
  const drain = new Drains(options)
  await drain.begin()
  return drain
}

class Drains implements Drain {
  private readonly options: DrainOptions
  private readonly held = new Map<string, Held>()
  private readonly operator_paces = new Map<string, Pace>()
  private readonly holds = new Holds()
  private readonly joint: JointPaces
  private readonly noting = new Map<string, Promise<void>>()
  private readonly tests: TestDrain
  private facts: Facts | null = null
  private turn: Promise<void> | null = null
  private timers: NodeJS.Timeout[] = []
  private listening: (() => void)[] = []
  private renewed_ms = performance.now()
  private expired_ms = Number.NEGATIVE_INFINITY
  private stopping = false

  constructor(options: DrainOptions) {
    this.options = options
    this.tests = new TestDrain(options.log)
    const operatorPace = (code: string): Pace | null => this.operator_paces.get(code) ?? null
    this.joint = new JointPaces(options.daemon, operatorPace, this.holds)
  }

  async begin(): Promise<void> {
    await this.look()
    const every = (ms: number, call: () => void): void => {
      const timer = setInterval(call, ms)
      timer.unref()
      this.timers.push(timer)
    }
    every(this.options.look_ms ?? seconds(1), () => void this.look())
    every(50, () => this.play())
    this.listening = [
      onNudge('queue', () => {
        for (const { work } of this.held.values()) work.wake()
        this.tests.wake()
      }),
      // A look that is under way may have read before the change: another one follows it.
      onNudge('links', () => void (this.turn ?? Promise.resolve()).then(() => this.look())),
    ]
  }

  links() {
    return [...this.held.values()].map(({ work, way }) => ({
      id: work.link_id,
      code: work.row.code,
      unanswered: way.unanswered(),
      buffered: work.buffered,
      rate: work.pace.rate,
    }))
  }

  async stop(): Promise<void> {
    this.stopping = true
    for (const timer of this.timers) clearInterval(timer)
    for (const off of this.listening) off()
    await this.turn
    await this.tests.stop()
    await Promise.all([...this.held.keys()].map((id) => this.letGo(id, true)))
    await Promise.all(this.noting.values())
  }

  /** Facts, leases, what is due; one at a time. */
  private look(): Promise<void> {
    this.turn ??= outside(() => this.lookOnce())
      .catch((error: unknown) => this.options.log.error({ err: error }, 'the drain met a fault'))
      .finally(() => {
        this.turn = null
      })
    return this.turn
  }

  private async lookOnce(): Promise<void> {
    await this.keepLeases()
    if (this.stopping) return
    const facts = await readFacts()
    this.joint.together = await othersDrain(this.options.daemon)
    await this.holds.refresh()
    this.facts = facts
    this.setPaces(facts)
    for (const row of facts.links.values()) await this.tend(row, facts)
    for (const id of this.held.keys()) if (!facts.links.has(id)) await this.letGo(id, true)
    for (const [id, { work }] of this.held) {
      const row = facts.links.get(id)
      if (row !== undefined) work.update(row, facts)
    }
    for (const held of this.held.values()) this.askAfter(held)
    await this.whatIsDue()
    this.tests.wake()
  }

  private async tend(row: LinkRow, facts: Facts): Promise<void> {
    const held = this.held.get(row.id)
    // A copy for training does not even bind: the operator would give it the receipts (OPS-135).
    const wanted = row.enabled && (row.kind === 'simulator' || !outboundOff())
    if (held !== undefined && (!wanted || held.version !== row.version)) {
      await this.letGo(row.id, true)
    }
    if (!wanted || this.held.has(row.id) || this.stopping) return
    const fence = await takeLease(row.id, this.options.daemon)
    if (fence === null) return
    await this.open(row, fence, facts)
  }

  private async open(row: LinkRow, fence: number, facts: Facts): Promise<void> {
    const { log, daemon } = this.options
    const format =
      row.kind === 'smpp' ? settingsOf('smpp', row.options).messageIdFormat : 'verbatim'
    const spell = (id: string | null): readonly string[] =>
      id === null ? [] : spellings(id, format)
    const ledger = new Ledger(
      {
        id: row.id,
        receipts: row.receipts,
        error_map: row.error_map,
        resend_on_unknown: row.resend_on_unknown,
        spell,
      },
      log,
    )
    let work: LinkWork | null = null
    const known = await settings()
    const way = await openWay(
      row,
      {
        answered: (place, outcome) => work?.answered(place, outcome),
        late: (place, outcome) => work?.late(place, outcome),
        arrived: (what) => arrived(row.id, ledger, spell, what),
        state: (state, cause) => this.said(row.id, fence, state, cause),
        ready: () => work?.pump(),
      },
      { public_url: known.public_url, allow_cidrs: known.link_http_allow_cidrs },
    ).catch((error: unknown) => {
      this.said(row.id, fence, 'refused', error instanceof Error ? error.message : String(error))
      return null
    })
    if (way === null) return
    work = new LinkWork(row, fence, facts, way, ledger, {
      log,
      daemon,
      operatorPace: (code) => this.operator_paces.get(code) ?? null,
      holds: this.holds,
      joint: this.joint,
    })
    await this.join(work)
    this.held.set(row.id, {
      work,
      way,
      version: row.version,
      renewed_ms: performance.now(),
      playing: false,
      queries: new Queries(row.id, way, ledger, spell),
      asking: false,
    })
    way.start()
  }

  /** Who drains already learns within a second that rates are kept together from now on. */
  private async join(work: LinkWork): Promise<void> {
    this.joint.together = await othersDrain(this.options.daemon)
    if (this.joint.together) work.pace.rest(performance.now(), joining_ms)
  }

  /** In the background: an operator that is slow to answer keeps nobody from looking. */
  private askAfter(held: Held): void {
    const { row } = held.work
    if (row.kind !== 'smpp' || held.asking) return
    held.asking = true
    void outside(() => held.queries.look(settingsOf('smpp', row.options).queryAfterMinutes))
      .catch((error: unknown) =>
        this.options.log.error({ err: error }, 'an operator was not asked'),
      )
      .finally(() => {
        held.asking = false
      })
  }

  private async letGo(link_id: string, politely: boolean): Promise<void> {
    const held = this.held.get(link_id)
    if (held === undefined) return
    this.held.delete(link_id)
    await held.work.stop()
    await held.way.stop(politely ? stop_patience_ms : 0)
    await held.work.ledger.settled()
    if (politely) await dropLease(link_id, this.options.daemon).catch(() => undefined)
  }

  private async keepLeases(): Promise<void> {
    const now = performance.now()
    if (now - this.renewed_ms < seconds(renew_s) || this.held.size === 0) return
    const asked = [...this.held.values()].map(({ work }) => work)
    const kept = await renewLeases(
      asked.map(({ link_id, fence }) => ({ link_id, fence })),
      this.options.daemon,
    ).catch(() => null)
    if (kept !== null) this.renewed_ms = now
    for (const { link_id } of asked) {
      const held = this.held.get(link_id)
      if (held === undefined) continue
      if (kept?.has(link_id) === true) held.renewed_ms = now
      const too_old = now - held.renewed_ms > seconds(lease_s - lease_margin_s)
      if (too_old || (kept !== null && !kept.has(link_id))) await this.letGo(link_id, false)
    }
  }

  private setPaces(facts: Facts): void {
    for (const { code, throughput_per_second } of facts.operators.values()) {
      if (throughput_per_second === null) this.operator_paces.delete(code)
      else {
        const pace = this.operator_paces.get(code)
        if (pace === undefined) this.operator_paces.set(code, new Pace(throughput_per_second))
        else pace.set(throughput_per_second)
      }
    }
  }

  private async whatIsDue(): Promise<void> {
    const now = clock.instant()
    await release({ mode: 'live' }, now)
    if (performance.now() - this.expired_ms < 2 * (this.options.look_ms ?? seconds(1))) return
    this.expired_ms = performance.now()
    await expire({ mode: 'live' }, now)
  }

  private said(link_id: string, fence: number, state: LinkState, cause: string): void {
    // A daemon that stops leaves its links as they were; only a person stops a link.
    if (state === 'stopped' && (this.stopping || this.facts?.links.get(link_id)?.enabled === true))
      return
    // One after the other: a link that came up is not noted as connecting afterwards.
    const before = this.noting.get(link_id) ?? Promise.resolve()
    const noted = before.then(() =>
      outside(() => noteState(link_id, fence, state, cause)).catch((error: unknown) =>
        this.options.log.error({ err: error }, 'the state of a link was not noted'),
      ),
    )
    this.noting.set(link_id, noted)
  }

  /** The simulators' receipts that are due. */
  private play(): void {
    for (const [link_id, held] of this.held) {
      const { work } = held
      if (work.row.kind !== 'simulator' || held.playing) continue
      held.playing = true
      void outside(() => playAll(link_id, work, () => this.stopping))
        .catch((error: unknown) => this.options.log.error({ err: error }, 'the simulator failed'))
        .finally(() => {
          held.playing = false
        })
    }
  }
}

// The one who writes to an SQLite file, and who waits for it.
//
// The cost of a small write is its fsync, so writes that wait are written together: each piece after
// the first has a savepoint of its own inside one BEGIN IMMEDIATE … COMMIT, and nobody is answered
// before that stands on the disk. A piece that fails goes back to its savepoint and leaves the others
// alone; before the first there is nothing to keep, so it needs none and its failure ends the transaction.

import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turnOfLoop, setTimeout as pause } from 'node:timers/promises'
import { databaseBusy, isRefusal } from '../../core/refusal.ts'
import type { Connection, DatabaseRow, Lane } from './engine.ts'
import { isBusy } from './sqlite-errors.ts'
import type { Line } from './sqlite-line.ts'

const group_pieces_max = 64
const group_ms_max = 5
/** A job waits at most so long behind people (OPS-47). */
const job_patience_ms = 2000
/** So long statements on this thread follow each other before everything else has a turn. */
const turn_ms = 4

/** The connection that a piece is written on. */
export interface Hand {
  readonly line: Line
  /** On this thread: it cannot wait for the file, and must let others have their turn. */
  readonly is_here: boolean
}

export interface QueueOptions {
  wait_ms_max: number
  /** So long a group asks for the file before those who lost their patience are told. */
  ask_ms: number
  isHere(lane: Lane): boolean
  hand(is_here: boolean): Hand | Promise<Hand>
  /** Before each group; throws where nothing may be written. */
  ready(): Promise<void>
  /** Ends when what was committed by now stands on the disk. */
  kept(): Promise<void>
  /** The file could not be had in time. */
  held?(error: unknown): void
  /** After each BEGIN, before each COMMIT, and after it, however it ended. */
  begun?(hand: Hand): void
  committing?(): void
  committed?(hand: Hand): void
}

interface Piece {
  work: (connection: Connection) => Promise<unknown>
  lane: Lane
  since: number
  done: (value: unknown) => void
  failed: (error: unknown) => void
}

interface Group {
  readonly hand: Hand
  readonly kept: { piece: Piece; value: unknown }[]
  readonly refused: { piece: Piece; error: unknown }[]
}

/** How long the loop has been held. */
class Turn {
  private since = performance.now()

  begin(): void {
    this.since = performance.now()
  }

  get is_over(): boolean {
    return performance.now() - this.since > turn_ms
  }

  async give(): Promise<void> {
    await turnOfLoop()
    this.begin()
  }
}

/**
 * The writer as a piece sees it. After a full disk or a broken file SQLite may have ended the whole
 * transaction on its own, and what came next would be committed alone: so nothing comes next.
 */
class LentWriter implements Connection {
  fault: Error | null = null
  private readonly hand: Hand
  private readonly turn: Turn

  constructor(hand: Hand, turn: Turn) {
    this.hand = hand
    this.turn = turn
  }

  all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    return this.guarded(() => this.hand.line.all(text, values))
  }

  run(text: string, values: readonly unknown[]): Promise<number> {
    return this.guarded(() => this.hand.line.run(text, values))
  }

  script(text: string): Promise<void> {
    return this.guarded(() => this.hand.line.exec(text))
  }

  private async guarded<T>(statement: () => Promise<T>): Promise<T> {
    if (this.fault !== null) throw this.fault
    if (this.hand.is_here && this.turn.is_over) await this.turn.give()
    try {
      return await statement()
    } catch (error) {
      if (isRefusal(error)) this.fault = error
      throw error
    }
  }
}

export class WriteQueue {
  private readonly people: Piece[] = []
  private readonly jobs: Piece[] = []
  private readonly asides: (() => Promise<void>)[] = []
  private readonly turn = new Turn()
  private readonly options: QueueOptions
  /** What writes for everybody is nobody's own: whoever asked first is not known while others are served. */
  private readonly forNobody = AsyncLocalStorage.snapshot()
  private running: Promise<void> | null = null
  private patience: NodeJS.Timeout | null = null

  constructor(options: QueueOptions) {
    this.options = options
  }

  add(given: Piece['work'], lane: Lane): Promise<unknown> {
    const work = AsyncLocalStorage.bind(given)
    return new Promise((done, failed) => {
      const queue = lane === 'jobs' ? this.jobs : this.people
      queue.push({ work, lane, since: performance.now(), done, failed })
      this.running ??= this.forNobody(() => this.pump())
      this.lookLater(this.options.wait_ms_max)
    })
  }

  /** Between two groups, while nobody writes, and outside a transaction of ours. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const own = AsyncLocalStorage.bind(work)
    return new Promise((resolve, reject) => {
      this.asides.push(() => own().then(resolve, reject))
      this.running ??= this.forNobody(() => this.pump())
    })
  }

  /** Nobody writes, and nobody waits to. */
  get is_idle(): boolean {
    return this.running === null
  }

  waiting(): number {
    return this.people.length + this.jobs.length
  }

  async drained(): Promise<void> {
    while (this.running !== null) await this.running.catch(() => undefined)
  }

  /** Whoever waits behind one piece that goes on and on is told in time, not at its end (OPS-49). */
  private lookLater(ms: number): void {
    this.patience ??= setTimeout(() => {
      this.patience = null
      const now = performance.now()
      const { wait_ms_max } = this.options
      for (const queue of [this.people, this.jobs]) {
        while (queue[0] !== undefined && now - queue[0].since > wait_ms_max) {
          queue.shift()?.failed(databaseBusy())
        }
      }
      const since = [this.people[0], this.jobs[0]].flatMap((piece) => piece?.since ?? [])
      if (since.length > 0) this.lookLater(Math.min(...since) + wait_ms_max - now)
    }, ms + 1)
  }

  private async pump(): Promise<void> {
    // One turn of the loop lets those who arrive together be written together.
    await turnOfLoop()
    while (this.waiting() > 0 || this.asides.length > 0) {
      await this.asides.shift()?.()
      if (this.waiting() > 0 && (await this.group())) await turnOfLoop()
    }
    this.running = null
    if (this.patience !== null) clearTimeout(this.patience)
    this.patience = null
  }

  /** The first of the queue whose turn it is; of those on one side only, where `is_here` says one. */
  private next(is_here?: boolean): Piece | undefined {
    for (;;) {
      const now = performance.now()
      const [job] = this.jobs
      const overdue = job !== undefined && now - job.since > job_patience_ms
      const queue = overdue || this.people.length === 0 ? this.jobs : this.people
      const [piece] = queue
      if (piece === undefined) return undefined
      if (now - piece.since > this.options.wait_ms_max) {
        queue.shift()
        piece.failed(databaseBusy())
        continue
      }
      if (is_here === undefined) return piece
      return this.options.isHere(piece.lane) === is_here ? queue.shift() : undefined
    }
  }

  /** True where it held the loop. */
  private async group(): Promise<boolean> {
    const hand = await this.begun()
    if (hand === null) return false
    const group: Group = { hand, kept: [], refused: [] }
    try {
      await this.writeTogether(group)
      if (group.kept.length === 0) await hand.line.run('rollback', [])
      else await this.commit(hand)
    } catch (error) {
      // A full disk or a broken file ends the whole transaction: nobody's piece was kept.
      await hand.line.run('rollback', []).catch(() => undefined)
      for (const { piece } of group.kept) piece.failed(error)
      for (const { piece, error: own } of group.refused) piece.failed(own)
      return hand.is_here
    }
    void this.answer(group)
    return hand.is_here
  }

  private async commit(hand: Hand): Promise<void> {
    this.options.committing?.()
    try {
      await hand.line.run('commit', [])
    } catch (error) {
      // It stands open as it was.
      await hand.line.run('rollback', []).catch(() => undefined)
      throw error
    } finally {
      this.options.committed?.(hand)
    }
  }

  private async begun(): Promise<Hand | null> {
    const piece = this.next()
    if (piece === undefined) return null
    try {
      await this.options.ready()
      const hand = await this.options.hand(this.options.isHere(piece.lane))
      await this.begin(hand)
      this.options.begun?.(hand)
      this.turn.begin()
      return hand
    } catch (error) {
      // Another process holds the file. Those who still have patience stay in the queue.
      if (isBusy(error)) this.options.held?.(error)
      this.refuseImpatient(error)
      return null
    }
  }

  private async begin({ line, is_here }: Hand): Promise<void> {
    const until = performance.now() + this.options.ask_ms
    for (let ms = 1; ; ms = Math.min(2 * ms, 50)) {
      try {
        await line.run('begin immediate', [])
        return
      } catch (error) {
        if (!is_here || !isBusy(error) || performance.now() + ms > until) throw error
      }
      await pause(ms)
    }
  }

  /** Not waited for: the next group is written meanwhile. */
  private async answer({ kept, refused }: Group): Promise<void> {
    try {
      await this.options.kept()
      for (const { piece, value } of kept) piece.done(value)
    } catch (error) {
      for (const { piece } of kept) piece.failed(error)
    }
    for (const { piece, error } of refused) piece.failed(error)
  }

  /** Throws what ended the transaction; what one piece alone failed of is noted beside it. */
  private async writeTogether({ hand, kept, refused }: Group): Promise<void> {
    const began = performance.now()
    for (let count = 0; count < group_pieces_max; count++) {
      const piece = this.next(hand.is_here)
      if (piece === undefined) return
      const lent = new LentWriter(hand, this.turn)
      try {
        if (count > 0) await hand.line.run('savepoint piece', [])
        const value = await piece.work(lent)
        if (lent.fault !== null) throw lent.fault
        if (count > 0) await hand.line.run('release piece', [])
        kept.push({ piece, value })
      } catch (error) {
        refused.push({ piece, error })
        if (lent.fault !== null) throw lent.fault
        if (count === 0) return
        await hand.line.exec('rollback to piece; release piece')
      }
      if (performance.now() - began > group_ms_max) return
    }
  }

  private refuseImpatient(error: unknown): void {
    const busy = isBusy(error)
    for (const queue of [this.people, this.jobs]) {
      for (let index = queue.length - 1; index >= 0; index--) {
        const piece = queue[index]
        if (piece === undefined) continue
        if (busy && performance.now() - piece.since <= this.options.wait_ms_max) continue
        queue.splice(index, 1)
        piece.failed(error)
      }
    }
  }
}

// The one writer of an SQLite file, and who waits for it.
//
// The cost of a small write is its fsync, so writes that wait are written together: each piece after
// the first has a savepoint of its own inside one BEGIN IMMEDIATE … COMMIT, and nobody is answered
// before the COMMIT. A piece that fails goes back to its savepoint and leaves the others alone; before
// the first there is nothing to keep, so it needs none and its failure ends the transaction.

import { isRefusal, databaseBusy } from '../../core/refusal.ts'
import type { Connection, DatabaseRow, Lane } from './engine.ts'
import { isBusy, type SqliteConnection } from './sqlite-connection.ts'

const group_pieces_max = 64
const group_ms_max = 5
/** A job waits at most so long behind people (OPS-47). */
const job_patience_ms = 2000

interface Piece {
  work: (connection: Connection) => Promise<unknown>
  since: number
  done: (value: unknown) => void
  failed: (error: unknown) => void
}

/**
 * The writer as a piece sees it. After a full disk or a broken file SQLite may have ended the whole
 * transaction on its own, and what came next would be committed alone: so nothing comes next.
 */
class LentWriter implements Connection {
  fault: Error | null = null
  private readonly writer: SqliteConnection

  constructor(writer: SqliteConnection) {
    this.writer = writer
  }

  all(text: string, values: readonly unknown[]): Promise<DatabaseRow[]> {
    return this.guarded(() => this.writer.all(text, values))
  }

  run(text: string, values: readonly unknown[]): Promise<number> {
    return this.guarded(() => this.writer.run(text, values))
  }

  private async guarded<T>(statement: () => Promise<T>): Promise<T> {
    if (this.fault !== null) throw this.fault
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
  private running: Promise<void> | null = null
  private patience: NodeJS.Timeout | null = null
  private readonly writer: SqliteConnection
  private readonly wait_ms_max: number
  private readonly check: () => void

  /** `check` throws when the file is not where it was. */
  constructor(writer: SqliteConnection, wait_ms_max: number, check: () => void) {
    this.writer = writer
    this.wait_ms_max = wait_ms_max
    this.check = check
  }

  add(work: Piece['work'], lane: Lane): Promise<unknown> {
    return new Promise((done, failed) => {
      this[lane].push({ work, since: performance.now(), done, failed })
      this.running ??= this.pump()
      this.lookLater(this.wait_ms_max)
    })
  }

  /** Whoever waits behind one piece that goes on and on is told in time, not at its end (OPS-49). */
  private lookLater(ms: number): void {
    this.patience ??= setTimeout(() => {
      this.patience = null
      const now = performance.now()
      for (const lane of [this.people, this.jobs]) {
        while (lane[0] !== undefined && now - lane[0].since > this.wait_ms_max) {
          lane.shift()?.failed(databaseBusy())
        }
      }
      const since = [this.people[0], this.jobs[0]].flatMap((piece) => piece?.since ?? [])
      if (since.length > 0) this.lookLater(Math.min(...since) + this.wait_ms_max - now)
    }, ms + 1)
  }

  /** Schema work, in the queue like any write but outside a transaction of ours. */
  async alone(work: () => Promise<void>): Promise<void> {
    await this.drained()
    this.running = work().finally(() => {
      this.running = null
      if (this.waiting() > 0) this.running = this.pump()
    })
    await this.running
  }

  waiting(): number {
    return this.people.length + this.jobs.length
  }

  async drained(): Promise<void> {
    while (this.running !== null) await this.running.catch(() => undefined)
  }

  private async pump(): Promise<void> {
    // One turn of the loop lets those who arrive together be written together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.waiting() > 0) await this.group()
    this.running = null
    if (this.patience !== null) clearTimeout(this.patience)
    this.patience = null
  }

  private next(): Piece | undefined {
    for (;;) {
      const job = this.jobs[0]
      const overdue = job !== undefined && performance.now() - job.since > job_patience_ms
      const piece = overdue ? this.jobs.shift() : (this.people.shift() ?? this.jobs.shift())
      if (piece === undefined) return undefined
      if (performance.now() - piece.since <= this.wait_ms_max) return piece
      piece.failed(databaseBusy())
    }
  }

  private async group(): Promise<void> {
    try {
      this.check()
      await this.writer.exec('begin immediate')
    } catch (error) {
      // Another process holds the file. Those who still have patience stay in the queue.
      this.refuseImpatient(error)
      return
    }
    const kept: { piece: Piece; value: unknown }[] = []
    const refused: { piece: Piece; error: unknown }[] = []
    try {
      await this.writeTogether(kept, refused)
      await this.writer.exec(kept.length === 0 ? 'rollback' : 'commit')
    } catch (error) {
      // A full disk or a broken file ends the whole transaction: nobody's piece was kept.
      await this.writer.exec('rollback').catch(() => undefined)
      for (const { piece } of kept) piece.failed(error)
      for (const { piece, error: own } of refused) piece.failed(own)
      return
    }
    for (const { piece, value } of kept) piece.done(value)
    for (const { piece, error } of refused) piece.failed(error)
  }

  /** Throws what ended the transaction; what one piece alone failed of is noted beside it. */
  private async writeTogether(
    kept: { piece: Piece; value: unknown }[],
    refused: { piece: Piece; error: unknown }[],
  ): Promise<void> {
    const began = performance.now()
    for (let count = 0; count < group_pieces_max; count++) {
      const piece = this.next()
      if (piece === undefined) return
      const lent = new LentWriter(this.writer)
      try {
        if (count > 0) await this.writer.exec('savepoint piece')
        const value = await piece.work(lent)
        if (lent.fault !== null) throw lent.fault
        if (count > 0) await this.writer.exec('release piece')
        kept.push({ piece, value })
      } catch (error) {
        refused.push({ piece, error })
        if (lent.fault !== null) throw lent.fault
        if (count === 0) return
        await this.writer.exec('rollback to piece; release piece')
      }
      if (performance.now() - began > group_ms_max) return
    }
  }

  private refuseImpatient(error: unknown): void {
    const busy = isRefusal(error) && isBusy(error)
    for (const lane of [this.people, this.jobs]) {
      for (let index = lane.length - 1; index >= 0; index--) {
        const piece = lane[index]
        if (piece === undefined) continue
        if (busy && performance.now() - piece.since <= this.wait_ms_max) continue
        lane.splice(index, 1)
        piece.failed(error)
      }
    }
  }
}

// Threads with a connection to SQLite. To start one takes a core 25 ms and 8 MB, so one that is let go
// waits a while for whoever needs one next.

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { asset, packaged } from '../../core/assets.ts'
import { Far } from './sqlite-far.ts'
import { type Answer, type Order, placesFor } from './sqlite-orders.ts'

/** So many orders may wait in a thread, one of them begun. */
export const orders_ahead = 2

const spare_most = 4
const spare_ms = 30_000

export class SqliteThread extends Far {
  readonly places = placesFor(orders_ahead)
  private readonly worker = open(this.places)

  constructor() {
    super()
    this.worker.on('message', (answer: Answer) => this.heard(answer))
    this.worker.on('error', (error: Error) => this.isGone(error))
    this.worker.on('exit', () => this.isGone(new Error('a thread that reads ended by itself')))
    this.worker.unref()
  }

  async end(): Promise<void> {
    this.isGone(new Error('the thread was ended'))
    await this.worker.terminate()
  }

  protected post(order: Order): void {
    this.worker.postMessage(order)
  }

  protected holdProcess(holds: boolean): void {
    if (holds) this.worker.ref()
    else this.worker.unref()
  }
}

/** In a clone the file itself; in the binary a bundle of its own, as text (decision 0045). */
const open = (places: Int32Array): Worker => {
  const options = { workerData: places, execArgv: ['--no-warnings'] }
  return packaged
    ? new Worker(asset('bin/sqlite-worker.cjs').toString('utf8'), { ...options, eval: true })
    : new Worker(join(import.meta.dirname, 'sqlite-worker.ts'), options)
}

const spare = new Map<SqliteThread, NodeJS.Timeout>()

export function takeThread(): SqliteThread {
  for (const [thread, timer] of spare) {
    clearTimeout(timer)
    spare.delete(thread)
    if (!thread.is_over) return thread
  }
  return new SqliteThread()
}

export function giveBack(thread: Far): void {
  if (!(thread instanceof SqliteThread) || thread.is_over) return
  if (spare.size >= spare_most) return void thread.end()
  const timer = setTimeout(() => {
    spare.delete(thread)
    void thread.end()
  }, spare_ms)
  timer.unref()
  spare.set(thread, timer)
}

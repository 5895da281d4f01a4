// Work that would hold up everybody else's requests runs in threads of its own: a few of them,
// started when there is something to do and ended when there is not, so that what a large picture
// took of memory is given back. Why it is built this way: decision 0045.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { asset, packaged } from '../../db/core/assets.ts'
import { Refusal, unavailable } from '../../db/core/refusal.ts'
import type { Tasks } from './worker-tasks.ts'

export type TaskName = keyof Tasks
type Input<K extends TaskName> = Parameters<Tasks[K]>[0]
type Output<K extends TaskName> = Awaited<ReturnType<Tasks[K]>>

export interface Order {
  task: TaskName
  input: unknown
}

/** What comes back from a thread: a refusal is told apart from a fault. */
export type Outcome =
  | { value: unknown }
  | { refusal: { status: number; code: string; message: string; field?: string | undefined } }
  | { fault: string }

interface Job {
  order: Order
  resolve(value: unknown): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  job: Job | null
  timer: NodeJS.Timeout | undefined
}

const threads_most = Math.max(1, Math.min(4, availableParallelism() - 1))
const waiting_most = 200
const idle_ms = 10_000
const patience_ms = 120_000

const threads = new Set<Thread>()
const waiting: Job[] = []

export function runInWorker<K extends TaskName>(task: K, input: Input<K>): Promise<Output<K>> {
  if (waiting.length >= waiting_most) {
    throw unavailable('The server has too much to do. Try again in a moment.')
  }
  return new Promise<Output<K>>((resolve, reject) => {
    waiting.push({
      order: { task, input },
      resolve: (value) => resolve(value as Output<K>),
      reject,
    })
    next()
  })
}

/** At the end of the process; whatever still runs is cut. */
export async function endWorkers(): Promise<void> {
  await Promise.all([...threads].map((thread) => end(thread, new Error('the daemon stops'))))
}

function next(): void {
  while (waiting.length > 0) {
    const free = [...threads].find(({ job }) => job === null)
    if (free === undefined && threads.size >= threads_most) return
    const job = waiting.shift()
    if (job !== undefined) give(free ?? start(), job)
  }
}

function give(thread: Thread, job: Job): void {
  clearTimeout(thread.timer)
  thread.job = job
  thread.timer = setTimeout(
    () => void end(thread, new Error(`${job.order.task} took too long`)),
    patience_ms,
  )
  thread.worker.ref()
  thread.worker.postMessage(job.order)
}

function start(): Thread {
  const thread: Thread = { worker: open(), job: null, timer: undefined }
  threads.add(thread)
  thread.worker.on('message', (outcome: Outcome) => settle(thread, outcome))
  thread.worker.on('error', (error: Error) => void end(thread, error))
  thread.worker.on('exit', () => void end(thread, new Error('a worker thread ended by itself')))
  return thread
}

/** In a clone the file itself; in the binary a bundle of its own, as text (decision 0045). */
const open = (): Worker =>
  packaged
    ? new Worker(asset('bin/worker.cjs').toString('utf8'), { eval: true })
    : new Worker(join(import.meta.dirname, 'worker.ts'), { execArgv: ['--no-warnings'] })

function settle(thread: Thread, outcome: Outcome): void {
  const { job } = thread
  thread.job = null
  clearTimeout(thread.timer)
  thread.worker.unref()
  thread.timer = setTimeout(() => void end(thread, new Error('idle')), idle_ms)
  thread.timer.unref()
  if ('value' in outcome) job?.resolve(outcome.value)
  else if ('refusal' in outcome) {
    const { status, code, message, field } = outcome.refusal
    job?.reject(new Refusal(status, code, message, { field }))
  } else job?.reject(new Error(outcome.fault))
  next()
}

async function end(thread: Thread, reason: Error): Promise<void> {
  if (!threads.delete(thread)) return
  clearTimeout(thread.timer)
  thread.job?.reject(reason)
  thread.job = null
  await thread.worker.terminate()
  next()
}

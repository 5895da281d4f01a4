// A worker thread: takes an order, does it, answers. It holds no database and no settings; what it
// needs comes with the order.

import { parentPort } from 'node:worker_threads'
import { isRefusal } from '../../db/core/refusal.ts'
import { tasks } from './worker-tasks.ts'
import type { Order, Outcome } from './workers.ts'

parentPort?.on('message', (order: Order) => void answer(order))

async function answer({ task, input }: Order): Promise<void> {
  parentPort?.postMessage(await outcome(tasks[task] as (input: unknown) => Promise<unknown>, input))
}

async function outcome(
  work: (input: unknown) => Promise<unknown>,
  input: unknown,
): Promise<Outcome> {
  try {
    return { value: await work(input) }
  } catch (error) {
    if (isRefusal(error)) {
      const { status, code, message, field } = error
      return { refusal: { status, code, message, field } }
    }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

// A thread with connections to SQLite files of its own: takes orders, answers them one after the other.

import { parentPort, workerData } from 'node:worker_threads'
import { answering, mayBegin, type Order } from './sqlite-orders.ts'

const places = workerData as Int32Array
const answer = answering()

parentPort?.on('message', (order: Order) => {
  if (mayBegin(places, order)) parentPort?.postMessage(answer(order))
})

// A process with connections to SQLite files of its own, for what may have to be ended in the middle of a
// statement: a thread that is at one hears of nothing until it is through.

import { answering, type Order } from './sqlite-orders.ts'

const answer = answering()

process.on('message', (order: Order) => void process.send?.(answer(order)))
// Whoever asked is gone.
process.on('disconnect', () => process.exit(0))

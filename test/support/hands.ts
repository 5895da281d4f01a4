// Timers that a test moves: nothing waits, everything due runs in its order.

import type { Timers } from '../../daemon/sending/operators/timers.ts'

export interface Hands extends Timers {
  advance(ms: number): Promise<void>
  waiting(): number
}

export function hands(): Hands {
  let now = 1000
  let counter = 0
  const due = new Map<number, { at: number; call: () => void }>()
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ms: () => now,
    after(ms, call) {
      const key = ++counter
      due.set(key, { at: now + ms, call })
      return () => void due.delete(key)
    },
    async advance(ms) {
      const until = now + ms
      await settle()
      for (;;) {
        const next = [...due]
          .filter(([, { at }]) => at <= until)
          .sort(([, a], [, b]) => a.at - b.at)[0]
        if (next === undefined) break
        due.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].call()
        await settle()
      }
      now = until
      await settle()
    },
    waiting: () => due.size,
  }
}

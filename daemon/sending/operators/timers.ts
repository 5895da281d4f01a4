// Waiting, as a thing that is handed over: the house's own hands, or those of a test that moves time.

export interface Timers {
  /** Milliseconds that only grow. */
  ms(): number
  /** Calls back once; the answer takes it back. */
  after(ms: number, call: () => void): () => void
}

export const real_timers: Timers = {
  ms: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

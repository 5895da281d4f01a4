// Helpers of the tests end what they open with their test; here it is what the benchmark ends.

import type { Test } from 'tap'

export interface Ends {
  owner: Test
  end: () => Promise<void>
}

export function owning(): Ends {
  const calls: (() => unknown)[] = []
  const owner = { teardown: (call: () => unknown) => void calls.unshift(call) }
  return {
    owner: owner as unknown as Test,
    async end() {
      for (const call of calls) await call()
    },
  }
}

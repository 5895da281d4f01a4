// How long a door takes that is asked many times: the middle, the slow end and the worst.

import type { Answer } from '../../test/support/ask.ts'
import { at, type Figures } from './report.ts'

/** Figures go under the name of what was asked. An answer that is none ends the run. */
export const askedInto =
  (found: Record<string, Figures>) =>
  async (what: string, times: number, ask: (n: number) => Promise<Answer>): Promise<void> => {
    const took: number[] = []
    for (let n = 0; n < times; n += 1) {
      const began = performance.now()
      const { status, message } = await ask(n)
      took.push(performance.now() - began)
      if (status >= 300) throw new Error(`${what}: ${status} ${message}`)
    }
    const ms = (share: number): string => `${at(share, took).toFixed(1)} ms`
    found[what] = { p50: ms(0.5), p95: ms(0.95), worst: ms(1) }
  }

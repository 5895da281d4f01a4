// How long a door takes that is asked many times: the middle, the slow end and the worst; how long one piece of work
// takes; and many rows, written in pieces.

import type { Answer } from '../../test/support/ask.ts'
import { within } from '../../db/store/connection.ts'
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

export const lastedInto =
  (found: Record<string, Figures>) =>
  async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const answer = await work()
    found[what] = { figure: `${((performance.now() - began) / 1000).toFixed(2)} s` }
    return answer
  }

const rows_at_once = 5_000

export async function written<T>(
  list: readonly T[],
  write: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < list.length; from += rows_at_once) {
    await within(() => write(list.slice(from, from + rows_at_once)))
  }
}

// The rows of a chapter's table of bad input, each really sent: what is tried, what is answered, and
// that no table holds anything else afterwards.

import type { Test } from 'tap'
import type { Answer } from './ask.ts'
import { contents } from './counts.ts'

export type Row = readonly [
  tried: string,
  ask: () => Promise<Answer>,
  status: number,
  message: string | RegExp,
]

/** Sessions note when they were last seen. */
const own = ['sessions', 'users']

export async function eachRefused(t: Test, rows: readonly Row[]): Promise<void> {
  for (const [tried, ask, status, message] of rows) {
    await t.test(tried, async (t) => {
      const before = await contents(...own)
      const answer = await ask()
      if (typeof message === 'string') t.equal(answer.message, message)
      else t.match(answer.message, message)
      t.equal(answer.status, status, answer.message)
      t.equal(answer.data, null)
      t.same(await contents(...own), before, 'nothing is left behind')
    })
  }
}

// One call, asked twice in a row and then six times at once: what is refused the second time is done once and refused
// five times in the rule's own words; nothing stands twice, and nobody is told of a fault.

import type { Answer } from '../ask.ts'
import type { Snapshot } from '../snapshots.ts'

export type Send = () => Promise<Answer>

export const own_log = ['idempotency_keys', 'sessions', 'msg_audit', 'msg_keys', 'msg_rate_counts']
export const fine = ({ status }: Pick<Answer, 'status'>): boolean => status >= 200 && status < 300

export interface Pair {
  send: Send
  second: Answer
  /** Rows after the first, and whether the second added any. */
  rows: Record<string, number>
  adds: boolean
}

/** Null: it is not done at all. */
export async function asPair(send: Send, { counts }: Snapshot): Promise<Pair | null> {
  if (!fine(await send())) return null
  const rows = await counts(...own_log)
  const second = await send()
  const adds = different(rows, await counts(...own_log)).length > 0
  return { send, second, rows, adds }
}

const different = (one: Record<string, number>, other: Record<string, number>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => (one[name] ?? 0) !== (other[name] ?? 0),
  )

/** What is wrong with six answers at once. */
export async function atOnce(
  { send, second, rows, adds }: Pair,
  { counts }: Snapshot,
): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: 6 }, send))
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
  const done = answers.filter(fine).length
  const wrong: string[] = []
  if (statuses.some((status) => status >= 500)) wrong.push('a fault')
  if (answers.some(({ body }) => JSON.stringify(body).includes('This is there already.')))
    wrong.push('refused by the database, not by its rule')
  if (done === 0) wrong.push('nobody got through')
  if (!fine(second)) {
    if (done > 1) wrong.push(`done ${done} times`)
    if (statuses.some((status) => status >= 300 && status < 400)) wrong.push('sent elsewhere')
  }
  if (!adds) {
    const more = different(rows, await counts(...own_log))
    if (more.length > 0) wrong.push(`other rows of ${more.join(', ')}`)
  }
  return wrong.map((what) => `${what} (${statuses.join(' ')})`)
}

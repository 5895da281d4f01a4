// What one transaction of the drain tells and counts in several places is written once, at its end: a
// statement costs the same for a hundred rows as for ten.
//
// Only where it was asked for. A rule that reads what it told in the same transaction must find it.

import { inTransaction, noted, peek } from '../store/connection.ts'

type Write<T> = (all: readonly T[]) => Promise<void>
/** Everywhere a wallet is locked before what is counted, so that nobody waits in a circle. */
type Turn = 'wallets' | 'after them'

interface Book {
  /** Null: what comes now is written at once. */
  lists: Map<Write<never>, { turn: Turn; all: unknown[] }> | null
}

const book = Symbol('what is written at the end')

/** Part of a transaction: what goes through `together` in it is written when `work` is done. */
export async function gathering<T>(work: () => Promise<T>): Promise<T> {
  const own = noted(book, (): Book => ({ lists: null }))
  if (own.lists !== null) return work()
  const lists: Book['lists'] = new Map()
  own.lists = lists
  try {
    const value = await work()
    own.lists = null
    for (const turn of ['wallets', 'after them'])
      for (const [write, one] of lists) if (one.turn === turn) await write(one.all as never)
    return value
  } finally {
    own.lists = null
  }
}

/** Written at once, or with all others of its kind at the end of what gathers. */
export async function together<T>(
  list: readonly T[],
  write: Write<T>,
  turn: Turn = 'after them',
): Promise<void> {
  if (list.length === 0) return
  const lists = inTransaction() ? ((peek(book) as Book | undefined)?.lists ?? null) : null
  if (lists === null) return write(list)
  const known = lists.get(write as Write<never>)
  if (known === undefined) lists.set(write as Write<never>, { turn, all: [...list] })
  else known.all.push(...list)
}

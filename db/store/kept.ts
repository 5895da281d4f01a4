// What is asked at every send and changes seldom, kept for a few seconds in this process. A change
// made here forgets it once it is committed; other daemons see it when their seconds are over.

import { afterCommit, inTransaction, noted, peek } from './connection.ts'

/** How each of those who keep something forgets all of it. */
const forgetting: (() => void)[] = []
const entries_max = 10_000
/** In a transaction that changed something kept: what it reads may yet be rolled back. */
const changed = Symbol('something kept was changed')

export interface Kept<T> {
  get(name: string): Promise<T>
  forget(name?: string): void
}

export function kept<T>(look: (name: string) => Promise<T>, ms = 3000): Kept<T> {
  const found = new Map<string, { value: T; until: number }>()
  /** Raised by every forgetting: what was read before it is not kept. */
  let turn = 0
  const forget = (name?: string): void => {
    turn += 1
    if (name === undefined) found.clear()
    else found.delete(name)
  }
  onOtherDatabase(() => forget())
  return {
    async get(name) {
      const known = found.get(name)
      if (known !== undefined && known.until > performance.now()) return known.value
      const began = turn
      const value = await look(name)
      if (found.size >= entries_max) found.clear()
      const may_stay = turn === began && !(inTransaction() && peek(changed) !== undefined)
      if (may_stay) found.set(name, { value, until: performance.now() + ms })
      return value
    },
    forget(name) {
      forget(name)
      if (!inTransaction()) return
      noted(changed, () => true)
      afterCommit(() => forget(name))
    },
  }
}

/**
 * Looked at once in a transaction, however many of its rules ask: for what no rule decides by under
 * a lock. A change made in the transaction is seen by it; outside of any it is looked at each time.
 */
export function onceInTransaction<T>(look: (name: string) => Promise<T>): Kept<T> {
  const seen = Symbol('looked at in this transaction')
  const stale = Symbol('changed in this transaction')
  return {
    async get(name) {
      if (!inTransaction() || peek(stale) !== undefined) return look(name)
      // The question, not its answer: who asks at once asks once.
      const known = noted(seen, () => new Map<string, Promise<T>>())
      const asked = known.get(name) ?? look(name)
      known.set(name, asked)
      return asked.catch((error: unknown) => {
        known.delete(name)
        throw error
      })
    },
    forget() {
      if (inTransaction()) noted(stale, () => true)
    },
  }
}

/** Whoever keeps rows in a way of its own says here how it forgets them. */
export function onOtherDatabase(forget: () => void): void {
  forgetting.push(forget)
}

/** Another database stands behind this process now: nothing that was read before it is true of it. */
export function forgetAllKept(): void {
  for (const forget of forgetting) forget()
}

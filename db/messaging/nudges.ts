// Nudges after a commit: whoever drains a queue is woken, the rows themselves are what counts.

import { afterCommit, inTransaction } from '../store/connection.ts'

export type Nudge = 'queue' | 'webhooks' | 'campaigns' | 'whatsapp' | 'keys' | 'links'

const listeners = new Map<Nudge, Set<() => void>>()

/** Answers what stops listening. */
export function onNudge(name: Nudge, wake: () => void): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set.add(wake))
  return () => set.delete(wake)
}

/** Once the transaction in hand is kept; at once when there is none. */
export function nudge(name: Nudge): void {
  const wake = (): void => {
    for (const call of listeners.get(name) ?? []) call()
  }
  if (inTransaction()) afterCommit(wake)
  else wake()
}

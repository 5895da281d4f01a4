// What messaging tells whoever measures: counted once it is kept, live messages alone (MSG-585). The
// daemon listens; where nobody does it costs nothing.

import { afterCommit, inTransaction } from '../store/connection.ts'

export type Counted =
  | 'accepted'
  | 'submitted'
  | 'final'
  | 'throttled'
  | 'webhook_attempts'
  | 'wallet_refusals'
  | 'whatsapp'
export type Observed = 'submit_seconds' | 'delivery_seconds' | 'webhook_seconds'
type Labels = Readonly<Record<string, string>>

export interface Measures {
  count(what: Counted, by: number, labels: Labels): void
  observe(what: Observed, value: number): void
}

let measures: Measures | null = null

export function setMeasures(own: Measures | null): void {
  measures = own
}

const labels_known = new Map<string, Labels>()

/** The same object for the same words, so that a series is found quickly; there are few of them. */
function same(labels: Labels): Labels {
  const name = Object.values(labels).join(' ')
  const known = labels_known.get(name)
  if (known !== undefined && Object.keys(known).join() === Object.keys(labels).join()) return known
  labels_known.set(name, labels)
  return labels
}

export function counted(what: Counted, by = 1, labels: Labels = {}): void {
  if (measures === null || by <= 0) return
  const add = (): void => measures?.count(what, by, same(labels))
  if (inTransaction()) afterCommit(add)
  else add()
}

/** Also where the transaction in hand will be rolled back: a refusal leaves nothing but its count. */
export function countedAtOnce(what: Counted): void {
  measures?.count(what, 1, {})
}

export function observed(what: Observed, values: readonly number[]): void {
  if (measures === null || values.length === 0) return
  const add = (): void => {
    for (const value of values) measures?.observe(what, value)
  }
  if (inTransaction()) afterCommit(add)
  else add()
}

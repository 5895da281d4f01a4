// Whose record the request in hand is about: said once at its door, and every row that is written on
// the way bears it (PLT-112), with the grant under which a closed record was opened (PRV-4).

import { AsyncLocalStorage } from 'node:async_hooks'

export interface Subject {
  readonly patient_id: string
  readonly grant_id: string | null
}

interface InHand {
  readonly subject: Subject | null
  recorded: boolean
}

const in_hand = new AsyncLocalStorage<InHand>()

export const about = <T>(subject: Subject | null, work: () => Promise<T>): Promise<T> =>
  in_hand.run({ subject, recorded: false }, work)

/** Whether the request in hand has a row already: its rule says more than its door could. */
export const isNoted = (): boolean => in_hand.getStore()?.recorded === true

interface Said {
  patient_id?: string | null | undefined
  query?: Record<string, unknown> | undefined
}

/** What a row says of the patient: its own word, else that of the request in hand. */
export function subjectOf({ patient_id: said, query }: Said): {
  patient_id: string | null
  query: Record<string, unknown> | undefined
} {
  const now = in_hand.getStore()
  if (now === undefined) return { patient_id: said ?? null, query }
  now.recorded = true
  const { subject } = now
  const patient_id = said ?? subject?.patient_id ?? null
  const under = subject?.grant_id ?? null
  const bears = under !== null && patient_id === subject?.patient_id
  return { patient_id, query: bears ? { ...query, break_glass: under } : query }
}

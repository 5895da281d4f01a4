// Which points' queues have changed, for screens that listen: noted in the transaction, told after it.

import type { Caller } from '../../../../core/caller.ts'
import { afterCommit } from '../../../../store/connection.ts'

type Told = (hospital_id: string, point_id: string) => void

let tell: Told = () => undefined

/** The daemon listens; without one nobody does. */
export function listenToQueues(by: Told): () => void {
  tell = by
  return () => {
    tell = () => undefined
  }
}

export function changed({ hospital_id }: Pick<Caller, 'hospital_id'>, point_id: string): void {
  afterCommit(() => tell(hospital_id, point_id))
}

// The runner of this process, if it has one: told when there is something to do or to stop.

import { afterCommit } from '../../../store/connection.ts'

interface Runner {
  wake(): void
  stop(job_id: string): void
}

let runner: Runner | null = null

export function setRunner(own: Runner | null): void {
  runner = own
}

export const wake = (): void => afterCommit(() => runner?.wake())
export const stopHere = (job_id: string): void => afterCommit(() => runner?.stop(job_id))

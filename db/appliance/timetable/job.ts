// A schedule that a person started, as a job.

import { hostname } from 'node:os'
import type { JobKind } from '../../hospital/registry.ts'
import { Refusal } from '../../core/refusal.ts'
import { claimByHand } from './claims.ts'
import { perform } from './perform.ts'
import { theDeployment } from './terms.ts'

interface Input {
  name: string
  place: string
  due_at?: string
}

export const schedule_job: JobKind = {
  kind: 'schedule',
  label: 'A schedule, run by hand',
  max_attempts: 1,
  async run(caller, input, _progress, { id, signal }) {
    const { term } = await theDeployment()
    const { due_at, ...at } = input as Input
    const daemon = `${hostname()} job ${id.slice(-12)}`.slice(0, 160)
    const held = await claimByHand(at, { daemon, term }, caller, due_at)
    let fault: unknown
    const row = await perform(held, signal, (error) => {
      fault = error
    })
    // The job goes back into the queue, and runs again where somebody starts next.
    if (row?.last_status === 'LOST') signal.throwIfAborted()
    if (row?.last_status === 'FAILED') {
      throw fault instanceof Error ? fault : new Refusal(500, 'fault', String(fault))
    }
    return { schedule: held.entry.name, status: row?.last_status ?? 'LOST' }
  },
}

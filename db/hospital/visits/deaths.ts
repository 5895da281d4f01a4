// A death ends the open visit, and the place in the queue with it (PAT-24).

import type { Caller } from '../../caller.ts'
import { closeVisit } from './close.ts'
import { visits } from './tables.ts'
import { open_states } from './words.ts'

export async function onDeath(caller: Caller, patient_id: string): Promise<{ visits: string[] }> {
  const open = await visits.all(
    { hospital_id: caller.hospital_id, patient_id, status: [...open_states] },
    { order: ['id'] },
  )
  for (const { id } of open) {
    await closeVisit(caller, { visit_id: id, outcome: 'DIED', note: 'The patient died' })
  }
  return { visits: open.map(({ number }) => number) }
}

// Somebody who is kept apart is looked at again after three days (CAR-148): else rooms stay closed for nothing.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, instantAt } from '../../../../core/clock.ts'
import { addTask } from '../../../neighbours/to-care.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import type { Row } from './record.ts'
import type { Isolation } from './tables.ts'

const review_after = hours(72)
const morning = '08:00'

export const begunNow = (isolation: Isolation): Isolation => ({
  ...isolation,
  since: isolation.since ? new Date(isolation.since).toISOString() : clock.instant(),
})

/** Asked for as the patient comes to lie here, so that the task is the ward's. */
export async function reviewIsolation(caller: Caller, row: Row): Promise<void> {
  const { id, isolation, patient_id } = row
  if (isolation === null || isolation.ended_at) return
  await addTask(caller, {
    patient_id,
    task: `Review isolation: ${isolation.kinds.join(', ')}`,
    due_at: await reviewAt(caller, row, isolation),
    source: 'isolation',
    source_id: id,
  })
}

async function reviewAt(
  caller: Caller,
  { facility_id }: Row,
  { since, review_on }: Isolation,
): Promise<string> {
  if (review_on) return instantAt(await zoneOf(caller, facility_id), review_on, morning)
  const began = since ? Date.parse(since) : clock.ms()
  return new Date(began + review_after).toISOString()
}

// The newest set of a visit that counts, for papers and gates of other areas.

import type { Caller } from '../../../core/caller.ts'
import { vitals } from './tables.ts'
import type { Row } from './vitals.ts'

export async function vitalsOfVisit(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_id: string,
): Promise<Row | null> {
  const [last] = await vitals.all(
    { hospital_id, visit_id, voided_at: null },
    { order: ['-taken_at', '-id'], limit: 1 },
  )
  return last ?? null
}

// Antibodies that were found, by a screen or by a reaction: kept for ever (BLD-56, BLD-84).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { blood_antibodies } from './tables.ts'

export async function keepAntibody(
  { hospital_id, name: by_name }: Caller,
  { patient_id, name, sample_id }: { patient_id: string; name: string; sample_id: string | null },
): Promise<void> {
  await attempt(() =>
    blood_antibodies.insert({
      hospital_id,
      patient_id,
      name: name.slice(0, 20),
      source: 'SAMPLE',
      found_at: clock.instant(),
      sample_id,
      by_name,
    }),
  ).catch((error: unknown) => {
    if (!isTaken(error, 'name')) throw error
  })
}

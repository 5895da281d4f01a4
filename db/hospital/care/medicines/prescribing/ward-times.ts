// At which times of the day a ward gives what is taken so often (2.6): its own, else those of the hospital.

import type { Caller } from '../../../../core/caller.ts'
import { Id, partial } from '../../../../core/kinds/kinds.ts'
import { wardRecord } from '../../wards/places/wards.ts'
import { frequencies, type Frequency } from './frequencies.ts'

export const FrequencyQuery = partial({ ward_id: Id })

export async function frequenciesOf(
  caller: Caller,
  ward_id: string | undefined,
): Promise<Frequency[]> {
  if (ward_id === undefined) return [...frequencies]
  const { dose_times } = await wardRecord.get(caller, ward_id)
  // What is given by the interval goes by its first dose, whatever the ward writes.
  return frequencies.map((one) =>
    one.times.length === 0 ? one : { ...one, times: dose_times?.[one.code] ?? one.times },
  )
}

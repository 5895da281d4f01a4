// Two records of one person become one (STK-165): what is held for the patient follows. Moves and lines
// of the register keep what was written and are read through the merge.

import type { Repoint } from '../../../registry.ts'
import { stock_reservations } from './tables.ts'

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const wanted = only?.['stock_reservations']
  if (only !== undefined && wanted === undefined) return {}
  const found = await stock_reservations.all({
    hospital_id,
    patient_id: from,
    ...(wanted === undefined ? {} : { id: [...wanted] }),
  })
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return {}
  await stock_reservations.change({ hospital_id, id: ids }, { patient_id: to })
  return { stock_reservations: ids }
}

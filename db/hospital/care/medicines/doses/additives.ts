// What was put into a bag that begins to run (CAR-117): what was ordered for it, or less.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { medicines } from '../formulary/tables.ts'
import { additiveSaid } from '../prescribing/additives.ts'
import type { Additive, Infusion } from '../prescribing/tables.ts'
import type { StartInput } from './shapes.ts'

/** As it was ordered, where nobody says what went in. */
export function putIn(
  { additives = [] }: Infusion,
  said: StartInput['additives'],
): readonly Additive[] {
  return (
    said?.map(({ medicine_id, dose, unit }, index) => {
      const field = `additives[${index}]`
      if (said.findIndex((one) => one.medicine_id === medicine_id) !== index) {
        throw invalid(`${field}.medicine_id`, 'stands twice.')
      }
      const ordered = additives.find((one) => one.medicine_id === medicine_id)
      if (ordered === undefined) {
        throw conflict(
          `${field} was not ordered for this bag: have the prescription revised.`,
          'order',
        )
      }
      if (dose !== ordered.dose || unit.trim().toUpperCase() !== ordered.unit) {
        throw conflict(`${field}: ${additiveSaid(ordered)} was ordered.`, 'order')
      }
      return ordered
    }) ?? additives
  )
}

/** One of them is prepared before a second person. */
export async function watchedAmong(
  { hospital_id }: Caller,
  additives: readonly Additive[],
): Promise<boolean> {
  const ids = additives.map(({ medicine_id }) => medicine_id)
  if (ids.length === 0) return false
  const found = await medicines.all({ hospital_id, id: ids })
  return found.some(({ witness }) => witness !== 'NONE')
}

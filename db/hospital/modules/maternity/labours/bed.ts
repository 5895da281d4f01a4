// Where a woman in labour lies.

import type { Caller } from '../../../../core/caller.ts'
import { placesOf } from '../../../care/wards/admissions/view.ts'
import type { LabourRow } from './of.ts'

type Lying = Pick<LabourRow, 'admission_id'>

export async function bedOf(caller: Caller, { admission_id }: Lying): Promise<string | null> {
  if (admission_id === null) return null
  return (await placesOf(caller, [admission_id])).get(admission_id)?.bed ?? null
}

export const bedsOf = (caller: Caller, found: readonly Lying[]) =>
  placesOf(
    caller,
    found.flatMap(({ admission_id }) => admission_id ?? []),
  )

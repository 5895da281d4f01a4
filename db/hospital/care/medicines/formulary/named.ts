// Medicines by the names that the tables of other areas call them by.

import type { Caller } from '../../../../core/caller.ts'
import { folded } from '../../../../store/table.ts'
import { medicines } from './tables.ts'

/** Ids by the folded name; what the formulary has none of is not in it. */
export async function medicinesNamed(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const found = await medicines.all({ hospital_id, name: [...new Set(names)] })
  return new Map(found.map(({ id, name }) => [folded(name), id]))
}

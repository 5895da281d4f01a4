// Units by their ids or by the numbers on their labels.

import type { Caller } from '../../../../core/caller.ts'
import { isId } from '../../../../core/ids.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { invalid, noSuch } from '../../../../core/refusal.ts'
import type { UnitRow } from './record.ts'
import { blood_units } from './tables.ts'

interface Named {
  unit_ids?: readonly string[] | undefined
  numbers?: readonly string[] | undefined
}

/** In the order of their ids, which is the order of their locks. */
export async function unitsNamed(
  caller: Pick<Caller, 'hospital_id'>,
  { unit_ids = [], numbers = [] }: Named,
): Promise<UnitRow[]> {
  if (unit_ids.length + numbers.length === 0) {
    throw invalid('unit_ids', 'or numbers: name at least one unit.')
  }
  const found = new Map<string, UnitRow>()
  for (const word of [...unit_ids, ...numbers]) {
    const row = await unitCalled(caller, word)
    found.set(row.id, row)
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** By its id, or by its number as it is printed or scanned. */
export async function unitCalled(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  word: string,
): Promise<UnitRow> {
  const by_number = { hospital_id, number: capitals(word.trim()) }
  const found = await blood_units.find(isId(word) ? { hospital_id, id: word } : by_number)
  if (found === undefined) throw noSuch('unit')
  return found
}

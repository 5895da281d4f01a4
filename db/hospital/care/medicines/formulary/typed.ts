// A medicine that somebody typed (ruling 38): its row where the words name one; else one that is alike, so that an
// allergy to `Amoxicillin` is met although nobody said which strength is meant.

import type { Caller } from '../../../../core/caller.ts'
import { join, sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import type { MedicineRow } from './medicines.ts'
import { medicines } from './tables.ts'

export async function named(caller: Caller, typed: string): Promise<MedicineRow | undefined> {
  const { hospital_id } = caller
  const name = typed.trim()
  const found = await medicines.find({ hospital_id, name, active: true })
  return found ?? medicines.find({ hospital_id, identity: folded(name), active: true })
}

const least_letters = 3
const rows_max = 500

/** `Amoxicillin 500mg caps` is `amoxicillin`. */
const genericOf = (typed: string): string => folded(typed.trim()).replace(/\s*\d.*$/, '')

/**
 * By what was typed: one of the same generic, whatever its strength and form; of several the one of the fewest
 * ingredients, so that nobody who asks for one is held to a mixture.
 */
export async function alike(
  caller: Caller,
  typed: readonly string[],
): Promise<Map<string, MedicineRow>> {
  const generics = [...new Set(typed.map(genericOf))].filter(
    ({ length }) => length >= least_letters,
  )
  if (generics.length === 0) return new Map()
  // An identity is `generic|strength|form`; what goes on with a space is a mixture with it.
  const any = generics.flatMap((one) => [
    sql`(identity >= ${`${one}|`} and identity < ${`${one}}`})`,
    sql`(identity >= ${`${one} `} and identity < ${`${one}!`})`,
  ])
  const found = await medicines.read(
    sql`select ${medicines.selection()} from medicines where hospital_id = ${caller.hospital_id}
      and active = ${true} and (${join(any, ' or ')}) order by identity limit ${rows_max}`,
  )
  const sorted = found.toSorted((a, b) => a.ingredients.length - b.ingredients.length)
  return new Map(
    typed.flatMap((words) => {
      const generic = genericOf(words)
      const row =
        sorted.find(({ identity }) => identity.startsWith(`${generic}|`)) ??
        sorted.find(({ identity }) => identity.startsWith(`${generic} `))
      return generic.length < least_letters || row === undefined ? [] : [[words, row]]
    }),
  )
}

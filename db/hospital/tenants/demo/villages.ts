// Where they live: regions, districts, wards and villages, made where the hospital has none of them.

import type { Caller } from '../../../core/caller.ts'
import { administrative_areas } from '../../desk/patients/areas/tables.ts'
import { folded } from '../../../store/table.ts'
import type { Chance } from './chance.ts'
import { places } from './names.ts'

/** The ids of the villages. */
export async function villages(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  chance: Chance,
  began_ms: number,
): Promise<string[]> {
  const known = new Map<string, string>()
  const area = async (name: string, level: number, parent_id: string | null): Promise<string> => {
    const key = `${parent_id ?? ''}/${name}`
    const id = known.get(key)
    if (id !== undefined) return id
    const name_key = folded(name)
    const stands = await administrative_areas.find({ hospital_id, parent_id, name_key })
    const made =
      stands ??
      (await administrative_areas.insert({
        id: chance.idAt(began_ms),
        hospital_id,
        parent_id,
        level,
        name,
        name_key,
      }))
    known.set(key, made.id)
    return made.id
  }
  const ids: string[] = []
  for (const [region, district, ward, names] of places) {
    const above = await area(district, 2, await area(region, 1, null))
    const ward_id = await area(ward, 3, above)
    for (const name of names) ids.push(await area(name, 4, ward_id))
  }
  return ids
}

// Regions, districts, wards, streets: the tree that addresses stand in (PAT-31).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict, noSuch, Refusal } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { administrative_areas } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

const level_names: Record<string, readonly string[]> = {
  TZ: ['Region', 'District', 'Ward', 'Village or street', 'Hamlet'],
  KE: ['County', 'Sub-county', 'Ward'],
  UG: ['District', 'County', 'Sub-county', 'Parish', 'Village'],
}

export const levelName = (country: string, level: number): string =>
  level_names[country]?.[level - 1] ?? `Level ${level}`

/** An area that may stand in an address: in use, and no region or district with more below it. */
export async function addressArea(
  { hospital_id }: Of,
  country: string,
  id: string,
): Promise<string> {
  const area = await administrative_areas.find({ hospital_id, id })
  if (area === undefined) throw noSuch('area')
  if (!area.active) {
    throw conflict(`${levelName(country, area.level)} ${area.name} is no longer in use.`)
  }
  // Wards stand at the third level; below them only streets and hamlets.
  if (area.level < 3) {
    throw new Refusal(400, 'invalid', `Choose the ward or the street, not ${area.name}.`, {
      field: 'address.area_id',
    })
  }
  return id
}

/** `Tanga / Korogwe / Mombo` for each of these areas, by the tree as it is now. */
export async function pathsOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ leaf: string; name: string; level: number }>(
    sql`with recursive up (leaf, id, parent_id, name, level) as (
        select id, id, parent_id, name, level from administrative_areas
          where hospital_id = ${hospital_id} and id${oneOf(ids)}
        union all
        select up.leaf, a.id, a.parent_id, a.name, a.level from administrative_areas a
          join up on a.id = up.parent_id
      ) select leaf, name, level from up order by leaf, level`,
  )
  const paths = new Map<string, string[]>()
  for (const { leaf, name } of found) paths.set(leaf, [...(paths.get(leaf) ?? []), name])
  return new Map([...paths].map(([leaf, names]) => [leaf, names.join(' / ')]))
}

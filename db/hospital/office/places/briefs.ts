// Branches in brief, as a sign-in names them: two statements, however many they are.

import { modules } from '../../modules.ts'
import { byId } from '../hospitals/hospitals.ts'
import type { FacilityBrief } from './shapes.ts'
import { facilities, facility_modules } from './tables.ts'
import type { Static } from '../../../core/kinds/kinds.ts'

export type Brief = Static<typeof FacilityBrief>

/** In the order they were asked for; those that are not there are left out. */
export async function briefs(hospital_id: string, ids: readonly string[]): Promise<Brief[]> {
  if (ids.length === 0) return []
  const { timezone } = await byId(hospital_id)
  const found = await facilities.all({ hospital_id, id: [...ids] })
  const on = await facility_modules.all({ hospital_id, facility_id: [...ids], enabled: true })
  return ids.flatMap((id) => {
    const facility = found.find((one) => one.id === id)
    if (facility === undefined) return []
    const { code, name, is_main, time_zone } = facility
    const switches = modules.map((module) => [
      module,
      on.some((one) => one.facility_id === id && one.module === module),
    ])
    return [
      {
        id,
        code,
        name,
        is_main,
        time_zone: time_zone ?? timezone,
        modules: Object.fromEntries(switches) as Brief['modules'],
      },
    ]
  })
}

/** By their ids, for lists that say where something happened. */
export async function facilityNames(
  { hospital_id }: { hospital_id: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const found = await facilities.all({ hospital_id, id: wanted })
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Every branch by its code, as it stands in numbers. */
export async function facilityCodes({
  hospital_id,
}: {
  hospital_id: string
}): Promise<ReadonlyMap<string, string>> {
  const found = await facilities.all({ hospital_id })
  return new Map(found.map(({ id, code }) => [code, id]))
}

/** Where what belongs to no branch is counted. */
export async function mainBranch({ hospital_id }: { hospital_id: string }): Promise<string> {
  const found = await facilities.find({ hospital_id, is_main: true })
  if (found === undefined) throw new Error('the hospital has no main branch')
  return found.id
}

// A vacancy against the establishment (people 3.2): as many positions as posts are free.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { cadreCalled } from '../cadres/cadres.ts'
import { departmentCalled } from '../department-at.ts'
import { figuresOf } from './figures.ts'
import { establishments } from './tables.ts'

interface Wanted {
  facility_id: string
  department: string | null
  cadre: string | null
  positions: number
  over_reason: string | null
}

/** Locked: two vacancies of one post wait here for each other. Without such a row nothing is checked. */
export async function againstPosts(
  caller: Caller,
  { facility_id, department: typed, cadre: called, positions, over_reason }: Wanted,
): Promise<{ establishment_id: string | null; over_establishment: boolean }> {
  const free = { establishment_id: null, over_establishment: false }
  if (typed === null || called === null) return free
  const cadre = await cadreCalled(caller, called)
  const department = await departmentCalled(caller, facility_id, typed)
  if (cadre === undefined || department === undefined) return free
  const { hospital_id } = caller
  const key = { hospital_id, facility_id, department, cadre_id: cadre.id }
  const found = await establishments.find(key, { lock: true })
  if (found === undefined) return free
  const figures = (await figuresOf(caller, [found.id])).get(found.id)
  const left = found.posts - (figures?.filled ?? 0) - (figures?.open_vacancies ?? 0)
  const over_establishment = positions > left
  if (over_establishment && !over_reason) {
    const posts = left === 1 ? 'post' : 'posts'
    const verb = left === 1 ? 'is' : 'are'
    throw conflict(
      left <= 0
        ? `No post of ${cadre.name} in ${department} is vacant: give over_reason.`
        : `Only ${left} ${posts} of ${cadre.name} in ${department} ${verb} vacant: give over_reason.`,
      'establishment',
    )
  }
  return { establishment_id: found.id, over_establishment }
}

// The branch a command is about: the one named with --facility, or the only one.

import type { Caller } from '../db/caller.ts'
import type { Frame } from './command.ts'
import { usage } from './usage.ts'

export interface Branch {
  id: string
  code: string
}

export async function branch(frame: Pick<Frame, 'caller'>): Promise<Branch> {
  const found = await branches(await frame.caller())
  if (found.length === 1 && found[0] !== undefined) return found[0]
  throw usage('facility', `--facility is needed: ${found.map(({ code }) => code).join(', ')}.`)
}

export async function branches(by: Caller): Promise<Branch[]> {
  const { list: facilitiesOf } = await import('../db/hospital/places/facilities.ts')
  const { whole_page } = await import('../db/pages.ts')
  const { rows } = await facilitiesOf(by, whole_page)
  return rows.filter(({ id }) => by.facility_id === null || id === by.facility_id)
}

// The branch a command is about: the one named with --facility, or the only one.

import type { Caller } from '../../../db/core/caller.ts'
import type { Frame } from '../grammar/command.ts'
import { usage } from '../grammar/usage.ts'

export interface Branch {
  id: string
  code: string
}

export async function branch(frame: Pick<Frame, 'caller'>): Promise<Branch> {
  const found = await branches(await frame.caller())
  if (found.length === 1 && found[0] !== undefined) return found[0]
  throw usage('facility', `--facility is needed: ${found.map(({ code }) => code).join(', ')}.`)
}

/**
 * What narrows a list: the branch that was said. Whoever signed in at their only branch stands there
 * without having asked for it, and is shown the whole hospital.
 */
export async function saidBranch({
  facility,
  caller,
}: Pick<Frame, 'facility' | 'caller'>): Promise<{ facility_id?: string }> {
  if (facility === undefined) return {}
  const { facility_id } = await caller()
  return facility_id === null ? {} : { facility_id }
}

export async function branches(by: Caller): Promise<Branch[]> {
  const { list: facilitiesOf } = await import('../../../db/hospital/office/places/facilities.ts')
  const { whole_page } = await import('../../../db/store/pages.ts')
  const { rows } = await facilitiesOf(by, whole_page)
  return rows.filter(({ id }) => by.facility_id === null || id === by.facility_id)
}

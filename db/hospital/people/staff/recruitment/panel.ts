// Who sits on the panel of a vacancy (HR-20).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { recordsOf } from '../records/for-pay.ts'
import { employed_states } from '../records/words.ts'

/** Each of the panel is employed here, and named once. */
export async function membersOf(caller: Caller, ids: readonly string[]): Promise<string[]> {
  const panel = [...new Set(ids)]
  const known = await recordsOf(caller, panel)
  const working: readonly string[] = employed_states
  for (const id of panel) {
    const person = known.get(id)
    if (person === undefined) throw noSuch('staff member')
    if (!working.includes(person.status)) {
      throw conflict(`${person.number} ${person.full_name} is ${person.status}.`)
    }
  }
  return panel
}

// Staff whom a case or a session names: there, by name, licensed where they lead, not away (OT-1, OT-5).

import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { isAway } from '../../neighbours/duty.ts'
import { mayPractise, staffById } from '../../neighbours/people.ts'

/** While nobody keeps staff records a name is not known; the record says so. */
export async function nameOfStaff(caller: Caller, staff_id: string): Promise<string> {
  if (!isId(staff_id)) throw noSuch('staff member')
  const found = await staffById(caller, staff_id)
  if (found === null) throw noSuch('staff member')
  return (found?.name ?? 'Not on record').slice(0, 160)
}

/** OT-1: always BLOCK, whatever the licence's warning says elsewhere. */
export async function mayLead(
  caller: Caller,
  { staff_id, name }: { staff_id: string; name: string },
  on: string,
): Promise<void> {
  const { answer, message } = await mayPractise(caller, staff_id, on, { always: true })
  if (answer === 'BLOCK')
    throw conflict(`${name}: ${message ?? 'no practising licence in date.'}`, 'licence')
}

/** OT-5. */
export async function mustBeThere(
  caller: Caller,
  { staff_id, name }: { staff_id: string; name: string },
  on: string,
): Promise<void> {
  if (await isAway(caller, staff_id, on)) throw conflict(`${name} is away on ${on}.`, 'away')
}

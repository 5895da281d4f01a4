// Back from hold by hand (3.2 resume).

import type { Caller } from '../../../../core/caller.ts'
import { fresh } from '../../../../core/versions.ts'
import { offHold } from './advance.ts'
import type { Gone } from './go.ts'
import { visit_life } from '../life.ts'
import { alreadyClosed, isOpen, visitRecord, mustBe } from '../rows.ts'

export async function resume(
  caller: Caller,
  id: string,
  { expected_state }: { expected_state?: string | null | undefined },
): Promise<Gone> {
  const visit = await visitRecord.locked(caller, id)
  if (!isOpen(visit)) throw alreadyClosed()
  await mustBe(caller, visit, expected_state)
  fresh(caller, visit)
  visit_life.move('resume', visit.status, visit.number)
  return offHold(caller, visit, {})
}

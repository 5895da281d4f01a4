// Staff whom a body names.

import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { noSuch } from '../../../core/refusal.ts'
import { staffById } from '../../neighbours/people.ts'

export async function mustBeStaff(caller: Caller, staff_id: string): Promise<void> {
  if (!isId(staff_id) || (await staffById(caller, staff_id)) === null) throw noSuch('staff member')
}

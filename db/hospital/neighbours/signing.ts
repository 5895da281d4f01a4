// Who signs for care: the caller's staff record (FRO-3, HR-2; the sentence is that of all areas).

import type { Caller } from '../../core/caller.ts'
import { Refusal } from '../../core/refusal.ts'
import { staffOf } from './people.ts'

export interface Signer {
  staff_id: string | null
  name: string
}

export async function signerOf(caller: Caller): Promise<Signer> {
  const staff = await staffOf(caller)
  if (staff === undefined) return { staff_id: null, name: caller.name }
  if (staff === null) {
    throw new Refusal(
      403,
      'no_staff_record',
      'Your account has no staff record: ask HR to link it.',
    )
  }
  return { staff_id: staff.staff_id, name: staff.name }
}

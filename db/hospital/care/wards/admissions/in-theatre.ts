// OT-24: who is in theatre is not moved to another bed, let go or sent home before the ward has taken them back.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { inTheatre } from '../../../neighbours/theatre.ts'

export async function notInTheatre(
  caller: Caller,
  { id, full_name }: { id: string; full_name: string },
): Promise<void> {
  const number = await inTheatre(caller, id)
  if (number !== null) throw conflict(`${full_name} is in theatre (${number}).`, 'in_theatre')
}

// Acts of one patient that no line stands for (CAR-158): asked before a stay is cleared, so that nothing is found
// when the patient has gone.

import type { Caller } from '../../../../core/caller.ts'
import { type PerformedService, registry } from '../../../registry.ts'
import { keyOf, linesOf } from './uncharged.ts'

export async function actsWithoutLine(
  caller: Caller,
  asked: { patient_id: string; from: string; to: string },
): Promise<PerformedService[]> {
  const found: PerformedService[] = []
  for (const performed of registry.performed_services) {
    for await (const acts of performed(caller, asked)) {
      const own = acts.filter(({ patient_id }) => patient_id === asked.patient_id)
      if (own.length === 0) continue
      const lines = await linesOf(caller, own)
      found.push(...own.filter((act) => !lines.has(keyOf(act))))
    }
  }
  return found
}

// Which oxygen saturation is right for a patient (PAT-30): 88-92 for lungs that are used to little, so
// that scores and limits do not ask for more.

import type { Caller } from '../../../../core/caller.ts'
import { choice, form, Reason, type Static } from '../../../../core/kinds/kinds.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { fresh } from '../../../../core/versions.ts'
import { type Row, patientRecord, writable } from '../rows.ts'
import { spo2_targets } from '../words.ts'

export const Spo2Input = form({ target: choice(spo2_targets), reason: Reason })

export async function setSpo2Target(
  caller: Caller,
  id: string,
  { target, reason }: Static<typeof Spo2Input>,
): Promise<Row> {
  await signerOf(caller)
  const before = await writable(caller, id)
  fresh(caller, before)
  if (before.spo2_target === target) return before
  return patientRecord.changed(caller, before, 'spo2_target', { spo2_target: target }, reason)
}

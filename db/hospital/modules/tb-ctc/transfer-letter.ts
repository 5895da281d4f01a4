// The code by which anybody may ask whether a transfer letter is genuine (MOD-21): a letter, its number and its day. Whose
// it is and of which clinic nobody learns, in the audit log neither (TBC-23).

import type { Caller } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { printOf } from '../../office/papers/codes.ts'

export async function letterCode(
  caller: Caller,
  patient_id: string,
  number: string,
): Promise<string> {
  const { code } = await printOf(caller, {
    kind: 'transfer_letter',
    entity_id: newId(),
    number: null,
    patient_id,
    said: { number, date: await today(caller), amount: null },
  })
  return code
}

// A second person (ALL-22): whoever asked does not decide, unless nobody else could.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { holders } from '../../office/access/users/holders.ts'
import { record } from '../../office/audit/record.ts'

export async function otherPerson(
  caller: Caller,
  asked_by_id: string | null,
  code: string,
  words: string,
): Promise<void> {
  // The command line is nobody's second person (OPS-58).
  if (caller.kind === 'COMMAND_LINE') throw conflict(words, 'second_person')
  if (caller.user_id === null || caller.user_id !== asked_by_id) return
  const others = (await holders(caller, code)).filter((id) => id !== caller.user_id)
  if (others.length > 0) throw conflict(words, 'second_person')
  record(caller, 'accounting.approve_alone', {
    entity_type: 'permission',
    entity_label: code,
    reason: 'Nobody else holds this permission.',
  })
}

// Whoever asked does not decide (3): only where nobody else could, and then it is written down.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { holders } from '../../office/access/users/holders.ts'
import { record } from '../../office/audit/record.ts'

export const asked_by_you = 'You asked for this: somebody else must decide.'

/** With `two` false the policy lets one person do both; that too is written down. */
export async function anotherPerson(
  caller: Caller,
  asked_by_id: string | null,
  code: string,
  { two = true, words = asked_by_you }: { two?: boolean; words?: string } = {},
): Promise<void> {
  if (two && caller.kind === 'COMMAND_LINE') throw conflict(words, 'second_person')
  if (caller.user_id === null || caller.user_id !== asked_by_id) return
  if (two && (await holders(caller, code)).some((id) => id !== caller.user_id)) {
    throw conflict(words, 'second_person')
  }
  record(caller, 'billing.decided_alone', {
    entity_type: 'permission',
    entity_label: code,
    reason: two ? 'Nobody else holds this permission.' : 'The policy asks for no second person.',
  })
}

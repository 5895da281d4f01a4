// A second person (rulings 4 and 8): whoever asked does not decide, unless nobody else could; then it
// is written down that one person did both.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { record } from '../../audit/record.ts'
import { holders } from './holders.ts'

export interface SecondPerson {
  /** False where the policy lets one person do both. */
  two?: boolean
  words?: string
  /** What the audit log calls it when one person did both. */
  alone?: string
}

/** `code` is the permission that the decision takes: who else holds it could decide. */
export async function anotherPerson(
  caller: Caller,
  asked_by_id: string | null,
  code: string,
  {
    two = true,
    words = 'You asked for this: somebody else must decide.',
    alone = 'approval.alone',
  }: SecondPerson = {},
): Promise<void> {
  // The command line is nobody's second person (OPS-58).
  if (two && caller.kind === 'COMMAND_LINE') throw conflict(words, 'second_person')
  if (caller.user_id === null || caller.user_id !== asked_by_id) return
  if (two && (await holders(caller, code)).some((id) => id !== caller.user_id)) {
    throw conflict(words, 'second_person')
  }
  record(caller, alone, {
    entity_type: 'permission',
    entity_label: code,
    reason: two ? 'Nobody else holds this permission.' : 'The policy asks for no second person.',
  })
}

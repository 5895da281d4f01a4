// Whoever wrote it does not approve it (ACC 3).

import type { Caller } from '../../../core/caller.ts'
import { anotherPerson } from '../../office/access/users/another-person.ts'

export const otherPerson = (
  caller: Caller,
  asked_by_id: string | null,
  code: string,
  words: string,
): Promise<void> =>
  anotherPerson(caller, asked_by_id, code, { words, alone: 'accounting.approve_alone' })

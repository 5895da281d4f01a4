// Whoever asked for it does not decide it (3).

import type { Caller } from '../../../core/caller.ts'
import {
  anotherPerson as another,
  type SecondPerson,
} from '../../office/access/users/another-person.ts'

export const anotherPerson = (
  caller: Caller,
  asked_by_id: string | null,
  code: string,
  more: SecondPerson = {},
): Promise<void> => another(caller, asked_by_id, code, { alone: 'billing.decided_alone', ...more })

// Taking back the last move of an entry: the same person, within two minutes (3.3).

import type { Caller } from '../../../../core/caller.ts'
import { clock, seconds } from '../../../../core/clock.ts'
import type { Entry } from '../rows.ts'

const within_ms = seconds(120)

export const undoable = (caller: Caller, { last_move, status }: Entry): boolean =>
  last_move !== null &&
  ['CALLED', 'SERVING', 'DONE', 'NO_SHOW', 'TRANSFERRED'].includes(status) &&
  last_move.user_id === caller.user_id &&
  clock.ms() - Date.parse(last_move.at) <= within_ms

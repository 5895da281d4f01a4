// A case goes on, step by step (A.3, OT-8 to OT-12, OT-23): which rule each milestone and event asks.

import { type Caller, can } from '../../../../core/caller.ts'
import { invalid, notPermitted } from '../../../../core/refusal.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import type { Milestone } from '../words.ts'
import type { Done } from './booking.ts'
import { event } from './events.ts'
import { accept, receive, send } from './hand-over.ts'
import { begin, end } from './on-the-table.ts'
import { recover, returned } from './recovering.ts'
import type { AdvanceInput } from './shapes.ts'

type Step = (caller: Caller, id: string, input: AdvanceInput) => Promise<Done>

const steps: Record<Exclude<Milestone, 'SCHEDULED'>, Step> = {
  SENT: send,
  RECEIVED: receive,
  IN_THEATRE: begin,
  PROCEDURE_DONE: end,
  IN_RECOVERY: recover,
  RETURNED: returned,
  ACCEPTED: accept,
}

const by_the_ward: readonly Milestone[] = ['SENT', 'ACCEPTED']

export async function advance(caller: Caller, id: string, input: AdvanceInput): Promise<Done> {
  const { milestone, event: of } = input
  if ((milestone === undefined) === (of === undefined)) {
    throw invalid('milestone', 'or event: say one of the two.')
  }
  const needed =
    milestone !== undefined && by_the_ward.includes(milestone)
      ? 'theatre:transfer'
      : 'theatre:perform'
  if (!can(caller, needed)) throw notPermitted(needed)
  await signerOf(caller)
  if (of !== undefined) return event(caller, id, of, input)
  if (milestone === undefined || milestone === 'SCHEDULED') {
    throw invalid('milestone', 'SCHEDULED is made by booking.')
  }
  return steps[milestone](caller, id, input)
}

// A follow-up as it is kept: open until it is done or falls away.

import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { follow_up_moves, follow_ups } from './tables.ts'
import { follow_up_states } from './words.ts'

export type FollowUpRow = RowOf<(typeof follow_ups)['columns']>

export const follow_up_life = life('follow-up', follow_up_states, {
  complete: { from: ['OPEN'], to: 'DONE', permission: 'followup:write' },
  cancel: { from: ['OPEN'], to: 'CANCELLED', permission: 'followup:write', reason: 'required' },
})

export const followUpRecord = recordWithLife(follow_ups, {
  life: follow_up_life,
  called: ({ subject }) => `"${subject}"`,
  label: ({ subject }) => subject,
  history: historyIn(follow_up_moves),
})

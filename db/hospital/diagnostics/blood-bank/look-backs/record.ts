// A look-back is open until every line of it was seen to, or somebody says why not (3.5, BLD-92).

import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { look_back_states } from '../words.ts'
import { look_back_history, look_back_lines, look_backs } from './tables.ts'

export type LookBackRow = RowOf<(typeof look_backs)['columns']>
export type LineRow = RowOf<(typeof look_back_lines)['columns']>

export const look_back_life = life('look-back', look_back_states, {
  close: { from: ['OPEN'], to: 'CLOSED', permission: 'haemovigilance:manage' },
})

export const lookBackRecord = recordWithLife(look_backs, {
  life: look_back_life,
  type: 'look_back',
  called: ({ number }) => number,
  history: historyIn(look_back_history),
  sequence: 'look_back',
})

export const look_back_content = linesOf(look_back_lines, 'look_back_id')

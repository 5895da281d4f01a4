// The census of a ward and a day (3.9).

import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { census_states } from '../words.ts'
import { census_moves, censuses } from './tables.ts'

export type CensusRow = RowOf<(typeof censuses)['columns']>

export const census_life = life('census', census_states, {
  confirm: { from: ['OPEN'], to: 'CONFIRMED', permission: 'census:confirm' },
  'count again': { from: ['CONFIRMED'], to: 'OPEN', house: true },
})

export const censusRecord = recordWithLife(censuses, {
  life: census_life,
  called: ({ date }) => `of ${date}`,
  history: historyIn(census_moves),
})

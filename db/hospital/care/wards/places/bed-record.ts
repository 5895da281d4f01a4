// A bed and its life (3.8).

import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { bed_states } from '../words.ts'
import { bed_moves, beds } from './tables.ts'

export type BedRow = RowOf<(typeof beds)['columns']>

const bed_life = life('bed', bed_states, {
  reserve: { from: ['FREE'], to: 'RESERVED', house: true },
  release: { from: ['RESERVED'], to: 'FREE', house: true },
  occupy: { from: ['FREE', 'RESERVED'], to: 'OCCUPIED', house: true },
  /** Back in the bed that was left a while ago, and that nobody has cleaned yet. */
  return: { from: ['TO_CLEAN'], to: 'OCCUPIED', house: true },
  vacate: { from: ['OCCUPIED'], to: 'TO_CLEAN', house: true },
  cleaned: { from: ['TO_CLEAN'], to: ['FREE', 'RESERVED'], permission: 'bed:clean' },
  out_of_service: {
    from: ['FREE', 'TO_CLEAN'],
    to: 'OUT_OF_SERVICE',
    permission: 'bed:assign',
    reason: 'required',
  },
  return_to_service: { from: ['OUT_OF_SERVICE'], to: 'TO_CLEAN', permission: 'bed:assign' },
})

export const bedRecord = recordWithLife(beds, {
  life: bed_life,
  called: ({ label }) => label,
  history: historyIn(bed_moves),
})

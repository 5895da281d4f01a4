// The life of a pre-authorisation as data (3.6).

import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { preauthorisation_moves, preauthorisations } from './tables.ts'
import { preauth_states } from './words.ts'

export type PreauthRow = RowOf<(typeof preauthorisations)['columns']>

export const preauth_life = life('pre-authorisation', preauth_states, {
  request: { from: ['DRAFT'], to: 'REQUESTED', permission: 'preauth:create' },
  respond: { from: ['REQUESTED'], to: 'APPROVED', permission: 'preauth:respond' },
  approve_part: { from: ['REQUESTED'], to: 'PARTLY_APPROVED', house: true },
  decline: { from: ['REQUESTED'], to: 'DECLINED', house: true },
  use: { from: ['APPROVED', 'PARTLY_APPROVED'], to: 'USED', house: true },
  give_back: { from: ['USED'], to: ['APPROVED', 'PARTLY_APPROVED'], house: true },
  expire: { from: ['APPROVED', 'PARTLY_APPROVED'], to: 'EXPIRED', house: true },
  cancel: {
    from: ['DRAFT', 'REQUESTED', 'APPROVED', 'PARTLY_APPROVED'],
    to: 'CANCELLED',
    permission: 'preauth:create',
  },
})

export const preauthRecord = recordWithLife(preauthorisations, {
  life: preauth_life,
  type: 'preauthorisation',
  called: ({ number }) => number,
  history: historyIn(preauthorisation_moves, 'preauth_id'),
  sequence: 'preauthorisation',
  action: (move) => `preauth.${move}`,
})

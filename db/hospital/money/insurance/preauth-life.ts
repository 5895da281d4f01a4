// The life of a pre-authorisation as data (3.6), and every move of it.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { preauthorisation_moves, preauthorisations } from './tables.ts'
import { preauth_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type PreauthRow = RowOf<(typeof preauthorisations)['columns']>

export const preauth_life = life('pre-authorisation', preauth_states, {
  request: { from: ['DRAFT'], to: 'REQUESTED', permission: 'preauth:create' },
  respond: { from: ['REQUESTED'], to: 'APPROVED', permission: 'preauth:respond' },
  approve_part: { from: ['REQUESTED'], to: 'PARTLY_APPROVED', house: true },
  decline: { from: ['REQUESTED'], to: 'DECLINED', house: true },
  use: { from: ['APPROVED', 'PARTLY_APPROVED'], to: 'USED', house: true },
  give_back: { from: ['USED'], to: 'APPROVED', house: true },
  expire: { from: ['APPROVED', 'PARTLY_APPROVED'], to: 'EXPIRED', house: true },
  cancel: {
    from: ['DRAFT', 'REQUESTED', 'APPROVED', 'PARTLY_APPROVED'],
    to: 'CANCELLED',
    permission: 'preauth:create',
  },
})
export const preauth_moves = Object.keys(preauth_life.moves) as (keyof typeof preauth_life.moves)[]

export const preauthRecord = recordOf(preauthorisations, 'pre-authorisation')

export async function moved(
  caller: Caller,
  row: PreauthRow,
  move: string,
  changes: Partial<PreauthRow>,
  reason: string | null = null,
): Promise<PreauthRow> {
  const { hospital_id } = caller
  await preauthorisations.change({ hospital_id, id: row.id }, changes)
  const after = { ...row, ...changes }
  await preauthorisation_moves.insert({
    hospital_id,
    preauth_id: row.id,
    at: clock.instant(),
    by_name: caller.name,
    move,
    from_state: move === 'open' ? null : row.status,
    to_state: after.status,
    reason,
  })
  record(caller, `preauth.${move}`, {
    entity_type: 'preauthorisation',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.patient_id,
    from_state: row.status,
    to_state: after.status,
    reason,
  })
  return after
}

// Dispenses, what is owed and what comes back, as they are kept, and their lives (3.4).

import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import {
  dispense_history,
  dispense_lines,
  dispenses,
  owed_history,
  owed_medicines,
  pharmacy_return_history,
  pharmacy_return_lines,
  pharmacy_returns,
} from './tables.ts'
import { dispense_states, owed_states, return_states } from './words.ts'

export type DispenseRow = RowOf<(typeof dispenses)['columns']>
export type LineRow = RowOf<(typeof dispense_lines)['columns']>
export type OwedRow = RowOf<(typeof owed_medicines)['columns']>
export type ReturnRow = RowOf<(typeof pharmacy_returns)['columns']>
export type ReturnLineRow = RowOf<(typeof pharmacy_return_lines)['columns']>

const verify = 'dispense:verify'
const cancel = 'dispense:cancel'

export const dispense_life = life('dispense', dispense_states, {
  verify: { from: ['QUEUED', 'ON_HOLD'], to: ['VERIFIED', 'CANCELLED'], permission: verify },
  reopen: { from: ['VERIFIED', 'PICKED'], to: 'QUEUED', permission: verify, reason: 'required' },
  pick: { from: ['VERIFIED'], to: 'PICKED', permission: verify },
  hand_over: {
    from: ['VERIFIED', 'PICKED'],
    to: 'HANDED_OVER',
    permission: 'dispense:handover',
  },
  hold: { from: ['QUEUED', 'VERIFIED'], to: 'ON_HOLD', permission: verify, reason: 'required' },
  cancel: {
    from: ['QUEUED', 'VERIFIED', 'PICKED', 'ON_HOLD'],
    to: 'CANCELLED',
    permission: cancel,
    reason: 'required',
  },
  reverse: { from: ['HANDED_OVER'], to: 'REVERSED', permission: cancel, reason: 'required' },
  lapse: { from: ['VERIFIED', 'PICKED'], to: 'QUEUED', house: true },
  wait: { from: ['QUEUED'], to: 'ON_HOLD', house: true },
  end: { from: ['QUEUED', 'ON_HOLD'], to: 'CANCELLED', house: true },
})

export const dispenseRecord = recordWithLife(dispenses, {
  life: dispense_life,
  called: ({ number }) => number,
  history: historyIn(dispense_history),
  sequence: 'dispense',
})
export const lines_of = linesOf(dispense_lines, 'dispense_id')

export const owed_life = life('owed medicine', owed_states, {
  ready: { from: ['OWED'], to: 'READY', house: true },
  wait: { from: ['READY'], to: 'OWED', house: true },
  supply: { from: ['OWED', 'READY'], to: ['OWED', 'READY'], permission: verify },
  handed: { from: ['OWED', 'READY'], to: 'SUPPLIED', house: true },
  back: { from: ['SUPPLIED'], to: 'OWED', house: true },
  expire: { from: ['OWED', 'READY'], to: 'EXPIRED', house: true },
  cancel: {
    from: ['OWED', 'READY'],
    to: 'CANCELLED',
    permission: verify,
    reason: 'required',
  },
})

export const owedRecord = recordWithLife(owed_medicines, {
  life: owed_life,
  type: 'owed_medicine',
  called: ({ medicine }) => medicine,
  history: historyIn(owed_history),
})

export const return_life = life('return', return_states, {
  accept: { from: ['REQUESTED'], to: 'ACCEPTED', permission: 'pharmacy:return' },
  reject: {
    from: ['REQUESTED'],
    to: 'REJECTED',
    permission: 'pharmacy:return',
    reason: 'required',
  },
})

export const returnRecord = recordWithLife(pharmacy_returns, {
  life: return_life,
  type: 'pharmacy_return',
  called: ({ number }) => number,
  history: historyIn(pharmacy_return_history),
  sequence: 'pharmacy_return',
})
export const return_lines_of = linesOf(pharmacy_return_lines, 'return_id')

/** What a line was charged as (CAR-92). */
export const line_source = 'dispense_line'
/** What its goods were held and taken for. */
export const goods_source = 'dispense'

// A unit of blood goes from shelf to patient or to waste (3.3), and is never in two places.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { in_stock, unit_states } from '../words.ts'
import { blood_unit_history, blood_units } from './tables.ts'

export type UnitRow = RowOf<(typeof blood_units)['columns']>

export const unit_life = life('unit', unit_states, {
  release: { from: ['QUARANTINE'], to: 'AVAILABLE', house: true },
  reserve: { from: ['AVAILABLE'], to: 'RESERVED', house: true },
  let_go: { from: ['RESERVED'], to: 'AVAILABLE', house: true },
  issue: { from: ['AVAILABLE', 'RESERVED'], to: 'ISSUED', permission: 'blood:issue' },
  start: { from: ['ISSUED'], to: 'TRANSFUSING', permission: 'transfusion:give' },
  return: {
    from: ['ISSUED'],
    to: ['AVAILABLE', 'RESERVED', 'DISCARDED'],
    permission: 'bloodunit:write',
  },
  finish: { from: ['TRANSFUSING'], to: 'TRANSFUSED', house: true },
  hold: {
    from: ['QUARANTINE', 'AVAILABLE', 'RESERVED'],
    to: 'HELD',
    permission: 'bloodunit:write',
    reason: 'required',
  },
  clear: {
    from: ['HELD'],
    to: ['QUARANTINE', 'AVAILABLE'],
    permission: 'bloodunit:write',
    reason: 'required',
  },
  expire: { from: in_stock, to: 'EXPIRED', house: true },
  discard: {
    from: [...in_stock, 'EXPIRED', 'ISSUED'],
    to: ['DISCARDED', 'SENT'],
    permission: 'bloodunit:discard',
    reason: 'required',
  },
})

export const unitRecord = recordWithLife(blood_units, {
  life: unit_life,
  type: 'blood_unit',
  called: ({ number }) => number,
  history: historyIn(blood_unit_history),
  clash,
})

async function clash({ hospital_id }: Caller, error: unknown, { number }: UnitRow) {
  if (!isTaken(error, 'number')) return error
  const other = await blood_units.find({ hospital_id, number })
  return conflict(`Unit ${number} is here already (${other?.status ?? 'known'}).`)
}

const on_a_shelf: ReadonlySet<string> = new Set(in_stock)

/** What is past its date is EXPIRED at once; the job only writes it down. */
export const standingNow = ({ status, expires_at }: Pick<UnitRow, 'status' | 'expires_at'>) =>
  on_a_shelf.has(status) && expires_at <= clock.instant() ? ('EXPIRED' as const) : status

/** Locked for an act of people; what is past its date can only be discarded. */
export async function beginUnit(
  caller: Caller,
  id: string,
  move: 'hold' | 'clear' | 'start' | 'return',
): Promise<UnitRow> {
  const row = await unitRecord.begin(caller, id, move)
  if (standingNow(row) === 'EXPIRED') throw unit_life.refusal('EXPIRED', row.number)
  return row
}

/** It is nobody's any more. */
export const let_go = { patient_id: null, request_id: null, reserved_until: null } as const

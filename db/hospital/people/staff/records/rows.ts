// A staff record as it is kept: found, moved, and what only one of them may hold.

import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import { conflict } from '../../../../core/refusal.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { Of } from '../../../../store/record-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { staff, staff_moves } from './tables.ts'
import { staff_states } from './words.ts'

export type StaffRow = RowOf<(typeof staff)['columns']>

const staff_life = life('staff member', staff_states, {
  confirm: { from: ['PROBATION'], to: 'ACTIVE', permission: 'staff:status' },
  transfer: {
    from: ['PROBATION', 'ACTIVE'],
    to: ['PROBATION', 'ACTIVE'],
    permission: 'staff:status',
  },
  promote: {
    from: ['PROBATION', 'ACTIVE'],
    to: ['PROBATION', 'ACTIVE'],
    permission: 'staff:status',
  },
  suspend: {
    from: ['PROBATION', 'ACTIVE', 'NOTICE'],
    to: 'SUSPENDED',
    permission: 'staff:status',
    reason: 'required',
  },
  reinstate: {
    from: ['SUSPENDED'],
    to: ['PROBATION', 'ACTIVE', 'NOTICE'],
    permission: 'staff:status',
    reason: 'required',
  },
  'give notice': { from: ['PROBATION', 'ACTIVE', 'SUSPENDED'], to: 'NOTICE', house: true },
  'withdraw notice': { from: ['NOTICE'], to: ['PROBATION', 'ACTIVE', 'SUSPENDED'], house: true },
  exit: { from: ['NOTICE', 'SUSPENDED'], to: 'EXITED', house: true },
  rehire: { from: ['EXITED'], to: ['PROBATION', 'ACTIVE'], house: true },
})

export const named = ({ number, full_name }: Pick<StaffRow, 'number' | 'full_name'>): string =>
  `${number} ${full_name}`

export const staffRecord = recordWithLife(staff, {
  life: staff_life,
  type: 'staff',
  called: named,
  history: historyIn(staff_moves),
  clash,
})

/** 404 where there is no such member of staff. */
export async function mustBeThere(caller: Of, id: string): Promise<StaffRow> {
  return staffRecord.get(caller, id)
}

const alone = {
  number: 'Number',
  national_id: 'National ID',
  passport_no: 'Passport',
  tin: 'TIN',
} as const
type Alone = keyof typeof alone

/** HR-3: what belongs to one person stands in one record; whose it is already is said. */
export async function refuseOthers(
  { hospital_id }: Of,
  given: Partial<Pick<StaffRow, Alone>>,
  id = '',
): Promise<void> {
  for (const field of Object.keys(alone) as Alone[]) {
    const value = given[field]
    if (typeof value !== 'string') continue
    const other = await staff.find({ hospital_id, [field]: value })
    if (other !== undefined && other.id !== id) throw taken(field, value, other)
  }
}

const taken = (field: Alone, value: string, other: StaffRow): Error =>
  conflict(`${alone[field]} ${value} is already ${named(other)}.`)

async function clash(caller: Caller, error: unknown, wanted: StaffRow): Promise<unknown> {
  const field = (Object.keys(alone) as Alone[]).find((one) => isTaken(error, one))
  if (field === undefined) return error
  const other = await staff.find({ hospital_id: caller.hospital_id, [field]: wanted[field] })
  return other === undefined ? error : taken(field, wanted[field] ?? '', other)
}

// Drawers and shifts as rows, and the life of a shift as data (3.7).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { kept } from '../../../store/kept.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { drawers, shift_moves, shifts } from './tables.ts'
import { live_states, shift_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type DrawerRow = RowOf<(typeof drawers)['columns']>
export type ShiftRow = RowOf<(typeof shifts)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const shift_life = life('shift', shift_states, {
  count: { from: ['OPEN'], to: 'COUNTING', permission: 'shift:open' },
  back: { from: ['COUNTING'], to: 'OPEN', permission: 'shift:open' },
  close: { from: ['COUNTING'], to: 'CLOSED', permission: 'shift:open' },
  confirm: { from: ['CLOSED'], to: 'CONFIRMED', permission: 'shift:confirm' },
  force_close: { from: ['OPEN', 'COUNTING'], to: 'CLOSED', permission: 'shift:supervise' },
})

export const drawerRecord = recordOf(drawers, 'drawer')

const named = kept(async (name) => {
  const [hospital_id, id] = name.split(' ') as [string, string]
  const {
    account_id,
    name: said,
    facility_id,
    store_id,
  } = await drawerRecord.get({ hospital_id }, id)
  return { id, account_id, name: said, facility_id, store_id }
})

/** Where its money goes and what it is called, which money taken asks every time. */
export const namedDrawer = ({ hospital_id }: Of, id: string): ReturnType<typeof named.get> =>
  named.get(`${hospital_id} ${id}`)

export const forgetDrawer = ({ hospital_id }: Of, id: string): void =>
  named.forget(`${hospital_id} ${id}`)

export const shiftRecord = recordWithLife(shifts, {
  life: shift_life,
  called: ({ number }) => number,
  label: ({ number, drawer_name }) => `${number}, ${drawer_name}`,
  history: historyIn(shift_moves, 'shift_id'),
  sequence: 'shift',
  clash: (_caller, error, { drawer_name }) =>
    isTaken(error, 'drawer_id') || isTaken(error, 'user_id')
      ? conflict(`${drawer_name} is used by somebody.`, 'in_use')
      : error,
})

/** The shift that a person has open or is counting. */
export const liveShift = (
  { hospital_id }: Of,
  user_id: string | null,
  lock = false,
): Promise<ShiftRow | undefined> =>
  user_id === null
    ? Promise.resolve(undefined)
    : shifts.find({ hospital_id, user_id, status: live_states }, { lock })

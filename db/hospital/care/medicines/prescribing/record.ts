// Prescriptions and items as they are kept, and their lives (3.3). What a prescription is follows from its
// items: ACTIVE while one is, else as the last of them ended.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import {
  prescription_history,
  prescription_item_history,
  prescription_items,
  prescriptions,
} from './tables.ts'
import { item_states, prescription_states } from './words.ts'

export type PrescriptionRow = RowOf<(typeof prescriptions)['columns']>
export type ItemRow = RowOf<(typeof prescription_items)['columns']>

const stop = 'prescription:stop'
const write = 'prescription:write'

export const prescription_life = life('prescription', prescription_states, {
  sign: { from: ['DRAFT'], to: ['ACTIVE', 'TO_COSIGN'], permission: write },
  cosign: { from: ['TO_COSIGN'], to: 'ACTIVE', permission: 'record:cosign' },
  send_back: {
    from: ['TO_COSIGN'],
    to: 'DRAFT',
    permission: 'record:cosign',
    reason: 'required',
  },
  cancel: {
    from: ['DRAFT', 'TO_COSIGN', 'ACTIVE', 'ON_HOLD'],
    to: 'CANCELLED',
    permission: stop,
    reason: 'required',
  },
  follow: {
    from: ['TO_COSIGN', 'ACTIVE', 'ON_HOLD', 'COMPLETED', 'STOPPED', 'EXPIRED'],
    to: ['ACTIVE', 'ON_HOLD', 'COMPLETED', 'STOPPED', 'CANCELLED', 'EXPIRED'],
    house: true,
  },
})

export const prescriptionRecord = recordWithLife(prescriptions, {
  life: prescription_life,
  called: ({ number }) => number,
  history: historyIn(prescription_history),
  sequence: 'prescription',
})

export const item_life = life('medicine', item_states, {
  sign: { from: ['DRAFT'], to: ['ACTIVE', 'TO_COSIGN'], house: true },
  cosign: { from: ['TO_COSIGN'], to: 'ACTIVE', house: true },
  send_back: { from: ['TO_COSIGN'], to: 'DRAFT', house: true },
  hold: { from: ['ACTIVE'], to: 'ON_HOLD', permission: stop, reason: 'required' },
  resume: { from: ['ON_HOLD'], to: 'ACTIVE', permission: write },
  revise: { from: ['ACTIVE', 'ON_HOLD'], to: 'STOPPED', permission: write, reason: 'required' },
  discontinue: { from: ['ACTIVE', 'ON_HOLD'], to: 'STOPPED', permission: stop },
  renew: {
    from: ['ACTIVE', 'COMPLETED', 'EXPIRED', 'STOPPED'],
    to: ['ACTIVE', 'COMPLETED', 'EXPIRED', 'STOPPED'],
    permission: write,
  },
  void: {
    from: ['ACTIVE', 'STOPPED', 'COMPLETED'],
    to: 'VOIDED',
    permission: 'record:void',
    reason: 'required',
  },
  cancel: { from: ['DRAFT', 'TO_COSIGN', 'ACTIVE', 'ON_HOLD'], to: 'CANCELLED', house: true },
  complete: { from: ['ACTIVE'], to: 'COMPLETED', house: true },
  expire: { from: ['ACTIVE'], to: 'EXPIRED', house: true },
})

export const itemRecord = recordWithLife(prescription_items, {
  life: item_life,
  type: 'prescription_item',
  called: ({ medicine }) => medicine,
  // Who reads the log need not read what somebody takes (TBC-22).
  label: ({ position }) => `item ${position}`,
  history: historyIn(prescription_item_history),
})
export const items_of = linesOf(prescription_items, 'prescription_id')

const live: readonly PrescriptionRow['status'][] = ['ACTIVE', 'ON_HOLD', 'TO_COSIGN']

/** After a move of one of its items: what the whole is now. */
export async function follows(caller: Caller, id: string): Promise<PrescriptionRow> {
  const before = await prescriptionRecord.locked(caller, id)
  const items = await items_of.of(caller, id)
  const status = live.find((state) => items.some((item) => item.status === state)) ?? lastOf(items)
  if (status === before.status || status === 'DRAFT') return before
  return prescriptionRecord.moved(caller, before, 'follow', { status })
}

function lastOf(items: readonly ItemRow[]): PrescriptionRow['status'] {
  const [last] = items.toSorted((a, b) => (b.ended_at ?? '').localeCompare(a.ended_at ?? ''))
  if (last === undefined || last.status === 'VOIDED') return 'CANCELLED'
  return last.status
}

/** An item that ends, whoever ends it and why. */
export const ended = (
  caller: Caller,
  stop_reason: ItemRow['stop_reason'],
): Pick<ItemRow, 'stop_reason' | 'ended_at' | 'ended_by_name'> => ({
  stop_reason,
  ended_at: clock.instant(),
  ended_by_name: caller.name,
})

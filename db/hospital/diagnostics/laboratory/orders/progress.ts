// After whatever happened to lines or specimens of an order: its items, their times and its own state are
// brought to what they are now (DIA-25, DIA-160). Whoever calls holds the order.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { settingsOf } from '../catalogue/settings.ts'
import type { Chosen } from '../catalogue/setting-words.ts'
import { diagnostic_results } from '../results/tables.ts'
import { specimens } from '../specimens/tables.ts'
import type { ItemState } from '../words.ts'
import { type ItemRow, itemState, type OrderRow, orderRecord, orderState } from './record.ts'
import { diagnostic_items } from './tables.ts'

interface SpecimenSeen {
  status: string
  collected_at: string | null
  received_at: string | null
}

export async function progress(caller: Caller, order_id: string, why: string): Promise<OrderRow> {
  const { hospital_id } = caller
  const order = await orderRecord.locked(caller, order_id)
  const items = await diagnostic_items.all({ hospital_id, order_id }, { order: ['position'] })
  const lines = await diagnostic_results.all({ hospital_id, order_id })
  const found = await specimens.all({ hospital_id, order_id })
  const by_id = new Map(found.map((one) => [one.id, one]))
  const settings = await settingsOf(caller)
  const states: { status: ItemState }[] = []
  for (const item of items) {
    const specimen = by_id.get(item.specimen_id ?? '')
    const status = itemState(
      lines.filter(({ item_id }) => item_id === item.id),
      specimen,
    )
    states.push({ status })
    const changes = { status, ...timesOf(item, status, specimen, settings) }
    if (differs(item, changes)) {
      await diagnostic_items.change({ hospital_id, id: item.id }, changes)
    }
  }
  const status = orderState(states)
  if (status === order.status) return order
  return orderRecord.moved(caller, order, 'progress', { status }, why)
}

const differs = (item: ItemRow, changes: Partial<ItemRow>): boolean =>
  Object.entries(changes).some(([key, value]) => item[key as keyof ItemRow] !== value)

const entered = new Set<ItemState>(['RESULTED', 'VERIFIED', 'PART_RELEASED', 'RELEASED'])
const verified = new Set<ItemState>(['VERIFIED', 'PART_RELEASED', 'RELEASED'])
const released = new Set<ItemState>(['PART_RELEASED', 'RELEASED'])

/** When it came so far; what was taken back has not come so far any more. */
function timesOf(
  item: ItemRow,
  status: ItemState,
  specimen: SpecimenSeen | undefined,
  { clock_from }: Pick<Chosen, 'clock_from'>,
): Partial<ItemRow> {
  const now = clock.instant()
  const stamp = (reached: ReadonlySet<ItemState>, was: string | null) =>
    reached.has(status) ? (was ?? now) : null
  const collected_at = specimen?.collected_at ?? null
  const received_at = specimen?.received_at ?? null
  const starts = { ORDERED: item.ordered_at, COLLECTED: collected_at, RECEIVED: received_at }
  const clock_started_at = item.bedside ? item.ordered_at : starts[clock_from]
  return {
    collected_at,
    received_at,
    resulted_at: stamp(entered, item.resulted_at),
    verified_at: stamp(verified, item.verified_at),
    released_at: stamp(released, item.released_at),
    clock_started_at,
    due_at: dueAt(clock_started_at ?? item.ordered_at, item.turnaround_minutes),
  }
}

export const dueAt = (from: string, turnaround_minutes: number): string =>
  instantIn(Date.parse(from) + minutes(turnaround_minutes) - clock.ms())

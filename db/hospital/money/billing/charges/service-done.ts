// What was charged is done (3.2): from then on it is taken back by a credit note alone.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { type Row as Bill, billRecord } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'
import { noted } from './charge.ts'
import { type Clearance, clearancesOfItems } from './clearance.ts'
import { bySources, type Row as Item, sourceKey, type Sourced } from './items.ts'

export interface Done {
  performed_by_id?: string | null
  done_at?: string
}

export async function serviceDone(
  caller: Caller,
  source: string,
  source_id: string,
  done: Done,
): Promise<{ cleared: boolean }> {
  return { cleared: await servicesDone(caller, [{ ...done, source, source_id }]) }
}

/** Whether all of it was cleared; what was never charged is. */
export async function servicesDone(
  caller: Caller,
  done: readonly (Done & Sourced)[],
): Promise<boolean> {
  const { hospital_id } = caller
  const found = await bySources(caller, done)
  const of_bills = Map.groupBy(found.values(), ({ bill_id }) => bill_id)
  const told = new Map([...found].map(([key, { id }]) => [id, key]))
  const by_key = new Map(done.map((one) => [sourceKey(one), one]))
  let cleared = true
  for (const [bill_id, lines] of of_bills) {
    const bill = await billRecord.locked(caller, bill_id)
    const items = await bill_items.all({ hospital_id, id: lines.map(({ id }) => id) })
    const clearances = await clearancesOfItems(caller, items)
    for (const [at, item] of items.entries()) {
      const clearance = clearances[at] as Clearance
      cleared &&= clearance.may_proceed
      await doneNow(caller, bill, item, clearance, by_key.get(told.get(item.id) ?? '') ?? {})
    }
  }
  return cleared
}

/** What the gate said at that moment stays on the line. */
async function doneNow(
  caller: Caller,
  bill: Bill,
  item: Item,
  clearance: Clearance,
  { done_at, performed_by_id }: Done,
): Promise<void> {
  if (item.service_status !== 'PENDING' && item.service_status !== 'AUTHORISED') return
  await bill_items.change(
    { hospital_id: caller.hospital_id, id: item.id },
    {
      service_status: 'DONE',
      done_clearance: clearance.reason,
      done_at: done_at ?? clock.instant(),
      performed_by_id: performed_by_id ?? item.performed_by_id,
    },
  )
  noted(caller, 'bill.done', bill, item)
}

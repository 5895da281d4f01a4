// Data that were left become live again, by a restore or by going back a generation (OPS-127…129): what
// must be true of them then is written into them before, by the rules of each area.

import { system } from '../../core/caller.ts'
import { onDatabase } from '../../store/connection.ts'
import type { Engine } from '../../store/engines/engine.ts'
import { hospitals } from '../../hospital/office/hospitals/tables.ts'
import { registry } from '../../hospital/registry.ts'
import { endKeys } from '../../messaging/keys/restored.ts'
import { settleRestored } from '../../messaging/messages/restored.ts'
import { holdAll } from '../outbound/holds.ts'
import { carryAlone } from './alone.ts'

export interface Returning {
  /** What is live until then. */
  left: Engine
  by: string
  hospital_ids: readonly string[]
  /** From then on what went out is in the data that are left alone. */
  at: string
  /** Since when those were live beside these; null where these are an older state of them. */
  parted_at: string | null
}

/** In the transaction of the data that come; answers what was done, by words that people read. */
export async function settleReturning(returning: Returning): Promise<Record<string, number>> {
  const { left, by, hospital_ids, at, parted_at } = returning
  const live = <T>(work: () => Promise<T>): Promise<T> => onDatabase(left, work)
  await holdAll(by, 'restored')
  await carryAlone(left)
  const done: Record<string, number> = {
    messages_uncertain: await settleRestored({ at, live }),
    keys_out: await endKeys(live),
  }
  for (const id of hospital_ids) {
    const caller = { ...system(id), name: by }
    // A new machine has live data as well, with nothing in them: what is missing there says nothing.
    const is_known = (await live(() => hospitals.find({ id }))) !== undefined
    for (const restored of registry.restorations) {
      const counts = await restored(caller, { at, parted_at, live: is_known ? live : null })
      for (const [what, n] of Object.entries(counts)) done[what] = (done[what] ?? 0) + n
    }
  }
  return done
}

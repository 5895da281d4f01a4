// For which stores one buys: those of the branches at which one works.

import { type Caller, can } from '../../../core/caller.ts'
import { noSuch } from '../../../core/refusal.ts'
import { type StoreRow, storeInUse } from '../stock/stores/keeping.ts'

export async function storeAt(caller: Caller, id: string): Promise<StoreRow> {
  const store = await storeInUse(caller, id)
  const works = caller.facility_ids.includes(store.facility_id) || can(caller, 'facility:all')
  if (!works) throw noSuch('store')
  return store
}

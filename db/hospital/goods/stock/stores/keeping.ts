// Who keeps a store, and which store is meant (STK-39, STK-40).

import { type Caller, can } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { invalid, noSuch, Refusal } from '../../../../core/refusal.ts'
import { row } from '../../../../store/connection.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { store_keepers, stores } from './tables.ts'

export type StoreRow = RowOf<(typeof stores)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const storeRecord = recordOf(stores, 'store')

export async function keepersOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await store_keepers.all(
    { hospital_id, store_id: [...ids] },
    { order: ['store_id', 'position'] },
  )
  const by_store = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { store_id, user_id } of found) by_store.get(store_id)?.push(user_id)
  return by_store
}

/** STK-40: on the routes of this chapter people act on stores that they keep. */
export async function mustKeep(caller: Caller, store: StoreRow): Promise<void> {
  if (can(caller, 'store:all') || (await keeps(caller, store))) return
  throw new Refusal(403, 'store', `You do not keep ${store.name}.`)
}

export async function keeps({ hospital_id, user_id }: Caller, { id }: StoreRow): Promise<boolean> {
  if (user_id === null) return false
  const found = await store_keepers.find({ hospital_id, store_id: id, user_id })
  return found !== undefined
}

/** The store of this route's body: there, in use, and kept by the caller. */
export async function ownStore(caller: Caller, id: string): Promise<StoreRow> {
  const store = await storeInUse(caller, id)
  await mustKeep(caller, store)
  return store
}

export async function storeInUse(caller: Of, id: string): Promise<StoreRow> {
  const store = await storeRecord.get(caller, id)
  if (!store.active) throw new Refusal(409, 'store', `${store.name} is not in use.`)
  return store
}

/** As people call it on the command line. */
export async function storeCalled({ hospital_id }: Of, code: string): Promise<StoreRow> {
  const found = await stores.find({ hospital_id, code: capitals(code) })
  if (found === undefined) throw noSuch('store')
  return found
}

/** By their ids, whether in use or not. */
export async function storesOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, StoreRow>> {
  const found = await stores.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((store) => [store.id, store]))
}

/** STK-39: named, else the first that the user keeps, else where the branch dispenses from. */
export async function storeFor(
  caller: Caller,
  named: string | null | undefined,
): Promise<StoreRow> {
  const found = await storeMeant(caller, named)
  if (found === undefined) throw invalid('store_id', 'is required.')
  return storeInUse(caller, found)
}

/** Undefined: nobody said where. */
export const storeMeant = async (
  caller: Caller,
  named: string | null | undefined,
): Promise<string | undefined> => named || ((await firstKept(caller)) ?? (await dispensing(caller)))

async function firstKept({ hospital_id, user_id, facility_id }: Caller) {
  if (user_id === null) return undefined
  const found = await row<{ id: string }>(
    sql`select s.id from store_keepers k join stores s on s.id = k.store_id
      where k.hospital_id = ${hospital_id} and k.user_id = ${user_id} and s.active
        and s.holds_stock and s.facility_id = ${facility_id}
      order by s.is_default_dispensing desc, s.dispenses desc, s.code limit 1`,
  )
  return found?.id
}

/** Where a branch dispenses from; undefined: nobody said. */
export async function dispensing({
  hospital_id,
  facility_id,
}: Pick<Caller, 'hospital_id' | 'facility_id'>): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    sql`select id from stores where hospital_id = ${hospital_id} and facility_id = ${facility_id}
      and is_default_dispensing and active`,
  )
  return found?.id
}

// Stores (5.2): opened, changed, given keepers, closed when they are empty.

import { capitals } from '../../../../core/kinds/capitals.ts'
import { type Caller, can } from '../../../../core/caller.ts'
import { isId, newId } from '../../../../core/ids.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt, run } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { staffAccounts } from '../../../office/access/users/named-accounts.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { facilityRecord, scopeOf } from '../../../office/places/facilities.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { storeIsEmpty, valuesOfStores } from '../pool/store-figures.ts'
import { keepersOf, storeRecord, type StoreRow } from './keeping.ts'
import type { Store, StoreChange, StoreFilter, StoreInput } from './shapes.ts'
import { store_keepers, stores } from './tables.ts'

export async function list(caller: Caller, asked: StoreFilter & PageAsked): Promise<Page<Store>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(stores, asked, {
    from: sql` from stores${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      when(
        asked.mine,
        sql`id in (select store_id from store_keepers where user_id = ${caller.user_id})`,
      ),
    ])}`,
    order: sql` order by name_key, id`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

export async function shown(caller: Caller, rows: readonly StoreRow[]): Promise<Store[]> {
  const ids = rows.map(({ id }) => id)
  const keepers = await keepersOf(caller, ids)
  const values = can(caller, 'product:cost') ? await valuesOfStores(caller, ids) : null
  return rows.map((row) => ({
    ...row,
    keepers: keepers.get(row.id) ?? [],
    value: values === null ? null : (values.get(row.id) ?? 0),
  }))
}

export const find = async (caller: Caller, id: string): Promise<Store> =>
  (await shown(caller, [await storeRecord.get(caller, id)]))[0] as Store

export async function open(caller: Caller, input: StoreInput): Promise<Store> {
  const { keepers, facility_id, code, name, ...rest } = input
  const facility = await facilityRecord.get(caller, facility_id || (await actingBranch(caller)))
  const said = await read(caller, { ...rest, code, name }, facility.id)
  const id = newId()
  const row = { ...said, id, hospital_id: caller.hospital_id, facility_id: facility.id } as StoreRow
  await setDefaults(caller, row)
  await kept(said, () => stores.insert(row))
  await writeKeepers(caller, id, keepers ?? [])
  noted(caller, 'store.create', { id, name })
  return find(caller, id)
}

export async function change(caller: Caller, id: string, input: StoreChange): Promise<Store> {
  const before = await storeRecord.locked(caller, id)
  fresh(caller, before)
  const said = await read(caller, input, before.facility_id, id)
  if (said.active === false && before.active) {
    const lying = await storeIsEmpty(caller, before)
    if (lying !== null) throw conflict(lying, 'not_empty')
  }
  await setDefaults(caller, { ...before, ...said })
  await kept(said, () => stores.change({ hospital_id: caller.hospital_id, id }, said))
  noted(caller, 'store.update', before, difference(before, said))
  return find(caller, id)
}

export async function setKeepers(
  caller: Caller,
  id: string,
  user_ids: readonly string[],
): Promise<Store> {
  const store = await storeRecord.locked(caller, id)
  await writeKeepers(caller, id, user_ids)
  noted(caller, 'store.keepers', store)
  return find(caller, id)
}

async function writeKeepers(
  caller: Caller,
  store_id: string,
  user_ids: readonly string[],
): Promise<void> {
  const ids = [...new Set(user_ids)]
  const known = await staffAccounts(caller, ids.filter(isId))
  if (known.length < ids.length) throw noSuch('user')
  const { hospital_id } = caller
  await store_keepers.remove({ hospital_id, store_id })
  if (ids.length === 0) return
  await store_keepers.insertMany(
    ids.map((user_id, position) => ({ hospital_id, store_id, user_id, position })),
  )
}

async function read(
  caller: Caller,
  input: StoreChange,
  facility_id: string,
  own_id: string | null = null,
): Promise<Partial<StoreRow>> {
  const said: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(input)) {
    if (value !== undefined && (value !== null || may_be_empty.includes(field))) said[field] = value
  }
  if (input.code !== undefined) said['code'] = capitals(input.code)
  if (input.name !== undefined) said['name_key'] = folded(input.name)
  if (input.department) {
    said['department'] = (await resolveDepartment(caller, input.department)).name
  }
  if (input.supply_store_id) {
    const from = await storeRecord.get(caller, input.supply_store_id)
    if (from.id === own_id) throw invalid('supply_store_id', 'is the store itself.')
    if (!from.active) throw conflict(`${from.name} is not in use.`)
  }
  if (input.supply_store_id === '') said['supply_store_id'] = null
  if (input.is_default_dispensing === true) said['dispenses'] = true
  await facilityRecord.get(caller, facility_id)
  return said as Partial<StoreRow>
}
const may_be_empty = ['department', 'supply_store_id', 'counts_every_days']

/** One of each kind for each branch: the one before gives way. */
async function setDefaults({ hospital_id }: Caller, now: StoreRow): Promise<void> {
  const { id, facility_id, is_default, is_default_dispensing } = now
  if (is_default) {
    await run(
      sql`update stores set is_default = ${false} where hospital_id = ${hospital_id}
        and facility_id = ${facility_id} and is_default and id <> ${id}`,
    )
  }
  if (is_default_dispensing) {
    await run(
      sql`update stores set is_default_dispensing = ${false} where hospital_id = ${hospital_id}
        and facility_id = ${facility_id} and is_default_dispensing and id <> ${id}`,
    )
  }
}

async function kept<T>(said: Partial<StoreRow>, write: () => Promise<T>): Promise<T> {
  return attempt(write).catch((error: unknown) => {
    if (isTaken(error, 'code')) throw conflict(`The code ${said.code} is taken.`, 'code')
    if (isTaken(error, 'name_key')) throw conflict(`There is a store ${said.name} already.`, 'name')
    if (isTaken(error, 'facility_id')) throw conflict('This branch has such a store already.')
    throw error
  })
}

const noted = (
  caller: Caller,
  action: string,
  { id, name }: { id: string; name: string },
  changes?: ReturnType<typeof difference>,
): void =>
  record(caller, action, { entity_type: 'store', entity_id: id, entity_label: name, changes })

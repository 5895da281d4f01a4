// Products (5.1, STK-2 to STK-5): opened, changed, given packs, taken out of use.

import { asks, type Caller } from '../../../../core/caller.ts'
import { conflict, type Refusal } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { holdsAny, lyingSomewhere } from '../pool/held-anywhere.ts'
import { unitCalled } from './lists.ts'
import { classDefaults, identityOf, mustBeWhole, readProduct } from './read.ts'
import { productRecord, type ProductRow } from './record.ts'
import type { ProductChange, ProductInput, ProductUnitInput } from './shapes.ts'
import { products } from './tables.ts'
import { keepPacks, readPacks, replacePacks } from './units.ts'

export async function open(caller: Caller, input: ProductInput): Promise<ProductRow> {
  const { units, code, ...rest } = input
  const base_unit = await unitCalled(caller, 'base_unit', input.base_unit)
  const said = await readProduct(caller, { ...rest, ...(code ? { code } : {}) })
  const wanted = { ...classDefaults(input.class), ...said }
  if (wanted.controlled === true) {
    asks(caller, 'controlled:settings')
    wanted.reissuable = false
  }
  const cold = wanted.storage === 'COLD' || wanted.storage === 'FROZEN'
  if (cold && said.reissuable === undefined) wanted.reissuable = false
  mustBeWhole(wanted)
  const packs = await readPacks(caller, base_unit, units ?? [])
  const row = {
    ...(wanted as ProductRow),
    hospital_id: caller.hospital_id,
    code: wanted.code ?? (await nextReference(caller, 'product')),
    base_unit,
    created_by_name: caller.name,
  }
  const { id } = await kept(caller, row, () =>
    products.insert({ ...row, tariff_code: row.tariff_code ?? null, identity: named(row) }),
  )
  await keepPacks(caller, { id }, packs)
  noted(caller, 'product.create', { ...row, id })
  return productRecord.get(caller, id)
}

const named = (row: ProductRow): string => identityOf({ ...blank, ...row })
const blank = { name: '', strength: null, form: null }

export async function change(
  caller: Caller,
  id: string,
  input: ProductChange,
): Promise<ProductRow> {
  const before = await productRecord.locked(caller, id)
  fresh(caller, before)
  const said = await readProduct(caller, input)
  await baseUnitStays(caller, before, input, said)
  await controlStays(caller, before, said)
  const after = { ...before, ...said }
  mustBeWhole(after)
  await kept(caller, after, () =>
    products.change({ hospital_id: caller.hospital_id, id }, { ...said, identity: named(after) }),
  )
  noted(caller, 'product.update', after, difference(before, said))
  return productRecord.get(caller, id)
}

/** STK-2. */
async function baseUnitStays(
  caller: Caller,
  before: ProductRow,
  { base_unit }: ProductChange,
  said: Partial<ProductRow>,
): Promise<void> {
  if (base_unit === undefined) return
  const unit = await unitCalled(caller, 'base_unit', base_unit)
  if (unit === before.base_unit) return
  if (before.moved) {
    throw conflict('The base unit of a product that has moved cannot change.', 'moved')
  }
  said.base_unit = unit
  await keepPacks(caller, before, await readPacks(caller, unit, []))
}

/** 2.1: whether it is controlled changes only while none of it lies anywhere. */
async function controlStays(
  caller: Caller,
  before: ProductRow,
  { controlled }: Partial<ProductRow>,
): Promise<void> {
  if (controlled === undefined || controlled === before.controlled) return
  asks(caller, 'controlled:settings')
  if (await holdsAny(caller, before.id)) {
    throw conflict(`${before.name} is still in stock: bring it to 0 everywhere first.`, 'on_hand')
  }
}

export async function setUnits(
  caller: Caller,
  id: string,
  given: readonly ProductUnitInput[],
): Promise<ProductRow> {
  const before = await productRecord.locked(caller, id)
  fresh(caller, before)
  await replacePacks(caller, before, await readPacks(caller, before.base_unit, given))
  await products.change({ hospital_id: caller.hospital_id, id }, {})
  noted(caller, 'product.units', before)
  return productRecord.get(caller, id)
}

/** STK-5. */
export async function deactivate(caller: Caller, id: string, reason: string): Promise<ProductRow> {
  const before = await productRecord.locked(caller, id)
  fresh(caller, before)
  if (!before.active) throw conflict(`${before.name} is not active.`, 'state')
  const lying = await lyingSomewhere(caller, before)
  if (lying !== null) throw conflict(lying, 'on_hand')
  await products.change({ hospital_id: caller.hospital_id, id }, { active: false })
  noted(caller, 'product.deactivate', before, undefined, reason)
  return productRecord.get(caller, id)
}

export async function activate(caller: Caller, id: string): Promise<ProductRow> {
  const before = await productRecord.locked(caller, id)
  fresh(caller, before)
  if (before.active) throw conflict(`${before.name} is active.`, 'state')
  await kept(caller, before, () =>
    products.change({ hospital_id: caller.hospital_id, id }, { active: true }),
  )
  noted(caller, 'product.activate', before)
  return productRecord.get(caller, id)
}

/** The unique indexes stand behind the look: of six at once one is kept. */
async function kept<T>(caller: Caller, row: ProductRow, write: () => Promise<T>): Promise<T> {
  return attempt(write).catch(async (error: unknown) => {
    if (isTaken(error, 'identity')) throw await alreadyThere(caller, row)
    throw isTaken(error, 'code') ? conflict(`The code ${row.code} is taken.`, 'code') : error
  })
}

/** STK-4. */
async function alreadyThere(caller: Caller, row: ProductRow): Promise<Refusal> {
  const { hospital_id } = caller
  const found = await products.find({ hospital_id, identity: named(row), active: true })
  const called = [row.name, row.strength, row.form].filter(Boolean).join(' ')
  return conflict(`${called} is already ${found?.code ?? 'there'}.`, 'product')
}

const noted = (
  caller: Caller,
  action: string,
  { id, code, name }: Pick<ProductRow, 'id' | 'code' | 'name'>,
  changes?: ReturnType<typeof difference>,
  reason: string | null = null,
): void =>
  record(caller, action, {
    entity_type: 'product',
    entity_id: id,
    entity_label: `${code} ${name}`,
    changes,
    reason,
  })

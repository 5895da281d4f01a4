// The check when the keys of a cupboard change hands (STK-77): every controlled drug counted by two people.
// It writes a line for each of them and moves nothing; what differs is a discrepancy at once.

import type { Caller } from '../../../../core/caller.ts'
import { clock, timeIn } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { type Goods, holdGoods } from '../pool/goods.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { controlledParties, type Parties } from '../register/parties.ts'
import { enter } from '../register/write.ts'
import { ownStore, type StoreRow, storesOf } from '../stores/keeping.ts'
import { openDiscrepancy } from './discrepancies.ts'
import type { CheckInput, ChecksAsked, ControlledCheck } from './shapes.ts'
import { controlled_check_lines, controlled_checks } from './tables.ts'
import type { CheckShift } from './words.ts'

type CheckRow = RowOf<(typeof controlled_checks)['columns']>
const check_content = linesOf(controlled_check_lines, 'check_id')

export async function check(caller: Caller, input: CheckInput): Promise<ControlledCheck> {
  const store = await ownStore(caller, input.store_id)
  if (!store.controlled_cupboard) {
    throw conflict(`${store.name} has no controlled-drug cupboard.`, 'cupboard')
  }
  const products = await productsOf(
    caller,
    input.lines.map(({ product_id }) => product_id),
  )
  const goods = await holdGoods(
    caller,
    [...products.values()].map((product) => ({ store, product })),
  )
  const counted = countedOf(products, input)
  await refuseLeftOut(caller, store, products)
  const parties = await controlledParties(caller, input.witness_token)
  const row = await controlled_checks.insert({
    hospital_id: caller.hospital_id,
    facility_id: store.facility_id,
    store_id: store.id,
    at: clock.instant(),
    shift: input.shift ?? (await shiftNow(caller)),
    by_id: parties.by_id,
    by_name: parties.by_name,
    witness_name: parties.witness_name,
  })
  record(caller, 'controlled_check.make', {
    entity_type: 'controlled_check',
    entity_id: row.id,
    entity_label: store.name,
  })
  await check_content.add(
    caller,
    row.id,
    await linesKept(caller, { row, store, goods, products, counted, parties }),
  )
  return (await shown(caller, [row]))[0] as ControlledCheck
}

function countedOf(products: Map<string, ProductRow>, { lines }: CheckInput): Map<string, number> {
  const counted = new Map<string, number>()
  for (const [at, { product_id, counted: sent }] of lines.entries()) {
    const field = `Line ${at + 1}`
    const product = products.get(product_id) as ProductRow
    const quantity = Math.round(sent * 1000)
    const whole = product.divisible || quantity % 1000 === 0
    if (quantity < 0 || quantity / 1000 !== sent || !whole)
      throw wrong(field, 'counted is no count.')
    if (!product.controlled) throw wrong(field, `${productName(product)} is no controlled drug.`)
    if (counted.has(product_id)) throw wrong(field, `${productName(product)} stands there twice.`)
    counted.set(product_id, quantity)
  }
  return counted
}

const wrong = (field: string, words: string): Refusal =>
  new Refusal(400, 'invalid', `${field}: ${words}`, { field })

/** The head of the ledger is held, so nothing comes into the cupboard meanwhile. */
async function refuseLeftOut(
  { hospital_id }: Caller,
  store: StoreRow,
  products: ReadonlyMap<string, ProductRow>,
): Promise<void> {
  const lying = await rows<{ id: string; name: string; strength: string | null }>(
    sql`select distinct p.id, p.name, p.strength from stock_levels l
      join products p on p.id = l.product_id
      where l.hospital_id = ${hospital_id} and l.store_id = ${store.id} and l.quantity > 0
        and p.controlled order by p.name, p.id`,
  )
  const missing = lying.filter(({ id }) => !products.has(id)).map(productName)
  if (missing.length === 0) return
  const [are, names] = [missing.length === 1 ? 'is' : 'are', missing.join(', ')]
  throw new Refusal(
    400,
    'invalid',
    `Count every controlled drug of the store: ${names} ${are} missing.`,
    { field: 'lines' },
  )
}

interface Checking {
  row: CheckRow
  store: StoreRow
  goods: Goods
  products: Map<string, ProductRow>
  counted: ReadonlyMap<string, number>
  parties: Parties
}

async function linesKept(
  caller: Caller,
  { row, store, goods, products, counted, parties }: Checking,
) {
  const kept = []
  for (const [product_id, quantity] of counted) {
    const register = goods.balance(store.id, product_id)
    const { line_no } = await enter(caller, parties, {
      store_id: store.id,
      product_id,
      kind: 'CHECK',
      quantity_in: 0,
      quantity_out: 0,
      balance: register,
      reason: `${row.shift}: counted ${quantity / 1000}`,
      source: 'controlled_check',
      source_id: `${row.id}:${newId()}`,
    })
    const difference = quantity - register
    const found =
      difference === 0
        ? null
        : await openDiscrepancy(caller, {
            store,
            product: products.get(product_id) as ProductRow,
            difference,
            found_line: line_no,
          })
    kept.push({ product_id, register, counted: quantity, discrepancy_id: found?.id ?? null })
  }
  return kept
}

/** Which of the day's checks this is, by the clock. */
async function shiftNow(caller: Caller): Promise<CheckShift> {
  return shiftAt(timeIn((await hospitalOf(caller)).timezone))
}

export function shiftAt(time: string): CheckShift {
  if (time < '05:00') return 'NIGHT'
  if (time < '14:00') return 'MORNING'
  return time < '22:00' ? 'EVENING' : 'NIGHT'
}

export async function listChecks(
  caller: Caller,
  asked: ChecksAsked & PageAsked,
): Promise<Page<ControlledCheck>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(controlled_checks, asked, {
    from: sql` from controlled_checks${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.missed === true, sql`missed_at is not null`),
      when(asked.missed === false, sql`missed_at is null`),
      ...withinDays(sql`at`, timezone, asked),
    ])}`,
    order: sql` order by at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly CheckRow[]): Promise<ControlledCheck[]> {
  const lines = await check_content.ofMany(
    caller,
    found.map(({ id }) => id),
  )
  const all = [...lines.values()].flat()
  const products = await productsOf(
    caller,
    all.map(({ product_id }) => product_id),
  )
  const places = await storesOf(
    caller,
    found.map(({ store_id }) => store_id),
  )
  return found.map((row) => {
    const own = lines.get(row.id) ?? []
    return {
      ...row,
      store_name: places.get(row.store_id)?.name ?? '',
      missed: row.missed_at !== null,
      lines: own.map(({ product_id, register, counted }) => ({
        product_id,
        product_name: productName(products.get(product_id) ?? { name: '', strength: null }),
        register: register / 1000,
        counted: counted / 1000,
        difference: (counted - register) / 1000,
      })),
      discrepancy_ids: own.flatMap(({ discrepancy_id }) => discrepancy_id ?? []),
    }
  })
}

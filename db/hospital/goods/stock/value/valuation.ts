// What goods are worth (STK-10 to STK-16): pools as they stand, or as the moves left them on a day; and beside
// the accounts of the ledger.

import type { Caller } from '../../../../core/caller.ts'
import { portion, toMajor } from '../../../../core/kinds/money.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageOf, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { booksOf } from '../../../money/accounting/books.ts'
import { grouped } from '../../../money/accounting/chart/chart.ts'
import { accountIn } from '../../../money/accounting/chart/accounts.ts'
import { balanceOf } from '../../../money/accounting/posting/offers.ts'
import { currency, today } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord, scopeOf } from '../../../office/places/facilities.ts'
import { itemsOfStock } from '../pool/books.ts'
import { productName } from '../products/record.ts'
import { storeRecord } from '../stores/keeping.ts'
import type { ReconcileAsked, ReconcileRow, ValuationAsked, ValuationRow } from './shapes.ts'

/** In thousandths and minor units. */
interface Pool {
  product_id: string
  name: string
  strength: string | null
  class: string
  facility_id: string
  quantity: number
  value: number
}

type Scope = 'all' | string[]

export async function valuation(
  caller: Caller,
  asked: ValuationAsked & PageAsked,
): Promise<Page<ValuationRow>> {
  const store = asked.store_id ? await storeRecord.get(caller, asked.store_id) : null
  const scope = await scopeOf(caller, store?.facility_id ?? asked.facility_id)
  const day = asked.as_of ?? (await today(caller))
  const past = day < (await today(caller))
  const pools = await (past ? poolsOn(caller, asked, scope, day) : poolsNow(caller, asked, scope))
  const worth =
    store === null ? pools : sharesOf(pools, await inStore(caller, store.id, past ? day : null))
  const money = await currency(caller)
  const branches = await branchNames(caller, worth)
  const all = groupedBy(worth, asked.group_by ?? 'product', branches).map((one) => ({
    ...one,
    quantity: one.quantity === null ? null : one.quantity / 1000,
    average_cost:
      one.quantity === null || one.quantity === 0
        ? null
        : toMajor(Math.round((one.value * 1000) / one.quantity), money),
    value: toMajor(one.value, money),
  }))
  const total = worth.reduce((sum, { value }) => sum + value, 0)
  const page = pageOf(asked, all)
  const totals = { value: toMajor(total, money) }
  return { rows: page.rows, meta: Object.assign(page.meta, { totals }) }
}

const conditions = ({ hospital_id }: Caller, asked: ValuationAsked, scope: Scope, alias: Sql) => [
  sql`${alias}.hospital_id = ${hospital_id}`,
  scope === 'all' ? undefined : sql`${alias}.facility_id${oneOf(scope)}`,
  when(asked.class, sql`p.class = ${asked.class}`),
]

const poolsNow = async (caller: Caller, asked: ValuationAsked, scope: Scope): Promise<Pool[]> =>
  numbered(
    await rows<Pool>(
      sql`select o.product_id, p.name, p.strength, p.class, o.facility_id, o.quantity,
          o.value
        from stock_pools o join products p on p.id = o.product_id${where([
          ...conditions(caller, asked, scope, sql`o`),
          sql`o.quantity > 0`,
        ])} order by p.name, p.id`,
    ),
  )

/** What stays in the pool of a branch between two of its stores is no move of it; a programme's goods have no value. */
const poolsOn = async (
  caller: Caller,
  asked: ValuationAsked,
  scope: Scope,
  day: string,
): Promise<Pool[]> =>
  numbered(
    await rows<Pool>(
      sql`select m.product_id, p.name, p.strength, p.class, m.facility_id,
          cast(sum(case when m.other_account_id is null then 0 else m.quantity end) as bigint)
            as quantity, cast(sum(m.value) as bigint) as value
        from stock_moves m join products p on p.id = m.product_id
        join batches b on b.id = m.batch_id${where([
          ...conditions(caller, asked, scope, sql`m`),
          sql`m.posted_on <= ${day}`,
          sql`b.funding <> 'PROGRAMME'`,
        ])} group by m.product_id, p.id, p.name, p.strength, p.class, m.facility_id
        having sum(m.value) <> 0
          or sum(case when m.other_account_id is null then 0 else m.quantity end) <> 0
        order by p.name, p.id`,
    ),
  )

const numbered = (found: readonly Pool[]): Pool[] =>
  found.map((one) => ({ ...one, quantity: Number(one.quantity), value: Number(one.value) }))

/** How much of each product lay in a store, without what a programme gave. */
async function inStore(
  { hospital_id }: Caller,
  store_id: string,
  day: string | null,
): Promise<Map<string, number>> {
  const now = sql`select l.product_id, cast(sum(l.quantity) as bigint) as q from stock_levels l
    join batches b on b.id = l.batch_id where l.hospital_id = ${hospital_id}
      and l.store_id = ${store_id} and b.funding <> 'PROGRAMME' group by l.product_id`
  const then = sql`select m.product_id, cast(sum(m.quantity) as bigint) as q from stock_moves m
    join batches b on b.id = m.batch_id where m.hospital_id = ${hospital_id}
      and m.store_id = ${store_id} and m.posted_on <= ${day ?? ''} and b.funding <> 'PROGRAMME'
    group by m.product_id`
  const found = await rows<{ product_id: string; q: number }>(day === null ? now : then)
  return new Map(found.map(({ product_id, q }) => [product_id, Number(q)]))
}

const sharesOf = (pools: readonly Pool[], lying: ReadonlyMap<string, number>): Pool[] =>
  pools.flatMap((pool) => {
    const quantity = lying.get(pool.product_id) ?? 0
    if (quantity <= 0 || pool.quantity <= 0) return []
    return [{ ...pool, quantity, value: portion(pool.value, quantity, pool.quantity) }]
  })

interface Sum {
  key: string
  name: string
  quantity: number | null
  value: number
}

async function branchNames(
  caller: Caller,
  pools: readonly Pool[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(pools.map(({ facility_id }) => facility_id))) {
    names.set(id, (await facilityRecord.get(caller, id)).name)
  }
  return names
}

function groupedBy(
  pools: readonly Pool[],
  by: NonNullable<ValuationAsked['group_by']>,
  branches: ReadonlyMap<string, string>,
): Sum[] {
  const keyOf = (pool: Pool): [string, string] => {
    if (by === 'product') return [pool.product_id, productName(pool)]
    return by === 'class'
      ? [pool.class, pool.class]
      : [pool.facility_id, branches.get(pool.facility_id) ?? '']
  }
  const sums = new Map<string, Sum>()
  for (const pool of pools) {
    const [key, name] = keyOf(pool)
    const sum = sums.get(key) ?? { key, name, quantity: by === 'product' ? 0 : null, value: 0 }
    sum.value += pool.value
    if (sum.quantity !== null) sum.quantity += pool.quantity
    sums.set(key, sum)
  }
  return [...sums.values()]
}

/** STK-16: account by account; nothing may differ but what people wrote by hand. */
export async function reconcile(
  caller: Caller,
  { facility_id }: ReconcileAsked,
): Promise<ReconcileRow[]> {
  const scope = await scopeOf(caller, facility_id)
  const books = await booksOf(caller)
  const day = await today(caller)
  const ours = (found: { facility_id?: string }): boolean =>
    scope === 'all' || scope.includes(found.facility_id ?? '')
  const stock = ((await itemsOfStock(caller, 'inventory', day)) ?? []).filter(ours)
  const way = ((await itemsOfStock(caller, 'inventory_transit', day)) ?? []).filter(ours)
  const sum = (items: typeof stock, id: string): number =>
    items.filter(({ account_id }) => account_id === id).reduce((all, { amount }) => all + amount, 0)
  const ids = new Set([
    ...grouped(books.chart, 'inventory', 'inventory_transit').map(({ id }) => id),
    ...stock.flatMap(({ account_id }) => account_id ?? []),
  ])
  const money = await currency(caller)
  const found: ReconcileRow[] = []
  for (const id of ids) {
    const ledger = await ledgerOf(caller, id, scope)
    const [lying, moving] = [sum(stock, id), sum(way, id)]
    const { code, name } = accountIn(books.chart, id)
    found.push({
      account: `${code} ${name}`,
      ledger: toMajor(ledger, money),
      stock: toMajor(lying, money),
      in_transit: toMajor(moving, money),
      difference: toMajor(ledger - lying - moving, money),
    })
  }
  return found
}

async function ledgerOf(caller: Caller, account_id: string, scope: Scope): Promise<number> {
  if (scope === 'all') return balanceOf(caller, account_id)
  let sum = 0
  for (const facility_id of scope) sum += await balanceOf(caller, account_id, { facility_id })
  return sum
}

// Approving a count (STK-46): what differs moves in one entry, in the books as they lie then.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { batchFor, batchRecord, type BatchRow } from '../pool/batches.ts'
import { type Goods, holdGoods } from '../pool/goods.ts'
import { moveGoods, type Movement } from '../pool/moving.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'
import { saidQuantity } from '../products/quantities.ts'
import { lessApart } from '../quarantine/apart.ts'
import { controlledParties } from '../register/parties.ts'
import { settingsOf } from '../settings/settings.ts'
import { type StoreRow, storeRecord } from '../stores/keeping.ts'
import { count_content, type CountLineRow, countRecord, type CountRow } from './record.ts'
import type { CountApproving } from './shapes.ts'
import { isFar } from './variances.ts'

export async function approve(
  caller: Caller,
  id: string,
  { note, witness_token }: CountApproving,
): Promise<CountRow> {
  const before = await countRecord.begin(caller, id, 'approve')
  const lines = await count_content.of(caller, id)
  for (const counter_id of new Set(lines.flatMap((line) => [line.counter_id, line.recounter_id]))) {
    await anotherPerson(caller, counter_id, 'stock:approve', {
      words: 'You counted here: somebody else must approve it.',
    })
  }
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  await refuseUnexplained(caller, lines, products)
  const differs = lines.filter(({ variance }) => variance !== null && variance !== 0)
  const token = witness_token ?? null
  const entry_reference = await posted(caller, before, differs, products, token)
  const by = { approved_by_name: caller.name, approved_on: await today(caller), entry_reference }
  return countRecord.moved(caller, before, 'approve', by, note ?? null)
}

async function refuseUnexplained(
  caller: Caller,
  lines: readonly CountLineRow[],
  products: Map<string, ProductRow>,
): Promise<void> {
  const bounds = await settingsOf(caller)
  const bare = lines.find(
    (line) => !line.reason && isFar(line, products.get(line.product_id) as ProductRow, bounds),
  )
  if (bare === undefined) return
  throw conflict(`Line ${bare.position} differs much: it needs a reason.`, 'reason')
}

async function posted(
  caller: Caller,
  count: CountRow,
  differs: readonly CountLineRow[],
  products: Map<string, ProductRow>,
  token: string | null,
): Promise<string | null> {
  const store = await storeRecord.get(caller, count.store_id)
  const of = differs.map(({ product_id }) => products.get(product_id) as ProductRow)
  const goods = await holdGoods(
    caller,
    of.map((product) => ({ store, product })),
  )
  // What comes in first: what goes out has an average then, and the last of it takes the rest.
  const ordered = differs.toSorted((a, b) => (b.variance ?? 0) - (a.variance ?? 0))
  const movements: Movement[] = []
  for (const line of ordered) {
    const product = products.get(line.product_id) as ProductRow
    movements.push(await movementOf(caller, goods, { count, store, line, product }))
  }
  const controlled = of.some((product) => product.controlled)
  const moves = await moveGoods(
    caller,
    goods,
    {
      posting: 'STOCK_COUNT',
      source: 'stock_count',
      source_id: count.id,
      reference: count.number,
      memo: `Count ${count.number}: differences`,
      path: `/stock/counts/${count.id}`,
      parties: controlled ? await controlledParties(caller, token) : undefined,
    },
    movements,
  )
  return moves[0]?.entry_reference ?? null
}

interface Line {
  count: CountRow
  store: StoreRow
  line: CountLineRow
  product: ProductRow
}

async function movementOf(
  caller: Caller,
  goods: Goods,
  { count, store, line, product }: Line,
): Promise<Movement> {
  const quantity = line.variance ?? 0
  const batch = await batchOfLine(caller, line, product, store, goods)
  return {
    store,
    product,
    batch,
    kind: 'COUNT',
    quantity,
    quarantined: -(await apartGone(caller, goods, { count, store, line, product }, batch)),
    ...(quantity > 0 ? { value: worthIn(goods, store, line, product) } : {}),
    other: { role: 'count_difference' },
    line: line.position,
    department: store.department,
    note: line.reason,
    register: { kind: 'CORRECTION', reason: `${count.number} ${line.reason ?? ''}`.trim() },
  }
}

function worthIn(
  goods: Goods,
  { facility_id }: StoreRow,
  { unit_cost, position, variance }: CountLineRow,
  product: ProductRow,
): number | undefined {
  if (goods.pools.of({ product_id: product.id, facility_id }).quantity > 0) return undefined
  if (unit_cost !== null) return Math.round((unit_cost * (variance ?? 0)) / 1000)
  throw conflict(
    `Line ${position}: there is no stock of ${productName(product)} to take the cost from: adjust it.`,
    'cost',
  )
}

/** How much of what is set apart is gone with the rest; and never more than there is. */
async function apartGone(
  caller: Caller,
  goods: Goods,
  { line, product, store }: Line,
  batch: BatchRow,
): Promise<number> {
  const quantity = line.variance ?? 0
  const lying = goods.lying(store.id, product.id).find((one) => one.batch.id === batch.id)
  const there = lying?.level.quantity ?? 0
  if (there + quantity < 0) {
    const of = `lot ${batch.lot ?? '(none)'} of ${productName(product)}`
    throw conflict(
      `Line ${line.position}: only ${saidQuantity(product, there)} of ${of} are left: count again.`,
      'short',
    )
  }
  const gone = Math.max(0, (lying?.level.quarantined ?? 0) - (there + quantity))
  if (lying !== undefined && gone > 0) await lessApart(caller, lying.level.id, gone, 'COUNTED')
  return gone
}

async function batchOfLine(
  caller: Caller,
  line: CountLineRow,
  product: ProductRow,
  store: StoreRow,
  goods: Goods,
): Promise<BatchRow> {
  if (line.batch_id !== null) return batchRecord.get(caller, line.batch_id)
  const { lot, expiry, position } = line
  const quantity = line.variance ?? 0
  const worth = worthIn(goods, store, line, product)
  return batchFor(
    caller,
    {
      product_id: product.id,
      lot,
      expiry,
      funding: 'OWN',
      unit_cost: worth === undefined ? 0 : Math.round((worth * 1000) / quantity),
      first_received_on: await today(caller),
    },
    `Line ${position}`,
  )
}

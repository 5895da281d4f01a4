// What a count is of: the products of a store that its filter means.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { stock_levels } from '../pool/tables.ts'
import type { LevelRow } from '../pool/goods.ts'
import { type ProductRow, productsOf } from '../products/record.ts'
import type { CountRow } from './record.ts'
import { stock_counts } from './tables.ts'
import type { CountFilter } from './words.ts'

export const meansProduct = (filter: CountFilter, product: ProductRow): boolean =>
  (!filter.category_id || filter.category_id === product.category_id) &&
  (!filter.class || filter.class === product.class) &&
  (!filter.abc || filter.abc === product.abc) &&
  (!filter.product_ids?.length || filter.product_ids.includes(product.id)) &&
  (filter.controlled === null ||
    filter.controlled === undefined ||
    filter.controlled === product.controlled)

const meansBin = ({ bins }: CountFilter, bin: string | null): boolean =>
  !bins?.length || (bin !== null && bins.includes(bin))

const meansAll = (filter: CountFilter): boolean =>
  Object.values(filter).every((said) => said === null || said === undefined || said.length === 0)

interface InStore {
  levels: LevelRow[]
  products: Map<string, ProductRow>
}

/** Everything that lies in the store. */
async function inStore(caller: Caller, store_id: string): Promise<InStore> {
  const { hospital_id } = caller
  const all = await stock_levels.all(
    { hospital_id, store_id },
    { order: ['product_id', 'batch_id'] },
  )
  const levels = all.filter(({ quantity }) => quantity > 0)
  const products = await productsOf(
    caller,
    levels.map(({ product_id }) => product_id),
  )
  return { levels, products }
}

/** The levels of the store that the count is of, by product and batch. */
export async function levelsCounted(
  caller: Caller,
  { store_id, filter }: Pick<CountRow, 'store_id' | 'filter'>,
): Promise<{ level: LevelRow; product: ProductRow }[]> {
  const { levels, products } = await inStore(caller, store_id)
  return levels.flatMap((level) => {
    const product = products.get(level.product_id)
    const meant =
      product !== undefined && meansProduct(filter, product) && meansBin(filter, level.bin)
    return meant ? [{ level, product }] : []
  })
}

const live = ['PLANNED', 'COUNTING', 'RECOUNT', 'REVIEW'] as const

/** One count at a time of a product in a store; the row of the store is held meanwhile. */
export async function refuseSecond(
  caller: Caller,
  store_id: string,
  filter: CountFilter,
): Promise<void> {
  const { hospital_id } = caller
  const others = await stock_counts.all(
    { hospital_id, store_id, status: [...live] },
    { order: ['number'] },
  )
  if (others.length === 0) return
  const here = await inStore(caller, store_id)
  const named = others.flatMap((other) => other.filter.product_ids ?? [])
  const products = await productsOf(caller, [
    ...here.products.keys(),
    ...named,
    ...(filter.product_ids ?? []),
  ])
  const other = others.find((one) => overlap(one.filter, filter, here.levels, products))
  if (other === undefined) return
  throw conflict(`${other.number} is still counting these products.`, 'counting')
}

function overlap(
  a: CountFilter,
  b: CountFilter,
  levels: readonly LevelRow[],
  products: Map<string, ProductRow>,
): boolean {
  if (meansAll(a) || meansAll(b)) return true
  const bins = Boolean(a.bins?.length || b.bins?.length)
  return [...products.values()].some((product) => {
    if (!meansProduct(a, product) || !meansProduct(b, product)) return false
    const of = levels.filter(({ product_id }) => product_id === product.id)
    return !bins || of.some(({ bin }) => meansBin(a, bin) && meansBin(b, bin))
  })
}

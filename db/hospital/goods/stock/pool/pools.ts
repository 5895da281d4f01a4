// The pools of value, held for a piece of work (STK-10 to STK-12). Whoever moves goods holds the head of
// the ledger first and then the pools, in one order everywhere (docs/ARCHITECTURE.md): all that is read
// of a product after that still holds at commit.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { rows, run } from '../../../../store/connection.ts'
import { byDialect, join, nothing, raw, sql } from '../../../../store/sql.ts'
import { lockHead } from '../../../money/accounting/posting/post.ts'

export interface PoolKey {
  product_id: string
  facility_id: string
}
interface Pool extends PoolKey {
  quantity: number
  value: number
}

export interface HeldPools {
  /** What leaves takes its share; the last unit takes the rest, so that nothing is worth nothing. */
  take(key: PoolKey, quantity: number): number
  put(key: PoolKey, quantity: number, value: number): void
  of(key: PoolKey): Readonly<Pool>
  /** Writes what changed. */
  write(): Promise<void>
}

const nameOf = ({ product_id, facility_id }: PoolKey): string => `${product_id} ${facility_id}`

export async function holdPools(caller: Caller, keys: readonly PoolKey[]): Promise<HeldPools> {
  await lockHead(caller)
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()].toSorted((a, b) =>
    nameOf(a) < nameOf(b) ? -1 : 1,
  )
  const pools = new Map<string, Pool>()
  if (wanted.length > 0) {
    await makeThere(caller, wanted)
    for (const pool of await locked(caller, wanted)) pools.set(nameOf(pool), pool)
  }
  return held(caller, pools)
}

/** The first who moves a product at a branch makes its pool; of two at once the other waits. */
async function makeThere({ hospital_id }: Caller, keys: readonly PoolKey[]): Promise<void> {
  const made = keys.map(
    ({ product_id, facility_id }) => sql`(${hospital_id}, ${product_id}, ${facility_id}, 0, 0)`,
  )
  await run(
    sql`insert into stock_pools (hospital_id, product_id, facility_id, quantity, value)
      values ${join(made, ', ')} on conflict (product_id, facility_id) do nothing`,
  )
}

async function locked({ hospital_id }: Caller, keys: readonly PoolKey[]): Promise<Pool[]> {
  const these = keys.map(
    ({ product_id, facility_id }) =>
      sql`(product_id = ${product_id} and facility_id = ${facility_id})`,
  )
  const found = await rows<Pool>(
    sql`select product_id, facility_id, quantity, value from stock_pools
      where hospital_id = ${hospital_id} and (${join(these, ' or ')})
      order by product_id, facility_id${byDialect({ sqlite: nothing, postgres: raw(' for update') })}`,
  )
  return found.map((pool) => ({
    ...pool,
    quantity: Number(pool.quantity),
    value: Number(pool.value),
  }))
}

function held({ hospital_id }: Caller, pools: Map<string, Pool>): HeldPools {
  const changed = new Set<Pool>()
  const poolOf = (key: PoolKey): Pool => {
    const pool = pools.get(nameOf(key))
    if (pool === undefined) throw new Error('a pool was moved that is not held')
    return pool
  }
  return {
    of: poolOf,
    take(key, quantity) {
      const pool = poolOf(key)
      if (quantity > pool.quantity) throw new Error('a pool would fall below nothing')
      const value =
        quantity === pool.quantity ? pool.value : portion(pool.value, quantity, pool.quantity)
      pool.quantity -= quantity
      pool.value -= value
      changed.add(pool)
      return value
    },
    put(key, quantity, value) {
      const pool = poolOf(key)
      pool.quantity += quantity
      pool.value += value
      changed.add(pool)
    },
    async write() {
      for (const { product_id, facility_id, quantity, value } of changed) {
        await run(
          sql`update stock_pools set quantity = ${quantity}, value = ${value}
            where hospital_id = ${hospital_id} and product_id = ${product_id}
              and facility_id = ${facility_id}`,
        )
      }
      changed.clear()
    },
  }
}

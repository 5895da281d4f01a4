// Whether stock is whole (STK-16, STK-71): levels are what moved, pools have no value without goods, accounts
// hold what pools are worth, pages of the register agree with the cupboard and follow from line to line.

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { brokenLine } from '../register/read.ts'
import type { StockProof } from './shapes.ts'
import { reconcile } from './valuation.ts'

type Proof = (caller: Caller) => Promise<StockProof>

export async function verify(caller: Caller): Promise<StockProof[]> {
  const found: StockProof[] = []
  for (const prove of proofs) found.push(await prove(caller))
  return found
}

const proved = (rule: string, title: string, checked: number, wrong: string[]): StockProof => ({
  rule,
  title,
  checked,
  failed: wrong.length,
  first: wrong[0] ?? null,
})

async function countOf(from: Sql): Promise<number> {
  const found = await row<{ n: number }>(sql`select count(*) as n from ${from}`)
  return Number(found?.n ?? 0)
}

/** Both ways: what lies without having come, and what came and lies nowhere. */
const levels: Proof = async ({ hospital_id }) => {
  const found = await rows<{ store: string; product: string; lies: number; moved: number }>(
    sql`select s.code as store, p.code as product, cast(sum(w.lies) as bigint) as lies,
        cast(sum(w.moved) as bigint) as moved
      from (
        select store_id, product_id, batch_id, quantity as lies, 0 as moved from stock_levels
          where hospital_id = ${hospital_id}
        union all
        select store_id, product_id, batch_id, 0 as lies, quantity as moved from stock_moves
          where hospital_id = ${hospital_id}
      ) w join stores s on s.id = w.store_id join products p on p.id = w.product_id
      group by s.code, p.code, w.batch_id having sum(w.lies) <> sum(w.moved)
      order by s.code, p.code`,
  )
  const checked = await countOf(sql`stock_levels where hospital_id = ${hospital_id}`)
  const wrong = found.map(
    ({ store, product, lies, moved }) =>
      `${product} in ${store}: ${Number(lies) / 1000} lie there, ${Number(moved) / 1000} came`,
  )
  return proved('STK-42', 'Levels are the sum of what moved', checked, wrong)
}

const pools: Proof = async ({ hospital_id }) => {
  const found = await rows<{ product: string; quantity: number; value: number }>(
    sql`select p.code as product, o.quantity, o.value from stock_pools o
      join products p on p.id = o.product_id
      where o.hospital_id = ${hospital_id}
        and (o.quantity < 0 or o.value < 0 or (o.quantity = 0 and o.value <> 0))
      order by p.code`,
  )
  const checked = await countOf(sql`stock_pools where hospital_id = ${hospital_id}`)
  const wrong = found.map(({ product }) => `${product}: a pool has value without goods`)
  return proved('STK-12', 'No value without goods, and none below nothing', checked, wrong)
}

const books: Proof = async (caller) => {
  const found = await reconcile(caller, {})
  const wrong = found
    .filter(({ difference }) => difference !== 0)
    .map(({ account, difference }) => `${account}: ${difference}`)
  return proved('STK-16', 'The accounts hold what the pools are worth', found.length, wrong)
}

const registers: Proof = async ({ hospital_id }) => {
  const found = await rows<{ store: string; product: string; balance: number; lies: number }>(
    sql`select s.code as store, p.code as product, w.balance, w.lies from (
        select e.store_id, e.product_id, e.balance, (select coalesce(sum(l.quantity), 0)
            from stock_levels l where l.store_id = e.store_id and l.product_id = e.product_id) as lies
          from controlled_entries e where e.hospital_id = ${hospital_id}
            and e.line_no = (select max(x.line_no) from controlled_entries x
              where x.store_id = e.store_id and x.product_id = e.product_id)
      ) w join stores s on s.id = w.store_id join products p on p.id = w.product_id
      order by s.code, p.code`,
  )
  const wrong = found
    .filter(({ balance, lies }) => Number(balance) !== Number(lies))
    .map(({ store, product }) => `${product} in ${store}: the register is not what lies there`)
  return proved('STK-71', 'The register is what lies in the cupboard', found.length, wrong)
}

const chains: Proof = async (caller) => {
  const checked = await countOf(sql`controlled_entries where hospital_id = ${caller.hospital_id}`)
  const broken = await brokenLine(caller)
  return proved('STK-71', 'Each line of the register follows', checked, broken ? [broken] : [])
}

const proofs: readonly Proof[] = [levels, pools, books, registers, chains]

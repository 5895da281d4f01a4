// What stock says to the books: what lies there against the ledger (STK-16, ACC-27), what stands in the
// way of closing a year, and its entries built anew from the moves (ACC-93).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { at_once } from '../../../money/accounting/proofs/replayed.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { OpenItem, ReplayEvent, Replaying } from '../../../neighbours/books.ts'
import { productsOf } from '../products/record.ts'
import { itemsOnTheWay } from '../transfers/on-the-way.ts'
import { stockAccount } from './accounts.ts'
import { linesOfMoves } from './posted-lines.ts'
import { stock_moves } from './tables.ts'

/** Pools are kept as they stand: a day that is over is not told of. */
export async function itemsOfStock(
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<readonly OpenItem[] | undefined> {
  if (as_of < (await today(caller))) return undefined
  if (grouping === 'inventory_transit') return itemsOnTheWay(caller)
  if (grouping !== 'inventory') return undefined
  const pools = await rows<{ product_id: string; facility_id: string; value: number }>(
    sql`select product_id, facility_id, value from stock_pools
      where hospital_id = ${caller.hospital_id} and value <> 0 order by product_id, facility_id`,
  )
  const products = await productsOf(
    caller,
    pools.map(({ product_id }) => product_id),
  )
  const items: OpenItem[] = []
  for (const { product_id, facility_id, value } of pools) {
    const product = products.get(product_id)
    if (product === undefined) continue
    items.push({
      party_kind: null,
      party_id: null,
      account_id: await stockAccount(caller, product),
      facility_id,
      reference: product.code,
      amount: Number(value),
    })
  }
  return items
}

/** Sources of the ledger that moves of goods make. */
const sources = [
  'STOCK_ISSUE',
  'STOCK_USE',
  'STOCK_RETURN',
  'STOCK_RETURN_LOSS',
  'STOCK_SEND',
  'STOCK_ARRIVE',
  'GOODS_RECEIPT',
  'STOCK_DONATION',
  'STOCK_OPENING',
  'STOCK_LOSS',
  'STOCK_COUNT',
  'STOCK_ADJUST',
]

export const replayOfStock = (caller: Caller): Replaying => ({ sources, events: events(caller) })

/** One entry is made of all moves that were posted under it. */
async function* events(caller: Caller): AsyncGenerator<readonly ReplayEvent[]> {
  let after = ''
  for (;;) {
    const papers = await rows<{ first: string; posted_as: string; posted_id: string }>(
      sql`select min(id) as first, posted_as, posted_id from stock_moves
        where hospital_id = ${caller.hospital_id} and posted_as is not null
        group by posted_as, posted_id having min(id) > ${after}
        order by first limit ${at_once}`,
    )
    const last = papers.at(-1)
    if (last === undefined) return
    yield await eventsOf(caller, papers)
    after = last.first
  }
}

async function eventsOf(
  { hospital_id }: Caller,
  papers: readonly { posted_as: string; posted_id: string }[],
): Promise<ReplayEvent[]> {
  const moves = await stock_moves.read(
    sql`select ${stock_moves.selection()} from stock_moves where hospital_id = ${hospital_id}
      and posted_id${oneOf([...new Set(papers.map(({ posted_id }) => posted_id))])} order by id`,
  )
  return papers.flatMap(({ posted_as, posted_id }) => {
    const of = moves.filter((move) => move.posted_as === posted_as && move.posted_id === posted_id)
    const lines = linesOfMoves(of)
    const [first] = of
    if (first === undefined || lines.length === 0) return []
    const { posted_on: date, reference } = first
    return [{ source: posted_as, source_id: posted_id, reference, date, lines } as ReplayEvent]
  })
}

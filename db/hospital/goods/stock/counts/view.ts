// Counts as people see them. Who counts blind sees no figure of the books and nobody else's (STK-43).

import { type Caller, can } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName, productsOf } from '../products/record.ts'
import { stores } from '../stores/tables.ts'
import { type CountLineRow, countRecord, type CountRow, finalOf } from './record.ts'
import type { Count, CountLine, CountLinesAsked, CountOpened, CountsAsked } from './shapes.ts'
import { stock_count_lines, stock_counts } from './tables.ts'

interface Sums {
  count_id: string
  lines: number
  counted: number
  matched: number
  short: number
  over: number
  accurate: number
  /** The caller counted here. */
  own: number
}

async function sumsOf(
  { hospital_id, user_id }: Caller,
  ids: readonly string[],
): Promise<Map<string, Sums>> {
  const found = await rows<Sums>(
    sql`select count_id, count(*) as lines,
        sum(case when counted is not null then 1 else 0 end) as counted,
        sum(case when variance = 0 then 1 else 0 end) as matched,
        cast(sum(case when variance_value < 0 then -variance_value else 0 end) as bigint) as short,
        cast(sum(case when variance_value > 0 then variance_value else 0 end) as bigint) as over,
        sum(case when abs(variance) * 100 <= book then 1 else 0 end) as accurate,
        sum(case when counter_id = ${user_id} or recounter_id = ${user_id} then 1 else 0 end) as own
      from stock_count_lines where hospital_id = ${hospital_id} and count_id${oneOf([...ids])}
      group by count_id`,
  )
  return new Map(found.map((sums) => [sums.count_id, sums]))
}

/** While it is counted; who approves and does not count sees all. */
export function isBlindTo(caller: Caller, count: CountRow, sums: Sums | undefined): boolean {
  if (!count.blind || !['PLANNED', 'COUNTING', 'RECOUNT'].includes(count.status)) return false
  const counts = Number(sums?.own ?? 0) > 0 || count.counters.includes(caller.user_id ?? '')
  return counts || !can(caller, 'stock:approve')
}

export const isBlind = async (caller: Caller, id: string): Promise<boolean> =>
  isBlindTo(caller, await countRecord.get(caller, id), (await sumsOf(caller, [id])).get(id))

export async function list(caller: Caller, asked: CountsAsked & PageAsked): Promise<Page<Count>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(stock_counts, asked, {
    from: sql` from stock_counts${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.status, sql`status = ${asked.status}`),
      ...withinDays(sql`created_at`, timezone, asked),
      matching('stock_counts', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly CountRow[]): Promise<Count[]> {
  const sums = await sumsOf(
    caller,
    found.map(({ id }) => id),
  )
  const places = await stores.all({
    hospital_id: caller.hospital_id,
    id: [...new Set(found.map(({ store_id }) => store_id))],
  })
  const { major } = await purseOf(caller)
  const money = (amount: number) => (can(caller, 'product:cost') ? major(amount) : null)
  return found.map((row) => ({
    ...row,
    reference: row.number,
    freeze: row.frozen,
    store_name: places.find(({ id }) => id === row.store_id)?.name ?? '',
    filter: row.filter as Count['filter'],
    totals: totalsOf(sums.get(row.id), isBlindTo(caller, row, sums.get(row.id)), money),
    moves: countRecord.moves(caller, row),
  }))
}

function totalsOf(
  sums: Sums | undefined,
  blind: boolean,
  money: (amount: number) => number | null,
): Count['totals'] {
  const lines = Number(sums?.lines ?? 0)
  const hidden = { matched: null, short_value: null, over_value: null, accuracy_pct: null }
  const open = { lines, counted: Number(sums?.counted ?? 0), ...hidden }
  if (sums === undefined || blind || lines === 0) return open
  return {
    ...open,
    matched: Number(sums.matched),
    short_value: money(Number(sums.short)),
    over_value: money(Number(sums.over)),
    accuracy_pct: Math.round((Number(sums.accurate) * 10_000) / lines) / 100,
  }
}

export async function find(caller: Caller, id: string): Promise<CountOpened> {
  const row = await countRecord.get(caller, id)
  const [count] = await shown(caller, [row])
  return { ...(count as Count), history: await countRecord.history(caller, id) }
}

export async function listLines(
  caller: Caller,
  id: string,
  asked: CountLinesAsked & PageAsked,
): Promise<Page<CountLine>> {
  const blind = await isBlind(caller, id)
  const found = await pageFrom(stock_count_lines, asked, {
    from: sql` from stock_count_lines${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`count_id = ${id}`,
      when(asked.bin, sql`bin = ${asked.bin}`),
      when(asked.product_id, sql`product_id = ${asked.product_id}`),
      stateIs(asked.state, blind),
      when(
        asked.search,
        sql`product_id in (select id from products ${where([
          sql`hospital_id = ${caller.hospital_id}`,
          matching('products', asked.search),
        ])})`,
      ),
    ])}`,
    order: sql` order by position`,
  })
  return { rows: await linesShown(caller, found.rows, blind), meta: found.meta }
}

function stateIs(state: CountLinesAsked['state'], blind: boolean) {
  if (state === 'open') return sql`counted is null`
  if (state === 'counted') return sql`counted is not null`
  if (state === 'recount') return sql`must_recount and recounted is null`
  if (state === undefined) return undefined
  return blind ? sql`1 = 0` : sql`variance <> 0`
}

async function linesShown(
  caller: Caller,
  found: readonly CountLineRow[],
  blind: boolean,
): Promise<CountLine[]> {
  const products = await productsOf(
    caller,
    found.map(({ product_id }) => product_id),
  )
  const { major } = await purseOf(caller)
  const money = (amount: number | null) =>
    amount === null || !can(caller, 'product:cost') ? null : major(amount)
  return found.map((row) => {
    const product = products.get(row.product_id)
    const line = {
      ...row,
      product_name: productName(product ?? { name: '', strength: null }),
      unit: product?.base_unit ?? '',
      counted: inUnits(row.counted),
      recounted: inUnits(row.recounted),
      final: inUnits(finalOf(row)),
      book_at_count: inUnits(row.book),
      moved_since: row.book === null ? null : inUnits(row.book - row.snapshot),
      variance: inUnits(row.variance),
      variance_value: money(row.variance_value),
      earlier: row.earlier.map((one) => ({ ...one, counted: one.counted / 1000 })),
    }
    return blind ? { ...line, ...hidden, ...ownFigures(caller, row) } : line
  })
}

const inUnits = (thousandths: number | null): number | null =>
  thousandths === null ? null : thousandths / 1000

const hidden = {
  final: null,
  book_at_count: null,
  moved_since: null,
  variance: null,
  variance_value: null,
  earlier: [],
}

const ownFigures = ({ user_id }: Caller, row: CountLineRow) => ({
  counted: row.counter_id === user_id ? inUnits(row.counted) : null,
  recounted: row.recounter_id === user_id ? inUnits(row.recounted) : null,
})

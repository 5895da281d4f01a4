// Pages of a list: counted and cut by the database, ordered always, the id as the last key.

import { row, rows } from './connection.ts'
import type { DatabaseRow } from './engines/engine.ts'
import { oneOf, raw, type Sql, sql } from './sql.ts'
import type { Columns, RowOf, Table } from './table.ts'

export interface PageAsked {
  page: number
  per_page: number
}

export interface Meta {
  current_page: number
  per_page: number
  last_page: number
  total: number
}

export interface Page<T> {
  rows: T[]
  meta: Meta
}

export const per_page_max = 200
export const per_page_default = 50

interface Listing {
  select: Sql
  /** ` from … where …`, also used to count. */
  from: Sql
  /** ` order by …` */
  order: Sql
  /** Where the number of rows is known without counting them. */
  total?: number | undefined
}

/** A page of hand-picked columns, as the database gives them. */
export const paged = <T = DatabaseRow>(asked: PageAsked, listing: Listing): Promise<Page<T>> =>
  cut(asked, listing, (statement) => rows<T>(statement))

/**
 * A page of one table's records, read as the table reads them. A wide table names the columns that
 * its list shows: each value that is read costs time.
 */
export function pageFrom<C extends Columns, K extends keyof C & string = keyof C & string>(
  table: Table<C>,
  asked: PageAsked,
  {
    alias,
    columns,
    ...listing
  }: Omit<Listing, 'select'> & { alias?: string; columns?: readonly K[] },
): Promise<Page<Pick<RowOf<C>, K>>> {
  const select = table.selection(alias, columns)
  const by_id = 'id' in table.columns && (columns === undefined || columns.includes('id' as K))
  if (!by_id || alias === undefined || (asked.page - 1) * asked.per_page < deep_from) {
    return cut(asked, { ...listing, select }, (statement) => table.read(statement))
  }
  const one = raw(alias)
  // What is passed over on the way to a late page is walked in the index; the rows are read after.
  return cut(asked, { ...listing, select: sql`${one}.id` }, async (statement) => {
    const ids = (await rows<{ id: string }>(statement)).map(({ id }) => id)
    const found = await table.read(
      sql`select ${select} from ${raw(table.name)} ${one} where ${one}.id${oneOf(ids)}`,
    )
    const place = new Map(ids.map((id, index) => [id, index]))
    const at = (of: unknown): number => place.get((of as { id: string }).id) ?? 0
    return found.sort((a, b) => at(a) - at(b))
  })
}

const deep_from = 1000

async function cut<T>(
  asked: PageAsked,
  { select, from, order, total: known }: Listing,
  read: (statement: Sql) => Promise<T[]>,
): Promise<Page<T>> {
  const { page, per_page } = asked
  const offset = (page - 1) * per_page
  // Side by side, on two readers: a row that comes in between may make the total one more than the
  // page knows, which costs nobody anything; a snapshot would cost every list two more statements.
  const [counted, found] = await Promise.all([
    known === undefined ? row<{ n: number }>(sql`select count(*) as n${from}`) : { n: known },
    read(sql`select ${select}${from}${order} limit ${per_page} offset ${offset}`),
  ])
  return { rows: found, meta: metaOf(asked, Number(counted?.n ?? 0)) }
}

export const metaOf = ({ page, per_page }: PageAsked, total: number): Meta => ({
  current_page: page,
  per_page,
  last_page: Math.max(1, Math.ceil(total / per_page)),
  total,
})

/** A list that is already in hand, cut to the page asked for. */
export function pageOf<T>(asked: PageAsked, list: readonly T[]): Page<T> {
  const start = (asked.page - 1) * asked.per_page
  return { rows: list.slice(start, start + asked.per_page), meta: metaOf(asked, list.length) }
}

/** With the four fields of `meta` and no other. */
export const withoutTotals = <T>({ rows: found, meta }: Page<T>): Page<T> => {
  const { current_page, per_page, last_page, total } = meta
  return { rows: found, meta: { current_page, per_page, last_page, total } }
}

export async function mapPage<T, U>(
  page: Page<T>,
  map: (row: T) => U | Promise<U>,
): Promise<Page<U>> {
  return { rows: await Promise.all(page.rows.map(map)), meta: page.meta }
}

/** Everything, for callers that are not a page: the command line and jobs. */
export const whole_page: PageAsked = { page: 1, per_page: 100_000 }

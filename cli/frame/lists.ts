// Lists on the command line: every row up to --limit, and the words to search by.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Page as Rows, PageAsked } from '../../db/store/pages.ts'
import { done, limit_flag, maybe, type Outcome } from './grammar/command.ts'
import { type Page, table } from './page.ts'

export const limited = { limit: limit_flag }
export const searched = {
  ...limited,
  search: maybe(text('1 to 200 characters', /^[^\0]{1,200}$/), 'words that occur in it'),
}

/** Page by page, so that a long list is never in one statement. */
export async function gathered<T>(
  limit: number,
  list: (asked: PageAsked) => Promise<Rows<T>>,
): Promise<Outcome<T[]>> {
  const { per_page_max } = await import('../../db/store/pages.ts')
  const found: T[] = []
  for (let page = 1; ; page++) {
    const { rows, meta } = await list({ page, per_page: per_page_max })
    found.push(...rows)
    const full = limit > 0 && found.length >= limit
    if (!full && page < meta.last_page && rows.length > 0) continue
    const kept = limit > 0 ? found.slice(0, limit) : found
    return done(`${kept.length} of ${meta.total}.`, kept, { total: meta.total })
  }
}

type Cell<T> = readonly [title: string, of: (row: T, page: Page) => unknown, wide?: 'wide']

/** A table of these columns; those marked wide go first where there is no room. */
export const tableOf =
  <T>(...cells: readonly Cell<T>[]) =>
  (rows: readonly T[], page: Page): string =>
    table(
      rows,
      cells.map(([title, of, wide]) => ({
        title,
        of: (row: T) => of(row, page),
        wide: wide === 'wide',
      })),
      page,
    )

export const onOff = (value: boolean): string => (value ? 'yes' : 'no')

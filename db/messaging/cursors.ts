// Lists of /v1 (MSG-661): `{data, nextCursor}`, by a key that rows keep, so that an insert during
// paging neither repeats nor hides what was there before.

import { type Sql, sql, raw } from '../store/sql.ts'
import { wrong } from './refusals.ts'

export interface Listed<T> {
  data: T[]
  nextCursor: string | null
}

export interface Asked {
  limit?: number
  cursor?: string
}

export const limitOf = ({ limit }: Asked): number => limit ?? 50

/** Opaque: what the last row of a page was ordered by. */
export const cursorOf = (...keys: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url')

export function readCursor(cursor: string, length: number): (string | number)[] {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const fits =
      Array.isArray(keys) &&
      keys.length === length &&
      keys.every((key) => typeof key === 'string' || Number.isSafeInteger(key)) &&
      !keys.some((key) => typeof key === 'string' && key.includes('\0'))
    if (fits) return keys as (string | number)[]
  } catch {
    // What cannot be read is said below, like what can be read and is none of ours.
  }
  throw wrong('cursor', 'cursor is not one of this list.')
}

/** Rows after the cursor when the list is ordered by id alone, `desc` for newest first. */
export function afterId({ cursor }: Asked, order: 'asc' | 'desc', column = 'id'): Sql | undefined {
  if (cursor === undefined) return undefined
  const [id] = readCursor(cursor, 1)
  return sql`${raw(column)} ${raw(order === 'desc' ? '<' : '>')} ${String(id)}`
}

/** Rows after the cursor when the list is ordered by a word and then the id, both rising. */
export function afterWord({ cursor }: Asked, word: string, id: string): Sql | undefined {
  if (cursor === undefined) return undefined
  const [last_word, last_id] = readCursor(cursor, 2)
  return sql`(${raw(word)}, ${raw(id)}) > (${String(last_word)}, ${String(last_id)})`
}

/** One row more than the page was read, so that its end is known without counting. */
export function listed<R, T>(
  asked: Asked,
  found: readonly R[],
  show: (row: R) => T,
  cursor: (row: R) => string,
): Listed<T> {
  const limit = limitOf(asked)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(show),
    nextCursor: found.length > limit && last !== undefined ? cursor(last) : null,
  }
}

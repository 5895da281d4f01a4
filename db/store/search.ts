// Searching by fragments: three-letter indexes on both databases, never an unindexed scan.

import { byDialect, join, raw, type Sql, sql } from './sql.ts'
import { folded, tables } from './table.ts'

/** `text` as people type it: every word must occur somewhere in the record's searched columns. */
export function matching(table: string, typed: string | undefined, alias = table): Sql | undefined {
  const words = wordsOf(typed)
  if (words.length === 0) return undefined
  return join(
    words.map((word) => matchingWord(table, alias, word)),
    ' and ',
  )
}

const wordsOf = (typed: string | undefined): string[] =>
  folded(typed ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)

function matchingWord(table: string, alias: string, word: string): Sql {
  const like = sql`${raw(alias)}.search_text like ${`%${escaped(word)}%`} escape '\\'`
  const by_words = tables.some(({ name, rules }) => name === table && rules.search_by === 'words')
  // The three-letter index knows nothing of shorter words; those are compared directly.
  if ([...word].length < 3 && !by_words) return like
  return byDialect({
    sqlite: sql`${raw(alias)}.row_no in (select rowid from ${raw(`${table}_search`)} where ${raw(`${table}_search`)} match ${`"${word.replaceAll('"', '""')}"${by_words ? ' *' : ''}`})`,
    postgres: like,
  })
}

/** Of what was found, what is found by these columns alone: every word occurs in one of them. */
export function matchingIn(columns: readonly string[], typed: string | undefined): Sql | undefined {
  const text = join(
    columns.map((column) => sql`coalesce(lower(${raw(column)}), '')`),
    ` || ' ' || `,
  )
  const words = wordsOf(typed).map((word) => sql`${text} like ${`%${escaped(word)}%`} escape '\\'`)
  return words.length === 0 ? undefined : join(words, ' and ')
}

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')

/** As `matching`, but each word must begin a word of the record: how names are looked up. */
export function beginning(
  table: string,
  typed: string | undefined,
  alias = table,
): Sql | undefined {
  const found = matching(table, typed, alias)
  if (found === undefined) return undefined
  return join([found, ...wordsOf(typed).map((word) => startingAWord(alias, word))], ' and ')
}

const startingAWord = (alias: string, word: string): Sql =>
  sql`' ' || ${raw(alias)}.search_text like ${`% ${escaped(word)}%`} escape '\\'`

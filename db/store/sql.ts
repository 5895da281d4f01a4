// Statements as values: text and what is bound to it stay together, so nothing is ever pasted in.

export type Dialect = 'sqlite' | 'postgres'

interface Either {
  sqlite: Sql
  postgres: Sql
}

/** One of many values: `json_each` on SQLite, `any` on PostgreSQL, so that the text never varies. */
interface OneOf {
  one_of: readonly (string | number)[]
}

type Part = string | { value: unknown } | Either | OneOf

export class Sql {
  readonly parts: readonly Part[]
  /** Finds no more rows than are named, each by its key. */
  readonly by_key: boolean

  constructor(parts: readonly Part[], by_key = false) {
    this.parts = parts
    this.by_key = by_key
  }

  /** The text and values for one database. */
  for(dialect: Dialect): { text: string; values: unknown[] } {
    const values: unknown[] = []
    let text = ''
    const write = (parts: readonly Part[]): void => {
      for (const part of parts) {
        if (typeof part === 'string') text += part
        else if ('value' in part) text += bind(part.value)
        else if ('one_of' in part) text += oneOf(part.one_of)
        else write(part[dialect].parts)
      }
    }
    const bind = (value: unknown): string => {
      values.push(bound(value, dialect))
      return dialect === 'sqlite' ? '?' : `$${values.length}`
    }
    const oneOf = (list: readonly (string | number)[]): string =>
      dialect === 'sqlite'
        ? ` in (select value from json_each(${bind(JSON.stringify(list))}))`
        : ` = any(${bind(list)})`
    write(this.parts)
    return { text, values }
  }
}

function bound(value: unknown, dialect: Dialect): unknown {
  if (value === undefined) return null
  if (typeof value === 'boolean') return dialect === 'sqlite' ? (value ? 1 : 0) : value
  if (value instanceof Date) return value.toISOString()
  return value
}

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const parts: Part[] = []
  for (let index = 0; index < strings.length; index++) {
    const text = strings[index] as string
    if (text !== '') parts.push(text)
    if (index === values.length) break
    const value = values[index]
    if (value instanceof Sql) for (const part of value.parts) parts.push(part)
    else parts.push({ value })
  }
  return new Sql(parts)
}

/** Trusted text only: names of columns and tables that stand in our own code. */
export const raw = (text: string): Sql => new Sql([text])

/**
 * Whoever says so answers for it: a statement that reads a few rows by their keys is asked on the thread of
 * everybody's requests, where any other would hold them up.
 */
export const byKey = ({ parts }: Sql): Sql => new Sql(parts, true)

export const nothing = new Sql([])

export const byDialect = (choice: Either): Sql => new Sql([choice])

/** `status${oneOf(list)}`: true when the column holds any of the list. */
export const oneOf = (list: readonly (string | number)[]): Sql => new Sql([{ one_of: list }])

export function join(list: readonly Sql[], between: string): Sql {
  const parts: Part[] = []
  list.forEach((piece, index) => {
    if (index > 0) parts.push(between)
    parts.push(...piece.parts)
  })
  return new Sql(parts)
}

/** `where a and b`, or nothing for an empty list. */
export function where(conditions: readonly (Sql | undefined | false)[]): Sql {
  const kept = conditions.filter((condition): condition is Sql => condition instanceof Sql)
  return kept.length === 0 ? nothing : sql` where ${join(kept, ' and ')}`
}

export const when = (condition: unknown, piece: Sql): Sql | undefined =>
  condition === undefined || condition === null || condition === false ? undefined : piece

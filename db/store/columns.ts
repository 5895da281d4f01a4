// The words a table is written in. A column knows how its value is kept and read back.

import { newId } from '../core/ids.ts'
import { sumTooLarge } from '../core/refusal.ts'
import type { Dialect } from './sql.ts'

export type Storage = 'text' | 'integer' | 'bigint' | 'real' | 'boolean'

export interface Column<T = unknown, Given extends boolean = boolean> {
  readonly storage: Storage
  readonly nullable: boolean
  /** Filled when the inserter says nothing. */
  readonly fills?: (() => unknown) | undefined
  /** Greatest length in characters; text only. */
  readonly length?: number | undefined
  readonly values?: readonly string[] | undefined
  readonly references?: string | undefined
  readonly json?: boolean | undefined
  /** Compared byte by byte on every database: ids, codes, instants. */
  readonly exact?: boolean | undefined
  /** What is kept in this storage, where its type does not say so. */
  readonly means?: 'money' | 'instant' | 'day' | 'reference' | undefined
  /** Derived from a text that fits: what folding made longer is left away at the end. */
  readonly cut?: boolean | undefined
  /** Phantoms: the type of a value, and whether an insert must give it. */
  readonly type?: T
  readonly given?: Given
}

type Must<T> = Column<T, true>
type May<T> = Column<T, false>

const column = <T>(kept: Omit<Column, 'nullable'>): Must<T> =>
  ({ nullable: false, ...kept }) as Must<T>

export const id = (): May<string> => ({
  storage: 'text',
  nullable: false,
  length: 36,
  exact: true,
  means: 'reference',
  fills: newId,
})
export const ref = (table: string): Must<string> =>
  column({ storage: 'text', length: 36, exact: true, means: 'reference', references: table })
/** An id whose table is named by another column, or lies in an area below. */
export const uuid = (): Must<string> =>
  column({ storage: 'text', length: 36, exact: true, means: 'reference' })
export const text = (length: number): Must<string> => column({ storage: 'text', length })
export const code = (length: number): Must<string> =>
  column({ storage: 'text', length, exact: true })
/** Made out of a text that fits. Folding makes eighteen letters of one (U+FDFA): the end is cut. */
export const cut = (kept: Must<string>): Must<string> => ({ ...kept, cut: true })
/** What is looked up by: a name in small letters, without its accents. */
export const key = (length: number): Must<string> => cut(code(length))
export const choice = <const V extends string>(values: readonly V[]): Must<V> =>
  column({
    storage: 'text',
    length: Math.max(40, ...values.map((value) => value.length)),
    exact: true,
    values,
  })
export const integer = (): Must<number> => column({ storage: 'integer' })
/** Counters that may grow: whole numbers up to 2^53. */
export const big = (): Must<number> => column({ storage: 'bigint' })
/** In minor units. */
export const money = (): Must<number> => column({ storage: 'bigint', means: 'money' })
export const real = (): Must<number> => column({ storage: 'real' })
export const flag = (): Must<boolean> => column({ storage: 'boolean' })
export const instant = (): Must<string> =>
  column({ storage: 'text', length: 24, exact: true, means: 'instant' })
export const day = (): Must<string> =>
  column({ storage: 'text', length: 10, exact: true, means: 'day' })
export const json = <T>(): Must<T> => column({ storage: 'text', json: true })

/** May be null, and is null when an insert says nothing. */
export const nullable = <T>(kept: Column<T, true>): May<T | null> =>
  ({ ...kept, nullable: true }) as unknown as May<T | null>

/** Has this value when an insert says nothing. */
export const otherwise = <T>(kept: Column<T, true>, value: T | (() => T)): May<T> =>
  ({
    ...kept,
    fills: typeof value === 'function' ? (value as () => T) : () => value,
  }) as unknown as May<T>

/** Amounts and marks that begin with nothing. */
export const nought = (): May<number> => otherwise(money(), 0)
export const yes = (): May<boolean> => otherwise(flag(), true)
export const no = (): May<boolean> => otherwise(flag(), false)

export function encode(kept: Column, name: string, value: unknown, dialect: Dialect): unknown {
  if (value === null || value === undefined) {
    if (!kept.nullable) throw new Error(`${name} must have a value`)
    return null
  }
  if (kept.json) return JSON.stringify(value)
  switch (kept.storage) {
    case 'boolean':
      return dialect === 'sqlite' ? (value ? 1 : 0) : value
    case 'integer':
    case 'bigint':
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw sumTooLarge()
      if (!Number.isSafeInteger(value))
        throw new Error(`${name}: ${JSON.stringify(value)} is no whole number`)
      return value
    case 'text':
      return textOf(kept, name, value)
    case 'real':
      return value
  }
}

/** What people look for may be any text: no row holds one that its column could never have taken. */
export const isBeyond = (kept: Column, value: unknown): boolean =>
  kept.storage === 'text' &&
  kept.json !== true &&
  typeof value === 'string' &&
  (value.includes('\0') || (kept.cut !== true && isTooLong(kept, value)))

const isTooLong = ({ length }: Column, value: string): boolean =>
  length !== undefined && value.length > length && [...value].length > length

function textOf(kept: Column, name: string, value: unknown): string {
  if (typeof value !== 'string') throw new Error(`${name}: ${JSON.stringify(value)} is no text`)
  if (value.includes('\0')) throw new Error(`${name} holds a NUL`)
  if (isTooLong(kept, value)) {
    if (kept.cut === true) return [...value].slice(0, kept.length).join('')
    throw new Error(`${name} is longer than ${kept.length}`)
  }
  if (kept.values !== undefined && !kept.values.includes(value)) {
    throw new Error(`${name} cannot be ${value}`)
  }
  return value
}

/** Read back as something else than the database gives. */
export const isKeptOtherwise = ({ json, storage }: Column): boolean =>
  json === true || storage === 'boolean'

export function decode(kept: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kept.json) return JSON.parse(value as string)
  if (kept.storage === 'boolean') return value === true || value === 1
  return value
}

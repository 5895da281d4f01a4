// The screens as data: which command fills a list, which columns it shows and which commands its
// keys stand for. Help, footer, documents and tests read the same values (OPS-203).

import { clock } from '../db/core/clock.ts'
import type { Document } from '../db/appliance/deployment/line.ts'
import { type Line, line } from './text.ts'
import { dayOf, timeOf } from './times.ts'

/** A row of a document's data. */
export type Row = Readonly<Record<string, unknown>>

export interface Column {
  readonly title: string
  readonly of: (row: Row) => unknown
  /** At least so wide; what is left goes to columns whose words are cut, then to the widest. */
  readonly size: number
  readonly right?: boolean
  /** Only from 100 columns on. */
  readonly wide?: boolean
  /** Has its room before the others: a state is never what is left out. */
  readonly must?: boolean
}

export interface Ask {
  readonly name: string
  readonly says: string
  /** What stands there already. */
  readonly value?: (row: Row | null) => string
  readonly optional?: boolean
}

/** Every look at what was written of patients stands in the audit log, also that of a screen. */
export const recorded_ms = 60_000

/** Most acts that take something away ask why; of some the answer may stay empty. */
export const because: readonly Ask[] = [{ name: 'reason', says: 'Why' }]
export const maybe_because: readonly Ask[] = [{ name: 'reason', says: 'Why', optional: true }]

/** What a deed would do to others, looked up while its plan is made. */
export interface Consequence {
  readonly words: (row: Row) => readonly string[]
  readonly says: (data: Row, row: Row) => readonly string[]
  /** Why it would be refused. */
  readonly refused?: (data: Row, row: Row) => string | null
  /** The key that does it all the same, with a reason. */
  readonly force?: string
  /** Said until it is known, where that takes a while. */
  readonly waits?: string
}

export interface Act {
  readonly key: string
  readonly says: string
  /** The row is needed: without one the key does nothing. */
  readonly of: 'row' | 'list'
  readonly asks?: readonly Ask[]
  readonly words: (row: Row, said: Readonly<Record<string, string>>) => readonly string[]
  /** Its answer holds what is shown once and never again (OPS-200). */
  readonly once?: boolean
  /** `s` beside what is shown once: the line that writes it as a PDF, of what was answered. */
  readonly sheet?: (data: Row) => Sheet
  /** Its dry run is a document of its own: what it would do, what must be typed, and the line then. */
  readonly planned?: (row: Row, data: Row, said: Readonly<Record<string, string>>) => Planned
  /** Only shows something; no dialog. */
  readonly looks?: boolean
  /** What takes it back. A capital letter without one cannot be undone (8.2). */
  readonly undo?: string
  readonly impact?: (row: Row) => Consequence | null
  /** Its answer is shown as a page, as that of a typed line is. */
  readonly prints?: boolean
  /** Only shows what the row itself holds; the line is what it tells to type. */
  readonly page?: (row: Row) => readonly string[]
}

export interface Sheet {
  readonly words: readonly string[]
  readonly sent: Readonly<Record<string, string>>
}

export interface Planned {
  readonly steps: readonly string[]
  readonly type: string | null
  readonly words: readonly string[]
}

export interface Tab {
  readonly name: string
  readonly words: readonly string[]
  readonly rows: (data: unknown) => readonly Row[]
  readonly id: (row: Row) => string
  readonly columns: readonly Column[]
  readonly acts: readonly Act[]
  /** Enter shows what this command says of the row. */
  readonly opens?: (row: Row) => readonly string[]
  /** Further documents for what stands above the list. */
  readonly beside?: readonly (readonly string[])[]
  readonly head?: (
    documents: readonly (Document | null)[],
    width: number,
    ascii: boolean,
    /** Nobody answered when the house was last listened for. */
    unheard: boolean,
  ) => readonly Line[]
  readonly title?: string
  /** What costs more than a look is read again only so often, or with Ctrl-R. */
  readonly every_ms?: number
  /** Reads what belongs to the row that is chosen on another tab of this screen. */
  readonly of?: { readonly tab: string; readonly words: (row: Row) => readonly string[] }
  /** Enter shows what the row itself holds. */
  readonly page?: (row: Row) => readonly string[]
  /** A matrix: the arrows go across as well, and acts are given the name as `across`. */
  readonly across?: Across
}

export interface Across {
  readonly names: (rows: readonly Row[]) => readonly string[]
  readonly cell: (row: Row, name: string) => string
}

export interface Screen {
  readonly key: string
  readonly name: string
  readonly title: string
  readonly permission: string
  readonly tabs: readonly [Tab, ...Tab[]]
}

export const asRows = (data: unknown): readonly Row[] =>
  Array.isArray(data) ? (data as Row[]) : data === null || data === undefined ? [] : [data as Row]

export const rowsAt =
  (name: string) =>
  (data: unknown): readonly Row[] =>
    asRows((data as Record<string, unknown> | null)?.[name])

/** A value in words; of a record that is part of another, how people call it. */
export function words(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (typeof value !== 'object') return String(value as string | number | boolean)
  const { code, name, label } = value as Row
  return words(code ?? name ?? label ?? parts(value as Row))
}

const parts = (row: Row): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${words(value)}`)
    .join(', ')

export const text = (row: Row, name: string): string => words(row[name])

/** How long ago, or how long until: `40 s`, `6 h`, `33 d`. */
export function spanOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}

export const ago = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? spanOf(clock.ms() - Date.parse(value)) : ''

/** `41 ACTIVE  2 SUSPENDED`, the most first. */
export function counted(rows: readonly Row[], of: (row: Row) => string): string {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join('   ')
}

/** One line above a list, of what its rows come to. */
export function headOf(
  [document]: readonly (Document | null)[],
  says: (rows: readonly Row[]) => string,
): readonly Line[] {
  const rows = Array.isArray(document?.data) ? asRows(document.data) : []
  return rows.length === 0 ? [] : [line(` ${says(rows)}`)]
}

/** The time of today, else the day. */
export function when(value: unknown, now = clock.ms()): string {
  if (typeof value !== 'string' || value === '') return ''
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return value
  return dayOf(at) === dayOf(new Date(now)) ? timeOf(at) : `${dayOf(at)} ${timeOf(at)}`
}

/** What a finding says, with its instants as the clock on the wall shows them. */
export const told = (row: Row): string =>
  text(row, 'message').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => when(at))

/** The same in eleven letters: a day of this or the next months needs no year. */
export const soon = (value: unknown): string => {
  const said = when(value)
  return said.length > 11 ? said.slice(5) : said
}

export const column = (
  title: string,
  of: string | ((row: Row) => unknown),
  size: number,
  more: { right?: boolean; wide?: boolean; must?: boolean } = {},
): Column => ({
  title,
  of: typeof of === 'string' ? (row) => row[of] : of,
  size,
  ...more,
})

/** A number as people read it. */
export const figure =
  (name: string) =>
  (row: Row): string => {
    const value = row[name]
    return typeof value === 'number' ? value.toLocaleString('en-US') : ''
  }

// How a result is shown to a person: as wide as the terminal, in colours that mean nothing alone.

import { capital } from '../../db/core/capital.ts'
import { stripVTControlCharacters, styleText } from 'node:util'
import { localTime, machineZone, zoneName } from '../../db/core/local-time.ts'

export interface Page {
  /** Columns; null when nothing has to fit. */
  readonly width: number | null
  readonly wide: boolean
  paint(style: 'bold' | 'dim' | 'green' | 'yellow' | 'red', text: string): string
  /** An instant as people here read it. */
  time(instant: string | null | undefined): string
}

export const newPage = (asked: {
  width: number | null
  wide: boolean
  colour: boolean
  utc: boolean
  /** Of the hospital; null where none is known. */
  zone?: string | null
}): Page => ({
  width: asked.width,
  wide: asked.wide,
  paint: (style, text) => (asked.colour ? styleText(style, text, { validateStream: false }) : text),
  time: (instant) => {
    if (instant === null || instant === undefined) return ''
    if (asked.utc) return instant
    // Unmarked is what the clock on the wall shows, and the machine's own.
    const here = machineZone()
    const zone = asked.zone ?? here
    const mark = asked.zone === here ? '' : ` ${zoneName(zone, new Date(instant))}`
    return `${localTime(zone, instant)}${mark}`
  },
})

/**
 * Letters that turn the others round, or that nobody sees, are shown as a mark: what is read is what was
 * typed. Those that join letters or stand before a number belong to scripts.
 */
export const visible = (text: string): string =>
  text.replace(
    /(?![\u200D\u200C\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2])[\p{Cf}\p{Zl}\p{Zp}]/gu,
    '?',
  )

/** Letters a terminal could take as commands never reach it, whatever a record holds. */
export const plain = (text: string): string =>
  visible(stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' '))

export interface TableColumn<T> {
  readonly title: string
  readonly of: (row: T) => unknown
  /** Left out, from the right, when the terminal is too narrow (OPS-79). */
  readonly wide?: boolean
  readonly right?: boolean
}

export function table<T>(
  rows: readonly T[],
  columns: readonly TableColumn<T>[],
  page: Page,
): string {
  const cells = rows.map((row) => columns.map((column) => shownOn(page, column.of(row))))
  const shapes = columns.map((column, index) => ({
    ...column,
    index,
    size: Math.max(...[column.title, ...cells.map((row) => row[index] ?? '')].map(widthOf)),
  }))
  const kept = page.wide || page.width === null ? shapes : fitting(shapes, page.width)
  const line = (texts: readonly string[]): string =>
    kept
      .map(({ size, right, index }) => {
        const text = cut(texts[index] ?? '', size)
        const gap = ' '.repeat(Math.max(0, size - widthOf(text)))
        return right === true ? gap + text : text + gap
      })
      .join('  ')
      .trimEnd()
  const head = page.paint('bold', line(columns.map(({ title }) => title)))
  return [head, ...cells.map(line)].join('\n')
}

/** Columns marked wide go first; then the widest is cut, for a line never wraps. */
function fitting<S extends { size: number; wide?: boolean }>(shapes: S[], width: number): S[] {
  const kept = [...shapes]
  const total = (): number => kept.reduce((sum, { size }) => sum + size, 2 * (kept.length - 1))
  while (total() > width) {
    const last = kept.findLastIndex((shape) => shape.wide === true)
    if (last !== -1) {
      kept.splice(last, 1)
      continue
    }
    const widest = kept.reduce((a, b) => (b.size > a.size ? b : a))
    const size = Math.max(4, widest.size - (total() - width))
    if (size === widest.size) break
    kept[kept.indexOf(widest)] = { ...widest, size }
  }
  return kept
}

/** Names on the left, values beside them. */
export function lines(pairs: readonly (readonly [string, unknown])[], page: Page): string {
  const size = Math.max(...pairs.map(([name]) => name.length))
  return pairs
    .map(([name, value]) =>
      `${page.paint('bold', name.padEnd(size))}  ${shownOn(page, value)}`.trimEnd(),
    )
    .join('\n')
}

/** What a command without a view of its own prints. */
export function anything(data: unknown, page: Page): string | null {
  if (data === null || data === undefined) return null
  if (typeof data !== 'object') return shownOn(page, data)
  if (!Array.isArray(data))
    return Object.keys(data).length === 0
      ? null
      : lines(
          Object.entries(data).map(([name, value]) => [inWords(name), value]),
          page,
        )
  const rows = data as Record<string, unknown>[]
  if (rows.some((row) => typeof row !== 'object' || row === null)) return rows.map(shown).join('\n')
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return rows.length === 0
    ? ''
    : table(
        rows,
        names.map((name) => ({ title: inWords(name), of: (row) => row[name] })),
        page,
      )
}

const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/
const instants = new RegExp(instant, 'g')
const one_instant = new RegExp(`^${instant.source}$`)

/** Instants in a sentence, as people here read them. */
export const timed = (page: Page, text: string): string =>
  text.replace(instants, (found) => page.time(found))

const shownOn = (page: Page, value: unknown): string =>
  typeof value === 'string' && one_instant.test(value) ? page.time(value) : shown(value)

/** `last_took_ms` is a name for programs; people read "Last took (ms)". */
export function inWords(name: string): string {
  const [, stem = name, unit] = /^(.+)_(ms|s|kb|mb)$/.exec(name) ?? []
  const said = stem.replaceAll('_', ' ') + (unit === undefined ? '' : ` (${unit})`)
  return capital(said)
}

/** In words, whatever it is: parts of a record by how people call them, never as a program writes them. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'object') return plain(recordShown(value as Record<string, unknown>))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return plain(String(value as string | number))
}

function recordShown(value: Record<string, unknown>): string {
  const called = value['name'] ?? value['label'] ?? value['code']
  if (typeof called === 'string') return called
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== undefined)
    .map(([name, one]) => `${inWords(name).toLowerCase()} ${shown(one)}`)
    .join(', ')
}

/** Marks that combine take no room of their own. */
const widthOf = (text: string): number =>
  Array.from(text.normalize('NFC').replace(/\p{Mn}/gu, '')).length

function cut(text: string, size: number): string {
  if (widthOf(text) <= size) return text
  return `${Array.from(text)
    .slice(0, size - 1)
    .join('')}…`
}

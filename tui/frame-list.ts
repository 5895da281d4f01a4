// The list of a tab: its tabs, what stands above it, the columns that fit, the row that is chosen.

import { boxed, strokesOf } from './box.ts'
import type { Desk } from './desk.ts'
import { newOnes, windowed } from './list.ts'
import { isStale } from './reading.ts'
import { type Column, type Row, type Tab, when, words } from './screens.ts'
import {
  clean,
  cut,
  type Line,
  line,
  pad,
  padLeft,
  type Span,
  span,
  type Style,
  textOf,
  widthOf,
  wrapped,
} from './text.ts'

/** As many tabs as fit beside the one that is open; what stands left of them is told by a mark. */
function tabsShown({ screen, tab, size }: Desk): Span[] {
  const tabs = screen.tabs.map(({ name }) =>
    name === tab.name ? span(`[${name}] `, 'bold') : span(` ${name}  `, 'dim'),
  )
  const open = screen.tabs.findIndex(({ name }) => name === tab.name)
  const width = (from: number): number =>
    tabs.slice(from, open + 1).reduce((sum, { text }) => sum + widthOf(text), 4)
  let from = 0
  while (from < open && width(from) > size.columns) from += 1
  return from === 0 ? tabs : [span('< ', 'dim'), ...tabs.slice(from)]
}

export function tabLine(desk: Desk): Line {
  const { tab, list } = desk
  const tabs = tabsShown(desk)
  const waiting = newOnes(list, tab.id)
  const right = [
    ...(waiting > 0 ? [`${waiting} new: Ctrl-R`] : []),
    ...(list.filter === '' ? [] : [`/ ${list.filter}`]),
    `${list.rows.length} ${list.rows.length === 1 ? 'row' : 'rows'}`,
  ].join('   ')
  const used = tabs.reduce((sum, { text }) => sum + widthOf(text), 1)
  const room = desk.size.columns - used - 1
  return room < widthOf(right)
    ? [span(' '), ...tabs]
    : [span(' '), ...tabs, span(padLeft(right, room), 'dim')]
}

export function boxes(desk: Desk): readonly Line[] {
  const { tab, tabKey, size } = desk
  if (tab.head === undefined) return []
  const drawn_now = tab.head(desk.beside.get(tabKey) ?? [], size.columns, desk.ascii, desk.unheard)
  return isStale(desk) ? drawn_now.map((one) => [span(textOf(one), 'dim')]) : drawn_now
}

interface Placed extends Column {
  readonly width: number
}

/**
 * What does not fit is left out. What is left over goes to columns whose words are cut, the ones that lack
 * least first, and then to the widest.
 */
function placed(columns: readonly Column[], width: number, rows: readonly Row[]): Placed[] {
  const kept: Column[] = []
  const roomOf = ({ size, title }: Column): number => Math.max(size, title.length) + 1
  let used = 3
  let reserved = columns.reduce((sum, one) => sum + (one.must === true ? roomOf(one) : 0), 0)
  for (const column of columns) {
    if (column.wide === true && width < 100) continue
    const room = roomOf(column)
    if (column.must === true) reserved -= room
    if (used + room + reserved > width && kept.length > 0) continue
    kept.push(column)
    used += room
  }
  const widths = kept.map(({ size, title }) => Math.max(size, title.length))
  let left = Math.max(0, width - used - 1)
  const lacking = kept
    .map((column, at) => ({ at, more: wordsWidth(rows, column) - (widths[at] ?? 0) }))
    .filter(({ more }) => more > 0)
    .toSorted((a, b) => a.more - b.more)
  for (const [nth, { at, more }] of lacking.entries()) {
    const given = Math.min(more, Math.floor(left / (lacking.length - nth)))
    widths[at] = (widths[at] ?? 0) + given
    left -= given
  }
  const widest = kept.findIndex(({ size }) => size === Math.max(...kept.map((one) => one.size)))
  return kept.map((column, at) => ({
    ...column,
    width: (widths[at] ?? 0) + (at === widest ? left : 0),
  }))
}

const measured = new WeakMap<readonly Row[], Map<Column['of'], number>>()

/** Of all rows, and not of those in sight: columns stand still while a list is walked through. */
function wordsWidth(rows: readonly Row[], { of }: Column): number {
  const known = measured.get(rows) ?? new Map<Column['of'], number>()
  measured.set(rows, known)
  const found =
    known.get(of) ?? rows.reduce((most, row) => Math.max(most, widthOf(clean(words(of(row))))), 0)
  known.set(of, found)
  return found
}

/** Of a matrix as many names as fit, the chosen one among them and in brackets. */
function columnsOf(desk: Desk, width: number): readonly Column[] {
  const { tab, list } = desk
  if (tab.across === undefined) return tab.columns
  const { names, cell } = tab.across
  const all = names(list.rows)
  const at = Math.max(0, all.indexOf(desk.acrossName ?? ''))
  const own = tab.columns.reduce((sum, { size }) => sum + size + 1, 3)
  const each = Math.max(1, Math.floor((width - own) / (across_size + 1)))
  const from = Math.max(0, Math.min(at - Math.floor(each / 2), all.length - each))
  return [
    ...tab.columns,
    ...all.slice(from, from + each).map((name, n): Column => {
      const room = from + n === at ? across_size - 2 : across_size
      const title = cut(name, room)
      return {
        title: from + n === at ? `[${title}]` : title,
        of: (row) => cell(row, name),
        size: across_size,
      }
    }),
  ]
}

const across_size = 11

export function listLines(desk: Desk, tab: Tab, width: number, height: number): Line[] {
  const { list } = desk
  const columns = placed(columnsOf(desk, width), width, tab.across === undefined ? list.rows : [])
  const cells = (row: (column: Placed) => string): string =>
    columns
      .map((column) =>
        column.right === true ? padLeft(row(column), column.width) : pad(row(column), column.width),
      )
      .join(' ')
  const head = line(`   ${cells(({ title }) => title.toUpperCase())}`, 'dim')
  if (list.fault !== null && list.rows.length === 0)
    return [head, ...wrapped(list.fault, width - 6).map((text) => line(`   ${text}`, 'red'))]
  const { rows } = windowed(list, tab, height)
  if (rows.length === 0)
    return [
      head,
      line(list.at_ms === null ? '   Reading ...' : `   ${emptyWords(list.filter)}`, 'dim'),
    ]
  const stale = isStale(desk)
  return [
    head,
    ...rows.map((row): Line => {
      const is_chosen = tab.id(row) === list.chosen
      const text = cells(({ of }) => clean(words(of(row))))
      const gutter = `${stale ? '~' : ' '}${is_chosen ? '>' : ' '} `
      return [span(gutter), span(text, styleOf(row, is_chosen, stale))]
    }),
  ]
}

const emptyWords = (filter: string): string =>
  filter === '' ? 'Nothing here.' : `Nothing here holds "${filter}". Esc shows all.`

function styleOf(row: Row, is_chosen: boolean, stale: boolean): Style | undefined {
  if (is_chosen) return 'inverse'
  if (stale) return 'dim'
  const state = words(row['state'] ?? row['status'] ?? row['outcome'])
  if (state === 'BAD' || state === 'FAILED') return 'red'
  return state === 'WARN' ? 'yellow' : undefined
}

const told_time = /^\d{4}-\d\d-\d\dT\d\d:/

export function detailLines(desk: Desk, width: number, height: number): Line[] {
  const { list, tab } = desk
  const row = list.rows.find((one) => tab.id(one) === list.chosen)
  const facts =
    tab.across === undefined || row === undefined
      ? Object.entries(row ?? {}).filter(([, value]) => words(value) !== '')
      : tab.across
          .names(list.rows)
          .map((name) => [name, tab.across?.cell(row, name)] as const)
          .filter(([, value]) => value !== '.')
  const inside = facts
    .slice(0, Math.max(0, height - 3))
    .map(
      ([name, value]): Line => [
        span(` ${pad(name.replaceAll('_', ' '), 18)} `, 'dim'),
        span(clean(told_time.test(words(value)) ? when(words(value)) : words(value))),
      ],
    )
  return boxed('Detail', inside, width, strokesOf(desk))
}

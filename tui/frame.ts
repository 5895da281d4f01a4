// The frame of this moment: exactly as many lines as the terminal has, none wider than it.

import { clock } from '../db/clock.ts'
import { boxed, over, strokesOf } from './box.ts'
import type { Desk } from './desk.ts'
import { dialogBox, paperBox } from './frame-over.ts'
import { signIn } from './frame-sign-in.ts'
import { newOnes, windowed } from './list.ts'
import { read_again_ms } from './reading.ts'
import { named, screens } from './screens/all.ts'
import { type Column, type Row, type Tab, when, words } from './screens.ts'
import {
  apart,
  clean,
  cut,
  fill,
  type Line,
  line,
  nothing,
  pad,
  padLeft,
  type Span,
  span,
  type Style,
  textOf,
  widthOf,
  wrapped,
} from './text.ts'

export function frameOf(desk: Desk): Line[] {
  const { columns, rows } = desk.size
  const made = desk.tooSmall ? tooSmall(desk) : whole(desk)
  return Array.from({ length: rows }, (_, at) => fill(made[at] ?? nothing, columns))
}

function tooSmall(desk: Desk): Line[] {
  const { columns, rows } = desk.size
  const said = [`${columns}x${rows} is too small: 60x16 at least.`, 'No key acts but q.'].map(
    (text) => line(` ${text}`),
  )
  return boxed('', said, Math.min(columns, 48), strokesOf(desk))
}

function whole(desk: Desk): Line[] {
  if (desk.person === null || desk.locked) return signIn(desk)
  const { columns, rows } = desk.size
  const banners = desk.banners.slice(0, rows < 24 ? 1 : 3).map((text) => bannerOf(text, columns))
  const room = rows - 4 - banners.length
  const inside = body(desk, room)
  const middle = Array.from({ length: room }, (_, at) => fill(inside[at] ?? nothing, columns))
  const shown =
    desk.dialog !== null
      ? over(middle, dialogBox(desk, desk.dialog), columns)
      : desk.paper !== null
        ? over(middle, paperBox(desk, room), columns)
        : middle
  return [header(desk), ...banners, ...shown, said(desk), menu(desk), footer(desk)]
}

// Head and foot

function header(desk: Desk): Line {
  const { person, place, size, screen } = desk
  const now = new Date(clock.ms())
  const time = now.toTimeString().slice(0, 5)
  const at = size.columns < 100 ? time : `${now.toDateString().slice(0, 10)} ${time}`
  const branch = desk.branch === null ? '' : ` / ${desk.branch}`
  const right = `${age(desk)}   ${at}   ${person?.username ?? ''} `
  return [
    span(apart(` Kituo  ${place.hospital}${branch}  ${screen.title}`, right, size.columns), 'bold'),
  ]
}

const bannerOf = (text: string, columns: number): Line => [
  span(` ${pad(cut(clean(text), columns - 2), columns - 2)} `, 'inverse'),
]

/** `live`, how old it is, or that nobody answers (OPS-196). */
function age(desk: Desk): string {
  const { at_ms, fault, away } = desk.list
  if (desk.frozen) return 'frozen'
  if (at_ms === null) return 'reading'
  const old_ms = clock.ms() - at_ms
  const seconds = Math.round(old_ms / 1000)
  if (fault !== null) {
    const left_s = Math.ceil(Math.max(0, desk.every_ms - old_ms) / 1000)
    return `${away ? 'no daemon' : 'not read'}, trying again in ${left_s}s`
  }
  if (isStale(desk)) return `~${seconds}s old`
  return old_ms > read_again_ms + grace_ms ? `${seconds}s old` : 'live'
}

/** A reading that is under way is no reason to call figures old. */
const grace_ms = 1500

/** Older than three readings: dim, and marked where there is no colour. */
const isStale = ({ list: { at_ms }, every_ms }: Desk): boolean =>
  at_ms !== null && clock.ms() - at_ms > 3 * every_ms

function said(desk: Desk): Line {
  const { typing } = desk
  if (typing !== null && typing.kind !== 'screens') {
    const asks = { filter: '/', command: ':', branch: 'Branch (empty: all): ' }[typing.kind]
    const beside = typing.kind === 'branch' ? `   ${desk.branches.join(' ')}` : ''
    return [span(` ${asks}${typing.text}`, 'bold'), span(' ', 'inverse'), span(beside, 'dim')]
  }
  return line(` ${clean(desk.message)}`, 'yellow')
}

function menu(desk: Desk): Line {
  const shown = screens.filter(({ key }) => /^[0-9]$/.test(key))
  const made: Span[] = [span(' ')]
  let left = desk.size.columns - 6
  for (const { key, title, name } of shown) {
    const text = `${key} ${title.split(' ')[0]} `
    if (widthOf(text) > left) break
    left -= widthOf(text)
    made.push(span(text, name === desk.screen.name ? 'inverse' : 'dim'))
  }
  return [...made, span('- All', 'dim')]
}

const few_keys = 5

/** As many keys as fit, whole; `?` always, which shows the rest. At 60 columns the first five. */
function footer(desk: Desk): Line {
  const { columns } = desk.size
  const is_compact = columns < 80
  const own = desk.tab.acts.map((act): Span => {
    const text = `${act.key} ${act.says}`
    // Without colour what may not be used is in brackets.
    return desk.mayAct(act) ? span(text) : span(`(${text})`, 'dim')
  })
  const help = span('? keys', 'dim')
  const shared = is_compact ? [] : shared_keys.map((text): Span => span(text, 'dim'))
  const made: Span[] = [span(' ')]
  let left = columns - 2 - help.text.length
  const add = (one: Span): boolean => {
    const fits = widthOf(one.text) + 2 <= left
    if (fits) made.push(one, span('  '))
    if (fits) left -= widthOf(one.text) + 2
    return fits
  }
  for (const one of is_compact ? own.slice(0, few_keys) : own) if (!add(one)) break
  made.push(help, span('  '))
  left -= 1
  for (const one of shared) if (!add(one)) break
  return made
}

const shared_keys = ['/ filter', ': command', 'c line', 'z freeze', '! doctor', 'q leave']

// Body

function body(desk: Desk, room: number): Line[] {
  if (desk.typing?.kind === 'screens') return allScreens(desk, room)
  const { tab, size } = desk
  const head = [tabLine(desk), ...boxes(desk)].slice(0, Math.max(1, room - 5))
  const height = room - head.length - 1
  const is_wide = size.columns >= 120 && size.rows >= 30
  const width = is_wide ? Math.floor(size.columns * 0.62) : size.columns
  const list = listLines(desk, tab, width, height)
  if (!is_wide) return [...head, ...list]
  const detail = detailLines(desk, size.columns - width, height + 1)
  const body_rows = Array.from(
    { length: height + 1 },
    (_, at): Line => [...fill(list[at] ?? nothing, width), ...(detail[at] ?? nothing)],
  )
  return [...head, ...body_rows]
}

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

function tabLine(desk: Desk): Line {
  const { tab, list } = desk
  const tabs = tabsShown(desk)
  const waiting = newOnes(list, tab.id)
  const right = [
    ...(waiting > 0 ? [`${waiting} new: Ctrl-R`] : []),
    ...(list.filter === '' ? [] : [`/ ${list.filter}`]),
    `${list.rows.length} rows`,
  ].join('   ')
  const used = tabs.reduce((sum, { text }) => sum + widthOf(text), 1)
  const room = desk.size.columns - used - 1
  return room < widthOf(right)
    ? [span(' '), ...tabs]
    : [span(' '), ...tabs, span(padLeft(right, room), 'dim')]
}

function boxes(desk: Desk): readonly Line[] {
  const { tab, tabKey, size } = desk
  if (tab.head === undefined) return []
  const drawn_now = tab.head(desk.beside.get(tabKey) ?? [], size.columns, desk.ascii)
  return isStale(desk) ? drawn_now.map((one) => [span(textOf(one), 'dim')]) : drawn_now
}

interface Placed extends Column {
  readonly width: number
}

/** The first column that holds words takes what is left over; what does not fit is left out. */
function placed(columns: readonly Column[], width: number): Placed[] {
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
  const widest = kept.findIndex(({ size }) => size === Math.max(...kept.map((one) => one.size)))
  return kept.map((column, at) => ({
    ...column,
    width:
      Math.max(column.size, column.title.length) +
      (at === widest ? Math.max(0, width - used - 1) : 0),
  }))
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

function listLines(desk: Desk, tab: Tab, width: number, height: number): Line[] {
  const { list } = desk
  const columns = placed(columnsOf(desk, width), width)
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

function detailLines(desk: Desk, width: number, height: number): Line[] {
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

function allScreens(desk: Desk, room: number): Line[] {
  const text = desk.typing?.text ?? ''
  const found = named(text)
  const chosen = Math.max(0, Math.min(desk.typing?.at ?? 0, found.length - 1))
  const height = room - 2
  const top = Math.max(0, Math.min(chosen - height + 1, found.length - height))
  const more = found.length - top - height
  const letters = text === '' ? `   ${lettersOf()} at once` : ''
  const rest = `${letters}${more > 0 ? `   ${more} more below` : ''}`
  return [
    [span(` Screens   type a name: ${text}`, 'bold'), span(' ', 'inverse'), span(rest, 'dim')],
    nothing,
    ...found.slice(top, top + height).map((screen, at): Line => {
      const may = desk.may(screen.permission)
      const needs = may ? screen.permission : `(${screen.permission} is missing)`
      const is_chosen = top + at === chosen
      return [
        span(is_chosen ? ' > ' : '   '),
        span(
          `${pad(screen.key === '' ? '-' : screen.key, 3)} ${pad(screen.title, 24)} ${needs}`,
          is_chosen ? 'inverse' : may ? undefined : 'dim',
        ),
      ]
    }),
  ]
}

const lettersOf = (): string =>
  screens
    .filter(({ key }) => /^[a-z]$/.test(key))
    .map(({ key, title }) => `${key} ${title}`)
    .join(', ')

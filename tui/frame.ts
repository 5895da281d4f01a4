// The frame of this moment: exactly as many lines as the terminal has, none wider than it.

import { clock } from '../db/clock.ts'
import { ascii, boxed, drawn, over, type Strokes } from './box.ts'
import type { Desk } from './desk.ts'
import type { SignField } from './sign-form.ts'
import { cancelAt, type Dialog, second_fields, secondAt, wordsOf } from './dialog.ts'
import { typedAs } from './hands.ts'
import { newOnes, windowed } from './list.ts'
import { read_again_ms } from './reading.ts'
import { named, screens } from './screens/all.ts'
import { type Column, type Row, type Tab, words } from './screens.ts'
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
  widthOf,
  wrapped,
} from './text.ts'

export function frameOf(desk: Desk): Line[] {
  const { columns, rows } = desk.size
  const made = desk.tooSmall ? tooSmall(desk) : whole(desk)
  return Array.from({ length: rows }, (_, at) => fill(made[at] ?? nothing, columns))
}

const strokesOf = (desk: Desk): Strokes => (desk.ascii ? ascii : drawn)

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
  const room = rows - 4
  const inside = body(desk, room)
  const middle = Array.from({ length: room }, (_, at) => fill(inside[at] ?? nothing, columns))
  const shown =
    desk.dialog !== null
      ? over(middle, dialogBox(desk, desk.dialog), columns)
      : desk.paper !== null
        ? over(middle, paperBox(desk, room), columns)
        : middle
  return [header(desk), ...shown, said(desk), menu(desk), footer(desk)]
}

// Head and foot

function header(desk: Desk): Line {
  const { person, place, size, screen } = desk
  const at = new Date(clock.ms()).toTimeString().slice(0, 5)
  const branch = desk.branch === null ? '' : ` / ${desk.branch}`
  const right = `${age(desk)}   ${at}   ${person?.username ?? ''} `
  return [
    span(apart(` Kituo  ${place.hospital}${branch}  ${screen.title}`, right, size.columns), 'bold'),
  ]
}

/** `live`, how old it is, or that nobody answers (OPS-196). */
function age(desk: Desk): string {
  const { at_ms, fault, away } = desk.list
  if (desk.frozen) return 'frozen'
  if (at_ms === null) return 'reading'
  const old_ms = clock.ms() - at_ms
  if (fault !== null)
    return `${away ? 'no daemon' : 'not read'}, again in ${Math.ceil(Math.max(0, read_again_ms - old_ms) / 1000)}s`
  return old_ms > 3 * read_again_ms ? `~${Math.round(old_ms / 1000)}s old` : 'live'
}

function said(desk: Desk): Line {
  const { typing } = desk
  if (typing !== null && typing.kind !== 'screens') {
    const asks = { filter: '/', command: ':', branch: 'Branch (empty: all): ' }[typing.kind]
    return [span(` ${asks}${typing.text}`, 'bold'), span(' ', 'inverse')]
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

/** At 60 columns the first few keys; `?` shows the rest. */
function footer(desk: Desk): Line {
  const own = desk.tab.acts.map(
    (act): Span => span(`${act.key} ${act.says}  `, desk.mayAct(act) ? undefined : 'dim'),
  )
  const shared = ['? keys', '/ filter', ': command', 'c line', 'z freeze', '! doctor', 'q leave']
  return [span(' '), ...own, ...shared.map((text): Span => span(`${text}  `, 'dim'))]
}

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
  return tab.head(desk.beside.get(tabKey) ?? [], size.columns, desk.ascii)
}

interface Placed extends Column {
  readonly width: number
}

/** The first column that holds words takes what is left over; what does not fit is left out. */
function placed(tab: Tab, width: number): Placed[] {
  const kept: Column[] = []
  let used = 3
  for (const column of tab.columns) {
    if (column.wide === true && width < 100) continue
    const size = Math.max(column.size, column.title.length)
    if (used + size + 1 > width && kept.length > 0) continue
    kept.push(column)
    used += size + 1
  }
  const widest = kept.findIndex(({ size }) => size === Math.max(...kept.map((one) => one.size)))
  return kept.map((column, at) => ({
    ...column,
    width:
      Math.max(column.size, column.title.length) +
      (at === widest ? Math.max(0, width - used - 1) : 0),
  }))
}

function listLines(desk: Desk, tab: Tab, width: number, height: number): Line[] {
  const { list } = desk
  const columns = placed(tab, width)
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
  const stale = list.at_ms !== null && clock.ms() - list.at_ms > 3 * read_again_ms
  return [
    head,
    ...rows.map((row): Line => {
      const is_chosen = tab.id(row) === list.chosen
      const text = cells(({ of }) => clean(words(of(row))))
      return [span(is_chosen ? ' > ' : '   '), span(text, styleOf(row, is_chosen, stale))]
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

function detailLines(desk: Desk, width: number, height: number): Line[] {
  const { list, tab } = desk
  const row = list.rows.find((one) => tab.id(one) === list.chosen)
  const facts = Object.entries(row ?? {}).filter(([, value]) => words(value) !== '')
  const inside = facts
    .slice(0, Math.max(0, height - 3))
    .map(
      ([name, value]): Line => [
        span(` ${pad(name.replaceAll('_', ' '), 18)} `, 'dim'),
        span(clean(words(value))),
      ],
    )
  return boxed('Detail', inside, width, strokesOf(desk))
}

function allScreens(desk: Desk, room: number): Line[] {
  const text = desk.typing?.text ?? ''
  const found = named(text)
  const more = found.length - (room - 2)
  const rest = more > 0 ? `   ${more} more below: type on` : ''
  return [
    [span(` Screens   type a name: ${text}`, 'bold'), span(' ', 'inverse'), span(rest, 'dim')],
    nothing,
    ...found
      .slice(0, room - 2)
      .map(
        (screen): Line =>
          line(
            `   ${pad(screen.key === '' ? '-' : screen.key, 3)} ${pad(screen.title, 24)} ${screen.permission}`,
            desk.may(screen.permission) ? undefined : 'dim',
          ),
      ),
  ]
}

// What lies over the screen

function dialogBox(desk: Desk, dialog: Dialog): Line[] {
  const width = Math.min(desk.size.columns - 2, 78)
  const room = width - 4
  const inside: Line[] = [
    ...asked(dialog, room),
    ...told(dialog, room, desk.size.rows - 14 - (dialog.second === null ? 0 : 3)),
    line(` ${cut(typedAs(wordsOf(dialog)), room)}`, 'dim'),
    buttons(dialog, room),
  ]
  return boxed(`${capital(dialog.title)}?`, inside, width, strokesOf(desk))
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const asked = (dialog: Dialog, room: number): Line[] =>
  dialog.asks.map(({ name, says, optional }, at): Line => {
    const has_focus = dialog.stage === 'asks' && dialog.focus === at
    const value = dialog.said[name] ?? ''
    return [
      span(` ${pad(optional === true ? `${says} (may be empty)` : says, 24)} `),
      span(cut(value, room - 28), 'bold'),
      span(has_focus ? '_' : ' '),
    ]
  })

function told(dialog: Dialog, room: number, most: number): Line[] {
  const { stage } = dialog
  if (stage === 'asks') return []
  if (stage === 'plan') return [line(' Looking what would happen ...', 'dim')]
  if (stage === 'doing') return [line(' Working ...', 'dim')]
  if (stage === 'refused')
    return wrapped(dialog.refusal, room).map((text) => line(` ${text}`, 'red'))
  const steps = dialog.steps.flatMap((step, at) =>
    wrapped(`${at + 1}. ${step}`, room).map((text) => line(` ${text}`)),
  )
  return [
    ...steps.slice(0, Math.max(1, most)),
    ...(dialog.type === null
      ? []
      : [
          [
            span(` Type ${dialog.type} to go on: `),
            span(dialog.typed, 'bold'),
            span(dialog.focus === 0 ? '_' : ' '),
          ],
        ]),
    ...secondPerson(dialog),
  ]
}

/** Left empty, the request waits until somebody else decides. */
function secondPerson(dialog: Dialog): Line[] {
  const { second } = dialog
  if (second === null) return []
  const shown = { ...second, password: '*'.repeat(second.password.length) }
  return second_fields.map(
    (name, at): Line => [
      span(` ${pad(at === 0 ? 'Second person' : capital(name), 14)} `),
      span(cut(shown[name], 30), 'bold'),
      span(dialog.focus === secondAt(dialog) + at ? '_' : ' '),
      span(at === 0 ? ' or empty: it waits' : at === 2 ? ' if two-factor is on' : '', 'dim'),
    ],
  )
}

function buttons(dialog: Dialog, room: number): Line {
  const button = (text: string, has_focus: boolean): Span =>
    span(has_focus ? `[ ${text} ]` : `( ${text} )`, has_focus ? 'inverse' : undefined)
  const shown =
    dialog.stage === 'ready'
      ? [
          button('Cancel', dialog.focus === cancelAt(dialog)),
          span('   '),
          button(capital(dialog.act.says), dialog.focus === cancelAt(dialog) + 1),
        ]
      : dialog.stage === 'refused'
        ? [button('Close', true)]
        : dialog.stage === 'asks'
          ? [span('Enter: go on   Esc: cancel', 'dim')]
          : []
  const used = shown.reduce((sum, { text }) => sum + widthOf(text), 0)
  return [span(' '.repeat(Math.max(1, room - used))), ...shown]
}

function paperBox(desk: Desk, room: number): Line[] {
  const { paper } = desk
  if (paper === null) return []
  const width = desk.size.columns
  const height = room - 2
  const shown = paper.lines.slice(paper.top, paper.top + height - 1)
  const more = paper.lines.length - paper.top - shown.length
  const left_s =
    paper.until_ms === null ? null : Math.max(0, Math.ceil((paper.until_ms - clock.ms()) / 1000))
  const foot = [
    ...(more > 0 ? [`${more} more: arrows`] : []),
    ...(left_s === null
      ? []
      : [`clears in ${Math.floor(left_s / 60)}:${String(left_s % 60).padStart(2, '0')}`]),
    'Esc: back',
  ].join('   ')
  return boxed(
    clean(paper.title),
    [...shown.map((text) => line(` ${text}`)), line(` ${padLeft(foot, width - 5)}`, 'dim')],
    width,
    strokesOf(desk),
  )
}

// Sign-in and lock

function signIn(desk: Desk): Line[] {
  const { columns, rows } = desk.size
  const { form, place } = desk
  const field = (name: string, value: string, at: SignField, after = ''): Line => [
    span(` ${pad(name, 10)} `),
    span(cut(value, 34), 'bold'),
    span(form.focus === at && !form.busy ? '_' : ' '),
    span(after, 'dim'),
  ]
  const stars = '*'.repeat(Math.min(30, form.password.length))
  const inside: Line[] = [
    line(desk.locked ? ' The screens are locked.' : ' Sign in to the house', 'bold'),
    nothing,
    ...(form.hosted
      ? [field('Hospital', form.hospital, 'hospital', form.hospital === '' ? '   (its code)' : '')]
      : []),
    field('Username', form.username, 'username'),
    field('Password', stars, 'password'),
    ...(form.wants_code ? [field('Code', form.code, 'code', '   (two-factor is on)')] : []),
    nothing,
    ...wrapped(form.busy ? 'One moment ...' : form.message, 48).map((text) =>
      line(` ${text}`, 'yellow'),
    ),
    line(` Locked after ${Math.round(place.lock_ms / 60_000)} minutes without a key.`, 'dim'),
    line(desk.locked ? ' q leaves.' : ' Ctrl-C twice leaves.', 'dim'),
  ]
  const below = Array.from({ length: rows - 1 }, () => nothing)
  return [
    line(apart(` Kituo ${place.version}   ${place.hospital}`, `${place.host} `, columns), 'bold'),
    ...over(below, boxed('', inside, Math.min(columns - 2, 54), strokesOf(desk)), columns),
  ]
}

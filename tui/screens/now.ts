// 1 Now: how the house runs, what waits, whether it is safe, and what wants doing.

import type { Document } from '../../db/appliance/deployment/line.ts'
import { ascii as plain_strokes, beside, boxed, drawn } from '../box.ts'
import {
  ago,
  asRows,
  column,
  rowsAt,
  type Row,
  type Screen,
  text,
  told,
  when,
  words,
} from '../screens.ts'
import { type Line, line, span } from '../text.ts'

type Facts = Readonly<Record<string, unknown>>

const beside_lines = [
  ['backup', 'list'],
  ['messaging', 'queue', 'show'],
  ['schedule', 'list'],
  ['user', 'list', '--limit', '200'],
  ['queue', 'status'],
] as const

export const now: Screen = {
  key: '1',
  name: 'now',
  title: 'Now',
  permission: 'console:read',
  tabs: [
    {
      name: 'Now',
      title: 'Advice',
      words: ['status'],
      rows: rowsAt('advice'),
      id: (row) => text(row, 'finding'),
      columns: [
        column('', (row) => mark(text(row, 'state')), 2),
        column('Finding', 'finding', 22),
        column('What is wrong', told, 30),
        column('Enter', advisedWords, 26, { wide: true }),
      ],
      opens: advised,
      acts: [],
      beside: beside_lines,
      head,
    },
  ],
}

/** Which screen a finding is about, by its category. */
const screen_of: Readonly<Record<string, string>> = {
  audit: 'audit',
  backup: 'backups',
  books: 'year-close',
  ca: 'workstations',
  device: 'workstations',
  devices: 'workstations',
  job: 'jobs',
  messaging: 'messaging',
  module: 'places',
  outbound: 'outgoing',
  schedule: 'jobs',
  security: 'users',
  timetable: 'jobs',
  user: 'users',
}

/** Its command; where that wants a name first, or there is none, the screen where it is mended. */
function advised(row: Row): readonly string[] {
  const command = text(row, 'command').replace(/^kituo /, '')
  if (command !== '' && !command.includes('<')) return command.split(' ')
  const finding = text(row, 'finding')
  const screen = screen_of[finding.split('.')[0] ?? '']
  return screen === undefined ? ['doctor', finding] : ['tui', '--screen', screen]
}

function advisedWords(row: Row): string {
  const [first, , name, ...rest] = advised(row)
  return first === 'tui' && rest.length === 0 ? `the screen ${name}` : text(row, 'command')
}

/** States carry words or a mark, never colour alone (OPS-198). */
export const mark = (state: string): string =>
  ({ OK: 'OK', WARN: '!', BAD: 'X', SKIPPED: '~' })[state] ?? state

function head(
  documents: readonly (Document | null)[],
  width: number,
  is_ascii: boolean,
  unheard: boolean,
): Line[] {
  const [status, backups, queue, schedules, users, points] = documents
  const strokes = is_ascii ? plain_strokes : drawn
  const boxes = [
    { title: 'Service', inside: service(factsOf(status), unheard) },
    { title: 'Work waiting', inside: waiting(queue, schedules, points) },
    { title: 'Safety', inside: safety(factsOf(status), backups, users) },
  ]
  const facts = factsOf(status)
  if (width < 80) {
    const [came] = growing(facts, is_ascii, 2)
    const panes = boxes.map(({ title, inside }) => folded(title, inside))
    return came === undefined ? panes : [...panes, came]
  }
  const height = Math.max(...boxes.map(({ inside }) => inside.length))
  const each = Math.floor(width / 3)
  return [
    ...beside(
      boxes.map(({ title, inside }, at) =>
        boxed(title, filled(inside, height), at === 2 ? width - 2 * each : each, strokes),
      ),
    ),
    ...growing(facts, is_ascii, 3),
    ...lastDone(facts, width),
  ]
}

const last_label = ' done'
const trend_length = 12

interface Cell {
  name: string
  bars: string
  value: string
}

/**
 * Hour by hour, the hour that runs last: what came in, and under it how many waited, how old the newest backup was,
 * and day by day how the disk fills.
 */
function growing(facts: Facts, is_ascii: boolean, columns: number): Line[] {
  const hours = facts['hours'] as Facts | null | undefined
  if (hours === null || hours === undefined) return []
  const counts = (field: string) => (hours[field] as readonly number[] | undefined) ?? []
  const came = ([field, name]: readonly [string, string]): Cell => {
    const all = counts(field).reduce((sum, one) => sum + one, 0)
    return { name, bars: sparks(counts(field), is_ascii), value: short(all) }
  }
  const queue = counts('queue')
  const first = [came(['visits', 'visits']), came(['sales', 'sales']), came(['messages', 'SMS'])]
  const waited = { name: 'queue', bars: sparks(queue, is_ascii), value: short(queue.at(-1) ?? 0) }
  const second = [waited, ageing(facts, is_ascii), filling(facts, is_ascii)]
  const label = [' 12h', '    ']
  return [first, second].map((cells, row) => [
    span(label[row] ?? '', 'dim'),
    ...cells
      .slice(0, columns)
      .flatMap((cell, at) => shownCell(cell, (row === 0 ? second : first)[at] ?? cell)),
  ])
}

/** As wide as the one above or below it. */
function shownCell({ name, bars, value }: Cell, other: Cell) {
  const wide = Math.max(value.length, other.value.length)
  return [
    span(`  ${name.padEnd(Math.max(name.length, other.name.length))} `, 'dim'),
    span(bars.padStart(trend_length)),
    span(` ${value.padEnd(wide)}`, 'bold'),
  ]
}

function ageing(facts: Facts, is_ascii: boolean): Cell {
  const backups = partOf(facts, 'backups')
  const ages = (backups?.['ages'] as readonly (number | null)[] | undefined) ?? []
  return { name: 'backup', bars: rising(ages, is_ascii), value: ago(backups?.['last']) || 'none' }
}

/** It rises as the disk fills. */
function filling(facts: Facts, is_ascii: boolean): Cell {
  const room = partOf(facts, 'room')
  const free = ((room?.['free'] as readonly number[] | undefined) ?? []).slice(-trend_length)
  const days = room?.['days_until_full']
  const value = typeof days === 'number' && days < 1000 ? `${days} d` : ''
  return {
    name: 'disk',
    bars: rising(
      free.map((one) => -one),
      is_ascii,
    ),
    value,
  }
}

/** What people last had the house do: as many as fit into a line. */
function lastDone(facts: Facts, width: number): Line[] {
  const recent = (facts['recent'] as readonly Row[] | undefined) ?? []
  const told = recent.map((row) => [
    `  ${when(row['at'])} `,
    text(row, 'command').replace(/^kituo /, ''),
    `, ${text(row, 'by')}`,
  ])
  let left = width - last_label.length
  const fitting = told.filter((parts, at) => {
    left -= parts.join('').length
    return at === 0 || left >= 0
  })
  if (fitting.length === 0) return []
  return [
    [
      span(last_label, 'dim'),
      ...fitting.flatMap(([at = '', command = '', by = '']) => [
        span(at, 'dim'),
        span(command, 'bold'),
        span(by),
      ]),
    ],
  ]
}

/** In four places at most. */
const short = (count: number): string => {
  const size = [1e9, 1e6, 1e3].findIndex((one) => count >= one)
  if (size < 0) return String(count)
  const scaled = count / ([1e9, 1e6, 1e3][size] ?? 1)
  return `${scaled < 10 ? Math.floor(scaled * 10) / 10 : Math.floor(scaled)}${'GMk'[size]}`
}

const steps = { drawn: [...'▁▂▃▄▅▆▇█'], ascii: [...'_.-:=+*#'] }

/** Each as high as it is beside the highest; nothing is a blank. */
function sparks(counts: readonly number[], is_ascii: boolean): string {
  const most = Math.max(1, ...counts)
  const marks = is_ascii ? steps.ascii : steps.drawn
  return counts
    .map((one) => (one === 0 ? ' ' : marks[Math.ceil((one / most) * marks.length) - 1]))
    .join('')
}

/** From the lowest of them to the highest; what is not known is a blank. */
function rising(counts: readonly (number | null)[], is_ascii: boolean): string {
  const marks = is_ascii ? steps.ascii : steps.drawn
  const known = counts.filter((one) => one !== null)
  const low = Math.min(...known)
  const span_of = Math.max(1, Math.max(...known) - low)
  return counts
    .map((one) =>
      one === null ? ' ' : marks[Math.round(((one - low) / span_of) * (marks.length - 1))],
    )
    .join('')
}

/** One pane under the other, a line each: what fits of it. */
const folded = (title: string, inside: readonly Line[]): Line => [
  span(` ${title.padEnd(12)}`, 'dim'),
  ...inside.flatMap((one) =>
    one.map(({ text: said, ...rest }) => ({ ...rest, text: said.replaceAll(/ {2,}/g, ' ') })),
  ),
]

const filled = (inside: readonly Line[], height: number): Line[] =>
  Array.from({ length: height }, (_, at) => inside[at] ?? [])

const factsOf = (document: Document | null | undefined): Facts => (document?.data ?? {}) as Facts

const fact = (good: boolean | null, name: string, value: string): Line => [
  span(
    ` ${good === null ? '~ ' : good ? 'OK' : '! '} `,
    good === null ? 'dim' : good ? 'green' : 'yellow',
  ),
  span(`${name.padEnd(10)} `),
  span(value, 'bold'),
]

const mb = (bytes: unknown): string =>
  Number(bytes) > 20 * 1024 ** 3
    ? `${Math.round(Number(bytes) / 1024 ** 3)} GB`
    : `${Math.round(Number(bytes) / 1024 ** 2)} MB`

const partOf = (facts: Facts, name: string): Facts | null => (facts[name] ?? null) as Facts | null

/** Of a daemon that nobody hears what it said last is no news. */
function service(facts: Facts, unheard: boolean): Line[] {
  const daemon = unheard ? null : partOf(facts, 'daemon')
  const database = partOf(facts, 'database')
  const disk = partOf(facts, 'disk')
  return [
    daemon === null
      ? fact(false, 'daemon', 'down')
      : fact(words(daemon['state']) === 'READY', 'daemon', words(daemon['state']).toLowerCase()),
    ...(database === null
      ? []
      : [
          fact(true, words(database['engine']), mb(database['bytes'])),
          fact(true, 'generation', words(database['generation'])),
        ]),
    ...(disk === null
      ? []
      : [fact(Number(disk['free']) > Number(disk['total']) / 10, 'disk free', mb(disk['free']))]),
    ...ofDaemon(facts, daemon !== null),
  ]
}

/** What a daemon does: of one that is down the database says only what it did last. */
function ofDaemon(facts: Facts, stands: boolean): Line[] {
  const [schedules, links] = [partOf(facts, 'schedules'), partOf(facts, 'links')]
  if (!stands) return [fact(null, 'timetable', 'unknown'), fact(null, 'links', 'unknown')]
  const [up, of] = [words(links?.['up']), words(links?.['of'])]
  return [
    ...(schedules === null ? [] : [punctual(schedules)]),
    ...(links === null ? [] : [fact(up === of, 'links', `${up} of ${of} up`)]),
  ]
}

function punctual(schedules: Facts): Line {
  const late = Number(schedules['late'] ?? 0)
  const left = Number(schedules['left_to_catch_up'] ?? 0)
  const said = left > 0 ? `${left} to catch up` : late > 0 ? `${late} late` : 'on time'
  return fact(left === 0 && late === 0, 'timetable', said)
}

function waiting(
  queue: Document | null | undefined,
  schedules: Document | null | undefined,
  points: Document | null | undefined,
): Line[] {
  const patients = asRows(points?.data).reduce((sum, row) => sum + Number(row['waiting'] ?? 0), 0)
  const [sms] = asRows(queue?.data)
  const entries = asRows(schedules?.data)
  const failed = entries.filter((row) => text(row, 'last_status') === 'FAILED').length
  return [
    ...(points?.success === true ? [fact(true, 'patients', patients.toLocaleString('en-US'))] : []),
    fact(true, 'SMS', Number(sms?.['waiting'] ?? 0).toLocaleString('en-US')),
    fact(entries.length === 0 ? null : failed === 0, 'schedules', `${entries.length} on`),
    ...(failed === 0 ? [] : [fact(false, 'failed', String(failed))]),
  ]
}

/** How long ago a backup was last proved, and last started. */
const proofs = (backups: Facts | null | undefined): Line[] =>
  backups === null || backups === undefined
    ? []
    : (['verified', 'drilled'] as const).map((name) => {
        const past = ago(backups[name])
        return fact(past !== '', name, past === '' ? 'never' : `${past} ago`)
      })

/** There is none, or nobody said whether there is one. */
const noBackup = (backups: Document | null | undefined): Line =>
  backups?.success === true ? fact(false, 'backup', 'none yet') : fact(null, 'backup', 'unknown')

function safety(
  facts: Facts,
  backups: Document | null | undefined,
  users: Document | null | undefined,
): Line[] {
  const last = asRows(backups?.data).at(-1)
  const advice = asRows(facts['advice'])
  const locked = asRows(users?.data).filter((row) => row['locked_until'] !== null).length
  return [
    last === undefined ? noBackup(backups) : fact(true, 'backup', when(last['at'])),
    last === undefined ? line('') : fact(true, 'level', text(last, 'level')),
    ...proofs(facts['backups'] as Facts | null | undefined),
    advice.length === 0
      ? fact(true, 'advice', 'none')
      : fact(false, 'advice', `${advice.length} to read`),
    ...(locked === 0 ? [] : [fact(false, 'locked', `${locked} accounts`)]),
  ]
}

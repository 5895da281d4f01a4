// The roster as it hangs on the wall (people HR-40): a page a month, people and days, codes and hours.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Column, Paper } from './paper.ts'
import { shippedName } from './people-words.ts'
import { words } from './words.ts'

export interface RosterSheet {
  head: Head
  language: Language
  number: string
  at: string
  department: string
  starts_on: string
  ends_on: string
  is_draft: boolean
  people: readonly {
    name: string
    cadre: string
    hours: number
    shifts: readonly OnDay[]
    /** Days of leave. */
    away: readonly string[]
  }[]
  /** Shifts that nobody has yet. */
  open: readonly OnDay[]
  legend: readonly { code: string; name: string; from: string; to: string }[]
  /** Public holidays that count. */
  holidays: readonly { date: string; name: string }[]
  printed: { at: string; by: string }
}
interface OnDay {
  date: string
  code: string
}

const en = {
  title: 'Duty roster',
  department: 'Department',
  days: 'Days',
  name: 'Name',
  hours: 'Hours',
  open: 'Open',
  legend: 'Codes',
  off: 'Off',
  away: 'Away',
  holidays: 'Holidays',
  nobody: 'Nobody stands in it.',
}
const sw: typeof en = {
  title: 'Ratiba ya zamu',
  department: 'Idara',
  days: 'Siku',
  name: 'Jina',
  hours: 'Saa',
  open: 'Wazi',
  legend: 'Alama',
  off: 'Mapumziko',
  away: 'Hayupo',
  holidays: 'Sikukuu',
  nobody: 'Hakuna mtu.',
}
const said_in: Record<Language, typeof en> = { en, sw }

export function rosterSheet(made: RosterSheet): Paper {
  const { head, language } = made
  const said = said_in[language]
  const day = (text: string): string => dateText(text, head.date_format, language)
  const moment = momentText(made.printed.at, head.timezone, head.date_format, language)
  const months = monthsOf(made)
  return {
    title: said.title,
    number: made.number,
    language,
    size: 'A4',
    landscape: true,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: made.at,
    footer: head.footer,
    printed: words[language].printed(moment, made.printed.by),
    mark: made.is_draft ? words[language].draft : null,
    blocks: [
      {
        kind: 'facts',
        columns: 2,
        rows: [
          [said.department, made.department],
          [said.days, `${day(made.starts_on)} – ${day(made.ends_on)}`],
        ],
      },
      ...months.flatMap((days, at): Block[] => [
        ...(at === 0 ? [] : [{ kind: 'page' as const }]),
        { kind: 'heading', text: monthIn(language, days[0] ?? made.starts_on) },
        monthTable(made, days, said, at === months.length - 1),
      ]),
      {
        kind: 'text',
        title: said.legend,
        small: true,
        text: [
          ...made.legend.map(
            ({ code, name, from, to }) => `${code} ${shippedName(language, name)} ${from}–${to}`,
          ),
          `${off_mark} ${said.off}`,
          ...(made.people.some(({ away }) => away.length > 0) ? [`${away_mark} ${said.away}`] : []),
        ].join(' · '),
      },
      ...holidays(made, said, day),
    ],
  }
}

/** What stands where nobody has a shift: a day off, or leave, whose kind is nobody's business (HR-83). */
const off_mark = '–'
const away_mark = '×'

function holidays(made: RosterSheet, said: typeof en, day: (text: string) => string): Block[] {
  if (made.holidays.length === 0) return []
  const named = made.holidays.map(
    ({ date, name }) => `* ${day(date)} ${shippedName(made.language, name)}`,
  )
  return [{ kind: 'text', title: said.holidays, small: true, text: named.join(' · ') }]
}

function monthsOf({ starts_on, ends_on }: RosterSheet): string[][] {
  const days: string[] = []
  for (let at = Date.parse(starts_on); at <= Date.parse(ends_on); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return [...Map.groupBy(days, (one) => one.slice(0, 7)).values()]
}

const monthIn = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )

/** Hours are of the whole roster: they stand on its last page. */
function monthTable(
  made: RosterSheet,
  days: readonly string[],
  said: typeof en,
  with_hours: boolean,
): Block {
  const free = new Set(made.holidays.map(({ date }) => date))
  const columns: Column[] = [
    { label: said.name, weight: 9 },
    ...days.map(
      (day): Column => ({
        label: `${Number(day.slice(8))}${free.has(day) ? '*' : ''}`,
        weight: 1,
        align: 'center',
      }),
    ),
    ...(with_hours ? [{ label: said.hours, weight: 2, align: 'right' as const }] : []),
  ]
  const on = (shifts: readonly OnDay[]): string[] =>
    days.map((day) =>
      shifts
        .filter(({ date }) => date === day)
        .map(({ code }) => code)
        .join(' '),
    )
  const open = on(made.open)
  return {
    kind: 'table',
    columns,
    rows: [
      ...made.people.map(({ name, hours, shifts, away }) => [
        name,
        ...on(shifts).map((code, at) => {
          if (code !== '') return code
          return away.includes(days[at] ?? '') ? away_mark : off_mark
        }),
        ...(with_hours ? [String(hours)] : []),
      ]),
      ...(open.some((code) => code !== '')
        ? [[said.open, ...open, ...(with_hours ? [''] : [])]]
        : []),
    ],
    empty: said.nobody,
  }
}

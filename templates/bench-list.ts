// A list of the laboratory on paper, A4: for a round through the wards, or for a bench (DIA-56).

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { bench_words } from './bench-words.ts'
import { momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Paper, Table } from './paper.ts'
import { words } from './words.ts'

interface Who {
  name: string | null
  number: string
  sex: 'Male' | 'Female' | 'Ambiguous' | null
  age: string | null
}

interface Waits extends Who {
  priority: string
  paid: boolean
}

export interface BenchList {
  head: Head
  language: Language
  list: string
  section: string | null
  instrument: string | null
  location: string | null
  /** Of a list that is walked through the wards; else the rows stand as they are worked. */
  rounds:
    | readonly {
        place: string | null
        patients: readonly (Waits & {
          tubes: readonly { number: string; what: string }[]
          tests: readonly string[]
        })[]
      }[]
    | null
  rows: readonly (Waits & {
    place: string | null
    specimen: string | null
    type: string | null
    code: string
    test: string
    due_at: string | null
    overdue_minutes: number | null
    lines: readonly { code: string; value: string; unit: string | null; flag: string | null }[]
  })[]
  count: number
  printed: { at: string; by: string }
}

export function benchListPaper(made: BenchList): Paper {
  const { head, language, printed, rounds } = made
  const own = bench_words[language]
  const facts: (readonly [string, string | null])[] = [
    [own.section, made.section],
    [own.instrument, made.instrument],
    [own.place, made.location],
    ...(rounds === null ? [] : countsOf(made, rounds)),
    [own.tests, String(made.count)],
  ]
  return {
    title: own.titles[made.list] ?? made.list,
    number: null,
    language,
    size: 'A4',
    landscape: rounds === null,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: printed.at,
    footer: head.footer,
    printed: words[language].printed(moment(made, printed.at), printed.by),
    mark: null,
    blocks: [
      {
        kind: 'facts',
        columns: 2,
        rows: facts.filter((row): row is readonly [string, string] => row[1] !== null),
      },
      rounds === null ? benchTable(made) : roundTable(made, rounds),
    ],
  }
}

const moment = ({ head, language }: Pick<BenchList, 'head' | 'language'>, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

type Rounds = NonNullable<BenchList['rounds']>

function countsOf({ language }: BenchList, rounds: Rounds): (readonly [string, string])[] {
  const own = bench_words[language]
  const patients = rounds.flatMap((one) => one.patients)
  return [
    [own.patients, String(patients.length)],
    [own.tubes, String(patients.reduce((sum, { tubes }) => sum + tubes.length, 0))],
  ]
}

const sexAndAge = ({ language }: BenchList, { sex, age }: Who): string =>
  [sex === null ? null : words[language].sexes[sex], age].filter(Boolean).join(', ')

const priorityOf = ({ language }: BenchList, { priority, paid }: Waits): string => {
  const own = bench_words[language]
  return [own.priorities[priority] ?? priority, paid ? null : own.unpaid].filter(Boolean).join('\n')
}

/** A line for each patient, and room to sign for what was taken. */
function roundTable(made: BenchList, rounds: Rounds): Table {
  const own = bench_words[made.language]
  const weights = [6, 4, 7, 5, 3, 5]
  const rows: string[][] = []
  const headings: number[] = []
  for (const { place, patients } of rounds) {
    headings.push(rows.length)
    rows.push([`${place ?? own.elsewhere} (${patients.length})`])
    for (const one of patients) {
      rows.push([
        [one.name, one.number].filter(Boolean).join('\n'),
        sexAndAge(made, one),
        one.tubes.map(({ number, what }) => [number, what].filter(Boolean).join(' ')).join('\n'),
        one.tests.join(', '),
        priorityOf(made, one),
        '',
      ])
    }
  }
  return {
    kind: 'table',
    columns: own.collect_columns.map((label, at) => ({
      label,
      weight: weights[at] ?? 4,
    })),
    rows,
    headings,
    empty: own.none,
  }
}

/** What is measured stands with its value, what is not with room for one. */
function benchTable(made: BenchList): Table {
  const own = bench_words[made.language]
  const weights = [5, 7, 6, 5, 10]
  return {
    kind: 'table',
    columns: own.bench_columns.map((label, at) => ({
      label,
      weight: weights[at] ?? 5,
      strong: at === 0,
    })),
    rows: made.rows.map((one) => [
      [one.specimen ?? own.bedside, one.type].filter(Boolean).join('\n'),
      [
        [one.name, one.number].filter(Boolean).join(' · '),
        [sexAndAge(made, one), one.place].filter(Boolean).join(' · '),
      ].join('\n'),
      one.code === one.test ? one.test : `${one.test}\n${one.code}`,
      [
        priorityOf(made, one),
        one.due_at === null ? null : `${own.due} ${moment(made, one.due_at)}`,
        one.overdue_minutes ? `${own.late} ${one.overdue_minutes} min` : null,
      ]
        .filter(Boolean)
        .join('\n'),
      one.lines.map(lineOf).join('\n'),
    ]),
    empty: own.none,
  }
}

const room = '\u2026'.repeat(8)
const marks: Readonly<Record<string, string>> = {
  LOW: 'L',
  HIGH: 'H',
  CRITICAL_LOW: 'LL !',
  CRITICAL_HIGH: 'HH !',
  ABNORMAL: 'A',
  CRITICAL: '!',
}

const lineOf = ({ code, value, unit, flag }: BenchList['rows'][0]['lines'][0]): string =>
  value === ''
    ? [code, room, unit].filter(Boolean).join(' ')
    : [code, value, marks[flag ?? '']].filter(Boolean).join(' ')

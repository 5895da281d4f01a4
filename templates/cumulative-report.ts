// Results of an order beside those of the orders before it (DIA-151), A4 across: a column for each time, the newest on
// the right, and what is not usual stands out in its place.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import { lab_words } from './lab-words.ts'
import type { Head } from './letters.ts'
import type { Block, Paper, Table } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

interface Value {
  text: string
  flag: string | null
  corrected: boolean
}

export interface CumulativeReport {
  head: Head
  language: Language
  number: string
  patient: PatientOnPaper
  location: string | null
  ordered_by: string
  /** The oldest first; the last is the order's own. */
  columns: readonly { reference: string; at: string }[]
  headings: readonly {
    title: string
    lines: readonly {
      name: string
      unit: string
      range: string
      unconfirmed: boolean
      values: readonly (Value | null)[]
    }[]
  }[]
  corrected: boolean
  unconfirmed: boolean
  footer: string | null
  accreditation: string | null
  printed: { at: string; by: string }
}

export function cumulativeReport(made: CumulativeReport): Paper {
  const { head, language, printed } = made
  const own = lab_words[language]
  return {
    title: own.cumulative,
    number: made.number,
    language,
    size: 'A4',
    landscape: true,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: [head.footer, made.footer, made.accreditation].filter(Boolean).join('\n') || null,
    issued_at: made.columns.at(-1)?.at ?? printed.at,
    printed: words[language].printed(moment(made, printed.at), printed.by),
    mark: null,
    blocks: [{ kind: 'facts', columns: 3, rows: opening(made) }, values(made), ...notes(made)],
  }
}

const moment = ({ head, language }: CumulativeReport, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

function opening(made: CumulativeReport): (readonly [string, string])[] {
  const { language, patient } = made
  const [said, own] = [words[language], lab_words[language]]
  const born = patient.birth_date
  const rows: (readonly [string, string])[] = [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [said.born, born === null ? '' : dateText(born, made.head.date_format, language)],
    [own.location, made.location ?? ''],
    [own.ordered_by, made.ordered_by],
  ]
  return rows.filter(([, text]) => text !== '')
}

const marks: Readonly<Record<string, string>> = {
  LOW: 'L',
  HIGH: 'H',
  CRITICAL_LOW: 'LL',
  CRITICAL_HIGH: 'HH',
  ABNORMAL: 'A',
  CRITICAL: '!',
}

const before_values = 3

function values(made: CumulativeReport): Table {
  const [name, , , unit, range] = lab_words[made.language].columns
  const rows: string[][] = []
  const marked: number[][] = []
  const headings: number[] = []
  for (const { title, lines } of made.headings) {
    headings.push(rows.length)
    rows.push([title])
    marked.push([])
    for (const line of lines) {
      rows.push([
        `${line.name}${line.unconfirmed ? ' *' : ''}`,
        line.unit,
        line.range,
        ...line.values.map(textOf),
      ])
      marked.push(line.values.flatMap((value, at) => (isMarked(value) ? [before_values + at] : [])))
    }
  }
  return {
    kind: 'table',
    columns: [
      { label: name, weight: 5 },
      { label: unit, weight: 2 },
      { label: range, weight: 2 },
      ...made.columns.map(({ at }, place) => ({
        label: moment(made, at),
        weight: 2,
        align: 'center' as const,
        strong: place === made.columns.length - 1,
      })),
    ],
    rows,
    marked,
    headings,
  }
}

const isMarked = (value: Value | null): boolean =>
  value !== null && marks[value.flag ?? ''] !== undefined

const textOf = (value: Value | null): string =>
  value === null
    ? ''
    : [`${value.text}${value.corrected ? '†' : ''}`, marks[value.flag ?? '']]
        .filter(Boolean)
        .join(' ')

function notes(made: CumulativeReport): Block[] {
  const own = lab_words[made.language]
  const said = [
    own.cumulative_note,
    made.corrected ? `† ${own.corrected_on_own}` : null,
    made.unconfirmed ? `* ${own.unconfirmed}` : null,
  ]
  return [
    { kind: 'gap', height: 4 },
    { kind: 'text', small: true, text: said.filter((one) => one !== null).join('\n') },
  ]
}

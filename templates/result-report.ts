// A laboratory's report (DIA-150): by sections, each value with its range and what was measured before;
// only what is released, and of the rest its name.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { cultureBlocks, type CultureOnPaper } from './culture-blocks.ts'
import { dateText, momentText } from './figures.ts'
import { lab_words } from './lab-words.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import type { ResultRow } from './result-row.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

export interface LineOnPaper {
  name: string
  value: string
  unit: string
  range: string
  flag: string | null
  comment: string | null
  history: readonly number[]
  low: number | null
  high: number | null
  bedside: boolean
  alone: boolean
  unconfirmed: boolean
  culture: CultureOnPaper | null
  /** What stood there before, struck out, and when that ended. */
  before: { value: string; at: string; reason: string | null } | null
}

export interface ResultReport {
  head: Head
  language: Language
  number: string
  patient: PatientOnPaper
  age_estimated: boolean
  location: string | null
  ordered_by: string
  specimens: readonly {
    number: string
    type: string
    collected_at: string | null
    received_at: string | null
    condition: readonly string[]
  }[]
  headings: readonly {
    title: string
    tests: readonly { title: string | null; lines: readonly LineOnPaper[] }[]
  }[]
  to_follow: readonly string[]
  entered_by: readonly string[]
  verified_by: readonly string[]
  released_by: readonly string[]
  released_at: string
  corrected: boolean
  footer: string | null
  accreditation: string | null
  prints: number
  printed: { at: string; by: string }
}

export function resultReport(made: ResultReport): Paper {
  const { head, language } = made
  const [said, own] = [words[language], lab_words[language]]
  return {
    title: own.report,
    number: made.number,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: [head.footer, made.footer, made.accreditation].filter(Boolean).join('\n') || null,
    issued_at: made.released_at,
    printed: said.printed(moment(made, made.printed.at), made.printed.by),
    mark: made.prints > 1 ? `${own.copy} ${made.prints}` : null,
    blocks: [
      ...(made.corrected ? [banner(own.corrected_report)] : []),
      { kind: 'facts', columns: 2, rows: opening(made) },
      labels(made),
      ...made.headings.flatMap((one) => section(made, one)),
      ...closing(made),
    ],
  }
}

const moment = ({ head, language }: ResultReport, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

const banner = (text: string): Block => ({
  kind: 'text',
  text,
  framed: true,
  strong: true,
  align: 'center',
})

function opening(made: ResultReport): (readonly [string, string])[] {
  const [said, own] = [words[made.language], lab_words[made.language]]
  const { patient, specimens } = made
  const born = patient.birth_date
  const [first] = specimens
  const at = (when: string | null | undefined): string => (when ? moment(made, when) : '')
  const estimated = made.age_estimated ? ` (${own.estimated})` : ''
  const rows: (readonly [string, string])[] = [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, `${patient.age}${estimated}`],
    [said.born, born === null ? '' : dateText(born, made.head.date_format, made.language)],
    [own.location, made.location ?? ''],
    [own.ordered_by, made.ordered_by],
    [own.specimens, specimens.map(({ number, type }) => `${number} ${type}`).join(', ')],
    [own.collected, at(first?.collected_at)],
    [own.received, at(first?.received_at)],
    [own.released, at(made.released_at)],
    [own.condition, specimens.flatMap(({ condition }) => condition).join(', ')],
  ]
  return rows.filter(([, text]) => text !== '')
}

const labels = ({ language }: ResultReport): ResultRow => {
  const [name, value, , unit, range, plot_label] = lab_words[language].columns
  return { ...blank, cells: [name, value, unit, range], head: true, plot_label }
}

const blank = {
  kind: 'result',
  mark: null,
  critical: false,
  history: [],
  low: null,
  high: null,
  notes: [],
} as const

function section(made: ResultReport, one: ResultReport['headings'][number]): Block[] {
  return [
    { kind: 'heading', text: one.title },
    ...one.tests.flatMap(({ title, lines }): Block[] => [
      ...(title === null ? [] : [{ ...blank, cells: [title, '', '', ''] as const, head: true }]),
      ...lines.flatMap((line) => [
        rowOf(made, line),
        ...cultureBlocks(made.language, line.culture),
      ]),
    ]),
  ]
}

const marks: Readonly<Record<string, string>> = {
  LOW: 'L',
  HIGH: 'H',
  CRITICAL_LOW: 'LL !',
  CRITICAL_HIGH: 'HH !',
  ABNORMAL: 'A',
  CRITICAL: '!',
}

function rowOf(made: ResultReport, line: LineOnPaper): ResultRow {
  const own = lab_words[made.language]
  const { before } = line
  const notes = [
    line.comment,
    before === null
      ? null
      : `${own.was} ${before.value}, ${own.corrected_on} ${moment(made, before.at)}${before.reason === null ? '' : ` (${before.reason})`}`,
    line.bedside ? own.poc : null,
    line.alone ? own.alone : null,
  ].filter((note) => note !== null && note !== '')
  return {
    kind: 'result',
    cells: [`${line.name}${line.unconfirmed ? ' *' : ''}`, line.value, line.unit, line.range],
    mark: marks[line.flag ?? ''] ?? null,
    critical: (line.flag ?? '').startsWith('CRITICAL'),
    history: line.history,
    low: line.low,
    high: line.high,
    notes: notes as string[],
  }
}

function closing(made: ResultReport): Block[] {
  const own = lab_words[made.language]
  const is_unconfirmed = made.headings.some(({ tests }) =>
    tests.some(({ lines }) => lines.some(({ unconfirmed }) => unconfirmed)),
  )
  const follow: Block[] =
    made.to_follow.length === 0
      ? []
      : [{ kind: 'text', title: own.to_follow, text: made.to_follow.join(', ') }]
  return [
    { kind: 'gap', height: 8 },
    ...follow,
    ...(is_unconfirmed
      ? [{ kind: 'text', text: `* ${own.unconfirmed}`, small: true } as const]
      : []),
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [
            { caption: own.entered, name: made.entered_by.join(', '), note: '' },
            { caption: own.verified, name: made.verified_by.join(', '), note: '' },
            { caption: own.released, name: made.released_by.join(', '), note: '' },
          ],
        },
      ],
    },
  ]
}

// The slip that goes with a patient or a tube to who measures (DIA-151): what is wanted, why, in which tubes by their
// bars, how to prepare, and what was answered before rays and magnets.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import { imaging_words } from './imaging-words.ts'
import type { Head } from './letters.ts'
import type { Block, Paper, Table } from './paper.ts'
import { request_words } from './request-words.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

export interface StudyOnSlip {
  item_id: string
  accession: string
  room: string | null
  starts_at: string | null
  answers: readonly (readonly [question: string, answer: unknown])[]
}

export interface RequestSlip {
  head: Head
  language: Language
  number: string
  discipline: string
  patient: PatientOnPaper
  location: string | null
  ordered_by: string
  ordered_at: string
  priority: string
  fasting: boolean | null
  question: string | null
  tests: readonly { item_id: string; name: string; side: string | null; section: string }[]
  tubes: readonly { number: string; what: string; tests: readonly string[] }[]
  studies: readonly StudyOnSlip[]
  preparation: readonly string[]
  consents: readonly { by: string; at: string }[]
  printed: { at: string; by: string }
}

export function requestSlip(made: RequestSlip): Paper {
  const { head, language } = made
  const own = request_words[language]
  return {
    title: own.titles[made.discipline] ?? '',
    number: made.number,
    language,
    size: 'A5',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: head.footer,
    issued_at: made.ordered_at,
    printed: words[language].printed(moment(made, made.printed.at), made.printed.by),
    mark: null,
    blocks: [
      { kind: 'facts', columns: 2, rows: opening(made) },
      ...text(imaging_words[language].why, made.question),
      made.studies.length > 0 ? studyTable(made) : testTable(made),
      ...text(own.preparation, made.preparation.join('\n') || null),
      ...made.tubes.map(tubeBlock),
      ...made.studies.flatMap((study) => safetyBlocks(made, study)),
    ],
  }
}

const moment = ({ head, language }: RequestSlip, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

const text = (title: string, said: string | null): Block[] =>
  said === null ? [] : [{ kind: 'text', title, text: said }]

function opening(made: RequestSlip): (readonly [string, string])[] {
  const { language, patient, head } = made
  const [said, own, of_report] = [words[language], request_words[language], imaging_words[language]]
  const born = patient.birth_date
  const rows: (readonly [string, string])[] = [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [said.born, born === null ? '' : dateText(born, head.date_format, language)],
    [of_report.location, made.location ?? ''],
    [of_report.ordered_by, made.ordered_by],
    [own.ordered_at, moment(made, made.ordered_at)],
    [own.priority, own.priorities[made.priority] ?? made.priority],
    [own.fasting, made.fasting === null ? '' : made.fasting ? own.yes : own.no],
    [own.consented, made.consents.map(({ by, at }) => `${by}, ${moment(made, at)}`).join('; ')],
  ]
  return rows.filter(([, value]) => value !== '')
}

const testTable = ({ language, tests }: RequestSlip): Table => {
  const [name, section] = request_words[language].columns
  return {
    kind: 'table',
    columns: [
      { label: name, weight: 3, strong: true },
      { label: section, weight: 2 },
    ],
    rows: tests.map((test) => [test.name, test.section]),
  }
}

function studyTable(made: RequestSlip): Table {
  const { language, tests, studies } = made
  const [name, study, when] = request_words[language].study_columns
  const sides: Readonly<Record<string, string>> = imaging_words[language].sides
  return {
    kind: 'table',
    columns: [
      { label: name, weight: 3, strong: true },
      { label: study, weight: 2 },
      { label: when, weight: 3 },
    ],
    rows: tests.map(({ item_id, name: test, side }) => {
      const found = studies.find((one) => one.item_id === item_id)
      const at = found?.starts_at
      return [
        [test, side === null ? null : (sides[side] ?? null)].filter(Boolean).join(', '),
        found?.accession ?? '',
        [at ? moment(made, at) : null, found?.room].filter(Boolean).join(', '),
      ]
    }),
  }
}

const tubeBlock = ({ number, what, tests }: RequestSlip['tubes'][number]): Block => ({
  kind: 'together',
  blocks: [{ kind: 'codes', barcode: number, lines: [`${number} · ${what}`, tests.join(', ')] }],
})

function safetyBlocks(made: RequestSlip, { accession, answers }: StudyOnSlip): Block[] {
  const { language, head } = made
  const own = request_words[language]
  const rows = answers.map(([question, answer]): readonly [string, string] => {
    const told =
      typeof answer === 'boolean'
        ? answer
          ? own.yes
          : own.no
        : question === 'lmp'
          ? dateText(String(answer), head.date_format, language)
          : (own.answers[String(answer)] ?? String(answer))
    return [own.questions[question] ?? question, told]
  })
  const bars: Block = { kind: 'codes', barcode: accession, lines: [accession] }
  if (rows.length === 0) return [bars]
  return [{ kind: 'heading', text: own.safety }, { kind: 'facts', columns: 2, rows }, bars]
}

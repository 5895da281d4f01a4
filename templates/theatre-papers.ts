// Papers of theatre (OT-22): the operation note, the anaesthetic chart, the checklist in its three stops. Each page
// says whose it is, which operation, and what stands of it now.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { theatre_words } from './theatre-words.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

type Words = (typeof theatre_words)['en']

export interface Operated {
  title: string
  side: string
}

export interface CasePaper {
  head: Head
  language: Language
  kind: keyof Words['titles']
  number: string
  patient: PatientOnPaper
  procedures: readonly Operated[]
  /** What the note says was done. */
  done: readonly Operated[]
  diagnosis: string
  theatre: string | null
  technique: string | null
  outcome: string | null
  team: readonly { name: string; role: string }[]
  times: readonly { step: string; at: string }[]
  /** Of the note or the record: what it is about, and what was written under it. */
  sections: readonly { about: string; text: string }[]
  airway: {
    device: string
    size: string | null
    grade: number | null
    attempts: number | null
  } | null
  totals: readonly { what: string; ml: number }[]
  checklists: readonly {
    phase: keyof Words['phases']
    items: readonly { title: string; answer: keyof Words['answers'] | null; note: string | null }[]
    present: readonly string[]
    read_by: string | null
    at: string | null
  }[]
  counts: readonly {
    name: string
    initial: number
    added: number
    left_in: number
    final: number | null
  }[]
  unresolved: string | null
  goods: readonly { name: string; lot: string | null; quantity: number; site: string | null }[]
  signature: { name: string; at: string; version_no: number } | null
  /** Of a signed operation note. */
  verify: { code: string; url: string } | null
  unconfirmed: boolean
  at: string
  printed: { at: string; by: string }
}

export function casePaper(made: CasePaper): Paper {
  const { head, language, kind } = made
  const own = theatre_words[language]
  const moment = (at: string): string => momentText(at, head.timezone, head.date_format, language)
  const unsigned = kind !== 'checklist' && made.signature === null
  return {
    language,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: head.footer,
    title: own.titles[kind],
    number: made.number,
    size: 'A4',
    issued_at: made.at,
    printed: words[language].printed(moment(made.printed.at), made.printed.by),
    mark: unsigned ? words[language].draft : null,
    blocks: [opening(made, own), ...bodyOf(made, own, moment), ...closing(made, own, moment)],
  }
}

function opening(made: CasePaper, own: Words): Block {
  const said = words[made.language]
  const { patient } = made
  const rows: (readonly [string, string | null])[] = [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [own.case, made.number],
    [own.theatre, made.theatre],
    [own.procedure, made.procedures.map((one) => called(one, own)).join('; ')],
    [own.diagnosis, made.diagnosis],
    [own.technique, named(own.techniques, made.technique)],
    [own.outcome, named(own.outcomes, made.outcome)],
  ]
  const known = rows.filter((row): row is readonly [string, string] => Boolean(row[1]))
  return { kind: 'facts', columns: 2, rows: known }
}

const named = (words: Readonly<Record<string, string>>, word: string | null): string | null =>
  word === null ? null : (words[word] ?? word)

const called = ({ title, side }: Operated, own: Words): string =>
  [title, own.sides[side]].filter(Boolean).join(', ')

type Moment = (at: string) => string

function bodyOf(made: CasePaper, own: Words, moment: Moment): Block[] {
  if (made.kind === 'checklist') return [...stops(made, own, moment), ...counted(made, own)]
  const written = [...measured(made, own), ...made.sections].map(({ about, text }) => ({
    kind: 'text' as const,
    title: own.sections[about] ?? about,
    text,
  }))
  const beside = made.kind === 'operation_note' ? [...counted(made, own), ...goods(made, own)] : []
  return [...timesOf(made, own, moment), ...written, ...beside, ...team(made, own)]
}

function measured({ done, airway, totals }: CasePaper, own: Words) {
  const way = airway && [
    airway.device,
    airway.size,
    airway.grade && `${own.grade} ${airway.grade}`,
    airway.attempts && `${own.attempts} ${airway.attempts}`,
  ]
  const said = [
    ['done', done.map((one) => called(one, own)).join('; ')],
    ['airway', way?.filter(Boolean).join(', ') ?? ''],
    ['totals', totals.map(({ what, ml }) => `${own.totals[what] ?? what} ${ml} ml`).join(', ')],
  ] as const
  return said.flatMap(([about, text]) => (text === '' ? [] : [{ about, text }]))
}

const stops = ({ checklists }: CasePaper, own: Words, moment: Moment): Block[] =>
  checklists.flatMap((list): Block[] => [
    { kind: 'heading', text: own.phases[list.phase] },
    {
      kind: 'table',
      columns: [
        { label: own.item, weight: 6 },
        { label: own.answer, weight: 2 },
        { label: own.remark, weight: 3 },
      ],
      rows: list.items.map(({ title, answer, note }) => [
        title,
        answer === null ? '' : own.answers[answer],
        note ?? '',
      ]),
    },
    {
      kind: 'text',
      small: true,
      text:
        list.at === null
          ? own.not_read
          : `${own.read_by} ${list.read_by ?? ''}, ${moment(list.at)}. ${own.present}: ${list.present.join(', ')}.`,
    },
  ])

const timesOf = ({ times }: CasePaper, own: Words, moment: Moment): Block[] =>
  times.length === 0
    ? []
    : [
        {
          kind: 'table',
          columns: [
            { label: own.step, weight: 3 },
            { label: own.at, weight: 2 },
          ],
          rows: times.map(({ step, at }) => [own.steps[step] ?? step, moment(at)]),
        },
      ]

function counted({ counts, unresolved }: CasePaper, own: Words): Block[] {
  if (counts.length === 0) return []
  return [
    { kind: 'heading', text: own.counts },
    {
      kind: 'table',
      columns: [
        { label: own.item, weight: 4 },
        { label: own.initial, weight: 1, align: 'right' },
        { label: own.added, weight: 1, align: 'right' },
        { label: own.left_in, weight: 1, align: 'right' },
        { label: own.final, weight: 1, align: 'right' },
      ],
      rows: counts.map((one) => [
        one.name,
        String(one.initial),
        String(one.added),
        String(one.left_in),
        one.final === null ? '' : String(one.final),
      ]),
    },
    ...(unresolved === null
      ? []
      : [{ kind: 'text' as const, title: own.unresolved, text: unresolved, framed: true }]),
  ]
}

const goods = (made: CasePaper, own: Words): Block[] =>
  made.goods.length === 0
    ? []
    : [
        { kind: 'heading', text: own.goods },
        {
          kind: 'table',
          columns: [
            { label: own.item, weight: 4 },
            { label: own.lot, weight: 2 },
            { label: own.site, weight: 2 },
            { label: own.quantity, weight: 1, align: 'right' },
          ],
          rows: made.goods.map((one) => [
            one.name,
            one.lot ?? '',
            one.site ?? '',
            String(one.quantity),
          ]),
        },
      ]

const team = (made: CasePaper, own: Words): Block[] =>
  made.team.length === 0
    ? []
    : [
        { kind: 'heading', text: own.team },
        {
          kind: 'table',
          columns: [
            { label: own.name, weight: 3 },
            { label: own.role, weight: 2 },
          ],
          rows: made.team.map(({ name, role }) => [name, own.roles[role] ?? role]),
        },
      ]

function closing(made: CasePaper, own: Words, moment: Moment): Block[] {
  const { signature } = made
  const blocks: Block[] = []
  if (signature !== null && made.kind !== 'checklist') {
    const note = `${moment(signature.at)} · ${own.version} ${signature.version_no}`
    blocks.push({
      kind: 'signatures',
      lines: [{ caption: own.signed_by, name: signature.name, note }],
    })
  }
  if (made.verify !== null) {
    const lines = [words[made.language].verify(made.verify.code), made.verify.url]
    blocks.push({ kind: 'codes', qr: made.verify.url, lines })
  }
  if (made.unconfirmed) blocks.push({ kind: 'text', small: true, text: own.unconfirmed })
  return blocks
}

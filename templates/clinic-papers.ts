// The papers of both clinics (tb-ctc 5): the treatment card with its calendar, the card that the patient carries, the
// sheet for whoever watches the doses, the letter at a transfer.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { clinic_words } from './clinic-words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper, Table } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

type Fact = readonly [string, string | null]

interface Made {
  head: Head
  language: Language
  patient: PatientOnPaper
  number: string
  /** The house that takes over; null while none is named. */
  to: string | null
  signature: string
  /** Of a letter: where anybody may ask whether it is genuine (MOD-21). */
  verify: { code: string; url: string } | null
  printed: { at: string; by: string }
}

export interface TbPaper extends Made {
  kind: 'card' | 'identity_card' | 'transfer' | 'dot_sheet'
  site: string | null
  diagnosis: string | null
  history: string | null
  resistance: string
  outcome: string | null
  began: string | null
  regimen: {
    title: string
    phase: string
    weight_kg: number
    planned_end_on: string
    tablets: readonly { medicine: string; per_dose: number }[]
  } | null
  supporter: { name: string; phone: string | null } | null
  totals: { taken: number; due: number } | null
  days: readonly { on: string; mark: keyof typeof letters }[]
  follow_ups: readonly {
    month: number
    due_on: string
    done_on: string | null
    weight_kg: number | null
    result: string | null
  }[]
}

const letters = { OBSERVED: 'O', SUPPORTER: 'S', SELF: 'X', MISSED: '–', HELD: 'H' } as const

const frame = (made: Made, size: Paper['size']): Omit<Paper, 'title' | 'blocks'> => {
  const { head, language, printed } = made
  const at = momentText(printed.at, head.timezone, head.date_format, language)
  return {
    number: made.number,
    language,
    size,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: printed.at,
    footer: size === 'A6' ? null : head.footer,
    printed: words[language].printed(at, printed.by),
    mark: null,
  }
}

const day = ({ head, language }: Made, on: string | null): string =>
  on === null ? '' : dateText(on, head.date_format, language)

const facts = (rows: readonly Fact[], columns: 1 | 2 | 3 = 2): Block => ({
  kind: 'facts',
  columns,
  rows: rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== ''),
})

function person({ language, patient, number }: Made): Fact[] {
  const [said, own] = [words[language], clinic_words[language]]
  return [
    [said.name, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [own.case_no, number],
  ]
}

const tb_makers = {
  card: (made: TbPaper): Paper => ({
    ...frame(made, 'A4'),
    landscape: true,
    title: clinic_words[made.language].treatment_card,
    blocks: [
      facts([...person(made), ...treatment(made)], 3),
      ...tablets(made),
      ...calendar(made, monthsOf(made)),
      ...followUps(made),
    ],
  }),
  identity_card: (made: TbPaper): Paper => ({
    ...frame(made, 'A6'),
    title: clinic_words[made.language].identity_card,
    blocks: [
      facts([...person(made), ...carried(made)], 1),
      { kind: 'text', text: clinic_words[made.language].carry, framed: true },
    ],
  }),
  dot_sheet: (made: TbPaper): Paper => ({
    ...frame(made, 'A4'),
    landscape: true,
    title: clinic_words[made.language].dot_sheet,
    blocks: [facts([...person(made), ...carried(made)], 3), ...tablets(made), ...blank(made)],
  }),
  transfer: (made: TbPaper): Paper => ({
    ...frame(made, 'A4'),
    title: clinic_words[made.language].transfer,
    blocks: [
      ...opening(made),
      facts([...person(made), ...treatment(made)]),
      ...tablets(made),
      ...followUps(made),
      ...closing(made),
    ],
  }),
} as const

export const tbPaper = (made: TbPaper): Paper => tb_makers[made.kind](made)

function treatment(made: TbPaper): Fact[] {
  const own = clinic_words[made.language]
  const { regimen, totals, outcome } = made
  return [
    [own.site, made.site && (own.sites[made.site] ?? made.site)],
    [own.diagnosis, made.diagnosis && (own.diagnoses[made.diagnosis] ?? made.diagnosis)],
    [own.history, made.history && (own.histories[made.history] ?? made.history)],
    [own.resistance, own.resistances[made.resistance] ?? made.resistance],
    ...carried(made),
    [own.phase, regimen && (own.phases[regimen.phase] ?? regimen.phase)],
    [own.weight, regimen === null ? null : `${regimen.weight_kg} kg`],
    [own.doses, totals === null ? null : own.doses_done(totals.taken, totals.due)],
    [own.outcome, outcome && (own.outcomes[outcome] ?? outcome)],
  ]
}

function carried(made: TbPaper): Fact[] {
  const own = clinic_words[made.language]
  const { regimen, supporter } = made
  const watcher = supporter === null ? null : [supporter.name, supporter.phone]
  return [
    [own.began, day(made, made.began)],
    [own.ends, day(made, regimen?.planned_end_on ?? null)],
    [own.regimen, regimen?.title ?? null],
    [own.supporter, watcher?.filter(Boolean).join(', ') ?? null],
  ]
}

function tablets({ language, regimen }: TbPaper): Block[] {
  const own = clinic_words[language]
  if (regimen === null) return []
  return [
    { kind: 'heading', text: own.medicines },
    {
      kind: 'table',
      columns: [
        { label: own.medicine, weight: 6 },
        { label: own.each, weight: 1, align: 'right' },
      ],
      rows: regimen.tablets.map(({ medicine, per_dose }) => [medicine, String(per_dose)]),
      empty: own.none,
    },
  ]
}

const monthsOf = ({ days }: TbPaper): string[] =>
  [...new Set(days.map(({ on }) => on.slice(0, 7)))].toSorted()

/** A row for each month, a column for each day of it. */
function calendar(made: TbPaper, months: readonly string[]): Block[] {
  const own = clinic_words[made.language]
  if (months.length === 0) return []
  const marks = new Map(made.days.map(({ on, mark }) => [on, letters[mark]]))
  return [
    { kind: 'heading', text: own.doses },
    monthTable(own.month, months, (on) => marks.get(on) ?? ''),
    { kind: 'text', text: own.marks, small: true },
  ]
}

const monthTable = (
  label: string,
  months: readonly string[],
  markOn: (on: string) => string,
): Table => ({
  kind: 'table',
  columns: [
    { label, weight: 3 },
    ...month_days.map((number) => ({ label: number, weight: 1, align: 'center' as const })),
  ],
  rows: months.map((month) => [
    `${month.slice(5)}/${month.slice(0, 4)}`,
    ...month_days.map((number) => markOn(`${month}-${number.padStart(2, '0')}`)),
  ]),
})

const month_days = Array.from({ length: 31 }, (_one, at) => String(at + 1))
const blank_months = 6

/** Half a year from the month in which it began, to be filled in by hand. */
function blank(made: TbPaper): Block[] {
  const own = clinic_words[made.language]
  const [year = 2000, month = 1] = (made.began ?? made.printed.at).split('-').map(Number)
  const months = Array.from({ length: blank_months }, (_one, at) =>
    new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, 7),
  )
  return [
    { kind: 'heading', text: own.doses },
    monthTable(own.month, months, () => '·'),
    { kind: 'text', text: own.marks, small: true },
  ]
}

function followUps(made: TbPaper): Block[] {
  const own = clinic_words[made.language]
  if (made.follow_ups.length === 0) return []
  return [
    { kind: 'heading', text: own.follow_ups },
    {
      kind: 'table',
      columns: own.follow_head.map((label, at) => ({ label, weight: at === 0 ? 1 : 2 })),
      rows: made.follow_ups.map((one) => [
        String(one.month),
        day(made, one.due_on),
        day(made, one.done_on),
        one.weight_kg === null ? '' : String(one.weight_kg),
        one.result === null ? '' : (own.results[one.result] ?? one.result),
      ]),
    },
  ]
}

function opening(made: Made): Block[] {
  const own = clinic_words[made.language]
  return [
    ...(made.to === null
      ? []
      : [{ kind: 'boxes' as const, boxes: [{ title: own.to, lines: [made.to] }] }]),
    { kind: 'text', text: own.please },
  ]
}

function closing(made: Made): Block[] {
  const said = words[made.language]
  return [
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [{ caption: said.signature, name: made.signature }, { caption: said.stamp }],
        },
        ...(made.verify === null
          ? []
          : [
              {
                kind: 'codes' as const,
                qr: made.verify.url,
                lines: [said.verify(made.verify.code), made.verify.url],
              },
            ]),
      ],
    },
  ]
}

export interface ClientPaper extends Made {
  kind: 'card' | 'transfer'
  enrolled_on: string
  stage: number | null
  regimen: string | null
  line: number | null
  began: string | null
  load: { on: string; value: string | null } | null
  next_visit_on: string | null
  supporter: { name: string; phone: string | null } | null
  visits: readonly {
    on: string
    weight_kg: number | null
    who_stage: number | null
    adherence: string | null
    months: number | null
    next_visit_on: string | null
  }[]
}

export function clientPaper(made: ClientPaper): Paper {
  const own = clinic_words[made.language]
  const letter = made.kind === 'transfer'
  return {
    ...frame(made, letter ? 'A4' : 'A5'),
    title: letter ? own.transfer : own.treatment_card,
    blocks: [
      ...(letter ? opening(made) : []),
      facts([...person(made), ...care(made)]),
      { kind: 'heading', text: own.visits },
      visitTable(made),
      ...(letter ? closing(made) : [{ kind: 'text' as const, text: own.carry, framed: true }]),
    ],
  }
}

function care(made: ClientPaper): Fact[] {
  const own = clinic_words[made.language]
  const { supporter, load } = made
  return [
    [own.enrolled, day(made, made.enrolled_on)],
    [own.stage, made.stage === null ? null : String(made.stage)],
    [own.regimen, made.regimen],
    [own.line, made.line === null ? null : String(made.line)],
    [own.began, day(made, made.began)],
    [own.load, load && [load.value, day(made, load.on)].filter(Boolean).join(' · ')],
    [own.supporter, supporter && [supporter.name, supporter.phone].filter(Boolean).join(', ')],
    [own.next, day(made, made.next_visit_on)],
  ]
}

function visitTable(made: ClientPaper): Block {
  const own = clinic_words[made.language]
  const figure = (value: number | null): string => (value === null ? '' : String(value))
  return {
    kind: 'table',
    columns: own.visit_head.map((label, at) => ({ label, weight: at === 0 || at === 5 ? 3 : 2 })),
    rows: made.visits.map((one) => [
      day(made, one.on),
      figure(one.weight_kg),
      figure(one.who_stage),
      one.adherence === null ? '' : (own.adherences[one.adherence] ?? one.adherence),
      figure(one.months),
      day(made, one.next_visit_on),
    ]),
    empty: own.no_visits,
  }
}

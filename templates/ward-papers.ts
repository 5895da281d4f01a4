// The papers with which somebody leaves a ward (care CAR-162, CAR-217): the summary of the stay, and the
// pass for the gate, on which stands nothing clinical and no amount.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { ward_words } from './ward-words.ts'
import { words } from './words.ts'
import { paragraphs } from './written.ts'

type Fact = readonly [string, string | null]

export interface PatientOnPaper {
  number: string
  full_name: string
  sex: 'Male' | 'Female' | 'Ambiguous'
  age: string
  birth_date: string | null
}

export interface StayOnPaper {
  number: string
  ward: string | null
  bed: string | null
  admitted_at: string | null
  clinically_at: string | null
  attending: string | null
  outcome: keyof (typeof ward_words)['en']['outcomes'] | null
}

export interface DischargeSummary {
  head: Head
  language: Language
  patient: PatientOnPaper
  stay: StayOnPaper
  sections: readonly { key: string; title: string; text: string }[]
  body: string | null
  signature: {
    name: string
    cosigner: string | null
    at: string
    version_no: number
    hash: string
  } | null
  at: string
  printed: { at: string; by: string }
}

export function dischargeSummary(made: DischargeSummary): Paper {
  const { head, language, stay, signature } = made
  const said = ward_words[language]
  const moment = (at: string): string => momentText(at, head.timezone, head.date_format, language)
  return {
    ...frameOf(made),
    title: said.discharge_summary,
    number: stay.number,
    size: 'A4',
    issued_at: made.at,
    printed: words[language].printed(moment(made.printed.at), made.printed.by),
    mark: signature === null ? words[language].draft : null,
    blocks: [
      { kind: 'facts', columns: 2, rows: opening(made).filter(isSaid) },
      ...written(made),
      ...(signature === null ? [] : [signing(made, moment(signature.at))]),
    ],
  }
}

const frameOf = ({ head, language }: { head: Head; language: Language }) => ({
  language,
  house: head.house,
  theme: head.theme,
  accent: head.accent,
  footer: head.footer,
})

const isSaid = (row: Fact): row is readonly [string, string] => row[1] !== null && row[1] !== ''

function opening({ head, language, patient, stay }: DischargeSummary): Fact[] {
  const [said, own] = [words[language], ward_words[language]]
  const day = (at: string | null): string | null =>
    at === null ? null : momentText(at, head.timezone, head.date_format, language)
  const born = patient.birth_date
  return [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [said.born, born === null ? null : dateText(born, head.date_format, language)],
    [own.ward, [stay.ward, stay.bed].filter(Boolean).join(', ')],
    [own.admitted, day(stay.admitted_at)],
    [own.discharged, day(stay.clinically_at)],
    [own.attending, stay.attending],
    [own.outcome, stay.outcome === null ? null : own.outcomes[stay.outcome]],
  ]
}

function written({ language, sections, body }: DischargeSummary): Block[] {
  const known: Readonly<Record<string, string>> = ward_words[language].sections
  const parts = sections
    .filter(({ text }) => text.trim() !== '')
    .flatMap(({ key, title, text }): Block[] => [
      { kind: 'paragraph', text: known[key] ?? title, heading: true },
      ...paragraphs(text),
    ])
  return body === null || body.trim() === '' ? parts : [...parts, ...paragraphs(body)]
}

function signing({ language, signature }: DischargeSummary, at: string): Block {
  const own = ward_words[language]
  const note = `${at} · ${own.version} ${signature?.version_no ?? 1}`
  const cosigner = signature?.cosigner ?? null
  return {
    kind: 'together',
    blocks: [
      {
        kind: 'signatures',
        lines: [
          { caption: own.signed_by, name: signature?.name ?? '', note },
          ...(cosigner === null ? [] : [{ caption: own.cosigned_by, name: cosigner, note: '' }]),
        ],
      },
      { kind: 'text', title: own.hash, text: signature?.hash ?? '' },
    ],
  }
}

export interface GatePass {
  head: Head
  language: Language
  number: string
  patient: Pick<PatientOnPaper, 'number' | 'full_name' | 'sex' | 'age'>
  stay: Pick<StayOnPaper, 'number' | 'ward' | 'bed'>
  cleared_at: string
  cleared_by: string | null
  left_with: string | null
}

export function gatePass(pass: GatePass): Paper {
  const { head, language, patient, stay } = pass
  const [said, own] = [words[language], ward_words[language]]
  const cleared = momentText(pass.cleared_at, head.timezone, head.date_format, language)
  const rows: Fact[] = [
    [said.number, patient.number],
    [said.age, patient.age],
    [said.sex, said.sexes[patient.sex]],
    [own.admission, stay.number],
    [own.ward, [stay.ward, stay.bed].filter(Boolean).join(', ')],
    [own.cleared, [cleared, pass.cleared_by].filter(Boolean).join(', ')],
    [own.leaves_with, pass.left_with],
  ]
  return {
    ...frameOf(pass),
    title: own.gate_pass,
    number: pass.number,
    size: 'ROLL80',
    footer: null,
    issued_at: pass.cleared_at,
    printed: null,
    mark: null,
    blocks: [
      { kind: 'large', caption: own.may_leave, text: patient.full_name, size: 15 },
      { kind: 'gap', height: 8 },
      { kind: 'facts', columns: 1, rows: rows.filter(isSaid) },
      { kind: 'codes', barcode: pass.number, lines: [pass.number, own.gate_note] },
    ],
  }
}

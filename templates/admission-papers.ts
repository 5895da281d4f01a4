// The papers with which somebody lies in a ward (care CAR-144): the form that is signed at admission, and the
// card at the bed, on which stands no diagnosis.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { admission_words } from './admission-words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

type Own = (typeof admission_words)['en']
type Fact = readonly [string, string | null]

interface Frame {
  head: Head
  language: Language
  /** Of the admission. */
  number: string
  patient: PatientOnPaper
  /** `Ward B, Room 2, 4`; null before there is a bed. */
  place: string | null
  attending: string | null
  admitted_at: string | null
  isolation: readonly (keyof Own['isolations'])[]
  at: string
  printed: { at: string; by: string }
}

export interface AdmissionForm extends Frame {
  kind: keyof Own['kinds']
  department: string | null
  payer: string | null
  phone: string | null
  address: string | null
  asked_by: string
  asked_at: string
  expected_on: string | null
  reason: string
  /** Null: nobody asked; empty: none known. */
  allergies: readonly string[] | null
  kin: readonly { name: string; relationship: keyof Own['kinship']; phone: string | null }[]
  valuables: readonly { item: string; kept_by: string | null; signed: boolean }[]
  admitted_by: string | null
}

export interface BedCard extends Omit<Frame, 'patient'> {
  /** Initials: who stands at a bed reads no more than on the board. */
  patient: Pick<PatientOnPaper, 'number' | 'sex' | 'age'> & { initials: string }
  bed: string
  has_allergy: boolean
}

const frameOf = ({ head, language, number, at }: Omit<Frame, 'patient'>) => ({
  language,
  number,
  house: head.house,
  theme: head.theme,
  accent: head.accent,
  footer: head.footer,
  issued_at: at,
  mark: null,
})

const moment = ({ head, language }: Pick<Frame, 'head' | 'language'>, at: string | null) =>
  at === null ? null : momentText(at, head.timezone, head.date_format, language)
const day = ({ head, language }: Pick<Frame, 'head' | 'language'>, on: string | null) =>
  on === null ? null : dateText(on, head.date_format, language)
const printedOf = (made: Omit<Frame, 'patient'>): string =>
  words[made.language].printed(moment(made, made.printed.at) ?? '', made.printed.by)
const isSaid = (row: Fact): row is readonly [string, string] => row[1] !== null && row[1] !== ''

const isolated = ({ language, isolation }: Omit<Frame, 'patient'>): string => {
  const own = admission_words[language]
  return isolation.map((kind) => own.isolations[kind]).join(', ') || own.no_isolation
}

export function admissionForm(made: AdmissionForm): Paper {
  const own = admission_words[made.language]
  return {
    ...frameOf(made),
    title: own.admission_form,
    size: 'A4',
    printed: printedOf(made),
    blocks: [
      { kind: 'facts', columns: 2, rows: personFacts(made).filter(isSaid) },
      { kind: 'heading', text: own.kin },
      { kind: 'text', text: kinOf(made) },
      { kind: 'facts', columns: 2, rows: stayFacts(made).filter(isSaid) },
      { kind: 'text', title: own.reason, text: made.reason },
      ...valuablesOf(made),
      { kind: 'text', title: own.agreed_title, text: own.agreed, framed: true },
      { kind: 'gap', height: 14 },
      signing(made, own),
    ],
  }
}

function personFacts(made: AdmissionForm): Fact[] {
  const said = words[made.language]
  const { patient } = made
  return [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [said.born, day(made, patient.birth_date)],
    [said.phone, made.phone],
    [said.address, made.address],
    // A scheme or a client has a name of its own.
    [
      admission_words[made.language].payer,
      made.payer && (said.payers[made.payer as 'SELF'] ?? made.payer),
    ],
  ]
}

function kinOf({ kin, language }: AdmissionForm): string {
  const own = admission_words[language]
  if (kin.length === 0) return own.kin_none
  return kin
    .map(({ name, relationship, phone }) =>
      [`${name} (${own.kinship[relationship]})`, phone].filter(Boolean).join(', '),
    )
    .join('\n')
}

function stayFacts(made: AdmissionForm): Fact[] {
  const [own, said] = [admission_words[made.language], words[made.language]]
  const { allergies } = made
  return [
    [own.kind, own.kinds[made.kind]],
    [own.department, made.department],
    [own.asked, `${made.asked_by}, ${moment(made, made.asked_at)}`],
    [own.admitted, moment(made, made.admitted_at)],
    [own.ward, made.place],
    [own.consultant, made.attending],
    [own.expected, day(made, made.expected_on)],
    [own.isolation, isolated(made)],
    [own.allergies, allergies === null ? said.not_asked : allergies.join(', ') || said.none_known],
  ]
}

function valuablesOf({ valuables, language }: AdmissionForm): Block[] {
  const own = admission_words[language]
  if (valuables.length === 0) return []
  return [
    { kind: 'heading', text: own.valuables },
    {
      kind: 'table',
      columns: [
        { label: own.valuable, weight: 4 },
        { label: own.kept_by, weight: 3 },
        { label: own.handed_over, weight: 1 },
      ],
      rows: valuables.map(({ item, kept_by, signed }) => [
        item,
        kept_by ?? '',
        signed ? own.yes : '',
      ]),
    },
  ]
}

const signing = ({ admitted_by }: AdmissionForm, own: Own): Block => ({
  kind: 'signatures',
  lines: [
    { caption: own.signs, name: '', note: own.name_and_date },
    { caption: own.nurse, name: admitted_by ?? '', note: own.name_and_date },
    { caption: own.witness, name: '', note: own.name_and_date },
  ],
})

export function bedCard(made: BedCard): Paper {
  const [own, said] = [admission_words[made.language], words[made.language]]
  const { patient } = made
  const rows: Fact[] = [
    [said.number, patient.number],
    [own.consultant, made.attending],
    [own.admitted, moment(made, made.admitted_at)],
    [own.isolation, isolated(made)],
    [own.diet, own.by_hand],
    [own.nil_by_mouth, own.by_hand],
  ]
  return {
    ...frameOf(made),
    title: own.bed_card,
    size: 'A5',
    printed: printedOf(made),
    blocks: [
      { kind: 'large', caption: made.place ?? '', text: made.bed, size: 44 },
      {
        kind: 'large',
        text: patient.initials,
        caption: `${said.sexes[patient.sex]}, ${patient.age}`,
        size: 24,
      },
      ...(made.has_allergy ? [{ kind: 'large' as const, text: own.allergy_sign, size: 16 }] : []),
      { kind: 'gap', height: 10 },
      { kind: 'facts', columns: 1, rows: rows.filter(isSaid) },
      { kind: 'codes', barcode: patient.number, lines: [patient.number] },
    ],
  }
}

// The papers of medicines (care CAR-74, CAR-99, CAR-217): the prescription, the labels, the list that a patient
// takes home. No diagnosis and no amount stands on them.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import { inEnglish, inSwahili } from './in-words.ts'
import type { Head } from './letters.ts'
import { medicine_words } from './medicine-words.ts'
import type { Block, Paper } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

interface Frame {
  head: Head
  language: Language
  patient: PatientOnPaper
  number: string
  at: string
  printed: { at: string; by: string }
}

export interface LabelOnPaper {
  name: string
  how_to_take: string
  counsel: readonly string[]
  quantity: string
  lots: readonly { lot: string | null; expiry: string | null }[]
  danger: boolean
}

export interface MedicineLabels extends Frame {
  labels: readonly LabelOnPaper[]
  copies: number
  /** Printed before. */
  copy: boolean
}

const frameOf = ({ head, language, number, at }: Frame) => ({
  language,
  number,
  house: head.house,
  theme: head.theme,
  accent: head.accent,
  footer: head.footer,
  issued_at: at,
})

const printedOf = ({ head, language, printed }: Frame): string =>
  words[language].printed(
    momentText(printed.at, head.timezone, head.date_format, language),
    printed.by,
  )

/** One below the other on a roll, as often as was asked for. */
export function medicineLabels(made: MedicineLabels): Paper {
  const own = medicine_words[made.language]
  const all = made.labels.flatMap((label) => Array.from({ length: made.copies }, () => label))
  return {
    ...frameOf(made),
    title: own.labels,
    size: 'ROLL80',
    footer: null,
    printed: null,
    mark: made.copy ? own.copy : null,
    blocks: all.flatMap((label) => labelBlocks(made, label)),
  }
}

/** The words of a label, for paper and for a printer of labels alike. */
export interface LabelText {
  name: string
  caption: string
  how_to_take: string
  counsel: string
  facts: readonly (readonly [string, string])[]
  /** The labels are cut apart: each says of which pharmacy it is. */
  pharmacy: string
}

export function labelText(made: MedicineLabels, label: LabelOnPaper): LabelText {
  const { head, language, patient, copy } = made
  const own = medicine_words[language]
  const lots = lotsOf(made, label)
  return {
    name: label.name,
    caption: [copy ? own.copy : null, label.danger ? own.danger : null].filter(Boolean).join(' · '),
    how_to_take: label.how_to_take,
    counsel: sentences([...label.counsel, own.children]),
    facts: [
      [words[language].patient, `${patient.full_name} · ${patient.number}`],
      [own.quantity, label.quantity],
      ...(lots === '' ? [] : [[own.lot, lots] as const]),
    ],
    pharmacy: pharmacyOf(head),
  }
}

function labelBlocks(made: MedicineLabels, label: LabelOnPaper): Block[] {
  const { name, caption, how_to_take, counsel, facts, pharmacy } = labelText(made, label)
  return [
    {
      kind: 'together',
      blocks: [
        { kind: 'large', text: name, size: 13, ...(caption === '' ? {} : { caption }) },
        { kind: 'text', text: how_to_take, strong: true },
        { kind: 'text', text: counsel },
        { kind: 'facts', columns: 1, rows: facts },
        { kind: 'text', text: pharmacy, small: true, align: 'center' },
        { kind: 'gap', height: 10 },
      ],
    },
  ]
}

/** Each ends with one full stop, however it was typed. */
const sentences = (parts: readonly string[]): string =>
  parts.map((part) => `${part.replace(/[.\s]+$/, '')}.`).join(' ')

const lotsOf = ({ head, language }: Frame, { lots }: LabelOnPaper): string =>
  lots
    .map(({ lot, expiry }) => {
      const until = expiry === null ? null : dateText(expiry, head.date_format, language)
      return [lot, until].filter(Boolean).join(' · ')
    })
    .join(', ')

const pharmacyOf = ({ house }: Head): string =>
  [house.name, house.branch].filter((part) => part !== null && part !== '').join(', ')

/** What the patient takes home to read. */
export function medicineList(made: MedicineLabels): Paper {
  const own = medicine_words[made.language]
  const said = words[made.language]
  return {
    ...frameOf(made),
    title: own.medicine_list,
    size: 'A5',
    printed: printedOf(made),
    mark: null,
    blocks: [
      {
        kind: 'facts',
        columns: 2,
        rows: [
          [said.patient, made.patient.full_name],
          [said.number, made.patient.number],
          [said.age, made.patient.age],
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: own.medicine, weight: 3, strong: true },
          { label: own.how, weight: 5 },
          { label: own.quantity, weight: 2 },
        ],
        rows: made.labels.map(({ name, how_to_take, counsel, quantity }) => [
          name,
          sentences([how_to_take, ...counsel]),
          quantity,
        ]),
      },
      { kind: 'text', text: sentences([own.children]), small: true },
    ],
  }
}

export interface PrescriptionPaper extends Frame {
  valid_until: string | null
  prescriber: string
  cadre: string | null
  /** For another pharmacy. */
  elsewhere: boolean
  /** Null: it does not count yet. */
  verify: { code: string; url: string } | null
  registration_no: string | null
  weight_kg: number | null
  /** Null: nobody asked; empty: none known. */
  allergies: readonly string[] | null
  items: readonly {
    medicine: string
    route: string
    how_to_take: string
    quantity: number | null
    /** In the language of the paper: `15 capsules`. */
    counted: string
    /** Here already, as it is said to another pharmacy. */
    handed_over: string | null
    /** Of controlled drugs: in figures and in words. */
    in_words: boolean
  }[]
}

export function prescriptionPaper(made: PrescriptionPaper): Paper {
  const own = medicine_words[made.language]
  const { language, elsewhere } = made
  return {
    ...frameOf(made),
    title: own.prescription,
    size: 'A5',
    printed: printedOf(made),
    mark: null,
    blocks: [
      ...(elsewhere ? [{ kind: 'text', text: own.elsewhere, strong: true } satisfies Block] : []),
      { kind: 'facts', columns: 2, rows: factsOf(made) },
      {
        kind: 'table',
        columns: [
          { label: own.medicine, weight: 3, strong: true },
          { label: own.how, weight: 5 },
          { label: own.quantity, weight: 2 },
        ],
        rows: made.items.map((item) => [
          item.medicine,
          `${item.route}: ${item.how_to_take}`,
          quantityOf(item, language),
        ]),
      },
      { kind: 'together', blocks: closing(made) },
    ],
  }
}

function closing(made: PrescriptionPaper): Block[] {
  const { head, language, cadre, registration_no, verify } = made
  const own = medicine_words[language]
  const note = [
    cadre,
    registration_no === null ? null : `${own.registration} ${registration_no}`,
    momentText(made.at, head.timezone, head.date_format, language),
  ]
  return [
    {
      kind: 'signatures',
      lines: [
        { caption: own.prescriber, name: made.prescriber, note: note.filter(Boolean).join(' · ') },
      ],
    },
    ...(verify === null
      ? []
      : [
          {
            kind: 'codes',
            qr: verify.url,
            lines: [words[language].verify(verify.code), verify.url],
          } satisfies Block,
        ]),
  ]
}

function factsOf(made: PrescriptionPaper): readonly (readonly [string, string])[] {
  const { patient, language, head, weight_kg, valid_until } = made
  const [said, own] = [words[language], medicine_words[language]]
  const rows: readonly (readonly [string, string | null])[] = [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [own.weight, weight_kg === null ? null : `${weight_kg} kg`],
    [
      own.allergies,
      made.allergies === null ? said.not_asked : made.allergies.join(', ') || said.none_known,
    ],
    [
      own.valid_until,
      valid_until === null ? null : dateText(valid_until, head.date_format, language),
    ],
  ]
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}

function quantityOf(
  { quantity, counted, handed_over, in_words }: PrescriptionPaper['items'][number],
  language: Language,
): string {
  if (quantity === null) return ''
  const spelt = language === 'sw' ? inSwahili : inEnglish
  const said = in_words && Number.isInteger(quantity) ? `${counted} (${spelt(quantity)})` : counted
  return handed_over === null ? said : `${said}\n${medicine_words[language].here}: ${handed_over}`
}

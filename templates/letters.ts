// Letters: a referral to another house (front office REF-3). Plain words in, a paper out.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Block, House, Paper } from './paper.ts'
import { words } from './words.ts'

/** The house as it prints: of `letterheadOf` in db/hospital/places. */
export interface Head {
  house: House
  theme: string
  accent: string
  footer: string | null
  date_format: string
  timezone: string
}

export interface ReferralLetter {
  head: Head
  language: Language
  number: string
  /** When the letter was frozen. */
  at: string
  urgency: 'ROUTINE' | 'URGENT' | 'EMERGENCY'
  patient: {
    number: string
    full_name: string
    sex: 'Male' | 'Female' | 'Ambiguous'
    age: string
    birth_date: string | null
    phone: string | null
    address: string | null
    payer: string | null
    scheme_referral_no: string | null
  }
  from: { department: string | null; name: string; phone: string | null }
  to: { facility: string; department: string | null; contact: string | null }
  reason: string
  summary: string | null
  diagnoses: readonly string[]
  treatment_given: string | null
  investigations: string | null
  /** Null: nobody asked; empty: none known. */
  allergies: readonly string[] | null
  medicines: readonly string[]
  /** Label and reading: `Blood pressure`, `120/80 mmHg`. */
  vitals: { at: string; readings: readonly (readonly [string, string])[] } | null
  requested: string | null
  escort: string | null
  /** Null: not signed yet, the letter is a draft. */
  signature: { name: string; cadre: string | null; licence_no: string | null; at: string } | null
  /** Where the other house answers; as a QR. */
  answer_url: string | null
  /** Of a letter that was sent: what its code is and where anybody may look it up. */
  verify: { code: string; url: string } | null
  printed: { at: string; by: string } | null
  mark: string | null
}

export function referralLetter(letter: ReferralLetter): Paper {
  const { head, language } = letter
  const said = words[language]
  return {
    title: said.referral_letter,
    number: letter.number,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: letter.at,
    footer: head.footer,
    printed:
      letter.printed === null
        ? null
        : said.printed(momentOf(letter, letter.printed.at), letter.printed.by),
    mark: letter.mark ?? (letter.signature === null ? said.draft : null),
    blocks: [
      ...opening(letter),
      ...body(letter),
      ...readings(letter),
      { kind: 'together', blocks: closing(letter) },
    ],
  }
}

/** A word of a list in the letter's language; what people wrote themselves stays. */
const inWords = (list: Readonly<Record<string, string>>, word: string): string => list[word] ?? word

function reading({ language }: ReferralLetter, sign: string, value: string): [string, string] {
  const said = words[language]
  return [inWords(said.signs, sign), inWords(said.conscious, value)]
}

const momentOf = ({ head, language }: ReferralLetter, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

function opening(letter: ReferralLetter): Block[] {
  const { patient, from, to, head, language } = letter
  const said = words[language]
  const born =
    patient.birth_date === null ? null : dateText(patient.birth_date, head.date_format, language)
  const facts: (readonly [string, string | null])[] = [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [said.born, born],
    [said.phone, patient.phone],
    [said.address, patient.address],
    [said.payer, patient.payer === null ? null : inWords(said.payers, patient.payer)],
    [said.scheme_referral, patient.scheme_referral_no],
    [said.urgency, said.urgencies[letter.urgency]],
    [said.date, momentOf(letter, letter.at)],
  ]
  return [
    {
      kind: 'boxes',
      boxes: [
        {
          title: said.from,
          lines: present([head.house.name, from.department, from.name, from.phone]),
        },
        { title: said.to, lines: present([to.facility, to.department, to.contact]) },
      ],
    },
    { kind: 'facts', columns: 2, rows: facts.filter(isSaid) },
  ]
}

const present = (lines: readonly (string | null)[]): string[] =>
  lines.filter((line): line is string => line !== null && line !== '')

const isSaid = (row: readonly [string, string | null]): row is readonly [string, string] =>
  row[1] !== null && row[1] !== ''

function body(letter: ReferralLetter): Block[] {
  const said = words[letter.language]
  const allergies =
    letter.allergies === null
      ? said.not_asked
      : letter.allergies.length === 0
        ? said.none_known
        : letter.allergies.join(', ')
  const parts: (readonly [string, string | null])[] = [
    [said.reason, letter.reason],
    [said.summary, letter.summary],
    [said.diagnoses, letter.diagnoses.join('\n')],
    [said.treatment_given, letter.treatment_given],
    [said.investigations, letter.investigations],
    [said.allergies, allergies],
    [said.medicines, letter.medicines.join('\n')],
    [said.requested, letter.requested],
    [said.escort, letter.escort],
  ]
  return parts.filter(isSaid).map(([title, text]) => ({ kind: 'text', title, text }))
}

function readings(letter: ReferralLetter): Block[] {
  const { vitals } = letter
  if (vitals === null || vitals.readings.length === 0) return []
  const title = `${words[letter.language].vitals}, ${momentOf(letter, vitals.at)}`
  return [
    { kind: 'heading', text: title },
    {
      kind: 'facts',
      columns: 3,
      rows: vitals.readings.map(([sign, value]) => reading(letter, sign, value)),
    },
  ]
}

function closing(letter: ReferralLetter): Block[] {
  const { signature, verify, answer_url } = letter
  const said = words[letter.language]
  const licence = signature?.licence_no ? `${said.licence} ${signature.licence_no}` : null
  const lines = present([
    answer_url === null ? null : said.scan_to_answer,
    answer_url,
    verify === null ? null : said.verify(verify.code),
    verify?.url ?? null,
  ])
  return [
    {
      kind: 'signatures',
      lines: [
        {
          caption: said.signature,
          name: signature?.name ?? letter.from.name,
          note: present([signature?.cadre ?? null, licence]).join(' · '),
        },
        { caption: said.stamp },
      ],
    },
    ...(lines.length === 0
      ? []
      : [{ kind: 'codes', qr: answer_url ?? verify?.url, lines } satisfies Block]),
  ]
}

// Certificates of patients (care CAR-29 to CAR-33, CAR-217): sick sheets and attendance on A5, the rest on A4.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { certificate_words } from './certificate-words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

type Words = (typeof certificate_words)['en']

interface CauseOnPaper {
  text: string
  code?: string | null | undefined
  interval?: string | null | undefined
}
type MayCause = CauseOnPaper | null | undefined

export interface DeathOnPaper {
  died_at?: string | null | undefined
  place?: keyof Words['places'] | null | undefined
  cause_a?: MayCause
  cause_b?: MayCause
  cause_c?: MayCause
  cause_d?: MayCause
  contributing?: readonly string[] | null | undefined
  manner?: keyof Words['manners'] | null | undefined
  autopsy?: boolean | undefined
  maternal?: keyof Words['maternals'] | null | undefined
  police_case?: boolean | undefined
  police_release_no?: string | null | undefined
  informant?:
    | { name: string; relation?: string | null | undefined; phone?: string | null | undefined }
    | null
    | undefined
  burial_permit_no?: string | null | undefined
  civil_registration_no?: string | null | undefined
}

export interface PatientCertificate {
  head: Head
  language: Language
  kind: keyof Words['titles']
  status: 'DRAFT' | 'ISSUED' | 'REPLACED' | 'VOIDED'
  number: string | null
  patient: PatientOnPaper
  visited_on: string | null
  diagnoses: readonly string[]
  from_date: string | null
  to_date: string | null
  days: number | null
  text: string | null
  issued_to: string | null
  details: DeathOnPaper | null
  signature: { name: string; cadre: string | null; licence_no: string | null; at: string } | null
  at: string
  /** 0 for the first print; null of a draft. */
  copy: number | null
  verify: { code: string; url: string } | null
  printed: { at: string; by: string }
}

type Fact = readonly [string, string | null]
const isSaid = (row: Fact): row is readonly [string, string] => row[1] !== null && row[1] !== ''
const small: readonly PatientCertificate['kind'][] = ['SICK_SHEET', 'ATTENDANCE']

export function patientCertificate(made: PatientCertificate): Paper {
  const { head, language, kind } = made
  const own = certificate_words[language]
  const { at, by } = made.printed
  return {
    title: own.titles[kind],
    number: made.number,
    language,
    size: small.includes(kind) ? 'A5' : 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: head.footer,
    issued_at: made.at,
    printed: words[language].printed(momentOf(made, at), by),
    mark: markOf(made),
    blocks: [
      ...(made.copy === 0 ? [{ kind: 'text' as const, text: own.original, small: true }] : []),
      { kind: 'facts', columns: 2, rows: opening(made).filter(isSaid) },
      ...body(made),
      { kind: 'together', blocks: closing(made) },
    ],
  }
}

/** CAR-31: the first print is the original, each later one says which copy it is. */
function markOf({ language, status, copy }: PatientCertificate): string | null {
  const own = certificate_words[language]
  if (status === 'VOIDED') return own.void
  if (status === 'REPLACED') return own.replaced
  if (copy === null) return words[language].draft
  return copy > 0 ? `${words[language].copy} ${copy}` : null
}

const momentOf = ({ head, language }: PatientCertificate, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)
const dayOf = ({ head, language }: PatientCertificate, day: string | null): string | null =>
  day === null ? null : dateText(day, head.date_format, language)

function opening(made: PatientCertificate): Fact[] {
  const { language, patient } = made
  const [said, own] = [words[language], certificate_words[language]]
  return [
    [own.to, made.issued_to],
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [said.born, dayOf(made, patient.birth_date)],
    [own.seen_on, dayOf(made, made.visited_on)],
    [own.from, dayOf(made, made.from_date)],
    [own.until, dayOf(made, made.to_date)],
    [own.days, made.days === null ? null : String(made.days)],
  ]
}

function body(made: PatientCertificate): Block[] {
  const own = certificate_words[made.language]
  const fixed = { SICK_SHEET: own.sick, LIGHT_DUTY: own.light, ATTENDANCE: own.attended }
  const sentence = made.kind in fixed ? fixed[made.kind as keyof typeof fixed] : null
  return [
    ...(sentence === null ? [] : [{ kind: 'text' as const, text: sentence }]),
    ...(made.diagnoses.length === 0
      ? []
      : [{ kind: 'text' as const, title: own.diagnosis, text: made.diagnoses.join('\n') }]),
    ...(made.text === null ? [] : [{ kind: 'text' as const, text: made.text }]),
    ...(made.kind === 'DEATH_NOTIFICATION' ? death(made, made.details ?? {}) : []),
  ]
}

function death(made: PatientCertificate, details: DeathOnPaper): Block[] {
  const own = certificate_words[made.language]
  const yes = (flag: boolean | undefined): string => (flag === true ? own.yes : own.no)
  const { informant, manner, maternal, place } = details
  const rows: Fact[] = [
    [own.died_at, details.died_at ? momentOf(made, details.died_at) : null],
    [own.place, place ? own.places[place] : null],
    [own.manner, manner ? own.manners[manner] : null],
    [own.maternal, maternal ? own.maternals[maternal] : null],
    [own.autopsy, yes(details.autopsy)],
    [own.police, yes(details.police_case)],
    [own.police_release, details.police_release_no ?? null],
    [own.informant, informantSaid(informant)],
    [own.burial, details.burial_permit_no ?? null],
    [own.civil, details.civil_registration_no ?? null],
  ]
  return [
    { kind: 'heading', text: own.causes },
    causes(own, details),
    ...(details.contributing && details.contributing.length > 0
      ? [{ kind: 'text' as const, title: own.contributing, text: details.contributing.join('\n') }]
      : []),
    { kind: 'facts', columns: 2, rows: rows.filter(isSaid) },
  ]
}

const informantSaid = (informant: DeathOnPaper['informant']): string | null =>
  informant
    ? [informant.name, informant.relation, informant.phone].filter(Boolean).join(', ')
    : null

function causes(own: Words, details: DeathOnPaper): Block {
  const lines = (['cause_a', 'cause_b', 'cause_c', 'cause_d'] as const).flatMap((line) => {
    const said = details[line]
    if (!said) return []
    const text = [said.text, said.code ? `(${said.code})` : ''].filter(Boolean).join(' ')
    return [[line.slice(-1), text, said.interval ?? '']]
  })
  return {
    kind: 'table',
    columns: [
      { label: own.line, weight: 1 },
      { label: own.cause, weight: 8 },
      { label: own.interval, weight: 3 },
    ],
    rows: lines,
    empty: '',
  }
}

function closing(made: PatientCertificate): Block[] {
  const { language, signature, verify } = made
  const said = words[language]
  const licence = signature?.licence_no ? `${said.licence} ${signature.licence_no}` : null
  const note = [signature?.cadre, licence, signature === null ? null : momentOf(made, signature.at)]
  return [
    {
      kind: 'signatures',
      lines: [
        {
          caption: said.signature,
          name: signature?.name ?? null,
          note: note.filter(Boolean).join(' · '),
        },
        { caption: said.stamp },
      ],
    },
    ...(verify === null
      ? []
      : [
          {
            kind: 'codes',
            qr: verify.url,
            lines: [said.verify(verify.code), verify.url],
          } satisfies Block,
        ]),
  ]
}

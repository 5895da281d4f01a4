// A report of images (DIA-150): what was asked, what was seen, and in a frame what it means; then what was
// added afterwards, the dose, who justified it and who signed.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import { imaging_words } from './imaging-words.ts'
import { lab_words } from './lab-words.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

export interface StudyOnPaper {
  name: string
  accession: string
  laterality: 'LEFT' | 'RIGHT' | 'BOTH' | null
  taken_at: string | null
  preliminary: boolean
  changed: boolean
  signed_at: string
  technique: string | null
  comparison: string | null
  findings: string
  impression: string
  recommendation: string | null
  critical: boolean
  dictated_by: string | null
  performed_by: string | null
  written_by: string | null
  signed_by: string | null
  no_images_reason: string | null
  views: number | null
  /** `DAP 1.2`, as the machine says it. */
  dose: readonly string[]
  fluoro_seconds: number | null
  contrast: string | null
  justified: readonly { what: string; reason: string; by: string; at: string }[]
  addenda: readonly { at: string; by: string; text: string }[]
}

export interface ImagingReport {
  head: Head
  language: Language
  number: string
  patient: PatientOnPaper
  location: string | null
  ordered_by: string
  question: string | null
  studies: readonly StudyOnPaper[]
  to_follow: readonly string[]
  footer: string | null
  accreditation: string | null
  prints: number
  printed: { at: string; by: string }
}

export function imagingReport(made: ImagingReport): Paper {
  const { head, language, studies } = made
  const [said, own] = [words[language], imaging_words[language]]
  const ended = studies.map(({ signed_at }) => signed_at).toSorted()
  return {
    title: own.report,
    number: made.number,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: [head.footer, made.footer, made.accreditation].filter(Boolean).join('\n') || null,
    issued_at: ended.at(-1) ?? made.printed.at,
    printed: said.printed(moment(made, made.printed.at), made.printed.by),
    mark: made.prints > 1 ? `${lab_words[language].copy} ${made.prints}` : null,
    blocks: [
      { kind: 'facts', columns: 2, rows: opening(made) },
      ...(made.question === null
        ? []
        : [{ kind: 'text', title: own.why, text: made.question } as const]),
      ...(made.to_follow.length === 0
        ? []
        : [{ kind: 'text', title: own.to_follow, text: made.to_follow.join(', ') } as const]),
      ...studies.flatMap((study) => section(made, study)),
    ],
  }
}

const moment = ({ head, language }: ImagingReport, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

function opening(made: ImagingReport): (readonly [string, string])[] {
  const [said, own] = [words[made.language], imaging_words[made.language]]
  const { patient } = made
  const born = patient.birth_date
  const rows: (readonly [string, string])[] = [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [said.born, born === null ? '' : dateText(born, made.head.date_format, made.language)],
    [own.location, made.location ?? ''],
    [own.ordered_by, made.ordered_by],
  ]
  return rows.filter(([, text]) => text !== '')
}

function section(made: ImagingReport, study: StudyOnPaper): Block[] {
  const own = imaging_words[made.language]
  const side = study.laterality === null ? '' : `, ${own.sides[study.laterality]}`
  return [
    { kind: 'heading', text: `${study.name}${side}` },
    ...banners(made, study),
    { kind: 'facts', columns: 2, rows: aboutStudy(made, study) },
    ...paragraphs(own, study),
    ...study.addenda.map(
      ({ at, by, text }): Block => ({
        kind: 'text',
        title: `${own.addendum}, ${moment(made, at)}, ${by}`,
        text,
      }),
    ),
    ...study.justified.map(
      ({ what, reason, by, at }): Block => ({
        kind: 'text',
        small: true,
        text: `${own.justified}: ${what} ${reason} (${by}, ${moment(made, at)})`,
      }),
    ),
    { kind: 'together', blocks: [signatures(made, study)] },
  ]
}

const banner = (text: string): Block => ({
  kind: 'text',
  text,
  framed: true,
  strong: true,
  align: 'center',
})

function banners({ language }: ImagingReport, study: StudyOnPaper): Block[] {
  const own = imaging_words[language]
  return [
    ...(study.preliminary ? [banner(own.preliminary)] : []),
    ...(study.critical ? [banner(own.urgent)] : []),
    ...(study.changed ? [{ kind: 'text', text: own.amended, small: true } as const] : []),
  ]
}

function aboutStudy(made: ImagingReport, study: StudyOnPaper): (readonly [string, string])[] {
  const own = imaging_words[made.language]
  const dose = [
    ...study.dose,
    ...(study.fluoro_seconds === null ? [] : [`${study.fluoro_seconds} ${own.seconds}`]),
  ]
  const rows: (readonly [string, string])[] = [
    [own.accession, study.accession],
    [own.taken, study.taken_at === null ? '' : moment(made, study.taken_at)],
    [own.reported, moment(made, study.signed_at)],
    [own.views, study.views === null ? '' : String(study.views)],
    [own.dose, dose.join(', ')],
    [own.contrast, study.contrast ?? ''],
    [own.no_images, study.no_images_reason ?? ''],
  ]
  return rows.filter(([, text]) => text !== '')
}

/** What it means stands in a frame: whoever has a minute reads that. */
function paragraphs(own: (typeof imaging_words)['en' | 'sw'], study: StudyOnPaper): Block[] {
  const said: (readonly [string, string | null])[] = [
    [own.technique, study.technique],
    [own.comparison, study.comparison],
    [own.findings, study.findings],
  ]
  return [
    ...said.flatMap(([title, text]): Block[] => (text ? [{ kind: 'text', title, text }] : [])),
    { kind: 'text', title: own.impression, text: study.impression, framed: true, strong: true },
    ...(study.recommendation === null
      ? []
      : [{ kind: 'text', title: own.recommendation, text: study.recommendation } as const]),
  ]
}

function signatures({ language }: ImagingReport, study: StudyOnPaper): Block {
  const own = imaging_words[language]
  const people: (readonly [string, string | null])[] = [
    [own.performed, study.performed_by],
    [own.written, study.written_by === study.signed_by ? null : study.written_by],
    [own.dictated, study.dictated_by],
    [own.signed, study.signed_by],
  ]
  return {
    kind: 'signatures',
    lines: people.flatMap(([caption, name]) =>
      name === null ? [] : [{ caption, name, note: '' }],
    ),
  }
}

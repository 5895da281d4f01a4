// The sheet of an ambulance's trip, A4: where from and where to, when and how far, who was carried, what was said at
// the hand-over and who signs for it.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { trip_words } from './trip-words.ts'
import { words } from './words.ts'

type Said = (typeof trip_words)['en']

export interface TripSheet {
  head: Head
  language: Language
  reference: string
  call_sign: string
  crew: readonly string[]
  requests: readonly { number: string; from: string | null; to: string | null }[]
  milestones: readonly {
    milestone: keyof Said['milestones']
    at: string
    odometer: number | null
  }[]
  patients: readonly {
    ref: string
    name: string | null
    number: string | null
    age: string | null
  }[]
  hand_overs: readonly {
    patient_ref: string
    at: string
    situation: string | null
    background: string | null
    assessment: string | null
    recommendation: string | null
    belongings: string | null
    received_by: { name: string; cadre: string | null; facility: string | null }
    by_name: string
  }[]
  distance_km: number | null
  estimated: boolean
  outcome: keyof Said['outcomes'] | null
  at: string
  printed: { at: string; by: string }
}

export function tripSheet(sheet: TripSheet): Paper {
  const { head, language } = sheet
  const own = trip_words[language]
  return {
    title: own.title,
    number: sheet.reference,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: sheet.at,
    footer: head.footer,
    printed: words[language].printed(moment(sheet, sheet.printed.at), sheet.printed.by),
    mark: null,
    blocks: [
      { kind: 'facts', columns: 2, rows: opening(sheet) },
      { kind: 'heading', text: own.requests },
      requestsTable(sheet),
      { kind: 'heading', text: own.times },
      timesTable(sheet),
      { kind: 'heading', text: own.patients },
      patientsTable(sheet),
      ...sheet.hand_overs.map((one) => handOver(sheet, one)),
    ],
  }
}

const moment = ({ head, language }: TripSheet, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

function opening(sheet: TripSheet): [string, string][] {
  const own = trip_words[sheet.language]
  const { distance_km, estimated, outcome } = sheet
  const km =
    distance_km === null ? '' : `${distance_km} km${estimated ? ` (${own.estimated})` : ''}`
  const rows: [string, string][] = [
    [own.vehicle, sheet.call_sign],
    [own.crew, sheet.crew.join(', ')],
    [own.outcome, outcome === null ? '' : own.outcomes[outcome]],
    [own.distance, km],
  ]
  return rows.filter(([, value]) => value !== '')
}

function requestsTable({ language, requests }: TripSheet): Block {
  const own = trip_words[language]
  return {
    kind: 'table',
    columns: [
      { label: own.request, weight: 2 },
      { label: own.from, weight: 4 },
      { label: own.to, weight: 4 },
    ],
    rows: requests.map(({ number, from, to }) => [number, from ?? '', to ?? '']),
  }
}

function timesTable(sheet: TripSheet): Block {
  const own = trip_words[sheet.language]
  return {
    kind: 'table',
    columns: [
      { label: own.milestone, weight: 4 },
      { label: own.time, weight: 4 },
      { label: own.odometer, weight: 2, align: 'right' },
    ],
    rows: sheet.milestones.map(({ milestone, at, odometer }) => [
      own.milestones[milestone],
      moment(sheet, at),
      odometer === null ? '' : String(odometer),
    ]),
  }
}

function patientsTable({ language, patients }: TripSheet): Block {
  const own = trip_words[language]
  return {
    kind: 'table',
    columns: [
      { label: '#', weight: 1 },
      { label: own.patient, weight: 5 },
      { label: own.number, weight: 3 },
      { label: own.age, weight: 2 },
    ],
    rows: patients.map(({ ref, name, number, age }) => [
      ref,
      name ?? own.unknown,
      number ?? '',
      age ?? '',
    ]),
    empty: own.none,
  }
}

function handOver(sheet: TripSheet, one: TripSheet['hand_overs'][0]): Block {
  const own = trip_words[sheet.language]
  const parts = ['situation', 'background', 'assessment', 'recommendation', 'belongings'] as const
  const { name, cadre, facility } = one.received_by
  return {
    kind: 'together',
    blocks: [
      { kind: 'heading', text: `${own.hand_over} ${one.patient_ref} · ${moment(sheet, one.at)}` },
      ...parts.flatMap((part): Block[] => {
        const text = one[part]
        return text === null ? [] : [{ kind: 'text', title: own[part], text }]
      }),
      {
        kind: 'signatures',
        lines: [
          { caption: own.handed_by, name: one.by_name },
          {
            caption: own.received_by,
            name,
            note: [cadre, facility].filter(Boolean).join(', '),
          },
        ],
      },
    ],
  }
}

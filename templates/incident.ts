// The report of an incident with many casualties (EMG-19).

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { desk_words } from './desk-words.ts'
import { momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

export interface IncidentPaper {
  head: Head
  language: Language
  reference: string
  name: string
  kind: string
  place: string | null
  status: string
  started: { at: string; by: string }
  stood_down: { at: string; by: string } | null
  expected: number | null
  counts: {
    casualties: number
    unidentified: number
    untriaged: number
    undisposed: number
    unbilled: number
  }
  by_acuity: Readonly<Record<string, number>>
  unidentified_reason: string | null
  outcomes: readonly { disposition: string; count: number }[]
  times: { triage: number | null; treatment: number | null; disposition: number | null }
  late: number
  staff: readonly { name: string; entries: number }[]
  beds: readonly string[]
  referrals: readonly { number: string; facility: string }[]
  casualties: readonly {
    tag: string
    person: string | null
    number: string | null
    acuity: string | null
    arrived_at: string
    triaged_at: string | null
    seen_at: string | null
    disposed_at: string | null
    disposition: string | null
  }[]
  timeline: readonly { at: string; tag: string | null; move: string; by: string }[]
  printed: { at: string; by: string }
}

export function incidentReport(report: IncidentPaper): Paper {
  const { head, language } = report
  return {
    title: desk_words[language].incident_report,
    number: report.reference,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: report.printed.at,
    footer: head.footer,
    printed: words[language].printed(momentOf(report, report.printed.at), report.printed.by),
    mark: null,
    blocks: [...summary(report), ...used(report), ...people(report), ...timeline(report)],
  }
}

const momentOf = ({ head, language }: IncidentPaper, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)

/** On its own day the time is enough. */
function timeOf(report: IncidentPaper, at: string | null): string {
  if (at === null) return ''
  const [day, time] = apart(momentOf(report, at))
  return day === apart(momentOf(report, report.started.at))[0] ? time : `${day} ${time}`
}

const apart = (said: string): [string, string] => {
  const at = said.lastIndexOf(' ')
  return [said.slice(0, at), said.slice(at + 1)]
}

const signed = (report: IncidentPaper, { at, by }: { at: string; by: string }): string =>
  `${momentOf(report, at)}, ${by}`

function summary(report: IncidentPaper): Block[] {
  const said = desk_words[report.language]
  const { counts, by_acuity, times } = report
  const figure = (value: number | null): string => (value === null ? '–' : String(value))
  const facts: (readonly [string, string | null])[] = [
    [said.incident, report.name],
    [said.kind, said.kinds[report.kind] ?? report.kind],
    [said.place, report.place],
    [said.state, said.states[report.status] ?? report.status],
    [said.started, signed(report, report.started)],
    [said.stood_down, report.stood_down === null ? null : signed(report, report.stood_down)],
    [said.expected, report.expected === null ? null : String(report.expected)],
    [said.unidentified_reason, report.unidentified_reason],
  ]
  return [
    {
      kind: 'facts',
      columns: 2,
      rows: facts.filter((row): row is readonly [string, string] => row[1] !== null),
    },
    {
      kind: 'strip',
      cells: [
        { label: said.casualties, value: String(counts.casualties) },
        { label: said.unidentified, value: String(counts.unidentified) },
        { label: said.untriaged, value: String(counts.untriaged) },
        { label: said.undisposed, value: String(counts.undisposed) },
        { label: said.unbilled, value: String(counts.unbilled) },
      ],
    },
    { kind: 'heading', text: said.by_category },
    {
      kind: 'strip',
      cells: Object.entries(by_acuity).map(([acuity, count]) => ({
        label: said.colours[acuity] ?? acuity,
        value: String(count),
      })),
    },
    { kind: 'heading', text: said.times },
    {
      kind: 'strip',
      cells: [
        { label: said.to_triage, value: figure(times.triage) },
        { label: said.to_treatment, value: figure(times.treatment) },
        { label: said.to_disposition, value: figure(times.disposition) },
        { label: said.late, value: String(report.late) },
      ],
    },
  ]
}

function used(report: IncidentPaper): Block[] {
  const said = desk_words[report.language]
  const list = (found: readonly string[]): string =>
    found.length === 0 ? said.none : found.join(', ')
  return [
    { kind: 'heading', text: said.outcomes },
    {
      kind: 'table',
      columns: [
        { label: said.outcome, weight: 4 },
        { label: said.number_of, weight: 1, align: 'right' },
      ],
      rows: report.outcomes.map(({ disposition, count }) => [
        said.dispositions[disposition] ?? disposition,
        String(count),
      ]),
      empty: said.none,
    },
    { kind: 'heading', text: said.used },
    {
      kind: 'facts',
      columns: 1,
      rows: [
        [said.staff, list(report.staff.map(({ name, entries }) => `${name} (${entries})`))],
        [said.beds, list(report.beds)],
        [
          said.referrals,
          list(report.referrals.map(({ number, facility }) => `${number} ${facility}`)),
        ],
      ],
    },
  ]
}

function people(report: IncidentPaper): Block[] {
  const said = desk_words[report.language]
  const column = (label: string, weight: number) => ({ label, weight })
  return [
    { kind: 'heading', text: said.casualties },
    {
      kind: 'table',
      columns: [
        { label: said.tag, weight: 1.5, strong: true },
        column(said.person, 3),
        column(said.category, 1.5),
        column(said.arrived, 1.2),
        column(said.triaged, 1.2),
        column(said.seen, 1.2),
        column(said.gone, 1.2),
        column(said.outcome, 2),
      ],
      rows: report.casualties.map((one) => [
        one.tag,
        one.person === null ? said.restricted : `${one.person} ${one.number ?? ''}`.trim(),
        one.acuity === null ? said.not_triaged : (said.colours[one.acuity] ?? one.acuity),
        timeOf(report, one.arrived_at),
        timeOf(report, one.triaged_at),
        timeOf(report, one.seen_at),
        timeOf(report, one.disposed_at),
        one.disposition === null ? '' : (said.dispositions[one.disposition] ?? one.disposition),
      ]),
      empty: said.none,
    },
  ]
}

function timeline(report: IncidentPaper): Block[] {
  const said = desk_words[report.language]
  return [
    { kind: 'heading', text: said.timeline },
    {
      kind: 'table',
      columns: [
        { label: said.time, weight: 1.4 },
        { label: said.tag, weight: 1.4 },
        { label: said.event, weight: 3 },
        { label: said.by, weight: 3 },
      ],
      rows: report.timeline.map(({ at, tag, move, by }) => [
        timeOf(report, at),
        tag ?? '',
        said.moves[move] ?? move,
        by,
      ]),
    },
  ]
}

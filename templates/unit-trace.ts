// The trace of a unit of blood as a paper (BLD-42): from the donor, by number, to whom it was given or what
// became of it, for an enquiry, an inspection or the service that sent it.

import type { BloodUnitWhole } from '../db/hospital/diagnostics/blood-bank/units/shapes.ts'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { blood_words } from './blood-words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { trace_words } from './trace-words.ts'
import { words } from './words.ts'

export interface UnitTracePaper extends BloodUnitWhole {
  head: Head
  language: Language
  printed: { at: string; by: string }
}

const moment = ({ head, language }: UnitTracePaper, at: string | null): string =>
  at === null ? '' : momentText(at, head.timezone, head.date_format, language)

const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(', ')

/** As a person reads a code that has no words of its own. */
const spoken = (code: string): string => code.replaceAll('_', ' ').toLowerCase()

const who = (patient: { number: string; full_name: string } | null): string =>
  patient === null ? '–' : `${patient.full_name} ${patient.number}`

export function unitTrace(made: UnitTracePaper): Paper {
  const { head, language } = made
  const own = trace_words[language]
  return {
    language,
    size: 'A4',
    title: own.title,
    number: made.number,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: made.printed.at,
    footer: head.footer,
    printed: words[language].printed(moment(made, made.printed.at), made.printed.by),
    mark: null,
    blocks: [
      factsOf(made),
      ...testsOf(made),
      ...matchesOf(made),
      ...issuesOf(made),
      ...runsOf(made),
      { kind: 'text', text: own.kept_back, small: true },
      ...movesOf(made, own.moves),
      ...siblingsOf(made),
      ...lookBacksOf(made),
    ],
  }
}

function factsOf(made: UnitTracePaper): Block {
  const { head, language, trace } = made
  const [own, blood] = [trace_words[language], blood_words[language]]
  const rows: readonly (readonly [string, string | null])[] = [
    [blood.component, made.component_code],
    [blood.group, made.group],
    [blood.volume, `${made.volume_ml} ml`],
    [own.donation, made.din],
    [own.donor, trace.donor_number],
    [own.sender, made.sender],
    [own.collected, dateText(made.collected_on, head.date_format, language)],
    [blood.expires, moment(made, made.expires_at)],
    [own.released, joined(moment(made, trace.released_at), trace.released_by_name)],
    [own.status, own.states[made.status] ?? made.status],
    [own.fate, made.fate === null ? null : joined(moment(made, made.fate.at), made.discard_reason)],
  ]
  return {
    kind: 'facts',
    columns: 2,
    rows: rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== ''),
  }
}

function testsOf({ language, trace }: UnitTracePaper): Block[] {
  const own = trace_words[language]
  if (trace.tests.length === 0) return [{ kind: 'text', title: own.tests, text: own.sent_tests }]
  const text = trace.tests
    .map(({ name, done, result }) => {
      const said = result === null ? (done ? own.done : own.open) : (own.results[result] ?? result)
      return `${name}: ${said}`
    })
    .join(' · ')
  return [{ kind: 'text', title: own.tests, text, framed: true }]
}

const titled = (
  title: string,
  head: readonly string[],
  weights: readonly number[],
  rows: readonly (readonly string[])[],
  empty: string,
): Block[] => [
  { kind: 'heading', text: title },
  {
    kind: 'table',
    columns: head.map((label, at) => ({ label, weight: weights[at] ?? 2 })),
    rows,
    empty,
  },
]

function matchesOf(made: UnitTracePaper): Block[] {
  const own = trace_words[made.language]
  const rows = made.trace.crossmatches.map((one) => [
    moment(made, one.at),
    who(one.patient),
    one.method.replaceAll('_', ' '),
    joined(own.results[one.result], one.strength, one.retrospective ? own.afterwards : null),
    one.by_name,
  ])
  return titled(own.matches, own.match_head, [3, 4, 2, 3, 3], rows, own.nobody)
}

function issuesOf(made: UnitTracePaper): Block[] {
  const own = trace_words[made.language]
  const rows = made.trace.issues.map((one) => [
    moment(made, one.at),
    who(one.patient),
    joined(
      one.by_name,
      one.emergency ? `${own.emergency} ${one.authorised_by_name ?? ''}`.trim() : null,
      one.matched ? null : own.unmatched,
    ),
    [one.collector_name, one.destination].filter(Boolean).join(' → '),
    one.returned === null
      ? ''
      : joined(
          moment(made, one.returned.at),
          one.returned.by_name,
          `${one.returned.minutes_out} ${own.out}`,
          one.returned.accepted ? null : own.wasted,
        ),
  ])
  return titled(own.issues, own.issue_head, [3, 4, 4, 3, 3], rows, own.nobody)
}

function runsOf(made: UnitTracePaper): Block[] {
  const own = trace_words[made.language]
  const rows = made.trace.transfusions.map((one) => [
    moment(made, one.started_at),
    joined(one.started_by_name, one.witness_name),
    joined(moment(made, one.ended_at), one.stop_reason),
    one.volume_given_ml === null ? '' : `${one.volume_given_ml} ml`,
    one.reaction === null ? '–' : spoken(one.reaction.type ?? one.reaction.status),
  ])
  return titled(own.runs, own.run_head, [3, 4, 3, 2, 3], rows, own.nobody)
}

function movesOf(made: UnitTracePaper, title: string): Block[] {
  const own = trace_words[made.language]
  const rows = made.history.map((one) => [
    moment(made, one.at),
    own.move_words[one.move] ?? spoken(one.move),
    own.states[one.to] ?? one.to,
    one.by_name,
    one.reason ?? '',
  ])
  return titled(title, own.move_head, [3, 2, 2, 3, 4], rows, own.nobody)
}

function siblingsOf(made: UnitTracePaper): Block[] {
  const own = trace_words[made.language]
  const { siblings } = made.trace
  if (siblings.length === 0) return []
  const rows = siblings.map((one) => [
    one.number,
    one.component_code,
    own.states[one.status] ?? one.status,
  ])
  return titled(own.siblings, own.sibling_head, [3, 1, 1], rows, own.nobody)
}

function lookBacksOf(made: UnitTracePaper): Block[] {
  const own = trace_words[made.language]
  const { look_backs } = made.trace
  if (look_backs.length === 0) return []
  const rows = look_backs.map((one) => [
    one.reference,
    one.marker ?? '',
    joined(spoken(one.state), moment(made, one.at)),
    one.by_name ?? '',
  ])
  return titled(own.look_backs, own.look_back_head, [2, 1, 3, 2], rows, own.nobody)
}

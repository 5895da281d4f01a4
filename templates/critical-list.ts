// Critical results on paper, A4: of whom somebody must hear, until when, and room to write who was told.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { bench_words } from './bench-words.ts'
import { momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Paper } from './paper.ts'
import { words } from './words.ts'

export interface CriticalList {
  head: Head
  language: Language
  rows: readonly {
    number: string
    test: string
    value: string
    limit: string | null
    unverified: boolean
    name: string | null
    patient_number: string
    place: string | null
    ordered_by: string
    priority: string
    found_at: string
    due_at: string | null
    overdue: boolean
    heard_by: string | null
    heard_at: string | null
    action_taken: string | null
  }[]
  printed: { at: string; by: string }
}

export function criticalListPaper(made: CriticalList): Paper {
  const { head, language, printed, rows } = made
  const own = bench_words[language]
  const moment = (at: string): string => momentText(at, head.timezone, head.date_format, language)
  const weights = [6, 6, 6, 5, 7]
  return {
    title: own.critical,
    number: null,
    language,
    size: 'A4',
    landscape: true,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: printed.at,
    footer: head.footer,
    printed: words[language].printed(moment(printed.at), printed.by),
    mark: null,
    blocks: [
      { kind: 'facts', columns: 2, rows: [[own.count, String(rows.length)]] },
      {
        kind: 'table',
        columns: own.critical_columns.map((label, at) => ({
          label,
          weight: weights[at] ?? 5,
          strong: at === 0,
        })),
        rows: rows.map((one) => [
          lines(
            `${one.test} ${one.value}`,
            one.limit,
            one.unverified && own.unverified,
            one.number,
          ),
          lines(one.name, one.patient_number),
          lines(one.place, one.ordered_by, own.priorities[one.priority]),
          lines(
            moment(one.found_at),
            one.due_at !== null && `${own.due} ${moment(one.due_at)}`,
            one.overdue && own.overdue,
          ),
          one.heard_at === null
            ? ''
            : lines(one.heard_by ?? own.called, moment(one.heard_at), one.action_taken),
        ]),
        empty: own.no_critical,
      },
    ],
  }
}

const lines = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join('\n')

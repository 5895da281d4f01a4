// The slip of a visit, on a roll of 80 mm (VIS-19): the token large, where to go, how long it may take.
// It lies about in the hall: no diagnosis, payer or group, and no name of a restricted point.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { desk_words } from './desk-words.ts'
import { momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

export interface VisitSlip {
  head: Head
  language: Language
  number: string
  token: string | null
  full_name: string
  age: string
  sex: 'Male' | 'Female' | 'Ambiguous'
  /** Null: it is restricted, or there is none. */
  point: string | null
  is_restricted: boolean
  came_at: string
  ahead: number | null
  wait_minutes: number | null
}

export function visitSlip(slip: VisitSlip): Paper {
  const { head, language } = slip
  const said = desk_words[language]
  const point = slip.is_restricted ? said.service : slip.point
  const facts: (readonly [string, string | null])[] = [
    [words[language].name, slip.full_name],
    [words[language].age, slip.age],
    [words[language].sex, words[language].sexes[slip.sex]],
    [said.came, momentText(slip.came_at, head.timezone, head.date_format, language)],
    [said.before_you, slip.ahead === null ? null : said.people(slip.ahead)],
    [said.wait, slip.wait_minutes === null ? null : said.minutes(slip.wait_minutes)],
  ]
  const large: Block[] = [
    ...(slip.token === null
      ? []
      : [{ kind: 'large', caption: said.token, text: slip.token, size: 44 } satisfies Block]),
    ...(point === null
      ? []
      : [{ kind: 'large', caption: said.go_to, text: point, size: 15 } satisfies Block]),
  ]
  return {
    title: said.visit_slip,
    number: null,
    language,
    size: 'ROLL80',
    // The number that a patient calls is on the head of every slip; the tax numbers are of no use.
    house: { ...head.house, lines: head.house.lines.filter((line) => !/^(?:TIN|VRN) /.test(line)) },
    theme: head.theme,
    accent: head.accent,
    issued_at: slip.came_at,
    footer: null,
    printed: null,
    mark: null,
    blocks: [
      ...large,
      { kind: 'gap', height: 8 },
      {
        kind: 'facts',
        columns: 1,
        rows: facts.filter((row): row is readonly [string, string] => row[1] !== null),
      },
      { kind: 'codes', barcode: slip.number, lines: [slip.number, said.keep_slip] },
    ],
  }
}

// What tests, answers, ranges and tubes are called on a paper that a patient takes home (2.1, DIA-150): in
// Swahili where the catalogue has the words, else as they stand on the order.

import type { Caller } from '../../../../core/caller.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { diagnostic_ranges, diagnostic_tests, specimen_types } from '../catalogue/tables.ts'
import type { LineRow } from '../results/lines.ts'
import { rangeText } from '../results/range-text.ts'
import { valueText } from '../results/value.ts'

interface Named {
  test_code: string
  test_name: string
}

export interface Called {
  test: (of: Named) => string
  value: (line: LineRow) => string
  range: (line: LineRow) => string
  tube: (of: { type_id: string; type_name: string }) => string
}

const as_written: Called = {
  test: ({ test_name }) => test_name,
  value: valueText,
  range: (line) => rangeText(line) ?? '',
  tube: ({ type_name }) => type_name,
}

export async function calledIn(
  { hospital_id }: Caller,
  language: Language,
  on: {
    tests: readonly Named[]
    lines?: readonly LineRow[]
    tubes?: readonly { type_id: string }[]
  },
): Promise<Called> {
  if (language === 'en') return as_written
  const { tests, lines = [], tubes = [] } = on
  const unique = (ids: readonly string[]): string[] => [...new Set(ids)]
  const found = await diagnostic_tests.all({
    hospital_id,
    code: unique([...tests, ...lines].map(({ test_code }) => test_code)),
  })
  const by_code = new Map(found.map((test) => [test.code, test]))
  const ranges = await wordsOf(
    diagnostic_ranges.all({ hospital_id, id: unique(lines.flatMap(rangesTold)) }),
    ({ text_sw }) => text_sw,
  )
  const types = await wordsOf(
    specimen_types.all({ hospital_id, id: unique(tubes.map(({ type_id }) => type_id)) }),
    ({ name_sw }) => name_sw,
  )
  return {
    test: (of) => by_code.get(of.test_code)?.name_sw ?? of.test_name,
    value: (line) => {
      const { answers } = by_code.get(line.test_code) ?? { answers: [] }
      const own = answers.find(({ code }) => code === line.answer_code)
      return own?.text_sw ?? valueText(line)
    },
    range: (line) => ranges.get(line.range_id ?? '') ?? as_written.range(line),
    tube: (of) => types.get(of.type_id) ?? of.type_name,
  }
}

/** Those whose range is a word. */
const rangesTold = ({ ref_text, range_id }: LineRow): string[] =>
  ref_text === null || range_id === null ? [] : [range_id]

async function wordsOf<T extends { id: string }>(
  asked: Promise<readonly T[]>,
  word: (row: T) => string | null,
): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await asked).flatMap((row) => {
      const said = word(row)
      return said ? [[row.id, said] as const] : []
    }),
  )
}

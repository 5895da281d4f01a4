// The sheet that people count on, which holds no figure of the books (stock STK-43), and what a count
// that is looked at came to.

import { figure, goodsPaper, type GoodsPaper, goodsPens, numberBars } from './goods-frame.ts'
import { facts } from './money-paper.ts'
import type { Block, Paper } from './paper.ts'
import { store_words } from './store-words.ts'

interface CountOnPaper extends GoodsPaper {
  number: string
  store: string
  kind: string
  begun_at: string | null
}

export interface CountSheetOnPaper extends CountOnPaper {
  is_recount: boolean
  lines: readonly {
    position: number
    bin: string | null
    description: string
    lot: string | null
    expiry: string | null
    unit: string
  }[]
}

export interface CountReport extends CountOnPaper {
  approved_by: string | null
  counters: readonly string[]
  accuracy_pct: number | null
  /** As they are written; null: who prints it may not see what goods cost. */
  short_value: string | null
  over_value: string | null
  lines: readonly {
    position: number
    description: string
    lot: string | null
    expiry: string | null
    unit: string
    counted: number | null
    book: number | null
    difference: number | null
    value: string | null
    reason: string | null
  }[]
}

export function countSheet(count: CountSheetOnPaper): Paper {
  const said = store_words[count.language]
  const title = count.is_recount ? said.recount_sheet : said.count_sheet
  return goodsPaper(count, { title, number: count.number }, [
    head(count),
    sheetTable(count),
    { kind: 'heading', text: said.found_rows },
    foundRows(count),
    {
      kind: 'together',
      blocks: [
        { kind: 'signatures', lines: [{ caption: said.counted_by }, { caption: said.checked_by }] },
        ...numberBars(count.number),
      ],
    },
  ])
}

export function countReport(count: CountReport): Paper {
  const said = store_words[count.language]
  return goodsPaper(count, { title: said.count_report, number: count.number, landscape: true }, [
    head(count, [
      [said.accuracy, count.accuracy_pct === null ? null : `${count.accuracy_pct} %`],
      [said.short_value, count.short_value],
      [said.over_value, count.over_value],
    ]),
    reportTable(count),
    {
      kind: 'together',
      blocks: [
        {
          kind: 'signatures',
          lines: [
            ...count.counters.map((name) => ({ caption: said.counted_by, name })),
            { caption: said.approved_by, name: count.approved_by },
          ],
        },
        ...numberBars(count.number),
      ],
    },
  ])
}

type Fact = readonly [string, string | null]

function head(count: CountOnPaper, more: readonly Fact[] = []): Block {
  const said = store_words[count.language]
  return facts(2, [
    [said.store, count.store],
    [said.kind, said.kinds[count.kind] ?? count.kind],
    [said.begun_at, goodsPens(count).moment(count.begun_at)],
    ...more,
  ])
}

const written = (count: CountSheetOnPaper): Extract<Block, { kind: 'table' }>['columns'] => {
  const said = store_words[count.language]
  return [
    { label: '#', weight: 0.5, align: 'right' },
    { label: said.bin, weight: 1.5 },
    { label: said.item, weight: 6 },
    { label: said.lot, weight: 2 },
    { label: said.expiry, weight: 2 },
    { label: said.unit, weight: 1.5 },
    { label: said.counted, weight: 3 },
    { label: said.remarks, weight: 3 },
  ]
}

function sheetTable(count: CountSheetOnPaper): Block {
  const said = store_words[count.language]
  const { day } = goodsPens(count)
  return {
    kind: 'table',
    columns: written(count),
    rows: count.lines.map(({ position, bin, description, lot, expiry, unit }) => [
      String(position),
      bin ?? '',
      description,
      lot ?? '',
      day(expiry),
      unit,
      line_to_write_on,
      '',
    ]),
    empty: count.begun_at === null ? said.not_begun : said.nothing_left,
  }
}

/** Two lines high, so that a hand finds room. */
const line_to_write_on = '\u00a0\n_________'
const rows_for_found = 5

/** What the books do not know is written in by hand (STK-45). */
const foundRows = (count: CountSheetOnPaper): Block => ({
  kind: 'table',
  columns: written(count),
  rows: Array.from({ length: rows_for_found }, () => [
    '',
    '',
    '',
    '',
    '',
    '',
    line_to_write_on,
    '',
  ]),
})

function reportTable(count: CountReport): Block {
  const said = store_words[count.language]
  const { day } = goodsPens(count)
  return {
    kind: 'table',
    columns: [
      { label: '#', weight: 0.5, align: 'right' },
      { label: said.item, weight: 6 },
      { label: said.lot, weight: 2 },
      { label: said.expiry, weight: 2 },
      { label: said.unit, weight: 1.5 },
      { label: said.counted, weight: 1.5, align: 'right' },
      { label: said.book, weight: 1.5, align: 'right' },
      { label: said.difference, weight: 1.5, align: 'right', strong: true },
      { label: said.value, weight: 2, align: 'right' },
      { label: said.reason, weight: 3 },
    ],
    rows: count.lines.map((line) => [
      String(line.position),
      line.description,
      line.lot ?? '',
      day(line.expiry),
      line.unit,
      figure(line.counted),
      figure(line.book),
      figure(line.difference),
      line.value ?? '',
      said.reasons[line.reason ?? ''] ?? line.reason ?? '',
    ]),
    empty: said.not_begun,
  }
}

// A report of the books on paper: its parts as tables with repeated heads and carried totals.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import type { BookColumn, Part, Parts, Value } from './books.ts'
import type { BookWords } from './books-words.ts'
import { amount, dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper, Table } from './paper.ts'
import { words } from './words.ts'

export interface BookPaper extends Parts {
  head: Head & { currency: string; scale: number }
  language: Language
  branch: string | null
  footer: {
    made_at: string
    made_by: string
    locked_to: string | null
    chain_no: number
    chain_hash: string
  }
}

export function bookPaper(report: BookPaper, said: BookWords): Paper {
  const { head, language, footer } = report
  const { chain_no, chain_hash, locked_to, made_at, made_by } = footer
  const at = momentText(made_at, head.timezone, head.date_format, language)
  const day = (text: string): string =>
    text.replace(/\d{4}-\d\d-\d\d/g, (found) => dateText(found, head.date_format, language))
  return {
    title: report.title,
    number: null,
    language,
    size: 'A4',
    landscape: report.landscape ?? false,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: made_at,
    footer: head.footer,
    printed: words[language].printed(at, made_by),
    mark: null,
    blocks: [
      {
        kind: 'facts',
        columns: 2,
        rows: [
          ...report.facts.map(([label, value]) => [label, day(value)] as const),
          [said.branch, report.branch ?? said.all_branches],
          [said.currency, head.currency],
          [said.locked_to, locked_to === null ? said.not_locked : day(locked_to)],
          [said.chain, `${chain_no} ${chain_hash}`],
        ],
      },
      ...report.parts.flatMap((part) => blocksOf(report, part, said)),
    ],
  }
}

function blocksOf(report: BookPaper, part: Part, said: BookWords): Block[] {
  const { rows, foot, heading } = part
  const { scale } = report.head
  const blocks: Block[] = []
  // A section in which nothing stands is one line among the results, not a table of noughts.
  const is_nothing = rows.length === 0 && part.results !== undefined
  const results =
    is_nothing && heading !== undefined
      ? [{ label: heading, value: 0 }, ...(part.results ?? [])]
      : (part.results ?? [])
  if (!is_nothing) {
    if (heading !== undefined) blocks.push({ kind: 'heading', text: heading })
    if (rows.length > 0 || foot !== undefined || results.length === 0) {
      blocks.push(tableOf(report, part, said))
    }
  }
  if (results.length > 0) {
    blocks.push({
      kind: 'totals',
      rows: results.map(({ label, value, compare, strong = false }) => ({
        label,
        value: figure(value, scale),
        strong,
        ...(compare === undefined ? {} : { note: `${said.compare}: ${figure(compare, scale)}` }),
      })),
    })
  }
  return blocks
}

function tableOf(report: BookPaper, { columns, rows, foot }: Part, said: BookWords): Table {
  const { head, language } = report
  const cell = (value: Value, index: number): string => {
    const as = columns[index]?.as ?? 'text'
    if (value === null || value === '') return ''
    if (as === 'money' && typeof value === 'number') return figure(value, head.scale)
    return as === 'day' ? dateText(String(value), head.date_format, language) : String(value)
  }
  return {
    kind: 'table',
    columns: columns.map((column) => ({
      label: said[column.key],
      weight: column.weight ?? 1,
      align: isFigure(column) ? 'right' : 'left',
    })),
    rows: rows.map((row) => row.map(cell)),
    ...(foot === undefined ? {} : { foot: foot.map(cell) }),
    empty: said.empty,
    ...carriedOf(report, columns, rows),
  }
}

const isFigure = ({ as }: BookColumn): boolean => as === 'money' || as === 'percent'

function carriedOf(
  { head: { scale }, language }: BookPaper,
  columns: readonly BookColumn[],
  rows: Part['rows'],
): Pick<Table, 'carried'> {
  const carried = [...columns.entries()].filter(([, column]) => column.carried === true)
  if (carried.length === 0) return {}
  return {
    carried: {
      label_from: words[language].carried_forward,
      label_to: words[language].brought_forward,
      figures: Object.fromEntries(
        carried.map(([index]) => [
          index,
          rows.map((row) => {
            const value = row[index]
            return typeof value === 'number' ? minorOf(value, scale) : 0
          }),
        ]),
      ),
      decimals: scale,
      scale,
    },
  }
}

const minorOf = (value: number, scale: number): number => Math.round(value * 10 ** scale) || 0
const figure = (value: number, scale: number): string =>
  amount(minorOf(value, scale), { scale, decimals: scale })

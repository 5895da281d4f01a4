// What papers of stores have in common: whose they are, who printed them, how they write days and figures.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

export interface GoodsPaper {
  head: Head
  language: Language
  printed: { at: string; by: string }
  mark?: string | null
}

export function goodsPens({ head, language }: GoodsPaper) {
  const { date_format, timezone } = head
  return {
    day: (text: string | null): string =>
      text === null ? '' : dateText(text, date_format, language),
    moment: (text: string | null): string =>
      text === null ? '' : momentText(text, timezone, date_format, language),
  }
}

/** In the base unit, without useless noughts; nothing where there is none. */
export const figure = (quantity: number | null): string =>
  quantity === null ? '' : quantity.toLocaleString('en-US', { maximumFractionDigits: 3 })

/** Nought is left empty, as in a book written by hand. */
export const figureOrNone = (quantity: number): string => (quantity === 0 ? '' : figure(quantity))

/** The paper's own number, for the scanner of whoever receives the goods. */
export const numberBars = (number: string): Block[] => [
  { kind: 'codes', barcode: number, lines: [] },
]

export function goodsPaper(
  paper: GoodsPaper,
  about: { title: string; number: string | null; landscape?: boolean },
  blocks: readonly Block[],
): Paper {
  const { head, language, printed, mark = null } = paper
  const { title, number, landscape = false } = about
  return {
    title,
    number,
    landscape,
    language,
    size: 'A4',
    issued_at: printed.at,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: head.footer,
    printed: words[language].printed(goodsPens(paper).moment(printed.at), printed.by),
    mark,
    blocks,
  }
}

// What papers of money have in common: head, currency, code, who printed it (billing 4.19).

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { amountInWords } from './in-words.ts'
import { amount, dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper, Size } from './paper.ts'
import { words } from './words.ts'

export interface MoneyPaper {
  head: Head & { currency: string; scale: number }
  language: Language
  size: Size
  /** Decimals that are shown. */
  decimals: number
  /** Drafts have none. */
  verify: { code: string; url: string } | null
  printed: { at: string; by: string } | null
  mark: string | null
}

/** Heads of papers on which an amount stands with decimals that are not shown otherwise. */
const uneven = new WeakSet<object>()

/** A paper whose amounts all have their decimals, as soon as one of them has some (BIL-159). */
export const evenly =
  <P extends MoneyPaper>(build: (paper: P) => Paper) =>
  (paper: P): Paper => {
    const head = { ...paper.head }
    const built = build({ ...paper, head })
    return uneven.has(head) ? build({ ...paper, decimals: head.scale }) : built
  }

/** How this paper writes amounts, days and moments. */
export function pens({ head, language, decimals }: MoneyPaper) {
  const { scale, currency, date_format, timezone } = head
  return {
    money: (minor: number): string => {
      if (decimals === 0 && minor % 10 ** scale !== 0) uneven.add(head)
      return amount(minor, { scale, decimals })
    },
    words: (minor: number): string => amountInWords(minor, currency, scale, language),
    day: (text: string | null): string =>
      text === null ? '' : dateText(text, date_format, language),
    moment: (text: string): string => momentText(text, timezone, date_format, language),
    carried: { decimals, scale },
  }
}

export function framed(
  paper: MoneyPaper,
  about: { title: string; number: string | null; issued_at: string },
  blocks: readonly Block[],
  more: Pick<Paper, 'landscape'> = {},
): Paper {
  const { head, language, printed, mark, size } = paper
  const said =
    printed === null ? null : words[language].printed(pens(paper).moment(printed.at), printed.by)
  return {
    ...about,
    ...more,
    language,
    size,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: head.footer,
    printed: said,
    mark,
    blocks: size === 'ROLL80' ? [...blocks, ...rollFoot([head.footer, said])] : blocks,
  }
}

/** A roll has no foot: what stands there elsewhere closes it. */
const rollFoot = (lines: readonly (string | null)[]): Block[] =>
  lines
    .filter((text): text is string => text !== null)
    .map((text) => ({ kind: 'text', text, small: true, align: 'center' }))

/** Above or below whatever else closes the paper. */
export function codeBlocks({ verify, language, size }: MoneyPaper): Block[] {
  if (verify === null) return []
  // Blanks at which no line breaks: a code is read in one go.
  const shown = verify.code.replace(/(.{4})(?=.)/g, '$1\u00a0')
  const lines = [words[language].verify(shown), ...(size === 'ROLL80' ? [] : [verify.url])]
  return [{ kind: 'codes', qr: verify.url, lines }]
}

/** A label and its value, where there is a value. */
export const facts = (
  columns: 1 | 2 | 3,
  rows: readonly (readonly [string, string | null | undefined])[],
): Block => ({
  kind: 'facts',
  columns,
  rows: rows.filter((row): row is readonly [string, string] => Boolean(row[1])),
})

/** Thousandths without useless noughts: `2`, `0.5`. */
export const quantityText = (thousandths: number): string => String(thousandths / 1000)

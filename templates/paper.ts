// What stands on a paper, in plain data: an area says it, the frame sets it. The same value can be
// handed to a worker thread and gives the same bytes wherever it is set.

import type { Language } from '../db/hospital/office/hospitals/words.ts'

import type { ControlPlot } from './control-plot.ts'
import type { PartographPlot } from './partograph-plot.ts'
import type { ResultRow } from './result-row.ts'

export type Size = 'A4' | 'A5' | 'A6' | 'ROLL80'

/** Whose paper it is: the hospital's name and address on the day of issue. */
export interface House {
  name: string
  short_name: string | null
  tagline: string | null
  branch: string | null
  /** Address, telephone, e-mail, TIN and VRN, as they shall read; one line each. */
  lines: readonly string[]
  /** PNG or JPEG; one that cannot be read is left out (BIL-163). */
  logo: Uint8Array | null
}

export interface Paper {
  title: string
  number: string | null
  language: Language
  size: Size
  landscape?: boolean
  house: House
  theme: string
  /** A word of the six, or `#RRGGBB`. */
  accent: string
  /** The instant of issue; it stands in the file, so that a second setting gives the same bytes. */
  issued_at: string
  /** At the foot of each page. */
  footer: string | null
  /** `Printed 12/05/2026 10:31 by Asha Juma`; apart, because the rest is the same at each print. */
  printed: string | null
  /** Across each page: DRAFT, CANCELLED, COPY 2. */
  mark: string | null
  blocks: readonly Block[]
}

export type Align = 'left' | 'right' | 'center'

export interface Column {
  label: string
  /** Share of the width; a column of figures takes what its widest figure needs. */
  weight: number
  align?: Align
  strong?: boolean
}

export interface Table {
  kind: 'table'
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** The last row, set apart. */
  foot?: readonly string[]
  /** Carried over from page to page: `figures[column][row]` are summed as they pass. */
  carried?: {
    label_from: string
    label_to: string
    figures: Readonly<Record<number, readonly number[]>>
    decimals: number
    /** Minor units in one major unit, as a power of ten. */
    scale: number
  }
  /** Cells that stand out, row by row: their columns. */
  marked?: readonly (readonly number[])[]
  /** Rows that open a group and span the table. */
  headings?: readonly number[]
  /** Said when there are no rows. */
  empty?: string
}

/** One of a text that people wrote (written.ts): what stands between `**` is strong. */
export interface Paragraph {
  kind: 'paragraph'
  text: string
  heading?: boolean
  /** Before it, the text beside it: a dot or a number. */
  lead?: string
  /** The next thing keeps its distance. */
  last?: boolean
}

export type Block =
  | { kind: 'facts'; columns: 1 | 2 | 3; rows: readonly (readonly [string, string])[] }
  | { kind: 'boxes'; boxes: readonly { title: string; lines: readonly string[] }[] }
  | { kind: 'heading'; text: string }
  /** What is read from three steps away: a token, in the middle. */
  | { kind: 'large'; text: string; size: number; caption?: string }
  | {
      kind: 'text'
      text: string
      title?: string
      framed?: boolean
      strong?: boolean
      small?: boolean
      align?: Align
    }
  | Paragraph
  | Table
  | {
      kind: 'totals'
      rows: readonly { label: string; value: string; strong?: boolean; note?: string }[]
    }
  | { kind: 'strip'; cells: readonly { label: string; value: string }[] }
  | {
      kind: 'signatures'
      lines: readonly { caption: string; name?: string | null; note?: string | null }[]
    }
  | {
      kind: 'codes'
      qr?: string | undefined
      barcode?: string | undefined
      lines: readonly string[]
    }
  | ResultRow
  | ControlPlot
  | PartographPlot
  | { kind: 'gap'; height: number }
  /** What follows begins on a page of its own. */
  | { kind: 'page' }
  /** Kept on one page. */
  | { kind: 'together'; blocks: readonly Block[] }

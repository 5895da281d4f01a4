// Writing, ruling and filling on a sheet, in points from the upper left corner.

import type { Face } from './faces.ts'
import type { Align, Paper } from './paper.ts'
import { hairline, ink, type Look } from './themes.ts'
import type { Line, Typesetter } from './type.ts'

export type Pdf = PDFKit.PDFDocument

export interface Ink {
  size: number
  strong?: boolean
  colour?: string
  align?: Align
}

/** Enough to write with; a card has no more. */
export interface Pen {
  readonly doc: Pdf
  readonly type: Typesetter
}

export interface Sheet extends Pen {
  readonly paper: Paper
  readonly look: Look
  /** The ordinary size of letters on this paper. */
  readonly size: number
  readonly left: number
  readonly width: number
  readonly top: number
  /** Where the foot begins. */
  readonly foot: number
  /** Written at the end of each page's foot, when the number of pages is known. */
  readonly pages: PDFKit.PDFKitReference | null
  /** Where the next thing is drawn. */
  y: number
  page: number
}

export const line_height = 1.36
export const ascent = 1.02

export const linesOf = (sheet: Pen, text: string, width: number, ink_: Ink): Line[] =>
  sheet.type.lines(text, ink_.size, ink_.strong ?? false, width)

export const heightOf = (sheet: Pen, text: string, width: number, ink_: Ink): number =>
  linesOf(sheet, text, width, ink_).length * ink_.size * line_height

/** Writes where told, within the width; answers how high it became. */
export function write(
  sheet: Pen,
  text: string,
  at: { x: number; y: number; width: number },
  ink_: Ink,
): number {
  const lines = linesOf(sheet, text, at.width, ink_)
  writeLines(sheet, lines, at, ink_)
  return lines.length * ink_.size * line_height
}

export function writeLines(
  sheet: Pen,
  lines: readonly Line[],
  at: { x: number; y: number; width: number },
  { size, strong = false, colour = ink, align = 'left' }: Ink,
): void {
  const space = sheet.type.width('\u00a0', size, strong)
  sheet.doc.fillColor(colour).fontSize(size)
  for (const [index, line] of lines.entries()) {
    const rest = at.width - line.width
    const x = at.x + (align === 'right' ? rest : align === 'center' ? rest / 2 : 0)
    writeLine(sheet, line, x, at.y + index * size * line_height + size * ascent, size, space)
  }
}

/** Words side by side in one face are set in one go. */
function writeLine(
  sheet: Pen,
  line: Line,
  from: number,
  baseline: number,
  size: number,
  space: number,
): void {
  let x = from
  let run: { face: Face; text: string; x: number } | null = null
  const end = (): void => {
    if (run !== null) put(sheet, run, baseline)
    run = null
  }
  for (const [place, word] of line.words.entries()) {
    const gap = place > 0 && !word.joined ? space : 0
    const [piece] = word.pieces
    const is_simple = word.pieces.length === 1 && !word.right_to_left && gap > 0
    if (is_simple && run !== null && piece?.face === run.face) run.text += ` ${piece.text}`
    else {
      end()
      let at = x + gap
      for (const one of word.pieces) {
        end()
        run = { face: one.face, text: one.text, x: at }
        at += one.width * size
      }
      if (word.right_to_left) end()
    }
    x += gap + word.width * size
  }
  end()
}

function put(sheet: Pen, run: { face: Face; text: string; x: number }, baseline: number): void {
  const { doc, type } = sheet
  doc.font(type.fonts.open(run.face) as unknown as string)
  doc.text(run.text, run.x, baseline, { lineBreak: false, baseline: 'alphabetic' })
}

export function rule(
  sheet: Sheet,
  y: number,
  { colour = hairline, weight = 0.5, from = sheet.left, width = sheet.width } = {},
): void {
  sheet.doc
    .moveTo(from, y)
    .lineTo(from + width, y)
    .lineWidth(weight)
    .strokeColor(colour)
    .stroke()
}

export function fill(
  sheet: Pen,
  box: { x: number; y: number; width: number; height: number },
  colour: string,
): void {
  sheet.doc.rect(box.x, box.y, box.width, box.height).fillColor(colour).fill()
}

export function frame(
  sheet: Pen,
  box: { x: number; y: number; width: number; height: number },
  colour = hairline,
): void {
  sheet.doc.rect(box.x, box.y, box.width, box.height).lineWidth(0.6).strokeColor(colour).stroke()
}

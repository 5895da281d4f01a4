// The sheet under the pen: its size, its pages, and how much room is left.

import PDFDocument from 'pdfkit'
import { drawFoot, endFoot, openFoot } from './foot.ts'
import { drawHead, drawRunningHead } from './head.ts'
import { drawMark } from './mark.ts'
import type { Paper, Size } from './paper.ts'
import { line_height, type Sheet } from './pen.ts'
import type { Look } from './themes.ts'
import type { Typesetter } from './type.ts'

export const mm = 72 / 25.4
const sizes: Record<Exclude<Size, 'ROLL80'>, [number, number]> = {
  A4: [595.28, 841.89],
  A5: [419.53, 595.28],
  A6: [297.64, 419.53],
}
const margins: Record<Size, number> = { A4: 40, A5: 28, A6: 20, ROLL80: 4 * mm }
const letters: Record<Size, number> = { A4: 9, A5: 8, A6: 7.5, ROLL80: 8 }
/** Higher than any receipt; the file knows no limit below 14,400. */
const roll_most = 14_000

/** A roll is cut where the text ends, so its one page is as high as what stands on it. */
export function openSheet(
  paper: Paper,
  look: Look,
  type: Typesetter,
  roll_height = roll_most,
): Sheet {
  const is_roll = paper.size === 'ROLL80'
  const [short, long] = paper.size === 'ROLL80' ? [80 * mm, roll_height] : sizes[paper.size]
  const [width, height] = paper.landscape === true ? [long, short] : [short, long]
  const margin = margins[paper.size]
  const size = letters[paper.size]
  const doc = new PDFDocument({ ...about(paper), size: [width, height] })
  const footer_lines = paper.footer === null ? 0 : paper.footer.split('\n').length
  const foot_height = is_roll ? 0 : (footer_lines + 1) * (size - 1.5) * line_height + 8
  return {
    doc,
    type,
    paper,
    look,
    size,
    left: margin,
    width: width - 2 * margin,
    top: margin,
    foot: height - margin * (is_roll ? 1 : 0.7) - foot_height,
    pages: is_roll ? null : openFoot(doc),
    y: margin,
    page: 0,
  }
}

/** The instant of issue stands for the time of making: the same paper gives the same bytes. */
const about = (paper: Paper) => ({
  margin: 0,
  autoFirstPage: false,
  // No face until one is needed.
  font: null as unknown as string,
  lang: paper.language === 'sw' ? 'sw-TZ' : 'en-GB',
  displayTitle: true,
  info: {
    Title: [paper.title, paper.number].filter((part) => part !== null).join(' '),
    Author: paper.house.name,
    Creator: 'Kituo',
    Producer: 'Kituo',
    CreationDate: new Date(paper.issued_at),
  },
})

export function newPage(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.page += 1
  sheet.y = sheet.top
  if (sheet.paper.mark !== null) drawMark(sheet, sheet.paper.mark)
  if (sheet.page === 1) drawHead(sheet)
  else drawRunningHead(sheet)
  if (sheet.paper.size !== 'ROLL80') drawFoot(sheet)
}

/** A roll has no end. */
export const room = (sheet: Sheet): number =>
  sheet.paper.size === 'ROLL80' ? Number.MAX_SAFE_INTEGER : sheet.foot - sheet.y

/** A new page unless this much fits; a fresh page is as much as anybody can have. */
export function need(sheet: Sheet, height: number): void {
  if (room(sheet) < height) newPage(sheet)
}

export function closeSheet(sheet: Sheet): void {
  if (sheet.pages !== null) endFoot(sheet, sheet.pages)
  sheet.doc.end()
}

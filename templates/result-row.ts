// One line of a laboratory's report: the value in bold where it is not normal, a mark that is seen at once,
// in grey too, and the values before it as a small plot over the band of what is usual.

import type { Plan } from './blocks.ts'
import { fill, heightOf, type Ink, type Sheet, write } from './pen.ts'
import { faint, hairline, ink } from './themes.ts'

export interface ResultRow {
  kind: 'result'
  cells: readonly [name: string, value: string, unit: string, range: string]
  /** `L`, `H`, `LL`, `HH`, `A`, `!`; nothing where the value is usual, or nobody can say. */
  mark: string | null
  critical: boolean
  /** Earlier values and this one, the oldest first. */
  history: readonly number[]
  low: number | null
  high: number | null
  /** Under the line: a comment, what stood there before. */
  notes: readonly string[]
  /** The line of labels above; the last of them stands over the plots. */
  head?: boolean
  plot_label?: string
}

const shares = [0.33, 0.17, 0.07, 0.12, 0.15, 0.16] as const
const critical_colour = '#A3121B'
const marked_colour = '#F3C95B'
const band_colour = '#E4E9EC'
const pad = 2.5
const plot_height = 13

const placesOf = (sheet: Sheet) => {
  let x = sheet.left
  return shares.map((share) => {
    const place = { x, width: share * sheet.width - 6 }
    x += share * sheet.width
    return place
  })
}

export function resultRow(sheet: Sheet, block: ResultRow): Plan {
  const [name, value, mark, unit, range, plot] = placesOf(sheet)
  const places = [name, value, unit, range]
  const body: Ink = { size: sheet.size }
  const small: Ink = { size: sheet.size - 1, colour: faint }
  const inks = block.cells.map((_, at): Ink => {
    if (block.head === true) return { ...small, strong: true }
    return at === 1 ? { ...body, strong: block.mark !== null } : body
  })
  const heights = block.cells.map((cell, at) =>
    heightOf(sheet, cell, places[at]?.width ?? 1, inks[at] as Ink),
  )
  const line = Math.max(plotted(block) ? plot_height : 0, ...heights)
  const notes = block.notes.map((note) => heightOf(sheet, note, sheet.width - 14, small))
  const height = line + notes.reduce((sum, one) => sum + one, 0) + 2 * pad
  return {
    height,
    draw(y) {
      for (const [at, cell] of block.cells.entries()) {
        const place = places[at]
        if (place !== undefined) write(sheet, cell, { ...place, y: y + pad }, inks[at] as Ink)
      }
      if (block.plot_label !== undefined && plot !== undefined) {
        write(sheet, block.plot_label, { ...plot, y: y + pad }, { ...small, strong: true })
      }
      if (block.mark !== null && mark !== undefined) drawMarkOf(sheet, block, mark.x, y + pad)
      if (plotted(block) && plot !== undefined) {
        drawPlot(sheet, block, { ...plot, y: y + pad, height: plot_height })
      }
      let at = y + pad + line
      for (const note of block.notes) {
        at += write(sheet, note, { x: sheet.left + 10, y: at, width: sheet.width - 14 }, small)
      }
      sheet.doc
        .moveTo(sheet.left, y + height)
        .lineTo(sheet.left + sheet.width, y + height)
        .lineWidth(block.head === true ? 0.8 : 0.3)
        .strokeColor(block.head === true ? ink : hairline)
        .stroke()
    },
  }
}

const plotted = ({ history }: ResultRow): boolean => history.length > 1

/** Filled and white where somebody's life hangs on it. */
function drawMarkOf(sheet: Sheet, { mark, critical }: ResultRow, x: number, y: number): void {
  const text = mark ?? ''
  const width = Math.max(14, sheet.type.width(text, sheet.size, true) + 7)
  const height = sheet.size * 1.35
  fill(sheet, { x, y: y - 0.5, width, height }, critical ? critical_colour : marked_colour)
  write(
    sheet,
    text,
    { x, y, width },
    { size: sheet.size, strong: true, align: 'center', colour: critical ? '#FFFFFF' : ink },
  )
}

function drawPlot(
  sheet: Sheet,
  { history, low, high, critical, mark }: ResultRow,
  box: { x: number; y: number; width: number; height: number },
): void {
  const known = [...history, ...(low === null ? [] : [low]), ...(high === null ? [] : [high])]
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const span = most - least || 1
  const yOf = (value: number): number =>
    box.y + box.height - 2 - ((value - least) / span) * (box.height - 4)
  const xOf = (at: number): number =>
    box.x + 3 + (at / Math.max(1, history.length - 1)) * (box.width - 8)
  const [top, bottom] = [yOf(high ?? most), yOf(low ?? least)]
  if (low !== null || high !== null) {
    fill(
      sheet,
      { x: box.x, y: top, width: box.width, height: Math.max(1, bottom - top) },
      band_colour,
    )
  }
  const { doc } = sheet
  for (const [at, value] of history.entries()) {
    if (at === 0) doc.moveTo(xOf(at), yOf(value))
    else doc.lineTo(xOf(at), yOf(value))
  }
  doc.lineWidth(0.8).strokeColor(ink).stroke()
  const last = history.length - 1
  const colour = critical ? critical_colour : mark === null ? ink : '#9A6B00'
  doc
    .circle(xOf(last), yOf(history[last] as number), 1.9)
    .fillColor(colour)
    .fill()
}

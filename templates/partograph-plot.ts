// The chart of a labour as a picture: fetal heart, cervix and descent against the hours, contractions, pulse and
// pressure, one above the other on one axis of time. It is read in grey as well as in colour.

import type { Plan } from './blocks.ts'
import { fill, frame, type Sheet, write } from './pen.ts'
import { faint, hairline, ink } from './themes.ts'

/** Hours since the chart begins, and the value there. */
export type Point = readonly [hour: number, value: number]

export interface PartographPlot {
  kind: 'partograph'
  hours: number
  /** What stands under each hour. */
  times: readonly string[]
  fetal_heart: readonly Point[]
  cervix: readonly Point[]
  descent: readonly Point[]
  /** Where the cervix should be, and where somebody must act; null in a chart that does not draw them. */
  alert_line: readonly Point[] | null
  action_line: readonly Point[] | null
  contractions: readonly Point[]
  pulse: readonly Point[]
  pressure: readonly (readonly [hour: number, systolic: number, diastolic: number])[]
  /** Lines of words: liquor, moulding, temperature, urine, medicines. */
  rows: readonly {
    label: string
    after: 'heart' | 'contractions' | 'pressure'
    cells: readonly (readonly [number, string])[]
  }[]
  labels: {
    fetal_heart: string
    cervix: string
    contractions: string
    pressure: string
    alert: string
    action: string
  }
}

const label_width = 74
const scale_width = 22
const row_height = 13
const gap = 5
const soft = '#EDF1F3'
const action_colour = '#A3121B'
const heights = { heart: 104, cervix: 150, contractions: 46, pressure: 104 } as const

interface Panel {
  y: number
  height: number
  low: number
  high: number
  step: number
}

export function partographPlot(sheet: Sheet, block: PartographPlot): Plan {
  const rows = block.rows.length * row_height
  const height = rows + Object.values(heights).reduce((sum, one) => sum + one + gap, 0) + 24
  return { height, draw: (y) => draw(sheet, block, y) }
}

function draw(sheet: Sheet, block: PartographPlot, from: number): void {
  const panels = {
    heart: [80, 200, 20],
    cervix: [0, 10, 1],
    contractions: [0, 6, 1],
    pressure: [40, 200, 20],
  } as const
  let y = from + 4
  for (const [name, [low, high, step]] of Object.entries(panels)) {
    const kind = name as keyof typeof panels
    const panel = { y, height: heights[kind], low, high, step }
    grid(sheet, block, panel, labelOf(block, kind))
    plots[kind](sheet, block, panel)
    y += panel.height
    for (const row of block.rows.filter(({ after }) => after === kind)) {
      words(sheet, block, row, y)
      y += row_height
    }
    y += gap
  }
  times(sheet, block, y - gap + 2)
}

const labelOf = ({ labels }: PartographPlot, kind: keyof typeof heights): string =>
  kind === 'heart' ? labels.fetal_heart : labels[kind]

const left = (sheet: Sheet): number => sheet.left + label_width + scale_width
const wide = (sheet: Sheet): number => sheet.width - label_width - scale_width - 4
const xOf = (sheet: Sheet, { hours }: PartographPlot, hour: number): number =>
  left(sheet) + (wide(sheet) * Math.min(hours, Math.max(0, hour))) / hours
const yOf = ({ y, height, low, high }: Panel, value: number): number =>
  y + height - (height * (Math.min(high, Math.max(low, value)) - low)) / (high - low)

function grid(sheet: Sheet, block: PartographPlot, panel: Panel, label: string): void {
  const { y, height, low, high, step } = panel
  const small = { size: sheet.size - 1.5, colour: faint }
  write(
    sheet,
    label,
    { x: sheet.left, y: y + 2, width: label_width - 4 },
    { ...small, strong: true },
  )
  const marked = step < 2 && high - low > 6 ? 2 : 1
  for (let value = low; value <= high; value += step) {
    const at = yOf(panel, value)
    stroke(sheet, [left(sheet), at], [left(sheet) + wide(sheet), at], hairline, 0.3)
    if (((value - low) / step) % marked !== 0) continue
    const place = { x: sheet.left + label_width, y: at - 4.5, width: scale_width - 4 }
    write(sheet, String(value), place, { ...small, size: sheet.size - 2, align: 'right' })
  }
  for (let hour = 0; hour <= block.hours; hour += 1) {
    const x = xOf(sheet, block, hour)
    stroke(sheet, [x, y], [x, y + height], hairline, 0.3)
  }
  frame(sheet, { x: left(sheet), y, width: wide(sheet), height }, ink)
}

type Place = readonly [number, number]

function stroke(sheet: Sheet, from: Place, to: Place, colour: string, weight: number): void {
  sheet.doc
    .moveTo(...from)
    .lineTo(...to)
    .lineWidth(weight)
    .strokeColor(colour)
    .stroke()
}

function line(sheet: Sheet, places: readonly Place[], colour: string, weight: number): void {
  for (const [index, place] of places.slice(1).entries()) {
    stroke(sheet, places[index] as Place, place, colour, weight)
  }
}

const placed = (sheet: Sheet, block: PartographPlot, panel: Panel, points: readonly Point[]) =>
  points.map(([hour, value]): Place => [xOf(sheet, block, hour), yOf(panel, value)])

const dots = (sheet: Sheet, places: readonly Place[]): void => {
  for (const [x, y] of places) sheet.doc.circle(x, y, 1.9).fillColor(ink).fill()
}

function crosses(sheet: Sheet, places: readonly Place[]): void {
  for (const [x, y] of places) {
    stroke(sheet, [x - 3, y - 3], [x + 3, y + 3], ink, 1.3)
    stroke(sheet, [x - 3, y + 3], [x + 3, y - 3], ink, 1.3)
  }
}

function rings(sheet: Sheet, places: readonly Place[]): void {
  for (const [x, y] of places) {
    sheet.doc.circle(x, y, 2.8).lineWidth(1).strokeColor(ink).stroke()
  }
}

type Draws = (sheet: Sheet, block: PartographPlot, panel: Panel) => void

/** What is usual is a grey band: a dot outside it is seen at once. */
const heart: Draws = (sheet, block, panel) => {
  const top = yOf(panel, 160)
  fill(
    sheet,
    { x: left(sheet) + 0.5, y: top, width: wide(sheet) - 1, height: yOf(panel, 110) - top },
    soft,
  )
  const places = placed(sheet, block, panel, block.fetal_heart)
  line(sheet, places, ink, 0.7)
  dots(sheet, places)
}

const cervix: Draws = (sheet, block, panel) => {
  slanted(sheet, block, panel, block.alert_line, block.labels.alert, ink)
  slanted(sheet, block, panel, block.action_line, block.labels.action, action_colour)
  const places = placed(sheet, block, panel, block.cervix)
  line(sheet, places, ink, 1)
  crosses(sheet, places)
  const heads = placed(sheet, block, panel, block.descent)
  line(sheet, heads, faint, 0.6)
  rings(sheet, heads)
}

function slanted(
  sheet: Sheet,
  block: PartographPlot,
  panel: Panel,
  points: readonly Point[] | null,
  label: string,
  colour: string,
): void {
  if (points === null) return
  const places = placed(sheet, block, panel, points)
  line(sheet, places, colour, 1.6)
  const [x, y] = places[Math.floor(places.length / 2)] ?? [0, 0]
  const style = { size: sheet.size - 2, colour, strong: true }
  write(sheet, label, { x: x + 4, y: y + 3, width: 60 }, style)
}

const contractions: Draws = (sheet, block, panel) => {
  for (const [hour, count] of block.contractions) {
    const top = yOf(panel, count)
    const x = xOf(sheet, block, hour)
    fill(sheet, { x: x - 2.5, y: top, width: 5, height: panel.y + panel.height - top }, faint)
  }
}

/** Pulse as dots; pressure as a line from the lower to the upper value. */
const pressure: Draws = (sheet, block, panel) => {
  for (const [hour, systolic, diastolic] of block.pressure) {
    const x = xOf(sheet, block, hour)
    const [high, low] = [yOf(panel, systolic), yOf(panel, diastolic)]
    stroke(sheet, [x, high], [x, low], ink, 1.1)
    line(
      sheet,
      [
        [x - 3, high + 4],
        [x, high],
        [x + 3, high + 4],
      ],
      ink,
      1.1,
    )
    line(
      sheet,
      [
        [x - 3, low - 4],
        [x, low],
        [x + 3, low - 4],
      ],
      ink,
      1.1,
    )
  }
  dots(sheet, placed(sheet, block, panel, block.pulse))
}

const plots = { heart, cervix, contractions, pressure } as const

function words(
  sheet: Sheet,
  block: PartographPlot,
  { label, cells }: PartographPlot['rows'][number],
  y: number,
): void {
  const small = { size: sheet.size - 2, colour: faint }
  write(sheet, label, { x: sheet.left, y: y + 1.5, width: label_width + scale_width - 6 }, small)
  frame(sheet, { x: left(sheet), y, width: wide(sheet), height: row_height })
  for (const [hour, text] of cells) {
    const x = xOf(sheet, block, hour)
    write(
      sheet,
      text,
      { x: x - 14, y: y + 1.5, width: 28 },
      { ...small, colour: ink, align: 'center' },
    )
  }
}

function times(sheet: Sheet, block: PartographPlot, y: number): void {
  const small = { size: sheet.size - 2, colour: faint, align: 'center' as const }
  for (const [hour, text] of block.times.entries()) {
    const x = xOf(sheet, block, hour)
    write(sheet, text, { x: x - 16, y, width: 32 }, small)
  }
}

// A table over as many pages as it needs: its head again on each, sums carried over, no row split
// that fits a page, and the last rows with the totals that follow (billing BIL-156).

import { amount } from './figures.ts'
import type { Column, Table } from './paper.ts'
import { fill, type Ink, line_height, linesOf, rule, type Sheet, writeLines } from './pen.ts'
import { newPage, room } from './sheet.ts'
import { hairline, ink } from './themes.ts'
import type { Line } from './type.ts'

const inset_x = 4
const inset_y = 2.5
const below = 6
/** Under a cell that stands out: seen at once, and in grey too. */
const marked_colour = '#FBE7B0'
/** Rows that stay with the totals. */
const kept_rows = 2

interface Row {
  cells: readonly (readonly Line[])[]
  height: number
  style: 'body' | 'head' | 'foot' | 'carried' | 'group'
  marked: readonly number[]
}

interface Layout {
  sheet: Sheet
  table: Table
  /** Of letters: smaller where the columns would not find room. */
  size: number
  inset: number
  widths: readonly number[]
}

/** `after`: how much of what follows must stand on the page of the last rows. */
export function drawTable(sheet: Sheet, table: Table, after: number): void {
  const layout = layoutOf(sheet, table)
  const head = rowOf(
    layout,
    table.columns.map(({ label }) => label),
    'head',
  )
  const foot = table.foot === undefined ? null : rowOf(layout, table.foot, 'foot')
  const carried =
    table.carried === undefined
      ? 0
      : rowOf(layout, carriedCells(table, 0, 'from'), 'carried').height
  const tail = after + below + (foot?.height ?? 0)
  const groups = new Set(table.headings ?? [])
  const count = table.rows.length
  const last =
    count === 0 ? [] : table.rows.slice(-kept_rows).map((row) => heightOfRow(layout, row))
  if (room(sheet) < head.height + 3 * line_height * sheet.size + Math.min(tail, 60)) newPage(sheet)
  draw(layout, head)
  if (count === 0 && table.empty !== undefined) {
    draw(layout, rowOf(layout, [table.empty], 'group'))
  }
  for (const [index, cells] of table.rows.entries()) {
    const marked = table.marked?.[index] ?? []
    const row = rowOf(layout, cells, groups.has(index) ? 'group' : 'body', marked)
    const rest = count - index - 1
    const follows =
      rest < kept_rows
        ? last.slice(kept_rows - rest).reduce((sum, one) => sum + one, 0) + tail
        : carried
    // A group's heading is not left alone at the foot of a page.
    const wanted = row.height + (row.style === 'group' ? 2 * line_height * sheet.size : 0)
    if (room(sheet) < wanted + follows && sheet.y > sheet.top + 60) turn(layout, head, index)
    drawLong(layout, row, head)
  }
  if (foot !== null) draw(layout, foot)
  sheet.y += below
}

function turn(layout: Layout, head: Row, passed: number): void {
  const { sheet, table } = layout
  const sums = table.carried !== undefined && passed > 0
  if (sums) draw(layout, rowOf(layout, carriedCells(table, passed, 'from'), 'carried'))
  newPage(sheet)
  draw(layout, head)
  if (sums) draw(layout, rowOf(layout, carriedCells(table, passed, 'to'), 'carried'))
}

function carriedCells(table: Table, passed: number, side: 'from' | 'to'): string[] {
  const { carried } = table
  if (carried === undefined) return []
  const said = side === 'from' ? carried.label_from : carried.label_to
  const label_at = table.columns.findIndex(({ align }) => (align ?? 'left') === 'left')
  const widest = table.columns.reduce(
    (best, column, index) =>
      (column.align ?? 'left') === 'left' && column.weight > (table.columns[best]?.weight ?? 0)
        ? index
        : best,
    Math.max(0, label_at),
  )
  return table.columns.map((_, index) => {
    const figures = carried.figures[index]
    if (figures === undefined) return index === widest ? said : ''
    let sum = 0
    for (let row = 0; row < passed; row++) sum += figures[row] ?? 0
    return amount(sum, carried)
  })
}

const smallest = 0.72

function layoutOf(sheet: Sheet, table: Table): Layout {
  const least = leastWidths(sheet, table)
  const taken = least.reduce((sum, one) => sum + one, 0)
  const scale = Math.max(smallest, Math.min(1, sheet.width / taken))
  const widths = widthsOf(
    sheet,
    table,
    least.map((one) => one * scale),
    scale,
  )
  return { sheet, table, widths, size: sheet.size * scale, inset: inset_x * scale }
}

/** Columns of figures get what their widest figure needs, the others their longest word. */
const leastWidths = (sheet: Sheet, table: Table): number[] =>
  table.columns.map((column, index) =>
    column.align === 'right'
      ? naturalWidth(sheet, table, column, index)
      : longestWord(sheet, table, column, index),
  )

/**
 * What is left goes by weight to those whose text is longer still, then to all of them.
 */
function widthsOf(sheet: Sheet, table: Table, least: readonly number[], scale: number): number[] {
  const { columns } = table
  const widths = [...least]
  let rest = sheet.width - widths.reduce((sum, one) => sum + one, 0)
  if (rest <= 0) return widths.map((one) => (one / (sheet.width - rest)) * sheet.width)
  const wanted = columns.map(({ align, weight }, index) => ({
    index,
    weight,
    lacks:
      (align === 'right' ? labelWidth(sheet, table, index) : longestText(sheet, table, index)) *
        scale -
      (widths[index] as number),
  }))
  // The least wanting first, so that what they do not need is there for the others.
  let wanting = wanted
    .filter(({ lacks }) => lacks > 0)
    .toSorted((a, b) => a.lacks / a.weight - b.lacks / b.weight)
  for (let [one] = wanting; one !== undefined; [one] = wanting) {
    const all = wanting.reduce((sum, { weight }) => sum + weight, 0)
    const given = Math.min(one.lacks, (rest * one.weight) / all)
    widths[one.index] = (widths[one.index] as number) + given
    rest -= given
    wanting = wanting.slice(1)
  }
  const open = wanted.filter(({ index }) => columns[index]?.align !== 'right')
  const all = open.reduce((sum, { weight }) => sum + weight, 0)
  for (const { index, weight } of open) {
    widths[index] = (widths[index] as number) + (rest * weight) / all
  }
  if (open.length === 0) return widths.map((one) => (one / (sheet.width - rest)) * sheet.width)
  return widths
}

/** Of longer words than this a line may break within. */
const word_most = 18

function longestWord(sheet: Sheet, table: Table, { label }: Column, index: number): number {
  const texts = [label, ...table.rows.map((row) => row[index] ?? '')]
  const words = new Set(texts.flatMap((text) => text.split(/\s+/)))
  const longest = [...words]
    .filter((word) => word.length <= word_most)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 4)
  return (
    Math.max(0, ...longest.map((word) => sheet.type.width(word, sheet.size, true))) + 2 * inset_x
  )
}

function longestText(sheet: Sheet, table: Table, index: number): number {
  const text = table.rows.reduce(
    (longest, row) =>
      (row[index]?.length ?? 0) > longest.length ? (row[index] as string) : longest,
    '',
  )
  return sheet.type.width(text, sheet.size, true) + 2 * inset_x
}

/** A column of figures is as wide as its figures need; its head is in one line where there is room. */
const labelWidth = (sheet: Sheet, table: Table, index: number): number =>
  sheet.type.width(table.columns[index]?.label ?? '', sheet.size, true) + 2 * inset_x

function naturalWidth(sheet: Sheet, table: Table, column: Column, index: number): number {
  const figures = table.carried?.figures[index]
  const sum = figures?.reduce((total, one) => total + Math.abs(one), 0)
  const said = [
    ...table.rows.map((row) => row[index] ?? ''),
    ...(sum === undefined || table.carried === undefined ? [] : [amount(sum, table.carried)]),
  ]
  // The longest text is the widest figure, near enough to measure only a few.
  const longest = said.toSorted((a, b) => b.length - a.length).slice(0, 4)
  const foot = table.foot?.[index] ?? ''
  const label = column.label.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? ''
  return (
    Math.max(
      ...longest.map((text) => sheet.type.width(text, sheet.size, column.strong ?? false)),
      sheet.type.width(foot, sheet.size, true),
      sheet.type.width(label, sheet.size, true),
    ) +
    2 * inset_x
  )
}

const inkOf = ({ sheet, size }: Layout, column: Column | undefined, style: Row['style']): Ink => ({
  size: style === 'head' ? size * 0.95 : size,
  strong: style === 'head' || style === 'foot' || style === 'group' || column?.strong === true,
  colour: style === 'head' && sheet.look.theme !== 'plain' ? sheet.look.accent : ink,
  align: column?.align ?? 'left',
})

const inkIn = (
  layout: Layout,
  index: number,
  style: Row['style'],
  marked: readonly number[],
): Ink => {
  const plain = inkOf(layout, layout.table.columns[index], style)
  return marked.includes(index) ? { ...plain, strong: true } : plain
}

function rowOf(
  layout: Layout,
  cells: readonly string[],
  style: Row['style'],
  marked: readonly number[] = [],
): Row {
  const { sheet, widths } = layout
  const spans = style === 'group'
  const lines = (spans ? cells.slice(0, 1) : cells).map((text, index) => {
    const width = spans ? sheet.width : (widths[index] as number)
    return linesOf(sheet, text, width - 2 * layout.inset, inkIn(layout, index, style, marked))
  })
  return { cells: lines, height: heightIn(layout, lines, style), style, marked }
}

const heightOfRow = (layout: Layout, cells: readonly string[]): number =>
  rowOf(layout, cells, 'body').height

function heightIn(
  layout: Layout,
  cells: readonly (readonly Line[])[],
  style: Row['style'],
): number {
  const most = Math.max(1, ...cells.map((lines) => lines.length))
  return most * inkOf(layout, undefined, style).size * line_height + 2 * inset_y
}

/** A row higher than a whole page is the only one that goes over two. */
function drawLong(layout: Layout, row: Row, head: Row): void {
  const { sheet } = layout
  let rest = row
  while (rest.height > room(sheet)) {
    const size = inkOf(layout, undefined, row.style).size * line_height
    const fit = Math.max(1, Math.floor((room(sheet) - 2 * inset_y) / size))
    draw(layout, sliced(layout, rest, 0, fit))
    newPage(sheet)
    draw(layout, head)
    rest = sliced(layout, rest, fit, Number.MAX_SAFE_INTEGER)
  }
  draw(layout, rest)
}

function sliced(layout: Layout, row: Row, from: number, to: number): Row {
  const cells = row.cells.map((lines) => lines.slice(from, to))
  return { ...row, cells, height: heightIn(layout, cells, row.style) }
}

function draw(layout: Layout, row: Row): void {
  const { sheet, widths } = layout
  const { theme, tint, accent } = sheet.look
  const { y, left, width } = sheet
  const tinted = theme === 'band' && (row.style === 'head' || row.style === 'foot')
  if (tinted) fill(sheet, { x: left, y, width, height: row.height }, tint)
  if (row.style === 'foot') rule(sheet, y, { colour: ink, weight: 0.6 })
  let x = left
  for (const [index, lines] of row.cells.entries()) {
    const across = row.style === 'group' ? width : (widths[index] as number)
    const style =
      row.style === 'group'
        ? inkOf(layout, undefined, row.style)
        : inkIn(layout, index, row.style, row.marked)
    if (row.marked.includes(index)) {
      fill(
        sheet,
        { x: x + 1, y: y + 0.5, width: across - 2, height: row.height - 1 },
        marked_colour,
      )
    }
    writeLines(
      sheet,
      lines,
      { x: x + layout.inset, y: y + inset_y, width: across - 2 * layout.inset },
      style,
    )
    x += across
  }
  sheet.y += row.height
  if (row.style === 'head') {
    rule(sheet, sheet.y, { colour: theme === 'plain' ? ink : accent, weight: 0.7 })
  } else if (theme === 'ruled') rule(sheet, sheet.y, { colour: hairline })
  else if (row.style === 'carried') rule(sheet, sheet.y, { colour: hairline })
}

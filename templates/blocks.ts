// What stands between head and foot, piece by piece: how high each is, and how it is drawn.

import { controlPlot } from './control-plot.ts'
import { barcodeBars, drawBars, drawQr, isWritable } from './codes.ts'
import type { Block, Paragraph, Table } from './paper.ts'
import {
  fill,
  frame,
  heightOf,
  type Ink,
  line_height,
  linesOf,
  rule,
  type Sheet,
  write,
  writeLines,
} from './pen.ts'
import { partographPlot } from './partograph-plot.ts'
import { resultRow } from './result-row.ts'
import { faint, ink } from './themes.ts'

export interface Plan {
  height: number
  draw(y: number): void
}

export type Flat = Exclude<Block, Table>

const gap = 8

export function planOf(sheet: Sheet, block: Flat): Plan {
  switch (block.kind) {
    case 'facts':
      return facts(sheet, block)
    case 'boxes':
      return boxes(sheet, block)
    case 'heading':
      return heading(sheet, block.text)
    case 'large':
      return large(sheet, block)
    case 'text':
      return text(sheet, block)
    case 'paragraph':
      return paragraph(sheet, block)
    case 'totals':
      return totals(sheet, block)
    case 'strip':
      return strip(sheet, block)
    case 'signatures':
      return signatures(sheet, block)
    case 'codes':
      return codes(sheet, block)
    case 'result':
      return resultRow(sheet, block)
    case 'control_plot':
      return controlPlot(sheet, block)
    case 'partograph':
      return partographPlot(sheet, block)
    case 'gap':
      return { height: block.height, draw: () => undefined }
    case 'page':
      return { height: 0, draw: () => undefined }
    case 'together':
      return together(sheet, block)
  }
}

const labelled = (sheet: Sheet): Ink => ({ size: sheet.size - 1, colour: faint })

function stacked(plans: readonly Plan[]): Plan {
  return {
    height: plans.reduce((sum, plan) => sum + plan.height, 0),
    draw(y) {
      let at = y
      for (const plan of plans) {
        plan.draw(at)
        at += plan.height
      }
    },
  }
}

function together(sheet: Sheet, { blocks }: Flat & { kind: 'together' }): Plan {
  return stacked(
    blocks.filter((block) => block.kind !== 'table').map((block) => planOf(sheet, block)),
  )
}

/** Labels and values in one to three columns, filled downwards row by row. */
function facts(sheet: Sheet, { columns, rows }: Flat & { kind: 'facts' }): Plan {
  const count = sheet.paper.size === 'ROLL80' ? 1 : columns
  const each = sheet.width / count
  const shares = rows.map(([label]) => sheet.type.width(label, sheet.size - 1, false))
  const label_width = Math.min(each * 0.45, Math.max(0, ...shares) + 8)
  const value_width = each - label_width - 8
  const value: Ink = { size: sheet.size }
  const heights = rows.map(([label, said]) =>
    Math.max(
      heightOf(sheet, label, label_width - 4, labelled(sheet)),
      heightOf(sheet, said, value_width, value),
    ),
  )
  const lines = Array.from({ length: Math.ceil(rows.length / count) }, (_, line) =>
    Math.max(...heights.slice(line * count, line * count + count)),
  )
  return {
    height: lines.reduce((sum, one) => sum + one + 1.5, 0) + gap,
    draw(y) {
      let at = y
      for (const [line, height] of lines.entries()) {
        for (const [column, [label, said]] of rows
          .slice(line * count, line * count + count)
          .entries()) {
          const x = sheet.left + column * each
          write(sheet, label, { x, y: at + 0.8, width: label_width - 4 }, labelled(sheet))
          write(sheet, said, { x: x + label_width, y: at, width: value_width }, value)
        }
        at += height + 1.5
      }
    },
  }
}

/** Side by side: to whom, about whom. On a roll one under the other. */
function boxes(sheet: Sheet, { boxes: given }: Flat & { kind: 'boxes' }): Plan {
  if (sheet.paper.size === 'ROLL80' && given.length > 1) {
    return stacked(given.map((box) => boxes(sheet, { kind: 'boxes', boxes: [box] })))
  }
  const is_boxed = sheet.look.theme === 'ruled'
  const inset = is_boxed ? 6 : 0
  const between = 10
  const each = (sheet.width - between * (given.length - 1)) / given.length
  const inner = each - 2 * inset
  const body: Ink = { size: sheet.size }
  const title: Ink = { size: sheet.size - 1, strong: true, colour: sheet.look.accent }
  const heights = given.map((box) =>
    box.lines.reduce(
      (sum, line) => sum + heightOf(sheet, line, inner, body),
      heightOf(sheet, box.title, inner, title),
    ),
  )
  const height = Math.max(0, ...heights) + 2 * inset
  return {
    height: height + gap,
    draw(y) {
      for (const [index, box] of given.entries()) {
        const x = sheet.left + index * (each + between)
        if (is_boxed) frame(sheet, { x, y, width: each, height })
        const at = { x: x + inset, y: y + inset, width: inner }
        at.y += write(sheet, box.title, at, title)
        for (const line of box.lines) at.y += write(sheet, line, at, body)
      }
    },
  }
}

function heading(sheet: Sheet, said: string): Plan {
  const style: Ink = { size: sheet.size + 1.5, strong: true, colour: sheet.look.accent }
  const height = heightOf(sheet, said, sheet.width, style)
  return {
    height: height + 6,
    draw: (y) => void write(sheet, said, { x: sheet.left, y: y + 3, width: sheet.width }, style),
  }
}

/** As large as it was asked for, or as fits the width in one line. */
function large(sheet: Sheet, { text: said, size, caption }: Flat & { kind: 'large' }): Plan {
  const one_line = sheet.width / sheet.type.width(said, 1, true)
  const style: Ink = {
    size: Math.max(sheet.size, Math.min(size, one_line * 0.98)),
    strong: true,
    align: 'center',
  }
  const above: Ink = { ...labelled(sheet), align: 'center' }
  const top = caption === undefined ? 0 : heightOf(sheet, caption, sheet.width, above)
  return {
    height: top + heightOf(sheet, said, sheet.width, style),
    draw(y) {
      const at = { x: sheet.left, y, width: sheet.width }
      if (caption !== undefined) at.y += write(sheet, caption, at, above)
      write(sheet, said, at, style)
    },
  }
}

function text(sheet: Sheet, block: Flat & { kind: 'text' }): Plan {
  const inset = block.framed === true ? 6 : 0
  const width = sheet.width - 2 * inset
  const style: Ink = {
    size: block.small === true ? sheet.size - 1.5 : sheet.size,
    strong: block.strong ?? false,
    align: block.align ?? 'left',
  }
  const title: Ink = { size: sheet.size, strong: true }
  const above = block.title === undefined ? 0 : heightOf(sheet, block.title, width, title)
  const height = above + heightOf(sheet, block.text, width, style) + 2 * inset
  return {
    height: height + gap,
    draw(y) {
      if (block.framed === true) frame(sheet, { x: sheet.left, y, width: sheet.width, height })
      const at = { x: sheet.left + inset, y: y + inset, width }
      if (block.title !== undefined) at.y += write(sheet, block.title, at, title)
      write(sheet, block.text, at, style)
    },
  }
}

/** As people write them: what has a lead stands beside it, line by line. */
function paragraph(sheet: Sheet, { text: said, heading: is_heading, lead, last }: Paragraph): Plan {
  const style: Ink = { size: sheet.size, strong: is_heading ?? false }
  const indent =
    lead === undefined ? 0 : Math.max(12, sheet.type.width(lead, style.size, false) + 4)
  const width = sheet.width - indent
  const lines =
    is_heading === true
      ? linesOf(sheet, said, width, style)
      : sheet.type.marked(said, style.size, width)
  return {
    height: lines.length * style.size * line_height + (last === true ? gap : 0),
    draw(y) {
      if (lead !== undefined) write(sheet, lead, { x: sheet.left, y, width: indent }, style)
      writeLines(sheet, lines, { x: sheet.left + indent, y, width }, style)
    },
  }
}

/** Against the right margin; the strong ones are what the paper is about. */
function totals(sheet: Sheet, { rows }: Flat & { kind: 'totals' }): Plan {
  const { theme, accent, tint } = sheet.look
  const width = sheet.paper.size === 'ROLL80' ? sheet.width : Math.max(sheet.width * 0.5, 190)
  const x = sheet.left + sheet.width - width
  const half = width * 0.56
  const plans = rows.map((row): Plan => {
    const size = row.strong === true ? sheet.size + 1 : sheet.size
    const style: Ink = { size, strong: row.strong ?? false }
    const label_height = heightOf(sheet, row.label, half - 6, style)
    const note = row.note === undefined ? 0 : heightOf(sheet, row.note, width - 12, labelled(sheet))
    const inset = row.strong === true ? 3 : 1
    const height =
      Math.max(label_height, heightOf(sheet, row.value, width - half - 6, style)) + 2 * inset + note
    return {
      height,
      draw(y) {
        if (row.strong === true && theme === 'band') fill(sheet, { x, y, width, height }, tint)
        if (row.strong === true && theme === 'plain')
          rule(sheet, y, { from: x, width, colour: ink })
        if (theme === 'ruled') rule(sheet, y + height, { from: x, width })
        write(sheet, row.label, { x: x + 6, y: y + inset, width: half - 6 }, style)
        const at = { x: x + half, y: y + inset, width: width - half - 6 }
        write(sheet, row.value, at, { ...style, align: 'right' })
        if (row.note !== undefined) {
          write(
            sheet,
            row.note,
            { x: x + 6, y: y + height - note - 1, width: width - 12 },
            labelled(sheet),
          )
        }
      },
    }
  })
  const all = stacked(plans)
  return {
    height: all.height + gap + 4,
    draw(y) {
      if (theme === 'ruled') {
        rule(sheet, y, { from: x, width, colour: accent, weight: 0.8 })
        rule(sheet, y + 2, { from: x, width, colour: accent, weight: 0.8 })
      }
      all.draw(y + 4)
    },
  }
}

/** Cells in a row, each a label over a figure: the ages of a debt. */
function strip(sheet: Sheet, { cells }: Flat & { kind: 'strip' }): Plan {
  const each = sheet.width / Math.max(1, cells.length)
  const label: Ink = { ...labelled(sheet), align: 'center' }
  const value: Ink = { size: sheet.size, strong: true, align: 'center' }
  const height =
    Math.max(0, ...cells.map((cell) => heightOf(sheet, cell.label, each - 8, label))) +
    Math.max(0, ...cells.map((cell) => heightOf(sheet, cell.value, each - 8, value))) +
    6
  return {
    height: height + gap,
    draw(y) {
      for (const [index, cell] of cells.entries()) {
        const x = sheet.left + index * each
        frame(sheet, { x, y, width: each, height })
        const at = { x: x + 4, y: y + 3, width: each - 8 }
        write(sheet, cell.label, at, label)
        const below = heightOf(sheet, cell.value, each - 8, value)
        write(sheet, cell.value, { ...at, y: y + height - below - 3 }, value)
      }
    },
  }
}

function signatures(sheet: Sheet, { lines }: Flat & { kind: 'signatures' }): Plan {
  const across = sheet.paper.size === 'ROLL80' ? 1 : Math.min(3, Math.max(1, lines.length))
  const between = 18
  const each = (sheet.width - between * (across - 1)) / across
  const small = sheet.size - 1
  const rows = Math.ceil(lines.length / across)
  const row_height = 26 + 3 * small * line_height
  return {
    height: rows * row_height + gap,
    draw(y) {
      for (const [index, line] of lines.entries()) {
        const x = sheet.left + (index % across) * (each + between)
        const at = y + Math.floor(index / across) * row_height + 24
        rule(sheet, at, { from: x, width: each, colour: ink })
        const below = { x, y: at + 2, width: each }
        below.y += write(sheet, line.caption, below, labelled(sheet))
        if (line.name) below.y += write(sheet, line.name, below, { size: small, strong: true })
        if (line.note) write(sheet, line.note, below, { size: small })
      }
    },
  }
}

const code_side = 62

function codes(sheet: Sheet, block: Flat & { kind: 'codes' }): Plan {
  const qr = block.qr === undefined ? 0 : code_side
  const barcode =
    block.barcode !== undefined && isWritable(block.barcode) ? block.barcode : undefined
  const bars = barcode === undefined ? 0 : 34
  const x = sheet.left + (qr === 0 ? 0 : qr + 10)
  const width = sheet.left + sheet.width - x
  // On a roll what stands alone stands in the middle.
  const is_alone = sheet.paper.size === 'ROLL80' && qr === 0
  const small: Ink = {
    size: sheet.size - 1,
    colour: faint,
    align: is_alone ? 'center' : 'left',
  }
  const said = block.lines.reduce((sum, line) => sum + heightOf(sheet, line, width, small), 0)
  const height = Math.max(qr, bars + said)
  return {
    height: height + gap,
    draw(y) {
      if (block.qr !== undefined) drawQr(sheet.doc, block.qr, { x: sheet.left, y, side: code_side })
      const at = { x, y, width }
      if (barcode !== undefined) {
        const modules = barcodeBars(barcode).length
        const narrow = Math.min(1, width / modules)
        const from = is_alone ? x + (width - modules * narrow) / 2 : x
        drawBars(sheet.doc, barcode, { x: from, y, narrow, height: 28 })
        at.y += bars
      }
      for (const line of block.lines) at.y += write(sheet, line, at, small)
    },
  }
}

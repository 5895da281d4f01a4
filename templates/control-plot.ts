// The plot of a control chart (DIA-109): the mean and one, two and three standard deviations as lines,
// each value where it lies, in red where a rule is broken, hollow where it counts no more.

import type { Plan } from './blocks.ts'
import { fill, type Sheet, write } from './pen.ts'
import { faint, hairline, ink } from './themes.ts'

export interface ControlPlot {
  kind: 'control_plot'
  height: number
  /** In the order of time; the place on the line is in standard deviations. */
  points: readonly { z: number; status: string; left_out: boolean; label: string }[]
  /** Of each line, from +3 to −3: what is written at its left. */
  labels: readonly string[]
}

const out_colour = '#A3121B'
const warning_colour = '#C77700'
const good_colour = '#1F7A4D'
const band_colour = '#E9F3EE'
const reach = 4
const left = 62

export function controlPlot(sheet: Sheet, block: ControlPlot): Plan {
  return {
    height: block.height + 26,
    draw: (y) => {
      const box = { x: sheet.left + left, y, width: sheet.width - left, height: block.height }
      const yOf = (z: number): number => {
        const kept = Math.max(-reach, Math.min(reach, z))
        return box.y + ((reach - kept) / (2 * reach)) * box.height
      }
      drawLines(sheet, block, box, yOf)
      drawPoints(sheet, block, box, yOf)
    },
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function drawLines(sheet: Sheet, block: ControlPlot, box: Box, yOf: (z: number) => number): void {
  const band = { x: box.x, y: yOf(2), width: box.width, height: yOf(-2) - yOf(2) }
  fill(sheet, band, band_colour)
  for (const [at, label] of block.labels.entries()) {
    const z = 3 - at
    const y = yOf(z)
    const colour = z === 0 ? ink : Math.abs(z) === 3 ? out_colour : hairline
    sheet.doc.moveTo(box.x, y).lineTo(box.x + box.width, y)
    if (Math.abs(z) === 2) sheet.doc.dash(3, { space: 2 })
    sheet.doc
      .lineWidth(z === 0 ? 0.8 : 0.5)
      .strokeColor(colour)
      .stroke()
      .undash()
    const place = { x: sheet.left, y: y - sheet.size * 0.6, width: left - 6 }
    write(sheet, label, place, { size: sheet.size - 1, align: 'right', colour: faint })
  }
}

function drawPoints(sheet: Sheet, block: ControlPlot, box: Box, yOf: (z: number) => number): void {
  const { doc } = sheet
  const step = box.width / (block.points.length + 1)
  const xOf = (at: number): number => box.x + (at + 1) * step
  for (const [at, { z }] of block.points.entries()) {
    if (at === 0) doc.moveTo(xOf(at), yOf(z))
    else doc.lineTo(xOf(at), yOf(z))
  }
  if (block.points.length > 1) doc.lineWidth(0.6).strokeColor(faint).stroke()
  for (const [at, { z, status, left_out }] of block.points.entries()) {
    const colour =
      status === 'OUT' ? out_colour : status === 'WARNING' ? warning_colour : good_colour
    doc.circle(xOf(at), yOf(z), 2.3)
    if (left_out) doc.fillAndStroke('#FFFFFF', colour)
    else doc.fillColor(colour).fill()
  }
  for (const at of new Set([0, Math.floor(block.points.length / 2), block.points.length - 1])) {
    const label = block.points[at]?.label
    if (label === undefined) continue
    const x = Math.min(xOf(at) - 30, box.x + box.width - 60)
    const place = { x: Math.max(box.x, x), y: box.y + box.height + 6, width: 60 }
    write(sheet, label, place, { size: sheet.size - 1, align: 'center', colour: faint })
  }
}

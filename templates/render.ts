// A paper in plain data becomes the bytes of a PDF.

import { drawTable } from './table.ts'
import { type Flat, planOf } from './blocks.ts'
import type { FontBytes } from './faces.ts'
import { fontsFrom } from './fonts.ts'
import type { Block, Paper } from './paper.ts'
import type { Pdf, Sheet } from './pen.ts'
import { closeSheet, need, newPage, openSheet, room } from './sheet.ts'
import { look } from './themes.ts'
import { typesetter } from './type.ts'

export async function render(paper: Paper, bytes: FontBytes): Promise<Uint8Array> {
  const type = typesetter(fontsFrom(bytes))
  const style = look(paper.theme, paper.accent)
  if (paper.size !== 'ROLL80') return set(openSheet(paper, style, type), paper)
  // A roll is as long as its text: set once to see how long that is.
  const trial = openSheet(paper, style, type)
  await set(trial, paper)
  return set(openSheet(paper, style, type, trial.y + trial.top), paper)
}

async function set(sheet: Sheet, paper: Paper): Promise<Uint8Array> {
  const file = collected(sheet.doc)
  newPage(sheet)
  for (const [index, block] of paper.blocks.entries()) {
    if (block.kind === 'page') newPage(sheet)
    else if (block.kind === 'table')
      drawTable(sheet, block, keptWith(sheet, paper.blocks[index + 1]))
    else drawFlat(sheet, block, paper.blocks[index + 1])
  }
  closeSheet(sheet)
  return file
}

/** Totals, and what is kept together, never stand alone on a page: rows go with them. */
function keptWith(sheet: Sheet, next: Block | undefined): number {
  return next?.kind === 'totals' || next?.kind === 'together' ? planOf(sheet, next).height : 0
}

function drawFlat(sheet: Sheet, block: Flat, next: Block | undefined): void {
  const plan = planOf(sheet, block)
  // A heading stays with the first lines under it; a table wants its head and some rows there.
  const under = next === undefined ? 0 : next.kind === 'table' ? 120 : 40
  const opens = block.kind === 'heading' || (block.kind === 'paragraph' && block.heading === true)
  need(sheet, plan.height + (opens ? under : 0))
  if (block.kind === 'text' && plan.height > room(sheet)) {
    drawLongText(sheet, block)
    return
  }
  plan.draw(sheet.y)
  sheet.y += plan.height
}

/** A text longer than a page goes on in pieces of paragraphs and lines. */
function drawLongText(sheet: Sheet, block: Flat & { kind: 'text' }): void {
  const { title, ...rest } = block
  const paragraphs = rest.text
    .split('\n')
    .flatMap((one) => one.match(/.{1,600}(?:\s|$)|.{1,600}/gu) ?? [''])
  for (const [index, text] of paragraphs.entries()) {
    const piece = { ...rest, text, framed: false }
    const plan = planOf(sheet, index === 0 && title !== undefined ? { ...piece, title } : piece)
    need(sheet, plan.height)
    plan.draw(sheet.y)
    sheet.y += plan.height - 8
  }
  sheet.y += 8
}

/** The file, when its last byte is written. */
export function collected(doc: Pdf): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}

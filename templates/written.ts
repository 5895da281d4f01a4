// What people write in notes and summaries (care CAR-20): headings, lists and strong words, and all else as it was typed.

import type { Paragraph } from './paper.ts'

const heading = /^#{1,6}\s+(.*)$/
const item = /^\s*-\s+(.*)$/
const numbered = /^\s*(\d{1,3}\.)\s+(.*)$/

/** No piece is longer than this, so that each finds room on a page. */
const pieces = /.{1,600}(?:\s|$)|.{1,600}/gu

export function paragraphs(text: string): Paragraph[] {
  const all = text
    .trim()
    .split(/\r?\n/)
    .flatMap((line) => inPieces(paragraph(line)))
  return all.map((one, at) => ({ ...one, last: at === all.length - 1 }))
}

function inPieces(whole: Paragraph): Paragraph[] {
  const [first = '', ...rest] = whole.text.match(pieces) ?? []
  // What goes on stands under its beginning.
  const under = whole.lead === undefined ? {} : { lead: '' }
  return [
    { ...whole, text: first },
    ...rest.map((text): Paragraph => ({ ...whole, text, ...under })),
  ]
}

function paragraph(line: string): Paragraph {
  const title = heading.exec(line)?.[1]
  if (title !== undefined) return { kind: 'paragraph', text: title, heading: true }
  const said = item.exec(line)?.[1]
  if (said !== undefined) return { kind: 'paragraph', text: said, lead: '•' }
  const [, lead, one] = numbered.exec(line) ?? []
  return lead !== undefined && one !== undefined
    ? { kind: 'paragraph', text: one, lead }
    : { kind: 'paragraph', text: line }
}

// The foot of each page: page n of m, what the hospital wants there, who printed it. Pages leave for
// the file as they are done; how many they became is written once, at the end, in a place that all
// of them show.

import { ascent, line_height, type Pdf, rule, type Sheet, write } from './pen.ts'
import { faint } from './themes.ts'
import { words } from './words.ts'

const name = 'Pages'
const box = { width: 60, height: 20 }

export const openFoot = (doc: Pdf): PDFKit.PDFKitReference =>
  doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -6, box.width, box.height - 6] })

export function drawFoot(sheet: Sheet): void {
  const { paper, doc } = sheet
  const size = sheet.size - 1.5
  const small = { size, colour: faint }
  let y = sheet.foot + 4
  rule(sheet, y)
  y += 4
  for (const line of paper.footer?.split('\n') ?? []) {
    const at = { x: sheet.left, y, width: sheet.width }
    write(sheet, line, at, { ...small, align: 'center' })
    y += size * line_height
  }
  const third = sheet.width / 3
  if (paper.number !== null) {
    const at = { x: sheet.left + 2 * third, y, width: third }
    write(sheet, paper.number, at, { ...small, align: 'right' })
  }
  const text = words[paper.language].page(sheet.page)
  const width = sheet.type.width(text, size, false)
  // Room for two figures: most papers have no more pages.
  const x = sheet.left + (sheet.width - width - size * 1.6) / 2
  if (paper.printed !== null) {
    // On a card the two would run into one another.
    const room = Math.min(third * 1.2, x - sheet.left - size)
    write(sheet, paper.printed, { x: sheet.left, y, width: room }, small)
  }
  write(sheet, text, { x, y, width: width + 1 }, small)
  const show = [x + width + size * 0.3, doc.page.height - y - size * ascent]
  if (sheet.pages === null) return
  doc.page.xobjects[name] = sheet.pages
  // The page's own axis runs down; the form's runs up.
  doc.addContent(
    `q 1 0 0 -1 0 ${doc.page.height} cm 1 0 0 1 ${show.map((at) => at?.toFixed(2)).join(' ')} cm /${name} Do Q`,
  )
}

/** The number that every foot shows. */
export function endFoot(sheet: Sheet, pages: PDFKit.PDFKitReference): void {
  const { doc, type } = sheet
  const text = String(sheet.page)
  const face = type.fonts.faceFor(text.codePointAt(0) as number, false)
  doc.font(type.fonts.open(face) as unknown as string)
  const font = (doc as unknown as { _font: EmbeddedFont })._font
  const [codes] = font.encode(text)
  const { data } = pages as unknown as { data: Record<string, unknown> }
  data['Resources'] = { Font: { [font.id]: font.ref() } }
  const colour = '0.36 0.36 0.36 rg'
  pages.end(
    Buffer.from(`${colour} BT /${font.id} ${sheet.size - 1.5} Tf 0 0 Td <${codes.join('')}> Tj ET`),
  )
}

/** Of the library's inside: how it writes a text in the file's own letters. */
interface EmbeddedFont {
  id: string
  ref(): unknown
  encode(text: string): [string[], unknown[]]
}

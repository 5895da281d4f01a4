// Tags for casualties, ten on a sheet of A4, printed before anybody comes (EMG-17): the tag large, its
// QR, the colours to tear or tick, and lines to write on while nobody has a screen.

import PDFDocument from 'pdfkit'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { drawQr } from './codes.ts'
import { desk_words } from './desk-words.ts'
import type { FontBytes } from './faces.ts'
import { fontsFrom } from './fonts.ts'
import { fill, type Pen, write } from './pen.ts'
import { collected } from './render.ts'
import { faint, hairline } from './themes.ts'
import { typesetter } from './type.ts'
import { words } from './words.ts'

export interface TagSheet {
  hospital: string
  reference: string
  name: string
  language: Language
  tags: readonly string[]
  issued_at: string
}

const [sheet_width, sheet_height] = [595.28, 841.89]
const margin = 28
const [across, down] = [2, 5]
const gap = 10
const tag_width = (sheet_width - 2 * margin - gap * (across - 1)) / across
const tag_height = (sheet_height - 2 * margin - gap * (down - 1)) / down
const qr = 84

/** Told apart in grey too: each box has its word. */
const colours = [
  ['RED', '#C62828'],
  ['ORANGE', '#E07B00'],
  ['YELLOW', '#F2C500'],
  ['GREEN', '#2E7D32'],
  ['BLUE', '#1565C0'],
] as const

export function renderTags(sheet: TagSheet, bytes: FontBytes): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: [sheet_width, sheet_height],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    lang: sheet.language === 'sw' ? 'sw-TZ' : 'en-GB',
    info: {
      Title: `${desk_words[sheet.language].tags_title} ${sheet.reference}`,
      Author: sheet.hospital,
      Creator: 'Kituo',
      Producer: 'Kituo',
      CreationDate: new Date(sheet.issued_at),
    },
  })
  const file = collected(doc)
  const pen = { doc, type: typesetter(fontsFrom(bytes)) }
  for (const [index, tag] of sheet.tags.entries()) {
    const place = index % (across * down)
    if (place === 0) doc.addPage()
    const x = margin + (place % across) * (tag_width + gap)
    const y = margin + Math.floor(place / across) * (tag_height + gap)
    drawTag(pen, sheet, tag, { x, y })
  }
  doc.end()
  return file
}

function drawTag(pen: Pen, sheet: TagSheet, tag: string, { x, y }: { x: number; y: number }): void {
  const said = desk_words[sheet.language]
  pen.doc.lineWidth(0.7).strokeColor(hairline).rect(x, y, tag_width, tag_height).stroke()
  drawQr(pen.doc, tag, { x: x + tag_width - qr - 2, y: y + 2, side: qr })
  const beside = { x: x + 10, y: y + 8, width: tag_width - qr - 16 }
  beside.y += write(pen, said.tag_of, beside, { size: 7, colour: faint })
  const size = Math.min(30, beside.width / pen.type.width(tag, 1, true))
  beside.y += write(pen, tag, beside, { size, strong: true })
  beside.y += write(pen, `${sheet.reference} · ${sheet.name}`, beside, { size: 7 })
  write(pen, sheet.hospital, beside, { size: 6.5, colour: faint })
  drawLines(pen, sheet, { x: x + 10, y: y + qr + 4, width: tag_width - 20 })
  drawColours(pen, sheet, { x, y: y + tag_height - 22, width: tag_width })
}

/** To write on by hand. */
function drawLines(pen: Pen, sheet: TagSheet, at: { x: number; y: number; width: number }): void {
  const said = words[sheet.language]
  const fields: (readonly [string, number, number])[] = [
    [said.name, 0, 1],
    [said.sex, 0, 0.3],
    [desk_words[sheet.language].age, 0.34, 0.3],
    [desk_words[sheet.language].time, 0.68, 0.32],
  ]
  for (const [index, [label, from, share]] of fields.entries()) {
    const y = at.y + (index === 0 ? 0 : 18)
    const x = at.x + from * at.width
    const width = share * at.width
    const taken = pen.type.width(label, 6.5, false) + 3
    write(pen, label, { x, y: y + 4, width }, { size: 6.5, colour: faint })
    pen.doc.lineWidth(0.5).strokeColor(hairline)
    pen.doc
      .moveTo(x + taken, y + 12)
      .lineTo(x + width, y + 12)
      .stroke()
  }
}

function drawColours(pen: Pen, sheet: TagSheet, at: { x: number; y: number; width: number }): void {
  const each = at.width / colours.length
  for (const [index, [word, colour]] of colours.entries()) {
    const x = at.x + index * each
    fill(pen, { x, y: at.y, width: each, height: 22 }, colour)
    const dark = word === 'YELLOW' || word === 'ORANGE'
    const text = `${index + 1} ${desk_words[sheet.language].colours[word] ?? word}`
    const size = Math.min(7.5, (each - 4) / pen.type.width(text, 1, true))
    const ink = {
      size,
      strong: true,
      align: 'center' as const,
      colour: dark ? '#000000' : '#FFFFFF',
    }
    write(pen, text, { x: x + 1, y: at.y + 6, width: each - 2 }, ink)
  }
}

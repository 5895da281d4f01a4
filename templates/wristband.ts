// The band on a patient's wrist (PAT-11, PAT-14), for printers of bands 25 mm high: who it is, large
// enough to be read at a bedside, and the code of the card. Nothing clinical stands on it.

import PDFDocument from 'pdfkit'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { barcodeBars, drawBars, drawQr, isWritable } from './codes.ts'
import { desk_words } from './desk-words.ts'
import { dateText } from './figures.ts'
import type { FontBytes } from './faces.ts'
import { fontsFrom } from './fonts.ts'
import { heightOf, type Ink, type Pen, write } from './pen.ts'
import { collected } from './render.ts'
import { mm } from './sheet.ts'
import { faint } from './themes.ts'
import { typesetter } from './type.ts'
import { words } from './words.ts'

export interface Wristband {
  hospital: string
  date_format: string
  language: Language
  number: string
  /** Of somebody nobody knows: the label (PAT-14). */
  full_name: string
  sex: 'Male' | 'Female' | 'Ambiguous'
  birth_date: string
  birth_date_estimated: boolean
  age: string
  code: string
  issued_at: string
}

/** A band is longer; the rest of it is the clasp and the wrist. */
const [width, height] = [150 * mm, 25 * mm]
const margin = 6
const qr = height - 8
const bars_width = 128

export function renderWristband(band: Wristband, bytes: FontBytes): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    lang: band.language === 'sw' ? 'sw-TZ' : 'en-GB',
    info: {
      Title: band.number,
      Author: band.hospital,
      Creator: 'Kituo',
      Producer: 'Kituo',
      CreationDate: new Date(band.issued_at),
    },
  })
  const file = collected(doc)
  doc.addPage()
  const pen = { doc, type: typesetter(fontsFrom(bytes)) }
  drawQr(doc, band.code, { x: margin, y: 4, side: qr })
  drawPerson(pen, band)
  drawNumber(pen, band)
  doc.end()
  return file
}

function drawPerson(pen: Pen, band: Wristband): void {
  const said = words[band.language]
  const at = { x: margin + qr + 4, y: 6, width: width - qr - bars_width - 3 * margin - 8 }
  const name: Ink = { size: 15, strong: true }
  // Two lines at most: a long name is written smaller.
  while (name.size > 7 && heightOf(pen, band.full_name, at.width, name) > 36) name.size -= 0.5
  at.y += write(pen, band.full_name, at, name) + 1
  const born = dateText(band.birth_date, band.date_format, band.language)
  const about = band.birth_date_estimated ? `${desk_words[band.language].about} ` : ''
  const facts = `${said.sexes[band.sex]} · ${said.born} ${about}${born} · ${band.age}`
  const size = Math.min(8, at.width / pen.type.width(facts, 1, false))
  at.y += write(pen, facts, at, { size }) + 1
  write(pen, band.hospital, at, { size: 6.5, colour: faint })
}

function drawNumber(pen: Pen, { number }: Wristband): void {
  const x = width - bars_width - margin
  const at = { x, y: 8, width: bars_width }
  at.y += write(pen, number, at, { size: 14, strong: true, align: 'center' }) + 2
  if (!isWritable(number)) return
  const modules = barcodeBars(number).length
  const narrow = Math.min(0.9, bars_width / modules)
  const from = x + (bars_width - modules * narrow) / 2
  drawBars(pen.doc, number, { x: from, y: at.y, narrow, height: height - at.y - 8 })
}

// The card a patient carries, as large as a bank card (PAT-11): who it is and where it belongs.
// No diagnosis, group, payer or allergy; the QR holds the card's code alone.

import PDFDocument from 'pdfkit'
import { barcodeBars, drawBars, drawQr, isWritable } from './codes.ts'
import type { FontBytes } from './faces.ts'
import { fontsFrom } from './fonts.ts'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { fill, heightOf, type Ink, type Pen, write } from './pen.ts'
import { collected } from './render.ts'
import { mm } from './sheet.ts'
import { faint, look } from './themes.ts'
import { typesetter } from './type.ts'
import { words } from './words.ts'

export interface PatientCard {
  hospital: string
  branch: string | null
  accent: string
  language: Language
  number: string
  full_name: string
  sex: 'Male' | 'Female' | 'Ambiguous'
  birth_year: string
  emergency_phone: string | null
  /** What the QR holds. */
  code: string
  issued_at: string
}

const [width, height] = [85.6 * mm, 53.98 * mm]
const margin = 9
const band = 27
const qr = 68

export function renderCard(card: PatientCard, bytes: FontBytes): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    lang: card.language === 'sw' ? 'sw-TZ' : 'en-GB',
    info: {
      Title: `${words[card.language].patient_card} ${card.number}`,
      Author: card.hospital,
      Creator: 'Kituo',
      Producer: 'Kituo',
      CreationDate: new Date(card.issued_at),
    },
  })
  const file = collected(doc)
  doc.addPage()
  const pen = { doc, type: typesetter(fontsFrom(bytes)) }
  drawBand(pen, card)
  drawPerson(pen, card)
  drawQr(doc, card.code, { x: width - qr - 4, y: band + 6, side: qr })
  drawFoot(pen, card)
  doc.end()
  return file
}

function drawBand(pen: Pen, card: PatientCard): void {
  fill(pen, { x: 0, y: 0, width, height: band }, look('band', card.accent).accent)
  const at = { x: margin, y: 4, width: width - 2 * margin }
  const name: Ink = {
    size: fitting(pen, card.hospital, at.width, 10),
    strong: true,
    colour: '#FFFFFF',
  }
  at.y += write(pen, card.hospital, at, name)
  const below = card.branch ?? words[card.language].patient_card
  const small = { size: fitting(pen, below, at.width, 6), colour: '#FFFFFF' }
  write(pen, below, at, small)
}

function drawPerson(pen: Pen, card: PatientCard): void {
  const said = words[card.language]
  const at = { x: margin, y: band + 9, width: width - qr - margin - 10 }
  // Two lines at most: a long name is written smaller.
  const name: Ink = { size: 11, strong: true }
  while (name.size > 6 && heightOf(pen, card.full_name, at.width, name) > 30) name.size -= 0.5
  at.y += write(pen, card.full_name, at, name) + 2
  at.y +=
    write(pen, card.number, at, {
      size: 12,
      strong: true,
      colour: look('band', card.accent).accent,
    }) + 2
  at.y += write(pen, `${said.sex}: ${said.sexes[card.sex]}`, at, { size: 7 })
  write(pen, `${said.birth_year}: ${card.birth_year}`, at, { size: 7 })
}

/** The number for a scanner of bars, and whom to call. */
function drawFoot(pen: Pen, card: PatientCard): void {
  if (isWritable(card.number)) {
    const modules = barcodeBars(card.number).length
    const narrow = Math.min(0.9, (width - qr - margin - 14) / modules)
    drawBars(pen.doc, card.number, { x: margin, y: height - 31, narrow, height: 16 })
  }
  if (card.emergency_phone === null) return
  const text = `${words[card.language].emergency_phone}: ${card.emergency_phone}`
  const at = { x: margin, y: height - 12, width: width - 2 * margin }
  write(pen, text, at, { size: fitting(pen, text, at.width, 6.5), colour: faint })
}

const fitting = (pen: Pen, text: string, room: number, size: number): number =>
  Math.min(size, room / pen.type.width(text, 1, true))

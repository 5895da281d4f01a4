// Labels of lots and of shelves, a page each, as label printers want them: what it is, until when, and what
// a scanner reads (a lot as QR, a shelf as bars).

import PDFDocument from 'pdfkit'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { barcodeBars, drawBars, drawQr, isWritable } from './codes.ts'
import type { FontBytes } from './faces.ts'
import { dateText } from './figures.ts'
import { fontsFrom } from './fonts.ts'
import { fill, type Pen, write } from './pen.ts'
import { collected } from './render.ts'
import { mm } from './sheet.ts'
import { store_words } from './store-words.ts'
import { ink } from './themes.ts'
import { typesetter } from './type.ts'

export interface GoodsLabel {
  name: string
  form: string | null
  code: string
  lot: string | null
  expiry: string | null
  is_cold: boolean
  is_controlled: boolean
  is_high_alert: boolean
  bars: string | null
  qr: string | null
}

export interface GoodsLabels {
  size: 'SMALL' | 'LARGE'
  house: { hospital: string; language: Language; date_format: string }
  labels: readonly GoodsLabel[]
}

interface Place extends Pen {
  width: number
  height: number
  /** Of letters, against those of the small label. */
  scale: number
  house: GoodsLabels['house']
}

const sizes = { SMALL: [50 * mm, 25 * mm], LARGE: [70 * mm, 36 * mm] } as const
const margin = 5

export function renderGoodsLabels(
  { size, house, labels }: GoodsLabels,
  bytes: FontBytes,
): Promise<Uint8Array> {
  const [width, height] = sizes[size]
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    info: {
      Title: labels[0]?.code ?? '',
      Author: house.hospital,
      Creator: 'Kituo',
      Producer: 'Kituo',
      CreationDate: new Date(0),
    },
  })
  const file = collected(doc)
  const type = typesetter(fontsFrom(bytes))
  const place: Place = { doc, type, width, height, scale: width / sizes.SMALL[0], house }
  for (const label of labels) {
    doc.addPage()
    drawLabel(place, label)
  }
  doc.end()
  return file
}

function drawLabel(place: Place, label: GoodsLabel): void {
  if (label.qr === null) drawShelf(place, label)
  else drawLot(place, label, label.qr)
  drawMarks(place, label)
}

/** The QR on the right; beside it what people read. */
function drawLot(place: Place, label: GoodsLabel, qr: string): void {
  const { width, height, scale, house } = place
  const side = height - 12 * scale
  drawQr(place.doc, qr, { x: width - side - 1, y: 0, side })
  const said = store_words[house.language]
  const at = { x: margin, y: 3, width: width - side - margin - 1 }
  at.y += drawName(place, label, at, 2)
  if (label.form !== null) at.y += line(place, label.form, at, 5.8)
  if (label.lot !== null) at.y += line(place, `${said.lot} ${label.lot}`, at, 6.6, true)
  if (label.expiry === null) return
  const until = dateText(label.expiry, house.date_format, house.language)
  at.y += line(place, said.expiry, at, 5)
  line(place, until, at, 8, true)
}

function drawShelf(place: Place, label: GoodsLabel): void {
  const { width, scale } = place
  const at = { x: margin, y: 3, width: width - 2 * margin }
  at.y += drawName(place, label, at, 2)
  if (label.form !== null) at.y += line(place, label.form, at, 5.8)
  const { bars } = label
  if (bars === null || !isWritable(bars)) return
  const narrow = Math.min(1.2 * scale, (width - 4 * margin) / barcodeBars(bars).length)
  const x = (width - barcodeBars(bars).length * narrow) / 2
  drawBars(place.doc, bars, { x, y: at.y + 1, narrow, height: 18 * scale })
  const size = 6 * scale
  const below = { ...at, y: at.y + 19 * scale }
  write(place, bars, below, { size, strong: true, align: 'center' })
}

/** In as many lines as are allowed, smaller where it is longer. */
function drawName(
  place: Place,
  { name }: GoodsLabel,
  at: { x: number; y: number; width: number },
  lines: number,
): number {
  let size = 8 * place.scale
  while (size > 4 && place.type.lines(name, size, true, at.width).length > lines) size -= 0.25
  return write(place, name, at, { size, strong: true })
}

function line(
  place: Place,
  text: string,
  at: { x: number; y: number; width: number },
  most: number,
  strong = false,
): number {
  const room = at.width / place.type.width(text || ' ', 1, strong)
  return write(place, text, at, { size: Math.min(most * place.scale, room * 0.99), strong })
}

/** At the foot: whose it is and its code; what wants care is black with white letters. */
function drawMarks(place: Place, label: GoodsLabel): void {
  const { width, height, scale, house } = place
  const size = 5.2 * scale
  const y = height - size * 1.9
  const { marks } = store_words[house.language]
  const text = [
    label.is_high_alert ? marks.high_alert : '',
    label.is_controlled ? marks.controlled : '',
    label.is_cold ? marks.cold : '',
  ]
    .filter(Boolean)
    .join(' · ')
  const taken = text === '' ? 0 : place.type.width(text, size, true) + 6
  if (taken > 0) {
    fill(place, { x: width - taken - 2, y: y - 1, width: taken, height: size * 1.7 }, ink)
    const at = { x: width - taken + 1, y, width: taken }
    write(place, text, at, { size, strong: true, colour: '#FFFFFF' })
  }
  const foot = { x: margin, y, width: width - taken - 2 * margin }
  const whose = taken > width / 2 ? label.code : `${label.code} · ${house.hospital}`
  line({ ...place, scale: 1 }, whose, foot, size)
}

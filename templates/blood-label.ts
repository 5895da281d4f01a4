// The label of a unit of blood, 100 by 100 mm in four quarters as blood banks know it: number, group, product,
// expiry, each with its code; and the small labels of a donation's bags and tubes, 50 by 25 mm (blood-bank 5.2).

import PDFDocument from 'pdfkit'
import { barcodeBars, drawBars } from './codes.ts'
import type { FontBytes } from './faces.ts'
import { dateText, momentText } from './figures.ts'
import { fontsFrom } from './fonts.ts'
import { fill, frame, type Pen, write } from './pen.ts'
import { collected } from './render.ts'
import { mm } from './sheet.ts'
import { ink } from './themes.ts'
import { typesetter } from './type.ts'

export interface BloodLabel {
  hospital: string
  date_format: string
  timezone: string
  /** The donation number, with its check character beside it (BLD-9). */
  din: string
  check: string
  /** Null: a label of a bag or a tube of the donation. */
  unit: {
    number: string
    group: string | null
    product: string
    code: string
    volume_ml: number
    collected_on: string
    expires_at: string
    storage: string
    attributes: string
    /** Not given to anybody as it stands, and why. */
    not_for_use: string | null
  } | null
}

const side = 100 * mm
const [small_width, small_height] = [50 * mm, 25 * mm]
const inset = 8
const half = side / 2
const quiet = 10

export function renderBloodLabels(
  labels: readonly BloodLabel[],
  bytes: FontBytes,
): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: [side, side],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    info: {
      Title: labels[0]?.unit?.number ?? labels[0]?.din ?? '',
      Author: labels[0]?.hospital ?? '',
      Creator: 'Kituo',
      Producer: 'Kituo',
      CreationDate: new Date(0),
    },
  })
  const file = collected(doc)
  const pen = { doc, type: typesetter(fontsFrom(bytes)) }
  for (const label of labels) {
    doc.addPage({
      size: label.unit === null ? [small_width, small_height] : [side, side],
      margin: 0,
    })
    if (label.unit === null) drawSmall(pen, label)
    else drawUnit(pen, label, label.unit)
  }
  doc.end()
  return file
}

function bars(
  pen: Pen,
  text: string,
  box: { x: number; y: number; width: number; height: number },
) {
  const narrow = box.width / barcodeBars(text).length
  drawBars(pen.doc, text, { x: box.x, y: box.y, narrow, height: box.height })
}

function drawSmall(pen: Pen, { hospital, din, check }: BloodLabel): void {
  const at = { x: 4, y: 4, width: small_width - 8 }
  write(pen, hospital, at, { size: 6 })
  bars(pen, din, { x: quiet, y: 14, width: small_width - 2 * quiet, height: 30 })
  write(pen, `${din} ${check}`, { ...at, y: 47 }, { size: 10, strong: true, align: 'center' })
}

type Unit = NonNullable<BloodLabel['unit']>

function drawUnit(pen: Pen, label: BloodLabel, unit: Unit): void {
  frame(pen, { x: 3, y: 3, width: side - 6, height: side - 6 }, ink)
  frame(pen, { x: 3, y: 3, width: half - 3, height: half - 3 }, ink)
  frame(pen, { x: half, y: half, width: half - 3, height: half - 3 }, ink)
  drawDonation(pen, label, unit)
  drawGroup(pen, unit)
  drawProduct(pen, unit)
  drawExpiry(pen, label, unit)
}

const quarter = (x: number, y: number) => ({ x: x + inset, y: y + inset, width: half - 2 * inset })

function drawDonation(pen: Pen, label: BloodLabel, { collected_on }: Unit): void {
  const at = quarter(0, 0)
  bars(pen, label.din, { x: at.x + 2, y: at.y, width: at.width - 4, height: 34 })
  at.y += 38
  at.y += write(pen, `${label.din} ${label.check}`, at, { size: 10, strong: true })
  at.y += write(pen, label.hospital, at, { size: 7 })
  const on = dateText(collected_on, label.date_format, 'en')
  write(pen, `Collected ${on}`, at, { size: 7 })
}

/** Rh positive is black on white, Rh negative white on black: seen before it is read. */
function drawGroup(pen: Pen, { group }: Unit): void {
  const at = quarter(half, 0)
  const abo = group?.slice(0, -1) ?? '?'
  const negative = group?.endsWith('-') ?? false
  if (negative) fill(pen, { x: half + 4, y: 4, width: half - 8, height: half - 8 }, ink)
  const colour = negative ? '#FFFFFF' : ink
  write(pen, abo, at, { size: 52, strong: true, align: 'center', colour })
  const rhesus = group === null ? 'GROUP NOT CONFIRMED' : negative ? 'Rh NEGATIVE' : 'Rh POSITIVE'
  const below = { ...at, y: at.y + 76 }
  write(pen, rhesus, below, { size: 13, strong: true, align: 'center', colour })
}

function drawProduct(pen: Pen, unit: Unit): void {
  const at = quarter(0, half)
  bars(pen, unit.number, { x: at.x + 2, y: at.y, width: at.width - 4, height: 26 })
  at.y += 29
  at.y += write(pen, unit.number, at, { size: 6.5 })
  at.y += write(pen, unit.product, at, { size: 10, strong: true })
  at.y += write(pen, `${unit.code} · ${unit.volume_ml} ml`, at, { size: 8 })
  at.y += write(pen, `Store at ${unit.storage}`, at, { size: 7 })
  if (unit.attributes !== '') write(pen, unit.attributes, at, { size: 7 })
}

function drawExpiry(pen: Pen, label: BloodLabel, unit: Unit): void {
  const at = quarter(half, half)
  at.y += write(pen, 'Expires', at, { size: 8 })
  const until = momentText(unit.expires_at, label.timezone, label.date_format, 'en')
  at.y += write(pen, until, at, { size: 14, strong: true }) + 6
  if (unit.not_for_use === null) {
    write(pen, 'Identify the patient properly. Rx only.', at, { size: 7 })
    return
  }
  at.y += write(pen, 'NOT FOR TRANSFUSION', at, { size: 11, strong: true })
  write(pen, unit.not_for_use, at, { size: 8 })
}

// The label of a tube (DIA-41), 50 by 25 mm: whose it is, what for, and the number as bars that a scanner
// reads; or as large as 70 by 35. A page for each label, as label printers want them.

import PDFDocument from 'pdfkit'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { barcodeBars, drawBars } from './codes.ts'
import { dateText } from './figures.ts'
import type { FontBytes } from './faces.ts'
import { fontsFrom } from './fonts.ts'
import { fill, type Pen, write } from './pen.ts'
import { collected } from './render.ts'
import { mm } from './sheet.ts'
import { ink } from './themes.ts'
import { typesetter } from './type.ts'
import { words } from './words.ts'

export interface SpecimenLabel {
  hospital: string
  language: Language
  date_format: string
  number: string
  patient_number: string
  /** Cut at 22 characters. */
  name: string
  sex: 'Male' | 'Female' | 'Ambiguous'
  birth_date: string
  type: string
  colour: string | null
  tests: readonly string[]
  priority: 'ROUTINE' | 'URGENT' | 'STAT'
  collect_at: string | null
  /** From the second print on. */
  copy: number | null
}

const [width, height] = [50 * mm, 25 * mm]
/** The same label, larger: read from further off, on pots and jars. */
const scales = { SMALL: 1, LARGE: 1.4 } as const
export type LabelSize = keyof typeof scales
const margin = 5

export function renderLabels(
  labels: readonly SpecimenLabel[],
  bytes: FontBytes,
  size: LabelSize = 'SMALL',
): Promise<Uint8Array> {
  const scale = scales[size]
  const doc = new PDFDocument({
    size: [width * scale, height * scale],
    margin: 0,
    autoFirstPage: false,
    font: null as unknown as string,
    info: {
      Title: labels[0]?.number ?? '',
      Author: labels[0]?.hospital ?? '',
      Creator: 'Kituo',
      Producer: 'Kituo',
      CreationDate: new Date(0),
    },
  })
  const file = collected(doc)
  const pen = { doc, type: typesetter(fontsFrom(bytes)) }
  for (const label of labels) {
    doc.addPage()
    doc.scale(scale)
    drawLabel(pen, label)
  }
  doc.end()
  return file
}

function drawLabel(pen: Pen, label: SpecimenLabel): void {
  const said = words[label.language]
  const at = { x: margin, y: 3, width: width - 2 * margin }
  const born = dateText(label.birth_date, label.date_format, label.language)
  at.y += write(pen, [...label.name].slice(0, 22).join(''), at, { size: 7.5, strong: true })
  const facts = `${label.patient_number} · ${said.sexes[label.sex]} · ${born}`
  at.y += write(pen, facts, at, { size: fitting(pen, facts, at.width, 5.8) })
  drawNumber(pen, label, at.y + 1)
  const below = { ...at, y: at.y + 31 }
  const tube = [label.type, label.colour].filter(Boolean).join(', ')
  below.y += write(pen, tube, below, { size: fitting(pen, tube, below.width, 5.8) })
  const tests = label.tests.join(' ')
  write(pen, tests, below, { size: fitting(pen, tests, below.width, 6), strong: true })
  drawMarks(pen, label)
}

const fitting = (pen: Pen, text: string, room: number, most: number): number =>
  Math.min(most, room / pen.type.width(text || ' ', 1, false))

function drawNumber(pen: Pen, { number }: SpecimenLabel, y: number): void {
  const modules = barcodeBars(number).length
  const narrow = (width - 4 * margin) / modules
  drawBars(pen.doc, number, { x: 2 * margin, y, narrow, height: 20 })
  const at = { x: margin, y: y + 21, width: width - 2 * margin }
  write(pen, number, at, { size: 7, strong: true, align: 'center' })
}

/** What cannot wait is black with white letters. */
function drawMarks(pen: Pen, { priority, copy }: SpecimenLabel): void {
  const marks = [priority === 'ROUTINE' ? '' : priority, copy === null ? '' : `COPY ${copy}`]
  const text = marks.filter(Boolean).join(' ')
  if (text === '') return
  const taken = pen.type.width(text, 6, true) + 5
  fill(pen, { x: width - taken - 2, y: 2, width: taken, height: 9 }, ink)
  const at = { x: width - taken - 2, y: 2.8, width: taken }
  write(pen, text, at, { size: 6, strong: true, colour: '#FFFFFF', align: 'center' })
}

// A spreadsheet of one sheet, written as it comes: typed cells, frozen heading, column widths.
// Nothing is kept but the batch in hand, so a million rows need no more memory than a thousand.

import type { DatasetColumn } from '../../registry.ts'
import { type Cell, type Manner, reader } from './cells.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

/** Every part but the sheet; short, and the same in every file but for the money's decimals. */
export const parts = (decimals: number): Record<string, string> => ({
  '[Content_Types].xml': [
    `${xml}<Types xmlns="${packaged}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="application/xml"/>`,
    `<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>`,
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>`,
    `</Types>`,
  ].join(''),
  '_rels/.rels': `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': [
    `${xml}<Relationships xmlns="${packaged}/relationships">`,
    `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>`,
    `<Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/>`,
    `</Relationships>`,
  ].join(''),
  'xl/styles.xml': [
    `${xml}<styleSheet xmlns="${main}"><numFmts count="3">`,
    `<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>`,
    `<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>`,
    `<numFmt numFmtId="166" formatCode="${decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`}"/>`,
    `</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>`,
    `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2">`,
    `<fill><patternFill patternType="none"/></fill><fill>`,
    `<patternFill patternType="gray125"/></fill></fills><borders count="1"><border>`,
    `<left/><right/><top/><bottom/><diagonal/></border></borders>`,
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>`,
    `</cellStyleXfs><cellXfs count="5">`,
    `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>`,
    `<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    `<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    `<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    `</cellXfs></styleSheet>`,
  ].join(''),
})
export const sheet_name = 'xl/worksheets/sheet1.xml'
const style = { heading: 1, date: 2, instant: 3, money: 4 }

const widths: Record<DatasetColumn['type'], number> = {
  text: 24,
  number: 12,
  money: 16,
  date: 12,
  instant: 20,
  flag: 8,
}

export function sheetHeading(
  columns: readonly DatasetColumn[],
  pseudonymous: boolean,
  first?: string,
): string {
  const labels = columns.map(({ label }) => label)
  if (pseudonymous) labels.push('pseudonymous')
  const cols = labels.map((label, at) => {
    const width = Math.min(60, Math.max(label.length + 2, widths[columns[at]?.type ?? 'text']))
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const cells = labels.map((label) => textCell(label, style.heading)).join('')
  const above = first === undefined ? '' : `<row>${textCell(first)}</row>`
  const frozen = first === undefined ? 1 : 2
  return [
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">`,
    `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>`,
    `</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${above}<row>${cells}</row>`,
  ].join('')
}

export const sheet_end = '</sheetData></worksheet>'

export function sheetRows(
  columns: readonly DatasetColumn[],
  manner: Manner,
): (rows: readonly Record<string, unknown>[]) => string {
  const cells = columns.map((column) => ({
    name: column.name,
    type: column.type,
    read: reader(column, manner),
  }))
  return (rows) => {
    let text = ''
    for (const row of rows) {
      text += '<row>'
      for (const { name, type, read } of cells) text += cellOf(read(row[name]), type)
      text += '</row>'
    }
    return text
  }
}

function cellOf(cell: Cell, type: DatasetColumn['type']): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number') {
    return type === 'money' ? `<c s="${style.money}"><v>${cell}</v></c>` : `<c><v>${cell}</v></c>`
  }
  if (type === 'date' || type === 'instant') {
    return `<c s="${style[type]}"><v>${serialOf(cell)}</v></c>`
  }
  return textCell(cell)
}

/** Days since 30 December 1899, as spreadsheets count them. */
const serialOf = (local: string): number =>
  Date.parse(`${local.replace(' ', 'T')}${local.length > 10 ? 'Z' : 'T00:00:00Z'}`) / 86_400_000 +
  25_569

const text_max = 32_767

const textCell = (text: string, of?: number): string =>
  `<c t="inlineStr"${of === undefined ? '' : ` s="${of}"`}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Control characters cannot stand in XML at all, and a cell has a greatest length. */
function escaped(text: string): string {
  const cut = text.length > text_max ? text.slice(0, text_max) : text
  // oxlint-disable-next-line no-control-regex
  if (!/[&<>\u0000-\u001f\ufffe\uffff\ud800-\udfff]/.test(cut)) return cut
  return (
    cut
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- those are what must go
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('\r', '&#13;')
  )
}

// Codes that a scanner reads, drawn as shapes and not as pictures: QR and Code 128 (ISO/IEC 15417).

import { qrCode } from '../db/core/qr.ts'
import type { Pdf } from './pen.ts'

/** With a quiet zone of four modules inside the side. */
export function drawQr(
  doc: Pdf,
  text: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const grid = qrCode(text)
  const module = side / (grid.length + 8)
  for (const [row, line] of grid.entries()) {
    for (let from = 0; from < line.length; ) {
      if (line[from] !== true) {
        from += 1
        continue
      }
      let to = from
      while (line[to] === true) to += 1
      doc.rect(x + (from + 4) * module, y + (row + 4) * module, (to - from) * module, module)
      from = to
    }
  }
  doc.fillColor('#000000').fill()
}

/** Widths of bars and gaps by value, from the standard's table. */
const patterns = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212
  112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131
  311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
  112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111
  314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
  122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212
  124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232`
  .trim()
  .split(/\s+/)
const start_b = 104
const stop = '2331112'

/** Code 128 has the letters of a keyboard; a number in another script stands without bars. */
export const isWritable = (text: string): boolean => /^[ -~]+$/.test(text)

/** One letter a module, 1 where dark; code set B: whatever a keyboard writes. */
export function barcodeBars(text: string): string {
  const values = [...text].map((letter) => {
    const value = (letter.codePointAt(0) as number) - 32
    if (value < 0 || value > 94) throw new Error('a barcode holds letters of a keyboard alone')
    return value
  })
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), start_b) % 103
  const widths =
    [start_b, ...values, check].map((value) => patterns[value] as string).join('') + stop
  return [...widths]
    .map((width, index) => (index % 2 === 0 ? '1' : '0').repeat(Number(width)))
    .join('')
}

export function drawBars(
  doc: Pdf,
  text: string,
  { x, y, narrow, height }: { x: number; y: number; narrow: number; height: number },
): void {
  for (const bar of barcodeBars(text).matchAll(/1+/g)) {
    doc.rect(x + bar.index * narrow, y, bar[0].length * narrow, height)
  }
  doc.fillColor('#000000').fill()
}

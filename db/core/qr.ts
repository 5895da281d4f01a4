// QR codes (ISO/IEC 18004) with medium correction: the smallest that holds the text.

import { encode } from 'uqr'

const quiet = 4

/** Rows of modules, true where dark. */
export const qrCode = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0 }).data

/** A picture that scales: one path over a white ground, with the quiet zone of four modules. */
export function qrSvg(text: string): string {
  const grid = qrCode(text)
  const side = grid.length + 2 * quiet
  const path = grid
    .flatMap((line, y) => line.map((dark, x) => (dark ? `M${x + quiet},${y + quiet}h1v1h-1z` : '')))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0,0h${side}v${side}h-${side}z"/><path fill="#000" d="${path}"/></svg>`
}

// A word across the page, under everything else: DRAFT, CANCELLED, COPY 2 (billing BIL-160).

import { type Sheet, writeLines } from './pen.ts'

export function drawMark(sheet: Sheet, text: string): void {
  const { doc, type } = sheet
  const { width, height } = doc.page
  const reach = Math.hypot(width, Math.min(height, width * 1.5)) * 0.72
  const size = Math.min(110, (reach / type.width(text, 1, true)) * 0.95)
  const lines = type.lines(text, size, true, Number.MAX_SAFE_INTEGER)
  const middle = Math.min(height, width * 1.5) / 2
  doc.save()
  doc.rotate(-Math.min(52, (Math.atan(middle / (width / 2)) * 180) / Math.PI), {
    origin: [width / 2, middle],
  })
  writeLines(
    sheet,
    lines,
    { x: 0, y: middle - size * 0.7, width },
    { size, strong: true, colour: '#EFEFEF', align: 'center' },
  )
  doc.restore()
}

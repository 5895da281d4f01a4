// The head of the first page, and the short one of those that follow.

import { fill, heightOf, rule, type Sheet, write } from './pen.ts'
import { faint, ink } from './themes.ts'

const logo_height = 46

export function drawHead(sheet: Sheet): void {
  if (sheet.paper.size === 'ROLL80') drawRollHead(sheet)
  else {
    drawHouse(sheet)
    drawTitle(sheet)
  }
}

/** Logo on the left, then the name and where to find it. Without a logo: the short name in type. */
function drawHouse(sheet: Sheet): void {
  const { house } = sheet.paper
  const small = sheet.size - 1
  const logo = drawLogo(sheet, sheet.left, sheet.y, sheet.width * 0.25)
  const gap = logo === 0 ? 0 : 12
  const at = { x: sheet.left + logo + gap, y: sheet.y, width: sheet.width - logo - gap }
  at.y += write(sheet, house.name, at, {
    size: sheet.size + 5,
    strong: true,
    colour: sheet.look.accent,
  })
  if (house.tagline !== null)
    at.y += write(sheet, house.tagline, at, { size: small, colour: faint })
  if (house.branch !== null) at.y += write(sheet, house.branch, at, { size: small, strong: true })
  for (const line of house.lines) at.y += write(sheet, line, at, { size: small, colour: faint })
  sheet.y = Math.max(at.y, sheet.y + (logo === 0 ? 0 : logo_height)) + 6
}

/** How wide it became; nothing when there is none, or none that can be read (BIL-163). */
function drawLogo(sheet: Sheet, x: number, y: number, most: number): number {
  const { house } = sheet.paper
  if (house.logo !== null) {
    try {
      const picture = (sheet.doc as unknown as Pictures).openImage(Buffer.from(house.logo))
      const scale = Math.min(most / picture.width, logo_height / picture.height)
      const [width, height] = [picture.width * scale, picture.height * scale]
      sheet.doc.image(picture as unknown as string, x, y, { width, height })
      return width
    } catch {
      // A broken logo never stops a document.
    }
  }
  if (house.short_name === null || house.short_name === house.name) return 0
  const size = 20
  const width = Math.min(most, sheet.type.width(house.short_name, size, true))
  write(sheet, house.short_name, { x, y, width: most }, { size, strong: true })
  return width
}

function drawTitle(sheet: Sheet): void {
  const { title, number } = sheet.paper
  const { theme, accent } = sheet.look
  const big = { size: sheet.size + 5, strong: true }
  const beside = { size: sheet.size + 1, strong: true, align: 'right' as const }
  const half = sheet.width * 0.62
  const rest = sheet.width - half
  if (theme === 'band') {
    const height = Math.max(heightOf(sheet, title, half - 8, big), 16) + 8
    fill(sheet, { x: sheet.left, y: sheet.y, width: sheet.width, height }, accent)
    write(
      sheet,
      title,
      { x: sheet.left + 8, y: sheet.y + 4, width: half - 8 },
      { ...big, colour: '#FFFFFF' },
    )
    if (number !== null) {
      const at = { x: sheet.left + half, y: sheet.y + 7, width: rest - 8 }
      write(sheet, number, at, { ...beside, colour: '#FFFFFF' })
    }
    sheet.y += height + 10
    return
  }
  rule(sheet, sheet.y, theme === 'ruled' ? { colour: accent, weight: 1.2 } : {})
  sheet.y += 7
  const at = { x: sheet.left, y: sheet.y, width: half }
  const height = write(sheet, title, at, { ...big, colour: accent })
  if (number !== null) {
    write(
      sheet,
      number,
      { x: sheet.left + half, y: sheet.y + 4, width: rest },
      { ...beside, colour: ink },
    )
  }
  sheet.y += height + 6
}

export function drawRunningHead(sheet: Sheet): void {
  const { house, title, number } = sheet.paper
  const small = sheet.size - 1
  const half = sheet.width / 2
  write(
    sheet,
    house.name,
    { x: sheet.left, y: sheet.y, width: half - 6 },
    { size: small, colour: faint },
  )
  const words = [title, number].filter((part) => part !== null).join(' ')
  const at = { x: sheet.left + half, y: sheet.y, width: half }
  const height = write(sheet, words, at, { size: small, strong: true, align: 'right' })
  sheet.y += Math.max(height, heightOf(sheet, house.name, half - 6, { size: small })) + 2
  rule(sheet, sheet.y, sheet.look.theme === 'plain' ? {} : { colour: sheet.look.accent })
  sheet.y += 8
}

function drawRollHead(sheet: Sheet): void {
  const { house, title, number } = sheet.paper
  const put = (text: string, size: number, strong: boolean): void => {
    sheet.y += write(
      sheet,
      text,
      { x: sheet.left, y: sheet.y, width: sheet.width },
      { size, strong, align: 'center' },
    )
  }
  put(house.name, sheet.size + 2, true)
  if (house.branch !== null) put(house.branch, sheet.size, true)
  for (const line of house.lines) put(line, sheet.size - 1, false)
  sheet.y += 4
  rule(sheet, sheet.y, { colour: ink })
  sheet.y += 4
  put(title, sheet.size + 2, true)
  if (number !== null) put(number, sheet.size + 1, true)
  sheet.y += 4
}

/** The library can open a picture before it is placed; its types do not say so. */
interface Pictures {
  openImage(bytes: Buffer): { width: number; height: number }
}

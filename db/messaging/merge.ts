// Merge fields of a text (MSG-470): `{{firstName}}`, `{{firstName|mteja}}`. Values are inserted as
// text and never read again, so a contact named `{{phone}}` is just that.

export interface Field {
  name: string
  /** What stands after the bar; null when there is none. */
  otherwise: string | null
}

export type Piece = string | Field

export interface OddBraces {
  /** Of the opening braces, counted from 1 in characters as people see them. */
  position: number
  /** What stands between them; null where they are not closed. */
  inside: string | null
}

/** A name of a built-in field or of an attribute. */
const name_shape = /^[a-z][A-Za-z0-9_]{0,39}$/

/** Pieces of text and fields in turn; where braces are not closed or hold no name, that place. */
export function readMerge(text: string): Piece[] | OddBraces {
  const pieces: Piece[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('{{', at)
    if (open === -1) break
    if (open > at) pieces.push(text.slice(at, open))
    const close = text.indexOf('}}', open + 2)
    const inside = close === -1 ? null : text.slice(open + 2, close)
    const field = inside === null ? null : fieldOf(inside)
    if (field === null) return { position: Array.from(text.slice(0, open)).length + 1, inside }
    pieces.push(field)
    at = close + 2
  }
  if (at < text.length) pieces.push(text.slice(at))
  return pieces
}

export const isOdd = (read: Piece[] | OddBraces): read is OddBraces => !Array.isArray(read)

function fieldOf(inside: string): Field | null {
  const bar = inside.indexOf('|')
  const name = (bar === -1 ? inside : inside.slice(0, bar)).trim()
  const otherwise = bar === -1 ? null : inside.slice(bar + 1)
  if (!name_shape.test(name) || otherwise?.includes('{') === true) return null
  return { name, otherwise }
}

export const namesOf = (pieces: readonly Piece[]): string[] => [
  ...new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]))),
]

export type Values = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The text for one person, and the fields that had neither a value nor a default. */
export function merged(
  pieces: readonly Piece[],
  values: Values,
): { text: string; missing: string[] } {
  const missing: string[] = []
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else {
      const value = Object.hasOwn(values, piece.name) ? values[piece.name] : undefined
      const given = value === null || value === undefined || value === '' ? null : String(value)
      if (given === null && piece.otherwise === null) missing.push(piece.name)
      text += given ?? piece.otherwise ?? ''
    }
  }
  return { text, missing: [...new Set(missing)] }
}

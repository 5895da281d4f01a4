// The typefaces of every paper, and which of them has a letter. They come as bytes, because a worker
// thread inside the binary has no files of its own; a face is read when a name first needs it.

import { create, type Font } from 'fontkit'
import { bold, type Face, type FontBytes, regular } from './faces.ts'
import { isWoff, unwrapped } from './woff.ts'

export interface Fonts {
  open(face: Face): Font
  /** The face that writes this code point; the first one with an empty box where none does. */
  faceFor(code_point: number, strong: boolean): Face
}

/** Opened fonts are kept: opening one costs more than a page of text. */
const opened = new Map<Face, Font>()
const chosen = new Map<number, Face>()

export function fontsFrom(bytes: FontBytes): Fonts {
  const open = (face: Face): Font => {
    const known = opened.get(face)
    if (known !== undefined) return known
    // A copy of its own: the given bytes may be shared between threads, which decoders refuse.
    const own = Buffer.from(bytes[face])
    const font = lettered(create(isWoff(own) ? unwrapped(own) : own) as Font)
    opened.set(face, font)
    return font
  }
  const faceFor = (code_point: number, strong: boolean): Face => {
    const key = strong ? -code_point : code_point
    const known = chosen.get(key)
    if (known !== undefined) return known
    const chain = strong ? bold : regular
    const face = chain.find((one) => open(one).hasGlyphForCodePoint(code_point)) ?? chain[0]
    if (chosen.size < 20_000) chosen.set(key, face)
    return face
  }
  return { open, faceFor }
}

/**
 * fontkit keeps of a glyph the letters with which it was first asked for. One that was seen first as a part of
 * another, as the full stop is of a colon, would have none ever after: on every later paper it could be
 * seen, and not be searched for, copied or read aloud.
 */
function lettered(font: Font): Font {
  const glyphOf = font.getGlyph.bind(font)
  font.getGlyph = (id: number, letters: number[] = []) => {
    const glyph = glyphOf(id, letters)
    if (letters.length > 0) Object.assign(glyph, { codePoints: letters })
    return glyph
  }
  return font
}

// Setting type: words in whichever faces have their letters, lines that fit a width, and scripts
// that run from right to left in the order in which they are read.

import type { Face } from './faces.ts'
import type { Fonts } from './fonts.ts'

export interface Piece {
  face: Face
  text: string
  /** At a size of one point. */
  width: number
}

export interface Word {
  pieces: readonly Piece[]
  width: number
  right_to_left: boolean
  /** Written against the word before it: a Chinese name has no blanks, a long word was broken. */
  joined: boolean
}

export interface Line {
  words: readonly Word[]
  width: number
}

export interface Typesetter {
  readonly fonts: Fonts
  lines(text: string, size: number, strong: boolean, width: number): Line[]
  /** One paragraph in which what stands between two pairs of stars is strong. */
  marked(paragraph: string, size: number, width: number): Line[]
  width(text: string, size: number, strong: boolean): number
}

const kept_most = 20_000
const right_to_left = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const ideograph = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u
const parts =
  /(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const measured = new Map<string, Word>()

export function typesetter(fonts: Fonts): Typesetter {
  const blank = (strong: boolean): number => wordOf(fonts, ' ', strong, false).width

  const inLines = (words: readonly Word[], size: number, space: number, width: number): Line[] =>
    filled(words, space, width / size).map((line) => ({ ...line, width: line.width * size }))

  const fitting = (text: string, strong: boolean, most: number): Word[] =>
    wordsOf(fonts, text, strong).flatMap((word) =>
      word.width <= most ? [word] : broken(fonts, word, strong, most),
    )

  const lines = (text: string, size: number, strong: boolean, width: number): Line[] =>
    text
      .split('\n')
      .flatMap((one) => inLines(fitting(one, strong, width / size), size, blank(strong), width))

  const marked = (paragraph: string, size: number, width: number): Line[] => {
    const words: Word[] = []
    let is_open = false // Whether the text before ended without a blank.
    for (const { text, strong } of strongParts(paragraph)) {
      const [first, ...rest] = fitting(text, strong, width / size)
      if (first === undefined) is_open &&= !/^\s/.test(text)
      else {
        words.push({ ...first, joined: is_open && !/^\s/.test(text) }, ...rest)
        is_open = !/\s$/.test(text)
      }
    }
    return inLines(words, size, blank(false), width)
  }

  const width = (text: string, size: number, strong: boolean): number =>
    Math.max(0, ...lines(text, size, strong, Number.MAX_SAFE_INTEGER).map((line) => line.width))

  return { fonts, lines, marked, width }
}

/** Stars that enclose nothing, or only blanks, are stars. */
function strongParts(paragraph: string): { text: string; strong: boolean }[] {
  return paragraph
    .split(/(\*\*(?=\S)[^*]*[^*\s]\*\*)/)
    .filter((text) => text !== '')
    .map((text) => {
      const strong = /^\*\*[^*]+\*\*$/.test(text)
      return { text: strong ? text.slice(2, -2) : text, strong }
    })
}

function filled(words: readonly Word[], space: number, most: number): Line[] {
  const lines: Line[] = []
  let line: Word[] = []
  let width = 0
  for (const word of words) {
    const gap = line.length === 0 || word.joined ? 0 : space
    // A hair's breadth is allowed, so that a column as wide as its text does not break it.
    if (line.length > 0 && width + gap + word.width > most + 0.001) {
      lines.push({ words: inReadingOrder(line), width })
      line = [word]
      width = word.width
    } else {
      line.push(word)
      width += gap + word.width
    }
  }
  lines.push({ words: inReadingOrder(line), width })
  return lines
}

/** Words of a script that runs to the left change places among themselves. */
function inReadingOrder(words: readonly Word[]): Word[] {
  const ordered: Word[] = []
  let run: Word[] = []
  for (const word of words) {
    if (word.right_to_left) run.unshift(word)
    else {
      ordered.push(...run, word)
      run = []
    }
  }
  return [...ordered, ...run]
}

function wordsOf(fonts: Fonts, paragraph: string, strong: boolean): Word[] {
  return paragraph
    .split(/[\t\r ]+/)
    .filter((text) => text !== '')
    .flatMap((text) =>
      ideograph.test(text)
        ? (text.match(parts) ?? []).map((part, at) => wordOf(fonts, part, strong, at > 0))
        : [wordOf(fonts, text, strong, false)],
    )
}

function wordOf(fonts: Fonts, text: string, strong: boolean, joined: boolean): Word {
  const key = `${strong ? 1 : 0}${joined ? 1 : 0}${text}`
  const known = measured.get(key)
  if (known !== undefined) return known
  const pieces = piecesOf(fonts, text, strong)
  const is_right_to_left = right_to_left.test(text)
  const word = {
    pieces: is_right_to_left ? pieces.toReversed() : pieces,
    width: pieces.reduce((sum, piece) => sum + piece.width, 0),
    right_to_left: is_right_to_left,
    joined,
  }
  if (measured.size >= kept_most) measured.clear()
  measured.set(key, word)
  return word
}

function piecesOf(fonts: Fonts, text: string, strong: boolean): Piece[] {
  const pieces: { face: Face; text: string }[] = []
  for (const letter of printable(text)) {
    const face = fonts.faceFor(letter.codePointAt(0) as number, strong)
    const last = pieces.at(-1)
    // A mark stays with the letter it stands on, when that letter's face has the mark.
    const stays =
      last !== undefined &&
      (last.face === face ||
        (/\p{M}/u.test(letter) &&
          fonts.open(last.face).hasGlyphForCodePoint(letter.codePointAt(0) as number)))
    if (stays) last.text += letter
    else pieces.push({ face, text: letter })
  }
  return pieces.map((piece) => {
    const font = fonts.open(piece.face)
    return { ...piece, width: font.layout(piece.text).advanceWidth / font.unitsPerEm }
  })
}

/** Marks of direction and of control say nothing on paper. */
const printable = (text: string): string =>
  text.normalize('NFC').replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')

/** A word wider than its column goes over several lines, between letters. */
function broken(fonts: Fonts, word: Word, strong: boolean, most: number): Word[] {
  const text = (word.right_to_left ? word.pieces.toReversed() : word.pieces)
    .map((piece) => piece.text)
    .join('')
  const bits: string[] = []
  let width = Number.POSITIVE_INFINITY
  for (const { segment } of graphemes.segment(text)) {
    const wide = wordOf(fonts, segment, strong, true).width
    if (width + wide > most) {
      bits.push(segment)
      width = wide
    } else {
      bits[bits.length - 1] += segment
      width += wide
    }
  }
  return bits.map((bit, at) => wordOf(fonts, bit, strong, at > 0 || word.joined))
}

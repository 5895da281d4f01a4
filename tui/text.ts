// A frame is lines of spans. Everything that is drawn is built here as text first, so that no line
// is ever wider than the terminal and a test can read a frame without a terminal.

export type Style = 'bold' | 'dim' | 'inverse' | 'green' | 'yellow' | 'red' | 'cyan'

export interface Span {
  readonly text: string
  readonly style?: Style
}
export type Line = readonly Span[]

export const span = (text: string, style?: Style): Span =>
  style === undefined ? { text } : { text, style }
export const line = (text: string, style?: Style): Line => [span(text, style)]
export const nothing: Line = []

/** Letters a terminal could take as commands never reach it, whatever a record holds. */
export const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')

const wide = /[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠￠-￦]|\p{Extended_Pictographic}/u

const letterWidth = (letter: string): number =>
  /\p{Mn}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1

export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0)

export function cut(text: string, width: number): string {
  if (width <= 0) return ''
  if (widthOf(text) <= width) return text
  let taken = ''
  let used = 0
  for (const letter of text) {
    if (used + letterWidth(letter) > width - 1) break
    taken += letter
    used += letterWidth(letter)
  }
  return `${taken}~`
}

/** The first columns of it, without a mark that something is missing. */
export function taken(text: string, width: number): string {
  let found = ''
  let used = 0
  for (const letter of text) {
    if (used + letterWidth(letter) > width) break
    found += letter
    used += letterWidth(letter)
  }
  return found + ' '.repeat(Math.max(0, width - used))
}

export const pad = (text: string, width: number): string => {
  const fits = cut(text, width)
  return fits + ' '.repeat(Math.max(0, width - widthOf(fits)))
}

export const padLeft = (text: string, width: number): string => {
  const fits = cut(text, width)
  return ' '.repeat(Math.max(0, width - widthOf(fits))) + fits
}

export const textOf = (drawn: Line): string => drawn.map(({ text }) => text).join('')

/** Cut and filled to exactly this width. */
export function fill(drawn: Line, width: number): Line {
  const made: Span[] = []
  let left = width
  for (const one of drawn) {
    if (left <= 0) break
    const text = cut(one.text, left)
    made.push({ ...one, text })
    left -= widthOf(text)
  }
  return left > 0 ? [...made, span(' '.repeat(left))] : made
}

/** Left and right on one line; the left gives way. */
export function apart(left: string, right: string, width: number): string {
  const room = width - widthOf(right) - 1
  return room < 4 ? cut(left, width) : `${pad(left, room)} ${right}`
}

/** Words over lines. */
export function wrapped(text: string, width: number): string[] {
  const made: string[] = []
  let now = ''
  for (const word of clean(text).split(/ +/)) {
    let rest = word
    while (widthOf(rest) > width) {
      if (now !== '') made.push(now)
      now = ''
      const [piece] = [Array.from(rest).slice(0, width).join('')]
      made.push(piece as string)
      rest = Array.from(rest).slice(width).join('')
    }
    if (now === '') now = rest
    else if (widthOf(now) + 1 + widthOf(rest) <= width) now += ` ${rest}`
    else {
      made.push(now)
      now = rest
    }
  }
  if (now !== '') made.push(now)
  return made.length === 0 ? [''] : made
}

// Where each setting stands in a TOML file. The parser says what a file means and not where, so
// this walks the text once more; it is only ever given text that the parser has taken.

import { parse } from 'smol-toml'

export interface Place {
  /** From the root: `['database', 'pool_max']`. */
  readonly path: readonly string[]
  readonly line: number
  /** Offsets into the text: the line's start, the value, and the end of the line with its break. */
  readonly start: number
  readonly value: readonly [number, number]
  readonly end: number
  /** The table it stands in; empty at the root. */
  readonly table: readonly string[]
  /** An element of `[[a.b]]`, of which there may be several with one path. */
  readonly repeated: boolean
}

export interface Section {
  readonly path: readonly string[]
  readonly line: number
  readonly start: number
  /** Where the last setting of the table ends, or its header when it has none. */
  readonly end: number
  readonly repeated: boolean
}

export interface Layout {
  readonly settings: readonly Place[]
  readonly sections: readonly Section[]
}

export function layoutOf(text: string): Layout {
  const settings: Place[] = []
  const sections: Section[] = []
  let section: { path: string[]; repeated: boolean } = { path: [], repeated: false }
  let at = 0
  let line = 1
  while (at < text.length) {
    const start = at
    const opened = skipBlanks(text, at)
    const first = text[opened]
    if (first === undefined) break
    if (first === '\n' || first === '#' || first === '\r') {
      at = endOfLine(text, opened)
    } else if (first === '[') {
      const repeated = text[opened + 1] === '['
      const { words, end } = readPath(text, opened + (repeated ? 2 : 1))
      section = { path: words, repeated }
      at = endOfLine(text, end)
      sections.push({ ...section, line, start, end: at })
    } else {
      const { words, end } = readPath(text, opened)
      const from = skipBlanks(text, end + 1)
      const to = endOfValue(text, from)
      at = endOfLine(text, to)
      settings.push({
        path: [...section.path, ...words],
        line,
        start,
        value: [from, to],
        end: at,
        table: section.path,
        repeated: section.repeated,
      })
      const last = sections.at(-1)
      if (last !== undefined) sections[sections.length - 1] = { ...last, end: at }
    }
    line += text.slice(start, at).split('\n').length - 1
  }
  return { settings, sections }
}

/** The line of a setting, or of the table or inline table that holds it. */
export function lineOf({ settings, sections }: Layout, path: readonly string[]): number {
  const holds = (place: { path: readonly string[] }): boolean =>
    place.path.every((word, index) => word === path[index])
  const held = settings.find(holds) ?? sections.findLast(holds)
  // A fault may be about a whole table; then its first line counts.
  const within = (place: { path: readonly string[] }): boolean =>
    path.every((word, index) => word === place.path[index])
  return (held ?? sections.find(within) ?? settings.find(within))?.line ?? 1
}

const skipBlanks = (text: string, at: number): number => {
  let to = at
  while (text[to] === ' ' || text[to] === '\t') to++
  return to
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

/** A dotted key, up to its `=` or `]`. */
function readPath(text: string, at: number): { words: string[]; end: number } {
  const words: string[] = []
  let to = at
  for (;;) {
    to = skipBlanks(text, to)
    const mark = text[to]
    if (mark === '"' || mark === "'") {
      const end = endOfString(text, to)
      words.push(...Object.keys(parse(`${text.slice(to, end)} = 1`)))
      to = end
    } else {
      const bare = /[A-Za-z0-9_-]*/y
      bare.lastIndex = to
      const word = bare.exec(text)?.[0] ?? ''
      words.push(word)
      to += word.length
    }
    to = skipBlanks(text, to)
    if (text[to] !== '.') return { words, end: to }
    to += 1
  }
}

function endOfValue(text: string, at: number): number {
  let depth = 0
  let to = at
  let solid = at
  while (to < text.length) {
    const mark = text[to] as string
    if (mark === '"' || mark === "'") {
      to = endOfString(text, to)
      solid = to
      continue
    }
    if (mark === '#') {
      if (depth === 0) break
      to = endOfLine(text, to)
      continue
    }
    if (mark === '\n' && depth === 0) break
    if (mark === '[' || mark === '{') depth += 1
    if (mark === ']' || mark === '}') depth -= 1
    to += 1
    if (!/\s/.test(mark)) solid = to
  }
  return solid
}

function endOfString(text: string, at: number): number {
  const mark = text[at] as string
  const long = text.startsWith(mark.repeat(3), at)
  const quote = long ? mark.repeat(3) : mark
  let to = at + quote.length
  while (to < text.length && !text.startsWith(quote, to)) {
    to += mark === '"' && text[to] === '\\' ? 2 : 1
  }
  to += quote.length
  // `""""` closes a long string that ends in a quote of its own.
  while (long && text[to] === mark) to += 1
  return to
}

// JSON that means one thing. JSON.parse takes the last of two members of one name without a word, and
// another reader the first: such a body is refused.

import { wrong } from './refusals.ts'

export function readJson(text: string): unknown {
  const read: unknown = JSON.parse(text)
  const twice = memberTwice(text)
  if (twice !== null) throw wrong(twice, `${twice} stands twice.`)
  return read
}

interface Place {
  /** Of an object: the members that were seen. */
  names: Set<string> | null
  /** The member in hand, or the place in a list. */
  at: string
  index: number
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const open_list = 0x5b
const backslash = 0x5c
const close_list = 0x5d
const open_object = 0x7b
const close_object = 0x7d

/** The path of the first one, `contacts[3].phone`; null when there is none. The text is sound JSON. */
export function memberTwice(text: string): string | null {
  const places: Place[] = []
  let place: Place | undefined
  for (let index = 0; index < text.length; index++) {
    const letter = text.charCodeAt(index)
    if (letter === quote) {
      const end = endOf(text, index)
      if (place !== undefined && place.names !== null && isName(text, end)) {
        const name = nameIn(text, index, end)
        place.at = name
        if (place.names.has(name)) return pathOf(places)
        place.names.add(name)
      }
      index = end
    } else if (letter === comma) {
      if (place?.names === null) place.index++
    } else if (letter === open_object || letter === open_list) {
      place = { names: letter === open_list ? null : new Set(), at: '', index: 0 }
      places.push(place)
    } else if (letter === close_object || letter === close_list) {
      places.pop()
      place = places.at(-1)
    }
  }
  return null
}

/** Where the string that begins here ends. */
function endOf(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}

/** A string before a colon is a name. */
function isName(text: string, end: number): boolean {
  let at = end + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === colon
}

function nameIn(text: string, start: number, end: number): string {
  const raw = text.slice(start, end + 1)
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
}

const pathOf = (places: readonly Place[]): string =>
  places
    .map(({ names, at, index }) => (names === null ? `[${index}]` : `.${at}`))
    .join('')
    .slice(1, 200)

// What a terminal sends, as the names that the key tables use. A paste is its letters one by one.

export interface Pressed {
  readonly upArrow?: boolean
  readonly downArrow?: boolean
  readonly leftArrow?: boolean
  readonly rightArrow?: boolean
  readonly pageUp?: boolean
  readonly pageDown?: boolean
  readonly home?: boolean
  readonly end?: boolean
  readonly return?: boolean
  readonly escape?: boolean
  readonly tab?: boolean
  readonly shift?: boolean
  readonly ctrl?: boolean
  readonly backspace?: boolean
  readonly delete?: boolean
}

const named: readonly (readonly [keyof Pressed, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
]

export function namesOf(input: string, key: Pressed): string[] {
  if (key.tab === true) return [key.shift === true ? 'shift-tab' : 'tab']
  const found = named.find(([flag]) => key[flag] === true)
  if (found !== undefined) return [found[1]]
  if (key.ctrl === true) return [`ctrl-${input}`]
  // Keys pressed fast come together, as one piece of text.
  return Array.from(input).flatMap((letter) => {
    const name = in_text[letter]
    if (name !== undefined) return [name]
    return /\p{Cc}/u.test(letter) ? [] : [letter]
  })
}

const in_text: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
}

// Letters five lines high, for what is read across a room or typed off a screen: codes and ids.

import { pad } from './text.ts'

/** Three columns by five lines, a digit a line: its three bits are the dots. */
const letters: Readonly<Record<string, string>> = {
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71122',
  '8': '75757',
  '9': '75717',
  A: '75755',
  B: '65656',
  C: '74447',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '74557',
  H: '55755',
  I: '72227',
  J: '11157',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '75744',
  Q: '25563',
  R: '75655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  '-': '00700',
  '.': '00002',
  _: '00007',
}

const height = 5

/** As many to a line as the width takes; what has no large form stands small. */
export function large(text: string, width: number): string[] {
  const each = Math.max(1, Math.floor(width / 4))
  const all = Array.from(text.toUpperCase())
  const made: string[] = []
  for (let from = 0; from < all.length; from += each) {
    if (from > 0) made.push('')
    const piece = all.slice(from, from + each)
    for (let at = 0; at < height; at++) made.push(piece.map((one) => dots(one, at)).join(''))
  }
  return made.map((one) => one.trimEnd())
}

function dots(letter: string, at: number): string {
  const bits = letters[letter]?.[at]
  if (bits === undefined) return pad(at === height - 1 ? letter : '', 4)
  return `${[4, 2, 1].map((bit) => ((Number(bits) & bit) === 0 ? ' ' : '#')).join('')} `
}

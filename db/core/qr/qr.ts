// QR codes (ISO/IEC 18004), byte mode, correction level M: the smallest that holds the text.

import { corrected, dataCodewords, versions } from './correction.ts'

type Grid = boolean[][]

/** A picture that scales: one path over a white ground, with the quiet zone of four modules. */
export function qrSvg(text: string): string {
  const grid = qrCode(text)
  const side = grid.length + 8
  const path = grid
    .flatMap((line, y) => line.map((dark, x) => (dark ? `M${x + 4},${y + 4}h1v1h-1z` : '')))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0,0h${side}v${side}h-${side}z"/><path fill="#000" d="${path}"/></svg>`
}

/** Rows of modules, true where dark. */
export function qrCode(text: string): Grid {
  const bytes = [...Buffer.from(text, 'utf8')]
  const version = versionFor(bytes.length)
  const size = version * 4 + 17
  const dark: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const fixed: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (x: number, y: number, value: boolean): void => {
    ;(dark[y] as boolean[])[x] = value
    ;(fixed[y] as boolean[])[x] = true
  }
  drawPatterns(version, size, set)
  place(corrected(codewords(bytes, version), version), dark, fixed)
  const masked = masks.map((mask, number) => {
    const copy = dark.map((line, y) =>
      line.map((value, x) => value !== (fixed[y]?.[x] === false && mask(x, y))),
    )
    drawFormat(size, number, (x, y, value) => {
      ;(copy[y] as boolean[])[x] = value
    })
    return { copy, penalty: penaltyOf(copy) }
  })
  return masked.reduce((best, one) => (one.penalty < best.penalty ? one : best)).copy
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16)

function versionFor(length: number): number {
  for (let version = 1; version <= versions; version++) {
    if (4 + lengthBits(version) + length * 8 <= dataCodewords(version) * 8) return version
  }
  throw new Error('the text is too long for a QR code')
}

function codewords(bytes: readonly number[], version: number): number[] {
  const capacity = dataCodewords(version)
  const bits = [
    '0100',
    bytes.length.toString(2).padStart(lengthBits(version), '0'),
    ...bytes.map((byte) => byte.toString(2).padStart(8, '0')),
  ].join('')
  const ended = bits + '0'.repeat(Math.min(4, capacity * 8 - bits.length))
  const whole = ended.padEnd(Math.ceil(ended.length / 8) * 8, '0')
  const words = (whole.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 2))
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad)
  return words
}

type Setter = (x: number, y: number, value: boolean) => void

function drawPatterns(version: number, size: number, set: Setter): void {
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    square(cx, cy, 4, size, (ring) => ring !== 2 && ring !== 4, set)
  }
  const marks = alignment(version, size)
  const last = marks.length - 1
  for (const [i, x] of marks.entries()) {
    for (const [j, y] of marks.entries()) {
      const in_corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!in_corner) square(x, y, 2, size, (ring) => ring !== 1, set)
    }
  }
  // Kept free for the format until a mask is chosen.
  drawFormat(size, 0, set)
  drawVersion(version, size, set)
}

function square(
  cx: number,
  cy: number,
  reach: number,
  size: number,
  isDark: (ring: number) => boolean,
  set: Setter,
): void {
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const [x, y] = [cx + dx, cy + dy]
      if (x < 0 || y < 0 || x >= size || y >= size) continue
      set(x, y, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }
}

function alignment(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const rest = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)
  return [6, ...rest.reverse()]
}

/** Level M is 00; three bits of mask, ten of BCH correction, twice. */
function drawFormat(size: number, mask: number, set: Setter): void {
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const bit = (index: number): boolean => ((bits >>> index) & 1) === 1
  for (let at = 0; at <= 5; at++) set(8, at, bit(at))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at))
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, bit(at))
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, bit(at))
  set(8, size - 8, true)
}

function drawVersion(version: number, size: number, set: Setter): void {
  if (version < 7) return
  let rest = version
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let index = 0; index < 18; index++) {
    const value = ((bits >>> index) & 1) === 1
    const far = size - 11 + (index % 3)
    const near = Math.floor(index / 3)
    set(far, near, value)
    set(near, far, value)
  }
}

/** Zigzag upwards and downwards through pairs of columns, from the right. */
function place(words: readonly number[], dark: Grid, fixed: Grid): void {
  const size = dark.length
  let index = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const upward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (fixed[y]?.[x] === true || index >= words.length * 8) continue
        const word = words[index >>> 3] ?? 0
        ;(dark[y] as boolean[])[x] = ((word >>> (7 - (index & 7))) & 1) === 1
        index += 1
      }
    }
  }
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** What makes a code hard to read: long runs, blocks, shapes like a finder, too much of one. */
function penaltyOf(grid: Grid): number {
  const size = grid.length
  const lines = [...grid, ...grid.map((_, x) => grid.map((line) => line[x] === true))].map((line) =>
    line.map((value) => (value ? '1' : '0')).join(''),
  )
  let penalty = 0
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    penalty += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const here = grid[y]?.[x]
      const alike =
        grid[y - 1]?.[x] === here && grid[y]?.[x - 1] === here && grid[y - 1]?.[x - 1] === here
      if (alike) penalty += 3
    }
  }
  const share = grid.flat().filter(Boolean).length / (size * size)
  return penalty + Math.floor(Math.abs(share * 20 - 10)) * 10
}

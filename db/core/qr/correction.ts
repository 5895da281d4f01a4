// Reed–Solomon correction of QR codes, level M, over the field of 256 with polynomial 0x11d.

/** By version from 1: codewords of correction in each block, and how many blocks. */
const per_block = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]
const blocks = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26,
  28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
]

export const versions = blocks.length

const correctionOf = (version: number): number => per_block[version - 1] ?? 0
const blocksOf = (version: number): number => blocks[version - 1] ?? 0

/** Everything the modules of this version can hold, in bytes. */
const allCodewords = (version: number): number => {
  let modules = (16 * version + 128) * version + 64
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2
    modules -= (25 * marks - 10) * marks - 55
  }
  if (version >= 7) modules -= 36
  return Math.floor(modules / 8)
}

export const dataCodewords = (version: number): number =>
  allCodewords(version) - correctionOf(version) * blocksOf(version)

/** The data in its blocks, each with its correction, woven together as they stand in the code. */
export function corrected(data: readonly number[], version: number): number[] {
  const count = blocksOf(version)
  const all = allCodewords(version)
  const short = Math.floor(all / count) - correctionOf(version)
  const long_ones = all % count
  const divisor = divisorOf(correctionOf(version))
  const pieces: number[][] = []
  let at = 0
  for (let block = 0; block < count; block++) {
    const length = short + (block >= count - long_ones ? 1 : 0)
    pieces.push(data.slice(at, at + length))
    at += length
  }
  const corrections = pieces.map((piece) => remainder(piece, divisor))
  return [...woven(pieces), ...woven(corrections)]
}

function woven(lists: readonly number[][]): number[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    lists.flatMap((list) => (index < list.length ? [list[index] as number] : [])),
  )
}

function divisorOf(degree: number): number[] {
  const result: number[] = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < degree; step++) {
    for (let index = 0; index < degree; index++) {
      result[index] = times(result[index] ?? 0, root) ^ (result[index + 1] ?? 0)
    }
    root = times(root, 2)
  }
  return result
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0)
    result.push(0)
    for (const [index, coefficient] of divisor.entries()) {
      result[index] = (result[index] ?? 0) ^ times(coefficient, factor)
    }
  }
  return result
}

function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((b >>> bit) & 1) * a
  }
  return product
}

// Reading a PNG as far as to know that it is whole, and writing it again without what it says about
// who made it. Nothing is decoded into pixels.

import { crc32, createInflate } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What is needed to show the picture as it was meant; texts, dates, places and moving parts go. */
const kept = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs'.split(' '))
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const depths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
/** Where each pass of an interlaced picture starts and how far it steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

interface Chunk {
  type: string
  data: Buffer
  bytes: Buffer
}

export interface Picture {
  width: number
  height: number
  /** The same picture without metadata. */
  clean: Buffer
}

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** Only the size, from the first chunk: what is too large is not even inflated. */
export function pngSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Undefined when the picture is not whole. */
export async function readPng(bytes: Buffer): Promise<Picture | undefined> {
  const chunks = chunksOf(bytes)
  const [header] = chunks ?? []
  if (chunks === undefined || header?.type !== 'IHDR' || header.data.length !== 13) return undefined
  const expected = pixelBytes(header.data)
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)
  if (expected === undefined || data.length === 0) return undefined
  if (header.data[9] === 3 && !chunks.some(({ type }) => type === 'PLTE')) return undefined
  if ((await inflatedLength(data, expected)) !== expected) return undefined
  return {
    width: header.data.readUInt32BE(0),
    height: header.data.readUInt32BE(4),
    clean: Buffer.concat([
      signature,
      ...chunks.filter(({ type }) => kept.has(type)).map((chunk) => chunk.bytes),
    ]),
  }
}

/** Up to IEND; what follows is dropped. Undefined when a chunk is cut short or altered. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const typed = bytes.subarray(at + 4, end - 4)
    if (crc32(typed) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = typed.toString('latin1', 0, 4)
    chunks.push({ type, data: typed.subarray(4), bytes: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return undefined
}

/** How many bytes the rows must inflate to; undefined for a header that no PNG has. */
function pixelBytes(header: Buffer): number | undefined {
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth = 0, colour = 0, compression, filter, interlace] = header.subarray(8)
  if (width === 0 || height === 0 || compression !== 0 || filter !== 0) return undefined
  if (depths[colour]?.includes(depth) !== true) return undefined
  const bits = depth * (samples[colour] ?? 0)
  const rows = (w: number, h: number): number =>
    w === 0 || h === 0 ? 0 : h * (1 + Math.ceil((w * bits) / 8))
  if (interlace === 0) return rows(width, height)
  if (interlace !== 1) return undefined
  return passes
    .map(([x, y, dx, dy]) =>
      rows(Math.max(0, Math.ceil((width - x) / dx)), Math.max(0, Math.ceil((height - y) / dy))),
    )
    .reduce((sum, one) => sum + one, 0)
}

/** Counted as it comes, off the main thread, and no further than expected. */
function inflatedLength(data: readonly Buffer[], most: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const inflate = createInflate()
    let length = 0
    inflate.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > most) {
        inflate.destroy()
        resolve(undefined)
      }
    })
    inflate.on('end', () => resolve(length))
    inflate.on('error', () => resolve(undefined))
    for (const piece of data) inflate.write(piece)
    inflate.end()
  })
}

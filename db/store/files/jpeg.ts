// Reading a JPEG as far as to know that it is whole, and writing it again without what cameras and
// programs say in it: where, when, by whom. Nothing is decoded into pixels.

import type { Picture } from './png.ts'

const soi = 0xd8
const eoi = 0xd9
const sos = 0xda
const app0 = 0xe0
const app14 = 0xee
const comment = 0xfe
/** Frames that browsers and printers can show: baseline, extended, progressive. */
const frames = new Set([0xc0, 0xc1, 0xc2])
const tables = { huffman: 0xc4, quantization: 0xdb }

interface Segment {
  marker: number
  bytes: Buffer
}

export const isJpeg = (bytes: Buffer): boolean =>
  bytes.length > 3 && bytes[0] === 0xff && bytes[1] === soi && bytes[2] === 0xff

/** Undefined when the picture is not whole. */
export function readJpeg(bytes: Buffer): Picture | undefined {
  const segments = segmentsOf(bytes)
  if (segments === undefined) return undefined
  const frame = segments.filter(({ marker }) => frames.has(marker))
  const [only] = frame
  if (only === undefined || frame.length > 1 || only.bytes.length < 11) return undefined
  for (const needed of [sos, tables.huffman, tables.quantization]) {
    if (!segments.some(({ marker }) => marker === needed)) return undefined
  }
  return {
    width: only.bytes.readUInt16BE(7),
    height: only.bytes.readUInt16BE(5),
    clean: Buffer.concat([
      Buffer.from([0xff, soi]),
      ...segments.filter(isKept).map((segment) => segment.bytes),
      Buffer.from([0xff, eoi]),
    ]),
  }
}

/** The file marker and the one that says how colours are mixed stay; its other notes go. */
function isKept({ marker, bytes }: Segment): boolean {
  if (marker === comment) return false
  if (marker === app0) return bytes.toString('latin1', 4, 8) === 'JFIF'
  return marker < app0 || marker > 0xef || marker === app14
}

/** From the first marker to the end of the image; undefined when it is cut short. */
function segmentsOf(bytes: Buffer): Segment[] | undefined {
  const segments: Segment[] = []
  let at = 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === eoi) return segments
    if (at + 4 > bytes.length || marker < 0xc0) return undefined
    const length = bytes.readUInt16BE(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > bytes.length) return undefined
    if (marker === sos) end = endOfScan(bytes, end)
    segments.push({ marker, bytes: bytes.subarray(at, end) })
    at = end
  }
  return undefined
}

/** The picture's own data runs to the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const next = bytes[at + 1] as number
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

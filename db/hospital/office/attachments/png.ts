// The outside of a PNG: its size, its chunks and its end, without decoding the picture.

import { crc32 } from 'node:zlib'
import { blotPlace, orientationOf } from './exif.ts'

interface Chunk {
  type: string
  /** From its length to the byte after its checksum. */
  start: number
  end: number
}

export interface Png {
  width: number
  height: number
  orientation: number
  chunks: Chunk[]
  end: number
}

/** Undefined when it does not hold together or breaks off before its end. */
export function readPng(bytes: Buffer): Png | undefined {
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, start: at, end })
    if (type === 'IEND') return described(bytes, chunks, end)
    at = end
  }
  return undefined
}

/** The picture without its place and without what was hung behind its end. */
export function withoutPlace(bytes: Buffer): Buffer {
  const png = readPng(bytes)
  if (png === undefined) return bytes
  const own = Buffer.from(bytes.subarray(0, png.end))
  const kept = png.chunks.filter((chunk) => !mustGo(own, chunk))
  return Buffer.concat([
    own.subarray(0, 8),
    ...kept.map(({ start, end }) => own.subarray(start, end)),
  ])
}

function described(bytes: Buffer, chunks: Chunk[], end: number): Png | undefined {
  const [head] = chunks
  if (head?.type !== 'IHDR' || head.end - head.start !== 25) return undefined
  const exif = chunks.find(({ type }) => type === 'eXIf')
  return {
    width: bytes.readUInt32BE(head.start + 8),
    height: bytes.readUInt32BE(head.start + 12),
    orientation: orientationOf(
      exif === undefined ? undefined : bytes.subarray(exif.start + 8, exif.end - 4),
    ),
    chunks,
    end,
  }
}

function mustGo(own: Buffer, { type, start, end }: Chunk): boolean {
  const body = own.subarray(start + 8, end - 4)
  if (type === 'eXIf') {
    const found = blotPlace(body)
    if (found === 'blotted') own.writeUInt32BE(crc32(own.subarray(start + 4, end - 4)), end - 4)
    return found === 'unreadable'
  }
  // Texts in which other programs put EXIF and XMP whole, some of them packed.
  if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') return false
  const text = body.toString('latin1')
  return /^(Raw profile type|XML:com\.adobe\.xmp)/.test(text) || /gps|location/i.test(text)
}

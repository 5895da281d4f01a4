// The outside of a JPEG: its size, which way up it is, and its end, without decoding the picture.

import { blotPlace, orientationOf } from './exif.ts'

interface Segment {
  marker: number
  /** From the marker's 0xFF to the byte after the segment. */
  start: number
  end: number
}

export interface Jpeg {
  width: number
  height: number
  orientation: number
  segments: Segment[]
  /** The byte after the end mark. */
  end: number
}

const exif_mark = 'Exif\0\0'

/** Undefined when it does not hold together or breaks off before its end. */
export function readJpeg(bytes: Buffer): Jpeg | undefined {
  const segments: Segment[] = []
  let size: { width: number; height: number } | undefined
  let at = 2
  while (at + 4 <= bytes.length || bytes[at + 1] === 0xd9) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] as number
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) {
      if (size === undefined) return undefined
      return { ...size, orientation: orientationIn(bytes, segments), segments, end: at + 2 }
    }
    if (at + 4 > bytes.length) return undefined
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return undefined
    if (isFrame(marker) && end - at >= 9) {
      size ??= { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    segments.push({ marker, start: at, end })
    at = marker === 0xda ? endOfScan(bytes, end) : end
  }
  return undefined
}

/** The picture without its place and without what was hung behind its end. */
export function withoutPlace(bytes: Buffer): Buffer {
  const jpeg = readJpeg(bytes)
  if (jpeg === undefined) return bytes
  const own = Buffer.from(bytes.subarray(0, jpeg.end))
  const kept: Buffer[] = []
  let from = 0
  for (const { marker, start, end } of jpeg.segments) {
    if (marker !== 0xe1 || !mustGo(own.subarray(start + 4, end))) continue
    kept.push(own.subarray(from, start))
    from = end
  }
  return Buffer.concat([...kept, own.subarray(from)])
}

/** EXIF loses its place where it lies; a block that cannot be read, or tells it in XMP, goes. */
function mustGo(body: Buffer): boolean {
  if (body.toString('latin1', 0, 6) === exif_mark)
    return blotPlace(body.subarray(6)) === 'unreadable'
  return /gps|location/i.test(body.toString('latin1'))
}

function orientationIn(bytes: Buffer, segments: readonly Segment[]): number {
  const exif = segments.find(
    ({ marker, start }) =>
      marker === 0xe1 && bytes.toString('latin1', start + 4, start + 10) === exif_mark,
  )
  return orientationOf(exif === undefined ? undefined : bytes.subarray(exif.start + 10, exif.end))
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== 0 && next !== 0xff && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) {
      return at
    }
  }
  return bytes.length
}

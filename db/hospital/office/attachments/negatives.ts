// A picture before it is developed: what it is and how large, read from its outside, so that a bomb
// is refused before anything unfolds it (PLT-111).

import { invalid, Refusal } from '../../../core/refusal.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'

const side_least = 100
const side_most = 8000
const pixels_most = 32_000_000

/** A picture as it came: what it is, which way up, and its bytes. */
export interface Negative {
  kind: 'jpeg' | 'png'
  orientation: number
  bytes: Uint8Array
}

export interface Developed {
  full: Uint8Array
  thumb: Uint8Array
  width: number
  height: number
}

export function negativeOf(bytes: Buffer): Negative {
  const kind = bytes[0] === 0xff && bytes[1] === 0xd8 ? 'jpeg' : bytes[0] === 0x89 ? 'png' : null
  if (kind === null) throw new Refusal(400, 'media_type', 'Send the photo as JPEG or PNG.')
  const found = kind === 'jpeg' ? readJpeg(bytes) : readPng(bytes)
  if (found === undefined) throw unreadablePhoto()
  const { width, height, orientation } = found
  if (Math.min(width, height) < side_least || Math.max(width, height) > side_most) {
    throw wrongSize(`between ${side_least} and ${side_most} pixels a side.`)
  }
  if (width * height > pixels_most) throw wrongSize('at most 32 megapixels.')
  return { kind, orientation, bytes }
}

export const unreadablePhoto = (): Refusal => invalid('file', 'is not a picture that can be read.')

const wrongSize = (what: string): Refusal =>
  new Refusal(400, 'photo_size', `The photo must be ${what}`)

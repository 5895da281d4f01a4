// The font files as assets: read once by the main thread, shared with worker threads.

import { asset } from '../db/core/assets.ts'
import { type Face, faces, type FontBytes } from './faces.ts'

let read: FontBytes | null = null

export function fontBytes(): FontBytes {
  read ??= Object.fromEntries(faces.map((face) => [face, shared(face)])) as Record<Face, Uint8Array>
  return read
}

/** In memory that threads share, so that an order to one of them does not copy megabytes. */
function shared(face: Face): Uint8Array {
  const bytes = asset(`templates/fonts/${face}`)
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

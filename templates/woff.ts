// WOFF files unwrapped to what they hold. The font library could read them as they are, but inflates
// them in JavaScript: 300 ms for a Chinese name, against 15 ms here.

import { inflateSync } from 'node:zlib'

const head = 44
const entry = 20

export const isWoff = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'wOFF'

/** WOFF 1.0: a directory of tables, each packed by itself where that made it smaller. */
export function unwrapped(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = head + index * entry
    const [start, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(start, start + packed)
    const data = packed < length ? inflateSync(bytes) : bytes
    return { tag: woff.subarray(at, at + 4), sum: woff.readUInt32BE(at + 16), data }
  })
  const directory = Buffer.alloc(12 + count * 16)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  let start = directory.length
  const parts: Buffer[] = [directory]
  for (const [index, { tag, sum, data }] of tables.entries()) {
    const at = 12 + index * 16
    tag.copy(directory, at)
    directory.writeUInt32BE(sum, at + 4)
    directory.writeUInt32BE(start, at + 8)
    directory.writeUInt32BE(data.length, at + 12)
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    start += data.length + padding.length
  }
  return Buffer.concat(parts)
}

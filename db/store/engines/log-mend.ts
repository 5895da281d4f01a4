// After a sync of the log that failed. The system says of a failure once and then calls the pages clean,
// so a second sync that goes well proves nothing. What was written is read again, held against its own
// checksums and written again; a sync of that proves it. Nobody else writes meanwhile.

import { read, write } from 'node:fs'
import { promisify } from 'node:util'

const readAt = promisify(read)
const writeAt = promisify(write)

const header_bytes = 32
const frame_header_bytes = 24
/** The lowest bit of the first number says in which order its checksums read bytes. */
const magic = 0x377f0682
const frames_at_once = 32

/** What the system has in memory of the log is not what was written: it cannot be mended from here. */
export class LogLost extends Error {}

/** Writes the first `frames` frames again as they are; throws `LogLost` where one is not whole. */
export async function writeAgain(log: number, frames: number): Promise<void> {
  const header = await bytesAt(log, 0, header_bytes)
  if ((header.readUInt32BE(0) & ~1) !== magic) throw new LogLost('the log has no header')
  const sum = new Checksum((header.readUInt32BE(0) & 1) === 1)
  sum.add(header.subarray(0, 24))
  if (!sum.is(header.subarray(24, 32))) throw new LogLost('the header of the log is not whole')
  const page_bytes = header.readUInt32BE(8)
  const frame_bytes = frame_header_bytes + page_bytes
  await writeAt(log, header, 0, header_bytes, 0)
  for (let first = 0; first < frames; first += frames_at_once) {
    const count = Math.min(frames_at_once, frames - first)
    const at = header_bytes + first * frame_bytes
    const bytes = await bytesAt(log, at, count * frame_bytes)
    for (let index = 0; index < count; index++) {
      prove(sum, header, bytes.subarray(index * frame_bytes, (index + 1) * frame_bytes))
    }
    await writeAt(log, bytes, 0, bytes.length, at)
  }
}

function prove(sum: Checksum, header: Buffer, frame: Buffer): void {
  sum.add(frame.subarray(0, 8))
  sum.add(frame.subarray(frame_header_bytes))
  const is_of_this_log = frame.subarray(8, 16).equals(header.subarray(16, 24))
  if (!is_of_this_log || !sum.is(frame.subarray(16, 24))) {
    throw new LogLost('a part of the log is not what was written')
  }
}

async function bytesAt(log: number, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await readAt(log, bytes, 0, length, at)
  if (bytesRead < length) throw new LogLost('the log is shorter than what was written')
  return bytes
}

/** As SQLite counts it: two sums over pairs of 32 bits, each frame going on from the one before. */
class Checksum {
  private first = 0
  private second = 0
  private readonly big_endian: boolean

  constructor(big_endian: boolean) {
    this.big_endian = big_endian
  }

  add(bytes: Buffer): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let at = 0; at < bytes.length; at += 8) {
      this.first = (this.first + view.getUint32(at, !this.big_endian) + this.second) >>> 0
      this.second = (this.second + view.getUint32(at + 4, !this.big_endian) + this.first) >>> 0
    }
  }

  is(written: Buffer): boolean {
    return written.readUInt32BE(0) === this.first && written.readUInt32BE(4) === this.second
  }
}

// A zip archive written front to back: each part deflated as it comes, its sizes said behind it.

import { type DeflateRaw, constants, crc32, createDeflateRaw } from 'node:zlib'
import { Refusal } from '../../../core/refusal.ts'

/** Without the 64-bit extension no part and no archive may be larger. */
const size_max = 0xffff_ffff

interface Part {
  name: Buffer
  crc: number
  packed: number
  plain: number
  at: number
}

type Piece = string | Uint8Array
export type Pieces = AsyncIterable<Piece> | Iterable<Piece>
export type Sink = (bytes: Buffer) => Promise<void>

export class ZipWriter {
  private readonly sink: Sink
  private readonly parts: Part[] = []
  private at = 0

  constructor(sink: Sink) {
    this.sink = sink
  }

  /** Writes one part; `pieces` are taken one by one and none is kept. */
  async part(name: string, pieces: Pieces): Promise<void> {
    const part: Part = { name: Buffer.from(name), crc: 0, packed: 0, plain: 0, at: this.at }
    await this.put(localHeader(part.name))
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 65_536 })
    const drained = this.drain(deflate, part)
    try {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece
        part.crc = crc32(bytes, part.crc)
        part.plain += bytes.length
        await Promise.race([taken(deflate, bytes), drained])
      }
      deflate.end()
      await drained
    } catch (error) {
      deflate.destroy()
      await drained.catch(() => undefined)
      throw error
    }
    if (Math.max(part.plain, part.packed, this.at) > size_max) {
      throw new Refusal(
        400,
        'too_large',
        'The file would be too large for a spreadsheet; narrow the filters.',
      )
    }
    await this.put(descriptor(part))
    this.parts.push(part)
  }

  async end(): Promise<void> {
    const start = this.at
    for (const part of this.parts) await this.put(centralHeader(part))
    await this.put(trailer(this.parts.length, this.at - start, start))
  }

  private async drain(deflate: DeflateRaw, part: Part): Promise<void> {
    for await (const bytes of deflate as AsyncIterable<Buffer>) {
      part.packed += bytes.length
      await this.put(bytes)
    }
  }

  private async put(bytes: Buffer): Promise<void> {
    this.at += bytes.length
    await this.sink(bytes)
  }
}

const taken = (deflate: DeflateRaw, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
  })

/** 1 January 1980: the archive says nothing about when it was made. */
const dos_date = 0x21
/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808
const deflated = 8
const needs_version = 20

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(needs_version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(dos_date, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor(part: Part): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(part.crc, 4)
  tail.writeUInt32LE(part.packed, 8)
  tail.writeUInt32LE(part.plain, 12)
  return tail
}

function centralHeader(part: Part): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(needs_version, 4)
  head.writeUInt16LE(needs_version, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(deflated, 10)
  head.writeUInt16LE(dos_date, 14)
  head.writeUInt32LE(part.crc, 16)
  head.writeUInt32LE(part.packed, 20)
  head.writeUInt32LE(part.plain, 24)
  head.writeUInt16LE(part.name.length, 28)
  head.writeUInt32LE(part.at, 42)
  return Buffer.concat([head, part.name])
}

function trailer(count: number, size: number, at: number): Buffer {
  const tail = Buffer.alloc(22)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(count, 8)
  tail.writeUInt16LE(count, 10)
  tail.writeUInt32LE(size, 12)
  tail.writeUInt32LE(at, 16)
  return tail
}

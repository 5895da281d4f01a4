// Cuts a byte stream into PDUs, however TCP splits it.

import { header_length, pdu_length_max } from './codec.ts'

export class WrongLength extends Error {
  readonly length: number
  readonly sequence: number

  constructor(length: number, sequence: number) {
    super(`a PDU of ${length} bytes`)
    this.name = 'WrongLength'
    this.length = length
    this.sequence = sequence
  }
}

/**
 * Pieces are kept as they came and joined once, when the PDU is whole: a peer that sends a byte at a
 * time costs no more than one that sends it all.
 */
export class Frames {
  private pieces: Buffer[] = []
  private held = 0
  /** Bytes needed before anything can be said: a header first, then the whole PDU. */
  private needed = 4

  /** Throws WrongLength; after that nothing more of this stream can be understood. */
  push(piece: Buffer, each: (frame: Buffer) => void): void {
    this.pieces.push(piece)
    this.held += piece.length
    while (this.held >= this.needed) {
      let bytes = this.joined()
      let at = 0
      while (bytes.length - at >= 4) {
        const length = bytes.readUInt32BE(at)
        if (length < header_length || length > pdu_length_max) {
          const sequence = bytes.length - at >= header_length ? bytes.readUInt32BE(at + 12) : 0
          throw new WrongLength(length, sequence)
        }
        this.needed = length
        if (bytes.length - at < length) break
        const frame = bytes.subarray(at, at + length)
        at += length
        this.needed = 4
        each(frame)
      }
      bytes = bytes.subarray(at)
      this.pieces = bytes.length === 0 ? [] : [bytes]
      this.held = bytes.length
    }
  }

  private joined(): Buffer {
    const [first] = this.pieces
    if (this.pieces.length === 1 && first !== undefined) return first
    return Buffer.concat(this.pieces, this.held)
  }
}

// EXIF, as far as a hospital cares: which way up a picture is, and where it was taken, which is
// nobody's business (PLT-108).

interface Entry {
  at: number
  tag: number
  /** Where the value lies when it does not fit into the entry. */
  value: number
  bytes: number
}

const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
const orientation_tag = 0x0112
const gps_tag = 0x8825

/** A TIFF structure: `Exif\0\0` is not part of it. */
class Tiff {
  readonly bytes: Buffer
  readonly little: boolean

  constructor(bytes: Buffer) {
    const order = bytes.toString('latin1', 0, 2)
    if (order !== 'II' && order !== 'MM') throw new RangeError('no TIFF')
    this.bytes = bytes
    this.little = order === 'II'
  }

  u16 = (at: number): number =>
    this.little ? this.bytes.readUInt16LE(at) : this.bytes.readUInt16BE(at)
  u32 = (at: number): number =>
    this.little ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at)
  write16 = (value: number, at: number): number =>
    this.little ? this.bytes.writeUInt16LE(value, at) : this.bytes.writeUInt16BE(value, at)

  entries(at: number): Entry[] {
    return Array.from({ length: this.u16(at) }, (_, index) => {
      const entry = at + 2 + index * 12
      const bytes = (sizes[this.u16(entry + 2)] ?? 1) * this.u32(entry + 4)
      return { at: entry, tag: this.u16(entry), value: this.u32(entry + 8), bytes }
    })
  }
}

/** 1 to 8; 1 where nothing readable is said. */
export function orientationOf(exif: Buffer | undefined): number {
  if (exif === undefined) return 1
  try {
    const tiff = new Tiff(exif)
    const found = tiff.entries(tiff.u32(4)).find(({ tag }) => tag === orientation_tag)
    const value = found === undefined ? 1 : tiff.u16(found.at + 8)
    return value >= 1 && value <= 8 ? value : 1
  } catch {
    return 1
  }
}

/**
 * Blots out the place in these bytes. Answers 'none' when there is no place in them, 'blotted' when
 * there was, 'unreadable' when nobody can tell: then the whole block has to go.
 */
export function blotPlace(exif: Buffer): 'none' | 'blotted' | 'unreadable' {
  try {
    const tiff = new Tiff(exif)
    const first = tiff.u32(4)
    const entries = tiff.entries(first)
    const place = entries.find(({ tag }) => tag === gps_tag)
    if (place === undefined) return 'none'
    for (const { value, bytes } of tiff.entries(place.value)) {
      if (bytes > 4) blot(exif, value, bytes)
    }
    blot(exif, place.value, 2 + tiff.u16(place.value) * 12)
    // The entries behind it, and the address of the next directory, move up over it.
    const end = first + 2 + entries.length * 12 + 4
    exif.copyWithin(place.at, place.at + 12, end)
    blot(exif, end - 12, 12)
    tiff.write16(entries.length - 1, first)
    return 'blotted'
  } catch {
    return 'unreadable'
  }
}

function blot(bytes: Buffer, start: number, length: number): void {
  if (start + length > bytes.length) throw new RangeError('beyond the end')
  bytes.fill(0, start, start + length)
}

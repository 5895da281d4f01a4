// A data set as a file: DICOM Part 10, Explicit VR Little Endian (PS3.10, PS3.5).

import type { Element } from './elements.ts'

const modality_worklist = '1.2.840.10008.5.1.4.31'
const explicit_little_endian = '1.2.840.10008.1.2.1'
const implementation = '2.25.310416811720131'

export function part10(elements: readonly Element[], instance_uid: string): Buffer {
  const meta = Buffer.concat([
    longElement('00020001', 'OB', Buffer.from([0, 1])),
    written({ tag: '00020002', vr: 'UI', value: modality_worklist }),
    written({ tag: '00020003', vr: 'UI', value: instance_uid }),
    written({ tag: '00020010', vr: 'UI', value: explicit_little_endian }),
    written({ tag: '00020012', vr: 'UI', value: implementation }),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meta.length)
  const group_length = shortElement('00020000', 'UL', length)
  const head = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')])
  return Buffer.concat([head, group_length, meta, ...elements.map(written)])
}

function written({ tag, vr, value }: Element): Buffer {
  if (typeof value === 'object' && value !== null) return longElement(tag, vr, item(value))
  if (vr === 'US') {
    const bytes = Buffer.alloc(value === null ? 0 : 2)
    if (value !== null) bytes.writeUInt16LE(Number(value))
    return shortElement(tag, vr, bytes)
  }
  return shortElement(tag, vr, padded(`${value ?? ''}`, vr === 'UI' ? 0 : 0x20))
}

/** Every value has an even length. */
function padded(text: string, filler: number): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from([filler])])
}

function tagBytes(tag: string): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt16LE(Number.parseInt(tag.slice(0, 4), 16), 0)
  bytes.writeUInt16LE(Number.parseInt(tag.slice(4), 16), 2)
  return bytes
}

function shortElement(tag: string, vr: string, value: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(value.length)
  return Buffer.concat([tagBytes(tag), Buffer.from(vr), length, value])
}

/** Of these kinds the length has four bytes, after two that are kept free. */
function longElement(tag: string, vr: string, value: Buffer): Buffer {
  const length = Buffer.alloc(6)
  length.writeUInt32LE(value.length, 2)
  return Buffer.concat([tagBytes(tag), Buffer.from(vr), length, value])
}

function item(elements: readonly Element[]): Buffer {
  const inside = Buffer.concat(elements.map(written))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(inside.length)
  return Buffer.concat([tagBytes('FFFEE000'), length, inside])
}

// Long texts on the wire: how a part says which one it is, going out and coming in.

import { esm, tags } from './words.ts'
import type { Tlvs } from './codec.ts'

export interface Place {
  reference: number
  total: number
  number: number
}

/** The header before a part's octets: 8-bit reference (3GPP TS 23.040, 9.2.3.24.1). */
export const udh8 = ({ reference, total, number }: Place): Buffer =>
  Buffer.from([0x05, 0x00, 0x03, reference & 0xff, total, number])

export function sar({ reference, total, number }: Place): Map<number, Buffer> {
  const two = Buffer.alloc(2)
  two.writeUInt16BE(reference & 0xffff)
  return new Map([
    [tags.sar_reference, two],
    [tags.sar_total, Buffer.from([total])],
    [tags.sar_number, Buffer.from([number])],
  ])
}

export interface Arrived {
  place: Place | null
  octets: Buffer
}

/** The text octets of what came in, without its header, and its place among others. */
export function placeOf(esm_class: number, content: Buffer, tlvs: Tlvs): Arrived {
  const octets = content.length > 0 ? content : (tlvs.get(tags.message_payload) ?? content)
  if ((esm_class & esm.udh) === 0) return { place: sarOf(tlvs), octets }
  const header_end = (octets[0] ?? 0) + 1
  // A header that says it is longer than what came is no header.
  if (header_end > octets.length) return { place: sarOf(tlvs), octets }
  const place = udhOf(octets.subarray(1, header_end)) ?? sarOf(tlvs)
  return { place, octets: octets.subarray(header_end) }
}

function udhOf(header: Buffer): Place | null {
  for (let at = 0; at + 1 < header.length; ) {
    const kind = header[at] as number
    const length = header[at + 1] as number
    const value = header.subarray(at + 2, at + 2 + length)
    at += 2 + length
    if (kind === 0x00 && value.length === 3) return sound(value[0], value[1], value[2])
    if (kind === 0x08 && value.length === 4) return sound(value.readUInt16BE(0), value[2], value[3])
  }
  return null
}

function sarOf(tlvs: Tlvs): Place | null {
  const reference = tlvs.get(tags.sar_reference)
  if (reference?.length !== 2) return null
  return sound(
    reference.readUInt16BE(0),
    tlvs.get(tags.sar_total)?.[0],
    tlvs.get(tags.sar_number)?.[0],
  )
}

function sound(reference = 0, total = 0, number = 0): Place | null {
  return total > 1 && number >= 1 && number <= total ? { reference, total, number } : null
}

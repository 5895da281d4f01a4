// A list of revoked certificates as X.509 has it (RFC 5280, 5), written by hand: the library looks through
// all entries for each, and 5,000 of them held everybody for seconds (decision 0264).

import { setImmediate as others } from 'node:timers/promises'
import {
  bits,
  der,
  enumerated,
  integer,
  objectId,
  octets,
  sequence,
  time,
  wholeNumber,
} from './der.ts'

/** RFC 5280, 5.3.1 */
export const crl_reasons = { key_compromise: 1, superseded: 4, cessation: 5 } as const

export interface RevokedEntry {
  /** Hexadecimal. */
  serial: string
  revoked_at: Date
  reason: number | null
}

export interface RevokedList {
  /** The name of whoever signs, as it stands in its certificate (DER). */
  issuer: Uint8Array
  /** Which of its keys (an extension, DER). */
  authority_key: Uint8Array
  signing_key: CryptoKey
  number: number
  this_update: Date
  next_update: Date
  entries: readonly RevokedEntry[]
}

const ecdsa_with_sha256 = sequence(objectId('1.2.840.10045.4.3.2'))
const reason_code = objectId('2.5.29.21')
const crl_number = objectId('2.5.29.20')
const version_2 = integer(1)

export async function signedList(list: RevokedList): Promise<Buffer> {
  const entries = await written(list.entries)
  const told = sequence(
    version_2,
    ecdsa_with_sha256,
    list.issuer,
    time(list.this_update),
    time(list.next_update),
    // Of none there is no sequence either.
    ...(entries.length === 0 ? [] : [sequence(Buffer.concat(entries))]),
    der(0xa0, sequence(list.authority_key, sequence(crl_number, octets(integer(list.number))))),
  )
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const raw = await crypto.subtle.sign(algorithm, list.signing_key, new Uint8Array(told))
  return sequence(told, ecdsa_with_sha256, bits(signatureOf(new Uint8Array(raw))))
}

const written_at_once = 500

async function written(entries: readonly RevokedEntry[]): Promise<Buffer[]> {
  const found: Buffer[] = []
  for (let at = 0; at < entries.length; at += written_at_once) {
    if (at > 0) await others()
    for (const entry of entries.slice(at, at + written_at_once)) found.push(entryOf(entry))
  }
  return found
}

function entryOf({ serial, revoked_at, reason }: RevokedEntry): Buffer {
  const why = reason === null ? [] : [sequence(sequence(reason_code, octets(enumerated(reason))))]
  return sequence(wholeNumber(Buffer.from(serial, 'hex')), time(revoked_at), ...why)
}

/** The two halves as numbers, where the runtime has them side by side. */
const signatureOf = (raw: Uint8Array): Buffer =>
  sequence(wholeNumber(raw.subarray(0, raw.length / 2)), wholeNumber(raw.subarray(raw.length / 2)))

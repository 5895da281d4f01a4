// DER by hand, as little of it as a list of revoked certificates needs.

export type Der = Buffer<ArrayBufferLike>

/** What it is, how long it is, what it holds. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Der {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from([tag]), lengthOf(length), ...parts])
}

function lengthOf(length: number): Der {
  if (length < 0x80) return Buffer.from([length])
  const bytes = plainBytes(length)
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

export const sequence = (...parts: readonly Uint8Array[]): Der => der(0x30, ...parts)
export const octets = (bytes: Uint8Array): Der => der(0x04, bytes)
export const enumerated = (value: number): Der => der(0x0a, positive(plainBytes(value)))
export const integer = (value: number): Der => der(0x02, positive(plainBytes(value)))

/** An INTEGER of any size, its bytes given as they are. */
export const wholeNumber = (bytes: Uint8Array): Der => der(0x02, positive(withoutZeros(bytes)))

/** Whole bytes: no bit at the end is left out. */
export const bits = (bytes: Uint8Array): Der => der(0x03, Buffer.from([0]), bytes)

/** `2.5.29.21`; no arc of it is over 127 but those that are spelt in more bytes. */
export function objectId(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f]
  for (let left = arc >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f))
  return digits
}

/** To the second: UTCTime until 2049, GeneralizedTime after it (RFC 5280, 4.1.2.5). */
export function time(instant: Date): Der {
  const digits = instant.toISOString().replace(/\.\d+Z$|[-:T]/g, '')
  return instant.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`, 'ascii'))
    : der(0x18, Buffer.from(`${digits}Z`, 'ascii'))
}

function plainBytes(value: number): Der {
  const digits = value.toString(16)
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first <= 0 ? bytes : bytes.subarray(first)
}

/** A first bit that is set would say that it is below zero. */
const positive = (bytes: Uint8Array): Uint8Array =>
  (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes])

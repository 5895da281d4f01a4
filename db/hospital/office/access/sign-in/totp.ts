// Time-based one-time codes, RFC 6238: SHA-1, six digits, steps of 30 seconds.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { clock } from '../../../../core/clock.ts'

export const step_s = 30
/** One step early or late: clocks of telephones drift. */
const drift = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as the RFC asks for SHA-1. */
export const newTotpSecret = (): string => base32(randomBytes(20))

export const stepAt = (ms: number): number => Math.floor(ms / 1000 / step_s)

export function totpAt(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, later than the last one used; null when there is none. */
export function stepOf(secret: string, code: string, last_step: number | null): number | null {
  const typed = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(typed)) return null
  const now = stepAt(clock.ms())
  for (let step = now - drift; step <= now + drift; step++) {
    const right = timingSafeEqual(Buffer.from(totpAt(secret, step)), Buffer.from(typed))
    if (right && (last_step === null || step > last_step)) return step
  }
  return null
}

/** What an authenticator reads from the picture. */
export function otpauthUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=${step_s}`
}

export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text.replace(/=+$/, '')) {
    bits += alphabet.indexOf(letter).toString(2).padStart(5, '0')
  }
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

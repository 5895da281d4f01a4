// What the house's own authorities have in common: private keys that lie sealed with ca_key, and the
// file that names the present authority before the ones that came earlier. No library is loaded here.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { clock } from '../../core/clock.ts'
import { writeWhole } from '../../core/disk.ts'
import { Refusal } from '../../core/refusal.ts'
import { identityBefore } from '../secrets/identity.ts'

export interface KeptAuthority {
  pem: string
  sealed_key: string
  ended_at: string | null
  distrusted?: boolean
  /** When people were told that another follows. */
  announced_at?: string
}

/** The present one first. */
export interface Kept {
  authorities: KeptAuthority[]
}

export const readKept = (file: string): Kept =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : { authorities: [] }

/** The new one first; those before it have ended. */
export function keepFirst(file: string, made: Omit<KeptAuthority, 'ended_at'>): void {
  const kept: Kept = {
    authorities: [
      { ...made, ended_at: null },
      ...readKept(file).authorities.map((one) => ({
        ...one,
        ended_at: one.ended_at ?? clock.instant(),
      })),
    ],
  }
  writeWhole(file, `${JSON.stringify(kept)}\n`)
}

export function distrustEnded(file: string): void {
  const authorities = readKept(file).authorities.map((one) =>
    one.ended_at === null ? one : { ...one, distrusted: true },
  )
  writeWhole(file, `${JSON.stringify({ authorities } satisfies Kept)}\n`)
}

export function markPresent(file: string, mark: Pick<KeptAuthority, 'announced_at'>): void {
  const [present, ...before] = readKept(file).authorities
  if (present === undefined) return
  writeWhole(file, `${JSON.stringify({ authorities: [{ ...present, ...mark }, ...before] })}\n`)
}

export const fingerprintOf = (der: ArrayBuffer | Buffer): string =>
  createHash('sha256')
    .update(Buffer.isBuffer(der) ? der : Buffer.from(der))
    .digest('hex')

/** As people compare it with paper: `4c1e 77d0 …`. */
export const inFours = (fingerprint: string): string =>
  (fingerprint.match(/.{1,4}/g) ?? []).join(' ')

export function sealKey(plain: Buffer, ca_key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', ca_key, nonce)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

export function unsealKey(sealed: string, ca_key: Buffer, whose: string): Buffer {
  const opened = opensWith(ca_key, sealed) ?? opensWith(identityBefore(), sealed)
  if (opened === null) {
    throw new Refusal(
      503,
      'key.wrong',
      `The key of ${whose} does not open with ca_key of secrets.toml.`,
    )
  }
  return opened
}

/** Null where this key does not open it. */
export function opensWith(key: Buffer | null, sealed: string): Buffer | null {
  if (key === null) return null
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  } catch {
    return null
  }
}

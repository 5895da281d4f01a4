// Proof of possession (PLT-87): a challenge that lives a minute, is good once and for one workstation,
// signed with the key whose public half was shown at the claim.

import { createPublicKey, verify } from 'node:crypto'
import { clock, instantIn, seconds } from '../../../core/clock.ts'
import { run } from '../../../store/connection.ts'
import { newSecret } from '../../../core/ids.ts'
import { conflict, invalid, type Refusal, unauthorised } from '../../../core/refusal.ts'
import { keyedHash } from '../../../appliance/secrets/seal.ts'
import { sql } from '../../../store/sql.ts'
import { anywhere, type DeviceRow } from './rows.ts'
import type { Challenge } from './shapes.ts'
import { device_challenges } from './tables.ts'
import type { ProofPurpose } from './words.ts'

const lives_ms = seconds(60)
const hashOf = (challenge: string): string => keyedHash(`device challenge\n${challenge}`)

export async function challenge(device_id: string): Promise<Challenge> {
  const device = await anywhere(device_id)
  if (device.status === 'REVOKED') throw revoked()
  const made = newSecret(32)
  const expires_at = instantIn(lives_ms)
  await device_challenges.insert({
    challenge_hash: hashOf(made),
    hospital_id: device.hospital_id,
    device_id,
    ends_at: expires_at,
  })
  return { challenge: made, expires_at, algorithm: 'ES256', server_time: clock.instant() }
}

export const revoked = (): Refusal =>
  conflict('This workstation was revoked. Activate it again.', 'device.revoked')

/** Burns the challenge, whatever comes of it; the caller keeps that also when it refuses. */
export async function isProven(
  device: DeviceRow,
  shown: { challenge: string; signature: string },
  purpose: ProofPurpose,
): Promise<boolean> {
  const { hospital_id, id: device_id } = device
  const taken = await run(
    sql`delete from device_challenges where challenge_hash = ${hashOf(shown.challenge)}
        and device_id = ${device_id} and hospital_id = ${hospital_id} and ends_at > ${clock.instant()}`,
  )
  if (taken === 0) return false
  const words = ['kituo-device-v1', purpose, device_id, shown.challenge].join('\n')
  return isSigned(device.public_key, words, shown.signature)
}

export const unproven = (): Refusal =>
  unauthorised('The workstation could not prove itself.', 'device.unproven')

/** DER or 64 raw bytes: told by length and structure, because checking raw as DER says only no. */
export function isSigned(public_key: string, words: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  const raw = bytes.length === 64
  if (!raw && (bytes[0] !== 0x30 || bytes.length < 8 || bytes.length > 72)) return false
  const key = createPublicKey({
    key: Buffer.from(public_key, 'base64'),
    format: 'der',
    type: 'spki',
  })
  const data = Buffer.from(words, 'utf8')
  if (raw && verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, bytes)) return true
  // 64 bytes may also be a short DER.
  return verify('sha256', data, { key, dsaEncoding: 'der' }, bytes)
}

/** SPKI DER of a P-256 point, in base64; answers it in one form. */
export function readKey(public_key: string): string {
  const wrong = invalid('public_key', 'must be a P-256 public key (SPKI DER, base64).')
  try {
    const key = createPublicKey({
      key: Buffer.from(public_key.replace(/\s/g, ''), 'base64'),
      format: 'der',
      type: 'spki',
    })
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw wrong
    return key.export({ format: 'der', type: 'spki' }).toString('base64')
  } catch {
    throw wrong
  }
}

export const forgetDead = (): Promise<number> =>
  run(sql`delete from device_challenges where ends_at < ${clock.instant()}`)

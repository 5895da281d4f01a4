// Who can open a repository (OPS-110, 111): each slot wraps the same master keys under a passphrase,
// the recovery words, the machine's own key, or a public key whose other half lies elsewhere.

import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto'
import { clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { readWords } from './recovery-words.ts'

export const slot_kinds = ['passphrase', 'recovery', 'machine', 'recipient'] as const
export type SlotKind = (typeof slot_kinds)[number]

/** Master keys by their number; the greatest seals, the older ones still open. */
export type Masters = ReadonlyMap<number, Buffer>

export interface KeySlot {
  readonly id: string
  readonly kind: SlotKind
  readonly label: string
  readonly made_at: string
  readonly made_by: string
  readonly fingerprint: string
  readonly last_proved_at: string | null
  /** Salt of scrypt, or the public key this one time. */
  readonly salt: string
  /** How hard words are to guess: scrypt was done with 2 to the power of this. Null of what nobody could guess. */
  readonly stretched: number | null
  readonly wrapped: string
}

/** What somebody holds, or what stands for it when a slot is made. */
export type Holding =
  | { kind: 'passphrase'; passphrase: string }
  | { kind: 'recovery'; words: string }
  | { kind: 'machine'; key: Buffer }
  | { kind: 'recipient'; private_key?: Buffer; public_key?: Buffer }

/** 0.54 s and 128 MiB (OPS-110). A slot keeps its own, so that a later program may ask more and opens what was made before. */
const stretching = 17
const most_memory = 256 * 1024 * 1024
let stretched_to = stretching

/** A slot that asks for more memory than this is not one of ours. */
export const isStretched = (to: unknown): boolean =>
  to === null ||
  to === undefined ||
  (Number.isInteger(to) && Number(to) > 0 && Number(to) <= stretching)

/** Houses of tests live for a moment, and their words are no secret. */
export function setStretching(to = stretching): void {
  stretched_to = to
}

const curve = 'prime256v1'

export async function makeSlot(
  holding: Holding,
  masters: Masters,
  by: { label: string; made_by: string },
): Promise<KeySlot> {
  const own = holding.kind === 'recipient' ? createECDH(curve) : null
  const salt = own === null ? randomBytes(32) : own.generateKeys()
  const key =
    holding.kind === 'recipient'
      ? fromSecret(shared(own, holding.public_key), salt)
      : await keyOf(holding, salt, stretched_to)
  const is_words = holding.kind === 'passphrase' || holding.kind === 'recovery'
  const payload = JSON.stringify([...masters].map(([n, one]) => [n, one.toString('base64url')]))
  return {
    id: newId(),
    kind: holding.kind,
    ...by,
    made_at: clock.instant(),
    fingerprint: fingerprintOf(holding.kind === 'recipient' ? (holding.public_key ?? salt) : key),
    last_proved_at: null,
    salt: salt.toString('base64url'),
    stretched: is_words ? stretched_to : null,
    wrapped: wrap(key, Buffer.from(payload)).toString('base64url'),
  }
}

/** Null: what is held does not fit this slot. */
export async function openSlot(slot: KeySlot, holding: Holding): Promise<Masters | null> {
  if (slot.kind !== holding.kind) return null
  const salt = Buffer.from(slot.salt, 'base64url')
  const key = await keyOf(holding, salt, slot.stretched ?? stretching).catch((error: unknown) => {
    // A point that is none of the curve: a slot that was harmed, not somebody's mistake.
    if (holding.kind === 'recipient') return null
    throw error
  })
  const payload = key === null ? null : unwrap(key, Buffer.from(slot.wrapped, 'base64url'))
  if (payload === null) return null
  const pairs = JSON.parse(payload.toString()) as [number, string][]
  return new Map(pairs.map(([number, one]) => [number, Buffer.from(one, 'base64url')]))
}

export const newMaster = (): Buffer => randomBytes(32)

async function keyOf(holding: Holding, salt: Buffer, to: number): Promise<Buffer> {
  switch (holding.kind) {
    case 'machine':
      return fromSecret(holding.key, salt)
    case 'passphrase':
      return stretched(holding.passphrase.normalize('NFKC'), salt, to)
    case 'recovery':
      return stretched(readWords(holding.words), salt, to)
    case 'recipient': {
      const own = createECDH(curve)
      own.setPrivateKey(holding.private_key ?? Buffer.alloc(0))
      return fromSecret(own.computeSecret(salt), salt)
    }
  }
}

const shared = (own: ReturnType<typeof createECDH> | null, other?: Buffer): Buffer => {
  if (own === null || other === undefined) throw new Error('a recipient is a public key')
  return own.computeSecret(other)
}

const fromSecret = (secret: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'kituo/backup/slot', 32))

const stretched = (secret: string, salt: Buffer, to: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const cost = { N: 2 ** to, r: 8, p: 1, maxmem: most_memory }
    scrypt(secret, salt, 32, cost, (error, key) => (error === null ? resolve(key) : reject(error)))
  })

const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('kituo/backup/fingerprint').update(key).digest('hex').slice(0, 8)

function wrap(key: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function unwrap(key: Buffer, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    return null
  }
}

// Values kept in the database that must be read back in clear: two-factor seeds, mail passwords,
// webhook secrets. Sealed with app_key, so that the database alone gives none of them away.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '../../core/refusal.ts'
import { fingerprint } from './secrets.ts'

const version = 'v1'
const nonce_bytes = 12
const tag_bytes = 16

interface AppKey {
  key: Buffer
  mark: string
}

let current: AppKey | null = null
/** What a rotation left: it still opens what was sealed before. */
let before: AppKey | null = null
let lookup: Buffer | null = null

export interface OlderKeys {
  before?: Buffer | undefined
  /** The key of short codes; without it app_key. */
  lookup?: Buffer | undefined
}

/** Given when a deployment is opened, from its secrets; null forgets it. */
export function setAppKey(key: Buffer | null, older: OlderKeys = {}): void {
  current = key === null ? null : marked(key)
  before = key === null || older.before === undefined ? null : marked(older.before)
  lookup = key === null ? null : (older.lookup ?? null)
}

function marked(key: Buffer): AppKey {
  if (key.length !== 32) throw new Error('app_key is 32 bytes')
  return { key, mark: fingerprint(key.toString('base64url')) }
}

/** `v1.<fingerprint of the key>.<nonce, sealed text, tag>`: the mark is bound to what it marks. */
export function seal(text: string): string {
  const { key, mark } = keyInUse()
  const head = `${version}.${mark}`
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(head))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${head}.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`
}

export function unseal(sealed: string): string {
  const { mark } = keyInUse()
  const [form, of, body = ''] = sealed.split('.')
  if (form !== version) throw damaged()
  const key = [current, before].find((one) => one?.mark === of)?.key
  if (key === undefined) {
    throw new Refusal(
      503,
      'key.wrong',
      `This was sealed with another key (${of}, not ${mark}) and must be entered anew.`,
    )
  }
  const bytes = Buffer.from(body, 'base64url')
  if (bytes.length < nonce_bytes + tag_bytes) throw damaged()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonce_bytes))
    .setAAD(Buffer.from(`${form}.${of}`))
    .setAuthTag(bytes.subarray(-tag_bytes))
  try {
    const text = decipher.update(bytes.subarray(nonce_bytes, -tag_bytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw damaged(cause)
  }
}

/** Sealed values inside a text, sealed with another key than the one in use. */
const sealed_pattern = /v1\.(?<mark>[0-9a-f]{8})\.[\w-]{38,}/g

/** The same text with every value sealed anew; undefined where nothing was to be done. */
export function sealedAnew(text: string): string | undefined {
  const { mark } = keyInUse()
  const now = text.replace(sealed_pattern, (value, of: string) =>
    of === mark || of !== before?.mark ? value : seal(unseal(value)),
  )
  return now === text ? undefined : now
}

export const isSealed = (text: string): boolean => text.startsWith(`${version}.`)

function keyInUse(): AppKey {
  if (current === null) throw new Error('app_key is not in use: setAppKey(…)')
  return current
}

function damaged(cause?: unknown): Refusal {
  const refusal = new Refusal(503, 'integrity.sealed', 'A sealed value is damaged.')
  refusal.cause = cause
  return refusal
}

/** For short codes: without the key a leaked table does not give them away by trying them all. */
export const keyedHash = (text: string): string =>
  createHmac('sha256', lookup ?? keyInUse().key)
    .update(text)
    .digest('hex')

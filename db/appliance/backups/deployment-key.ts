// The key with which this deployment signs its backups (operations 2.5): a restore on bare metal can
// prove whose they are. Its private half lies in identity/, sealed with ca_key.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, writeWhole } from '../../core/disk.ts'
import type { Root } from '../deployment/root.ts'
import { conflict } from '../../core/refusal.ts'
import { identityBefore } from '../secrets/identity.ts'

interface Kept {
  public_key: string
  sealed: string
}

export interface Signature {
  readonly public_key: string
  readonly value: string
}

/** Null without ca_key: such a house makes no signature, and says so nowhere else. */
export function signWith(root: Root, ca_key: string | undefined, text: string): Signature | null {
  if (ca_key === undefined) return null
  const { public_key, sealed } = kept(root) ?? made(root, ca_key)
  const key = { key: opensAs(ca_key, sealed), format: 'pem', type: 'pkcs8' } as const
  return { public_key, value: sign('sha256', Buffer.from(text), key).toString('base64url') }
}

/** Another deployment's backup may be read; one that only says it is ours may not. */
export function checkSignature(
  root: Pick<Root, 'dir'> & Partial<Root>,
  deployment_id: string,
  signature: Signature | null | undefined,
  text: string,
): void {
  if (signature === null || signature === undefined) return
  const { public_key, value } = signature
  const holds = verify('sha256', Buffer.from(text), public_key, Buffer.from(value, 'base64url'))
  if (!holds) throw conflict('The signature of the manifest does not hold.', 'integrity.signature')
  const own = kept(root)
  if (own !== null && root.deployment_id === deployment_id && own.public_key !== public_key) {
    throw conflict(
      `The manifest is signed by another key (${printOf(public_key)}, ours is ${printOf(own.public_key)}).`,
      'integrity.signature',
    )
  }
}

export const printOf = (public_key: string): string =>
  createHash('sha256').update(public_key).digest('hex').slice(0, 8)

const fileOf = ({ dir }: Pick<Root, 'dir'>): string => join(dir, 'identity', 'deployment.json')

function kept(root: Pick<Root, 'dir'>): Kept | null {
  try {
    return JSON.parse(readFileSync(fileOf(root), 'utf8')) as Kept
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Under another ca_key; what is sealed with it already stays. */
export function resealDeploymentKey(root: Pick<Root, 'dir'>, was: string, is: string): boolean {
  const found = kept(root)
  if (found === null || opensWith(is, found.sealed)) return false
  keep(root, found.public_key, opened(was, found.sealed), is)
  return true
}

/** Where none was made yet there is nothing to open. */
export function deploymentKeyOpens(root: Pick<Root, 'dir'>, ca_key: string): boolean {
  const found = kept(root)
  return found === null || opensWith(ca_key, found.sealed)
}

function opensWith(ca_key: string, sealed: string): boolean {
  try {
    opened(ca_key, sealed)
    return true
  } catch {
    return false
  }
}

function made(root: Root, ca_key: string): Kept {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return keep(root, publicKey, privateKey, ca_key)
}

function keep(
  root: Pick<Root, 'dir'>,
  public_key: string,
  private_key: string,
  ca_key: string,
): Kept {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(ca_key), nonce)
  const body = Buffer.concat([cipher.update(private_key), cipher.final(), cipher.getAuthTag()])
  const all = {
    public_key,
    sealed: Buffer.concat([nonce, body]).toString('base64url'),
  }
  writeWhole(fileOf(root), `${JSON.stringify(all)}\n`)
  return all
}

/** With the key before where a rotation was cut off. */
function opensAs(ca_key: string, sealed: string): string {
  const before = identityBefore()?.toString('base64url')
  return before !== undefined && !opensWith(ca_key, sealed)
    ? opened(before, sealed)
    : opened(ca_key, sealed)
}

function opened(ca_key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(ca_key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  )
}

const keyFrom = (ca_key: string): Buffer =>
  Buffer.from(
    hkdfSync('sha256', Buffer.from(ca_key, 'base64url'), '', 'kituo/identity/deployment', 32),
  )

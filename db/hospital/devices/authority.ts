// The appliance's own certificate authority for workstations (PLT-85). Its key lies in the data folder,
// sealed with ca_key, and signs nothing but their certificates and the list of revoked ones.
//
// The library works only when its metadata module is loaded before it (OPS-138).

import 'reflect-metadata'
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { clock, days, minutes } from '../../clock.ts'
import { writeWhole } from '../../disk.ts'
import { Refusal } from '../../refusal.ts'
import { identity } from '../../secrets/identity.ts'

export interface Authority {
  readonly fingerprint: string
  readonly certificate: x509.X509Certificate
  readonly pem: string
  readonly key: CryptoKey
}

interface Kept {
  /** The present one first. Of those before it the key is needed for their list alone. */
  authorities: { pem: string; sealed_key: string; ended_at: string | null }[]
}

export const signing = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const lives_ms = days(3652)

/** By the file it was read from: another deployment has others. */
let known: { file: string; list: Authority[] } | null = null

/** The one that signs now; made when it is first needed. */
export async function authority(deployment_name = 'Kituo'): Promise<Authority> {
  const [present] = await authorities()
  return present ?? rotate(deployment_name)
}

/** The present one and those whose certificates may still be about. */
export async function authorities(): Promise<Authority[]> {
  const { file, ca_key } = place()
  if (known?.file === file) return known.list
  if (!existsSync(file)) return []
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
  const list = await Promise.all(
    kept.authorities.map(({ pem, sealed_key }) => opened(pem, unsealKey(sealed_key, ca_key))),
  )
  known = { file, list }
  return list
}

/** A new authority; the one before it signs nothing more but its own list. */
export async function rotate(deployment_name: string): Promise<Authority> {
  const { file, ca_key } = place()
  const keys = await crypto.subtle.generateKey(signing, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: `CN=Kituo Device CA, O=${inName(deployment_name)}`,
    notBefore: new Date(clock.ms() - minutes(5)),
    notAfter: new Date(clock.ms() + lives_ms),
    signingAlgorithm: signing,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null
  const kept: Kept = {
    authorities: [
      { pem: pemOf(certificate), sealed_key: sealKey(pkcs8, ca_key), ended_at: null },
      ...(before?.authorities ?? []).map((one) => ({
        ...one,
        ended_at: one.ended_at ?? clock.instant(),
      })),
    ],
  }
  writeWhole(file, `${JSON.stringify(kept)}\n`)
  known = null
  return authority()
}

/** Random, positive, 128 bits. */
export function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

export const fingerprintOf = (der: ArrayBuffer): string =>
  createHash('sha256').update(Buffer.from(der)).digest('hex')

/** Parsed again by the runtime's own reader before it is given out (OPS-138). */
export function pemOf(certificate: x509.X509Certificate): string {
  const der = Buffer.from(certificate.rawData)
  return new X509Certificate(der).toString()
}

/** Words of a name, without what would end one. */
export const inName = (text: string): string => text.replace(/[,+"\\<>;=\p{C}]/gu, ' ').trim()

async function opened(pem: string, pkcs8: Buffer): Promise<Authority> {
  const certificate = new x509.X509Certificate(pem)
  return {
    fingerprint: fingerprintOf(certificate.rawData),
    certificate,
    pem,
    key: await crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), signing, false, ['sign']),
  }
}

function place(): { file: string; ca_key: Buffer } {
  const { folder, ca_key } = identity()
  return { file: join(folder, 'device-authority.json'), ca_key }
}

function sealKey(plain: Buffer, ca_key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', ca_key, nonce)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

function unsealKey(sealed: string, ca_key: Buffer): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', ca_key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  } catch {
    throw new Refusal(
      503,
      'key.wrong',
      'The key of the workstations’ authority does not open with ca_key of secrets.toml.',
    )
  }
}

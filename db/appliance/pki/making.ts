// Certificates are made here, with a library that takes a tenth of a second to load: who only reads
// one loads keys.ts instead.
//
// The library works only when its metadata module is loaded before it (OPS-138).

import 'reflect-metadata'
import { randomBytes, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { clock, days, minutes } from '../../core/clock.ts'

export const signing = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

const authority_lives_ms = days(3652)
const server_auth = '1.3.6.1.5.5.7.3.1'

export interface Made {
  pem: string
  pkcs8: Buffer
}

/** An authority of its own: ten years, and none beneath it (PLT-85, OPS-137). */
export async function makeAuthority(name: string, organisation: string): Promise<Made> {
  const keys = await crypto.subtle.generateKey(signing, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: `CN=${name}, O=${inName(organisation)}`,
    notBefore: new Date(clock.ms() - minutes(5)),
    notAfter: new Date(clock.ms() + authority_lives_ms),
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
  return { pem: pemOf(certificate), pkcs8: await exported(keys.privateKey) }
}

export interface ServerNames {
  names: readonly string[]
  addresses: readonly string[]
  organisation: string
  lives_ms: number
}

/** A certificate for the listeners, signed by the server authority (OPS-137). */
export async function makeServerCertificate(
  authority: Made,
  { names, addresses, organisation, lives_ms }: ServerNames,
): Promise<Made> {
  const signer = new x509.X509Certificate(authority.pem)
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    new Uint8Array(authority.pkcs8),
    signing,
    false,
    ['sign'],
  )
  const keys = await crypto.subtle.generateKey(signing, true, ['sign', 'verify'])
  const ends = Math.min(clock.ms() + lives_ms, signer.notAfter.getTime())
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: `CN=${inName(names[0] ?? addresses[0] ?? 'kituo')}, O=${inName(organisation)}`,
    issuer: signer.subject,
    notBefore: new Date(clock.ms() - minutes(5)),
    notAfter: new Date(ends),
    signingAlgorithm: signing,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([server_auth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(signer.publicKey),
      new x509.SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  })
  return { pem: pemOf(certificate), pkcs8: await exported(keys.privateKey) }
}

/** Random, positive, 128 bits. */
export function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** Parsed again by the runtime's own reader before it is given out (OPS-138). */
export function pemOf(certificate: x509.X509Certificate): string {
  const der = Buffer.from(certificate.rawData)
  return new X509Certificate(der).toString()
}

/** Words of a name, without what would end one. */
export const inName = (text: string): string => text.replace(/[,+"\\<>;=\p{C}]/gu, ' ').trim()

const exported = async (key: CryptoKey): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.exportKey('pkcs8', key))

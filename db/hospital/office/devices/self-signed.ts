// A certificate for a server on this machine, signed by itself: for receivers that people try out.

import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { clock, days } from '../../../core/clock.ts'

const life_days = 90
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const pem = (kind: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${kind}-----\n${Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')
    .trimEnd()}\n-----END ${kind}-----\n`

export async function makeSelfSigned(): Promise<{ certificate: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(clock.ms() - days(1)),
    notAfter: new Date(clock.ms() + days(life_days)),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  })
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
  }
}

// A certificate for a receiver on this machine: signed by nobody but itself, so the daemon is told
// of it by name (webhook_ca_file). Kept beside its key, so that a sink started again is the same.

import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { clock, days } from '../../../db/core/clock.ts'
import { makeSelfSigned } from '../../../db/hospital/office/devices/self-signed.ts'

export interface Identity {
  certificate: string
  key: string
  certificate_file: string
}

export async function identityIn(certificate_file: string): Promise<Identity> {
  const key_file = certificate_file.replace(/(\.pem|\.crt)?$/, '.key')
  if (existsSync(certificate_file) && existsSync(key_file)) {
    const known = readFileSync(certificate_file, 'utf8')
    if (isGood(known))
      return { certificate: known, key: readFileSync(key_file, 'utf8'), certificate_file }
  }
  const made = await makeSelfSigned()
  writeFileSync(key_file, made.key, { mode: 0o600 })
  // The daemon may be another user: what it is told is no secret.
  writeFileSync(certificate_file, made.certificate, { mode: 0o644 })
  return { ...made, certificate_file }
}

const isGood = (text: string): boolean =>
  Date.parse(new X509Certificate(text).validTo) > clock.ms() + days(1)

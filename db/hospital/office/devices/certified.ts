// A workstation that shows its certificate at the listener. The handshake has proved that it holds the
// key; here it is asked whose key that is, and whether the house still stands by what it signed.

import { X509Certificate } from 'node:crypto'
import { fingerprintOf } from '../../../appliance/pki/keys.ts'
import type { DeviceRow } from './rows.ts'
import { device_certificates } from './tables.ts'
import { trustedAuthorities } from './trusted.ts'

/** By what was given out, not by the dates in it: a lease is the house's to extend or to end. */
export async function isCertified(device: DeviceRow, certificate: string): Promise<boolean> {
  const shown = new X509Certificate(Buffer.from(certificate, 'base64'))
  const key = shown.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  if (key !== device.public_key) return false
  const given = await device_certificates.find({
    hospital_id: device.hospital_id,
    device_id: device.id,
    serial: shown.serialNumber.toLowerCase(),
    revoked_at: null,
  })
  return given !== undefined && isSignedBy(shown, given.authority)
}

const isSignedBy = (shown: X509Certificate, fingerprint: string): boolean =>
  trustedAuthorities()
    .map((pem) => new X509Certificate(pem))
    .some((one) => fingerprintOf(one.raw) === fingerprint && shown.verify(one.publicKey))

// A workstation's certificate (PLT-86): what it is, where it stands, until when.

import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { clock, minutes } from '../../../core/clock.ts'
import { inName, newSerial, pemOf, signing } from '../../../appliance/pki/making.ts'
import { conflict } from '../../../core/refusal.ts'
import { type Authority, authority } from './authority.ts'

export interface Subject {
  device_id: string
  facility_id: string
  station_role: string
  hospital_code: string
  hospital_name: string
  /** SPKI DER, base64. */
  public_key: string
  lease_until: string
  base_url: string
}

export interface Certificate {
  pem: string
  ca_pem: string
  serial: string
  authority: string
}

const client_auth = '1.3.6.1.5.5.7.3.2'

export async function issue(subject: Subject): Promise<Certificate> {
  const signer = await authority(subject.hospital_name)
  refuseEnded(signer)
  const public_key = await crypto.subtle.importKey(
    'spki',
    new Uint8Array(Buffer.from(subject.public_key, 'base64')),
    signing,
    true,
    ['verify'],
  )
  const serial = newSerial()
  const { device_id, station_role, hospital_code, facility_id, base_url } = subject
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial,
    subject: `CN=${device_id}, OU=${station_role}, O=${inName(hospital_code)}`,
    issuer: signer.certificate.subject,
    notBefore: new Date(clock.ms() - minutes(5)),
    notAfter: new Date(subject.lease_until),
    signingAlgorithm: signing,
    publicKey: public_key,
    signingKey: signer.key,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([client_auth]),
      await x509.SubjectKeyIdentifierExtension.create(public_key),
      await x509.AuthorityKeyIdentifierExtension.create(signer.certificate.publicKey),
      new x509.SubjectAlternativeNameExtension([
        { type: 'url', value: `urn:kituo:device:${device_id}` },
        { type: 'url', value: `urn:kituo:facility:${facility_id}` },
      ]),
      new x509.CRLDistributionPointsExtension([`${base_url}/api/v1/devices/crl`]),
    ],
  })
  return { pem: pemOf(certificate), ca_pem: signer.pem, serial, authority: signer.fingerprint }
}

/** OPS-142: nothing is signed by an authority that has ended. */
function refuseEnded({ certificate }: Authority): void {
  if (certificate.notAfter.getTime() > clock.ms()) return
  const day = certificate.notAfter.toISOString().slice(0, 10)
  throw conflict(
    `The certificate authority of this hospital ended on ${day}. Tell the IT desk.`,
    'device.authority_ended',
  )
}

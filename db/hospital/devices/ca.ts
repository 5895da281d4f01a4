// The authority as people and machines see it: its certificates, its list, and facts about both. The
// library behind it takes its time to load, and does so when somebody first asks.

import type { Caller } from '../../caller.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { Authority } from './authority.ts'
import type { CaInfo } from './shapes.ts'
import { revocation_lists } from './tables.ts'

export interface Served {
  bytes: Buffer
  content_type: string
  name: string
}

/** All of them as PEM, so that a certificate of the one before still verifies; DER of the present. */
export async function certificates(format: 'pem' | 'der' = 'pem'): Promise<Served> {
  const { authorities, authority } = await import('./authority.ts')
  const present = await authority()
  if (format === 'der') {
    return {
      bytes: Buffer.from(present.certificate.rawData),
      content_type: 'application/pkix-cert',
      name: 'kituo-device-ca.der',
    }
  }
  const all = await authorities()
  return {
    bytes: Buffer.from(all.map(({ pem }) => pem).join('')),
    content_type: 'application/x-pem-file',
    name: 'kituo-device-ca.pem',
  }
}

export async function list(format: 'pem' | 'der' = 'der'): Promise<Served> {
  const { authority } = await import('./authority.ts')
  const { asPem, currentList } = await import('./revocation-list.ts')
  await authority()
  const der = await currentList()
  return format === 'pem'
    ? {
        bytes: Buffer.from(asPem(der)),
        content_type: 'application/x-pem-file',
        name: 'kituo.crl.pem',
      }
    : { bytes: der, content_type: 'application/pkix-crl', name: 'kituo.crl' }
}

export async function info(caller: Caller): Promise<CaInfo> {
  const { authorities, authority } = await import('./authority.ts')
  const { name } = await hospitalOf(caller)
  const present = await authority(name)
  const [, ...previous] = await authorities()
  const known = await revocation_lists.find({ authority: present.fingerprint })
  return {
    ...facts(present),
    previous: previous.map(facts),
    crl_number: known?.number ?? 0,
    crl_entries: known?.entries ?? 0,
    crl_next_update: known?.next_update ?? null,
  }
}

const facts = ({ certificate, fingerprint }: Authority) => ({
  subject: certificate.subject,
  fingerprint_sha256: fingerprint,
  serial: certificate.serialNumber,
  not_before: certificate.notBefore.toISOString(),
  not_after: certificate.notAfter.toISOString(),
})

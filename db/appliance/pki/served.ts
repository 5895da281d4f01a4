// What a new machine fetches to trust this house (OPS-22): every authority that is published as PEM, the
// present one as DER.

import { createHash, X509Certificate } from 'node:crypto'
import { presentAuthority, publishedAuthorities } from './server-authority.ts'
import { deploymentName } from './shown.ts'

export interface ServedAuthority {
  bytes: Buffer
  name: string
  etag: string
  /** Since when it is what it is. */
  since: Date
}

export async function serverAuthority(format: 'pem' | 'der'): Promise<ServedAuthority> {
  const present = new X509Certificate((await presentAuthority(await deploymentName())).pem)
  const pem = publishedAuthorities().map((one) => one.pem)
  const bytes = format === 'der' ? present.raw : Buffer.from(pem.join(''))
  return {
    bytes,
    name: `kituo-server-ca.${format}`,
    etag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    since: present.validFromDate,
  }
}

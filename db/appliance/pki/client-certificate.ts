// The certificate that a client shows at a listener: whose it says it is. Whether that is so is judged
// by the workstations, from what they gave out.

import { X509Certificate } from 'node:crypto'

export const device_authority_name = 'Kituo Device CA'

/** The workstation that it names; null when it is not of a workstations' authority at all. */
export function workstationNamed(der: Buffer): string | null {
  const { issuer, subject } = namesIn(der)
  if (!issuer.split('\n').includes(`CN=${device_authority_name}`)) return null
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? null
}

/** A stranger may show whatever a handshake lets through: names that are empty are none at all here. */
function namesIn(der: Buffer): { issuer: string; subject: string } {
  try {
    const { issuer, subject }: Partial<X509Certificate> = new X509Certificate(der)
    return { issuer: issuer ?? '', subject: subject ?? '' }
  } catch {
    return { issuer: '', subject: '' }
  }
}

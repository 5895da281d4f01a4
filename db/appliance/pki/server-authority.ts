// The authority that signs nothing but the certificates of this deployment's own listeners (OPS-137).
// A workstation that trusts it has no reason to trust the authority of workstations, nor the reverse.

import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { clock, days } from '../../core/clock.ts'
import { identity } from '../secrets/identity.ts'
import { fingerprintOf, type KeptAuthority, keepFirst, readKept, sealKey } from './keys.ts'

/** How long one that was rotated away stays published beside the new one (OPS-141). */
const published_ms = days(90)

/** Authority of operations 2.6. */
export interface Authority {
  kind: 'SERVER'
  state: 'CURRENT' | 'PREVIOUS' | 'ENDED'
  serial: string
  fingerprint: string
  subject: string
  not_before: string
  not_after: string
}

let making: Promise<KeptAuthority> | null = null

/** The one that signs now; made when it is first needed. */
export async function presentAuthority(deployment_name: string): Promise<KeptAuthority> {
  const [present] = readKept(fileOf()).authorities
  if (present !== undefined) return present
  making ??= rotateAuthority(deployment_name).finally(() => {
    making = null
  })
  return making
}

export async function rotateAuthority(deployment_name: string): Promise<KeptAuthority> {
  const { makeAuthority } = await import('./making.ts')
  const { pem, pkcs8 } = await makeAuthority('Kituo Server CA', deployment_name)
  const file = fileOf()
  keepFirst(file, { pem, sealed_key: sealKey(pkcs8, identity().ca_key) })
  return readKept(file).authorities[0] as KeptAuthority
}

/** What a new machine must trust: the present one, and for some time the one before. */
export const publishedAuthorities = (): KeptAuthority[] =>
  readKept(fileOf()).authorities.filter((one) => stateOf(one) !== 'ENDED')

export const listAuthorities = (): Authority[] =>
  readKept(fileOf()).authorities.map((kept) => {
    const certificate = new X509Certificate(kept.pem)
    return {
      kind: 'SERVER',
      state: stateOf(kept),
      serial: certificate.serialNumber.toLowerCase(),
      fingerprint: fingerprintOf(certificate.raw),
      subject: certificate.subject.replaceAll('\n', ', '),
      not_before: certificate.validFromDate.toISOString(),
      not_after: certificate.validToDate.toISOString(),
    }
  })

function stateOf({ pem, ended_at }: KeptAuthority): Authority['state'] {
  if (new X509Certificate(pem).validToDate.getTime() <= clock.ms()) return 'ENDED'
  if (ended_at === null) return 'CURRENT'
  return clock.ms() - Date.parse(ended_at) < published_ms ? 'PREVIOUS' : 'ENDED'
}

export const fileOf = (): string => join(identity().folder, 'server-authority.json')

// The appliance's own certificate authority for workstations (PLT-85). Its key lies in the data folder,
// sealed with ca_key, and signs nothing but their certificates and the list of revoked ones.
//
// The library works only when its metadata module is loaded before it (OPS-138).

import 'reflect-metadata'
import { existsSync } from 'node:fs'
import * as x509 from '@peculiar/x509'
import { device_authority_name } from '../../../appliance/pki/client-certificate.ts'
import {
  distrustEnded,
  fingerprintOf,
  keepFirst,
  readKept,
  sealKey,
  unsealKey,
} from '../../../appliance/pki/keys.ts'
import { makeAuthority, signing } from '../../../appliance/pki/making.ts'
import { identity } from '../../../appliance/secrets/identity.ts'
import { authorityFile } from './trusted.ts'
import { onOtherDatabase } from '../../../store/kept.ts'

/** The present one signs; of those before it the key is needed for their list alone. */
export interface Authority {
  readonly fingerprint: string
  readonly certificate: x509.X509Certificate
  readonly pem: string
  readonly key: CryptoKey
  /** OPS-141: nothing that it signed counts any more; it signs its list, and is given to nobody. */
  readonly distrusted: boolean
}

/** By the file it was read from: another deployment has others. */
let known: { file: string; list: Authority[] } | null = null
onOtherDatabase(() => {
  known = null
})

let making: Promise<Authority> | null = null

/** The one that signs now; made when it is first needed, once for all who need it first. */
export async function authority(deployment_name = 'Kituo'): Promise<Authority> {
  const [present] = await authorities()
  if (present !== undefined) return present
  making ??= rotate(deployment_name).finally(() => {
    making = null
  })
  return making
}

/** The present one and those whose certificates may still be about. */
export async function authorities(): Promise<Authority[]> {
  const { file, ca_key } = place()
  if (known?.file === file) return known.list
  if (!existsSync(file)) return []
  const list = await Promise.all(
    readKept(file).authorities.map(({ pem, sealed_key, distrusted = false }) =>
      opened(pem, unsealKey(sealed_key, ca_key, 'the workstations’ authority'), distrusted),
    ),
  )
  known = { file, list }
  return list
}

/** A new authority; the one before it signs nothing more but its own list. */
export async function rotate(deployment_name: string): Promise<Authority> {
  const { file, ca_key } = place()
  const { pem, pkcs8 } = await makeAuthority(device_authority_name, deployment_name)
  keepFirst(file, { pem, sealed_key: sealKey(pkcs8, ca_key) })
  known = null
  return authority()
}

/** Those before the present one. */
export function distrust(): void {
  distrustEnded(place().file)
  known = null
}

async function opened(pem: string, pkcs8: Buffer, distrusted: boolean): Promise<Authority> {
  const certificate = new x509.X509Certificate(pem)
  return {
    fingerprint: fingerprintOf(certificate.rawData),
    certificate,
    pem,
    key: await crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), signing, false, ['sign']),
    distrusted,
  }
}

function place(): { file: string; ca_key: Buffer } {
  return { file: authorityFile(), ca_key: identity().ca_key }
}

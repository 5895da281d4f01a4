// Whose signatures under a workstation's certificate count. Read from the file alone: a listener asks
// for it at each start, and the library that signs takes its time to load.

import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { clock } from '../../../core/clock.ts'
import { markPresent, readKept } from '../../../appliance/pki/keys.ts'
import { identity } from '../../../appliance/secrets/identity.ts'

export const authorityFile = (): string => join(identity().folder, 'device-authority.json')

/** PEM; the present one first. */
export const trustedAuthorities = (): string[] =>
  readKept(authorityFile())
    .authorities.filter(({ distrusted }) => distrusted !== true)
    .map(({ pem }) => pem)

/** When the present one ends; null when none was ever made. */
export function endOf(): number | null {
  const [present] = trustedAuthorities()
  return present === undefined ? null : Date.parse(new X509Certificate(present).validTo)
}

/** Whether people were told that the present one is about to be followed. */
export const isAnnounced = (): boolean =>
  readKept(authorityFile()).authorities[0]?.announced_at !== undefined

export const noteAnnounced = (): void =>
  markPresent(authorityFile(), { announced_at: clock.instant() })

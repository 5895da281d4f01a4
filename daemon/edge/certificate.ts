// The certificate that the listeners of this daemon show, and its renewal without a stop (OPS-20).

import { X509Certificate } from 'node:crypto'
import type { Configuration } from '../../db/appliance/configuration/read.ts'
import { type Shown, shownBy, workstationAuthorities } from '../../db/appliance/pki/shown.ts'
import type { Listeners } from './listeners.ts'

let at_work: { configuration: () => Configuration; listeners: Listeners; shown: Shown } | null =
  null

/** Null when the listeners are gone. */
export function setCertificate(holding: typeof at_work): void {
  at_work = holding
}

/** What is shown from now on; answers whether it is another one. */
export async function show(next: Shown): Promise<boolean> {
  if (at_work === null || !differs(at_work.shown, next)) return false
  at_work.shown = next
  await at_work.listeners.show(next)
  return true
}

/** Made anew when its end is near or the names of this machine are others. */
export async function renewIfDue(): Promise<number> {
  const configuration = at_work?.configuration()
  if (configuration?.get('tls.mode') !== 'own') return 0
  return (await show(await shownBy(configuration, 'reload'))) ? 1 : 0
}

/** The workstations have another authority: from now on its certificates are asked for too. */
export async function trustWorkstations(): Promise<number> {
  const shown = at_work?.shown ?? null
  if (shown === null || shown.workstations === null) return 0
  return (await show({ ...shown, workstations: await workstationAuthorities() })) ? 1 : 0
}

export const shownFingerprint = (shown: Shown): string | null =>
  shown === null
    ? null
    : new X509Certificate(shown.certificate).fingerprint256.replaceAll(':', '').toLowerCase()

const differs = (was: Shown, is: Shown): boolean =>
  was?.certificate !== is?.certificate ||
  was?.key !== is?.key ||
  was?.min_version !== is?.min_version ||
  was?.workstations !== is?.workstations

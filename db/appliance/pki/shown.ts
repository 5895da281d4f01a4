// What the listeners show of themselves, by tls.mode (OPS-20).

import type { Configuration } from '../configuration/read.ts'
import { trustedAuthorities } from '../../hospital/office/devices/trusted.ts'
import { only } from '../../hospital/office/hospitals/hospitals.ts'
import { type Pair, pairInFiles } from './files-pair.ts'
import { serverCertificate } from './server-certificate.ts'

export type Shown =
  | (Pair & {
      min_version: '1.2' | '1.3'
      /** PEM of the authorities whose workstations may show themselves; null: nobody is asked. */
      workstations: string | null
    })
  | null

/** As it stands in the authorities' names. */
export const deploymentName = async (): Promise<string> => (await only())?.name ?? 'Kituo'

/** Whatever is wrong with it is said before anything is taken into use. */
export async function shownBy(
  configuration: Configuration,
  at: 'start' | 'reload',
): Promise<Shown> {
  const { get } = configuration
  const mode = get('tls.mode')
  if (mode === 'off') return null
  const pair =
    mode === 'files'
      ? pairInFiles(configuration, at)
      : (await serverCertificate(configuration, await deploymentName())).pair
  return {
    ...pair,
    min_version: get('tls.min_version'),
    workstations: get('tls.workstations') ? await workstationAuthorities() : null,
  }
}

/** Init makes the first one; a house that is older than that gets it here. */
export async function workstationAuthorities(): Promise<string> {
  if (trustedAuthorities().length === 0) {
    const { authority } = await import('../../hospital/office/devices/authority.ts')
    await authority(await deploymentName())
  }
  return trustedAuthorities().join('')
}

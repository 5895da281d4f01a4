// What stands against the use of a workstation, in words (PLT-90); null when nothing does.

import { clock } from '../../../../core/clock.ts'
import { isAllowed } from '../../../../core/networks.ts'
import { clockState } from '../../../../appliance/timetable/clock-guard.ts'
import type { Station } from '../../../neighbours/workstations.ts'

/** Asked at each request of a bound session too. */
export async function standing(station: Station, ip: string | null): Promise<string | null> {
  if (station.status === 'REVOKED') return 'This workstation was revoked.'
  if (station.status === 'LAPSED' || (await isOver(station))) {
    return `The lease of this workstation ended on ${station.lease_until.slice(0, 10)}.`
  }
  return isAllowed(station.allowed_cidrs, ip)
    ? null
    : 'This workstation may not be used from this address.'
}

/** By a clock that jumped no lease is over (PLT-94). */
const isOver = async ({ lease_until }: Station): Promise<boolean> =>
  lease_until <= clock.instant() && (await clockState()).state === 'OK'

// Instants as the clock on the wall shows them: of the hospital, wherever the machine was set up.

import { dayIn, timeIn } from './clock.ts'

export const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `2027-02-03 10:15` */
export function localTime(zone: string, instant: string): string {
  const at = new Date(instant)
  return `${dayIn(zone, at)} ${timeIn(zone, at)}`
}

/** `EAT`: as people of the region call it. */
export function zoneName(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-TZ', {
    timeZone: zone,
    timeZoneName: 'short',
  }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

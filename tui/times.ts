// Times on the screens are those of the hospital, whatever zone the terminal's machine goes by (OPS-79).

import { clock, dayIn, timeIn } from '../db/core/clock.ts'
import { machineZone, zoneName } from '../db/core/local-time.ts'

let told: string | null = null

/** Each answer says in which zone its house reads the time; one that knows none changes nothing. */
export function readTimesIn(zone: string | null | undefined): void {
  told = zone ?? told
}

/** Screens that are opened anew know no house yet. */
export const forgetZone = (): void => {
  told = null
}

const zoneHere = (): string => told ?? machineZone()

export const dayOf = (at: Date): string => dayIn(zoneHere(), at)
export const timeOf = (at: Date): string => timeIn(zoneHere(), at)

/** What the clock on the wall shows; named where this machine goes by another. */
export const clockNow = (): string => {
  const now = clock.now()
  return told === null || told === machineZone()
    ? timeOf(now)
    : `${timeOf(now)} ${zoneName(told, now)}`
}

/** `Wed Feb 03` */
export const dateNow = (): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zoneHere(),
    weekday: 'short',
    month: 'short',
    day: '2-digit',
  })
    .format(clock.now())
    .replace(',', '')

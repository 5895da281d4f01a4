// Wall clocks and instants, with what summer time does between them.

const inZone = (zone: string, at: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

/** What a clock on the wall shows, written as if it were UTC. */
export const wallAt = (zone: string, at: number): number =>
  Math.floor(at / 1000) * 1000 + offsetAt(zone, at)

export const offsetAt = (zone: string, at: number): number =>
  inZone(zone, at).offsetNanoseconds / 1_000_000

/**
 * The instant at which the wall shows this time. In the repeated hour that is the first of the
 * two; a time in the skipped hour is the moment at which that hour would have ended (OPS-95).
 */
export function instantAt(zone: string, wall: number): number {
  const shown = Temporal.Instant.fromEpochMilliseconds(wall)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  const found = shown.toZonedDateTime(zone, { disambiguation: 'earlier' })
  if (found.toPlainDateTime().equals(shown)) return found.epochMilliseconds
  return found.getTimeZoneTransition('next')?.epochMilliseconds ?? found.epochMilliseconds
}

// Wall clocks and instants, with what summer time does between them.

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}

/** What a clock on the wall shows, written as if it were UTC. */
export function wallAt(zone: string, at: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

export const offsetAt = (zone: string, at: number): number =>
  wallAt(zone, at) - Math.floor(at / 1000) * 1000

const day_ms = 86_400_000

/**
 * The instant at which the wall shows this time. In the repeated hour that is the first of the
 * two; a time in the skipped hour is the moment at which that hour would have ended (OPS-95).
 */
export function instantAt(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - day_ms)
  const after = offsetAt(zone, wall + day_ms)
  if (before === after) return wall - before
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  if (early + offsetAt(zone, early) === wall) return early
  if (late + offsetAt(zone, late) === wall) return late
  return changeBetween(zone, wall - day_ms - before, wall + day_ms - after)
}

/** The first second with the offset of `to`. */
function changeBetween(zone: string, from: number, to: number): number {
  const start = offsetAt(zone, from)
  let low = Math.floor(from / 1000)
  let high = Math.ceil(to / 1000)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle * 1000) === start) low = middle
    else high = middle
  }
  return high * 1000
}

// Whole days and months of terms.

/** The same day so many months on; the last of the month where that one is shorter. */
export function monthsOn(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const at = Math.min(date, last.getUTCDate())
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), at))
    .toISOString()
    .slice(0, 10)
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** As sentences name a day: 3 March 2026. */
export const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

// An hour at which something is to happen by itself.

import { clock, dayIn, instantAt, nextDay } from '../../../db/core/clock.ts'
import { text } from '../../../db/appliance/configuration/kinds.ts'
import { usage } from './usage.ts'

const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const whole = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)`

export const coming_hour = text(
  'a time like 02:00, an instant like 2027-02-03T02:00Z, or never',
  new RegExp(`^(?:${time}|${whole}|never)$`),
)

/** The next time that the clock of the house shows it; `never` stays what it is. */
export function comingInstant(zone: string, at: string): string {
  if (at === 'never') return at
  if (at.includes('T')) {
    const ms = Date.parse(at)
    if (Number.isNaN(ms)) throw usage('value', `--at: there is no ${at}.`)
    const due = new Date(ms).toISOString()
    if (due > clock.instant()) return due
    throw usage('value', `--at: ${due} is past.`)
  }
  const today = dayIn(zone)
  const due = instantAt(zone, today, at)
  return due > clock.instant() ? due : instantAt(zone, nextDay(today), at)
}

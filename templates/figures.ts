// Figures and dates as a person reads them on paper (billing BIL-159).

import { dayIn } from '../db/core/clock.ts'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { months } from './words.ts'

export interface Money {
  /** Minor units in one major unit, as a power of ten. */
  scale: number
  /** Decimals that are shown: the scale, or none where the hospital shows none. */
  decimals: number
}

/** Minor units with thousands separators: `1,234,500` or `1,234,500.50`. */
export function amount(minor: number, { scale, decimals }: Money): string {
  const sign = minor < 0 ? '-' : ''
  const digits = String(Math.abs(minor)).padStart(scale + 1, '0')
  const whole = scale === 0 ? digits : digits.slice(0, -scale)
  const part = (scale === 0 ? '' : digits.slice(-scale)).padEnd(decimals, '0')
  // What the hospital does not show is shown all the same where it is not nothing.
  const shown = decimals === 0 && /[1-9]/.test(part) ? part : part.slice(0, decimals)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return shown === '' ? `${sign}${grouped}` : `${sign}${grouped}.${shown}`
}

/** A day of the calendar in the hospital's own order. */
export function dateText(day: string, format: string, language: Language): string {
  const [year, month, date] = day.slice(0, 10).split('-') as [string, string, string]
  if (format === 'dd mmm yyyy') {
    return `${date} ${months[language][Number(month) - 1]?.slice(0, 3)} ${year}`
  }
  if (format === 'yyyy-mm-dd') return `${year}-${month}-${date}`
  return format === 'mm/dd/yyyy' ? `${month}/${date}/${year}` : `${date}/${month}/${year}`
}

/** An instant by the hospital's clock: `12/05/2026 10:31`. */
export function momentText(
  instant: string,
  zone: string,
  format: string,
  language: Language,
): string {
  const at = new Date(instant)
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  return `${dateText(dayIn(zone, at), format, language)} ${time}`
}

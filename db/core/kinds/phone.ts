// Telephone numbers: kept as E.164, read as people of the hospital's country write them (PLT-15).

import { countryOf } from '../reference/countries.ts'

/** E.164, or null when the text cannot be a number. */
export function readPhone(text: string, country_code: string): string | null {
  const typed = text.replace(/[\s().\-/]/g, '')
  const country = countryOf(country_code)
  const dial = country?.dial_code.slice(1) ?? ''
  if (/^\+\d{8,15}$/.test(typed)) return ofOwnCountry(typed, dial, country?.phone_digits) ?? null
  if (!/^\d{6,15}$/.test(typed)) return null
  if (typed.startsWith('00')) return readPhone(`+${typed.slice(2)}`, country_code)
  const digits = country?.phone_digits ?? []
  if (typed.startsWith('0') && fits(typed.length - 1, digits)) return `+${dial}${typed.slice(1)}`
  if (typed.startsWith(dial) && fits(typed.length - dial.length, digits)) return `+${typed}`
  // A number that begins with 0 has its trunk 0 and too few digits, but for a few countries.
  if (typed.startsWith('0') && !zero_begins.includes(country_code)) return null
  return fits(typed.length, digits) ? `+${dial}${typed}` : null
}

/** Where the 0 in front is part of the number and is dialled from abroad too. */
const zero_begins = ['BJ', 'CG', 'CI', 'GA', 'IT', 'SM', 'VA']

const fits = (length: number, digits: readonly number[]): boolean =>
  digits.length === 0 ? length >= 6 && length <= 12 : digits.includes(length)

/** A number with the home country's code must have as many digits as numbers there have. */
function ofOwnCountry(
  typed: string,
  dial: string,
  digits: readonly number[] = [],
): string | undefined {
  if (dial === '' || !typed.startsWith(`+${dial}`)) return typed
  return fits(typed.length - dial.length - 1, digits) ? typed : undefined
}

/** `+2557•••••123`: enough to recognise one's own number, not enough to learn another's. */
export const maskedPhone = (phone: string): string =>
  `${phone.slice(0, 5)}${'•'.repeat(Math.max(0, phone.length - 8))}${phone.slice(-3)}`

export function maskedEmail(email: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${local.slice(0, 1)}•••${local.slice(-1)}@${host}`
}

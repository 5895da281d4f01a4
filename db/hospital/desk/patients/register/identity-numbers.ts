// National identity numbers by country (PAT-6).

import { capitals } from '../../../../core/kinds/capitals.ts'
import { countryOf } from '../../../../core/reference/countries.ts'
import { isDay } from '../../../../core/clock.ts'

/** How identifiers are compared: without hyphens and blanks, without regard to case. */
export const keyOf = (value: string): string => capitals(value.replace(/[\s-]/g, ''))

const forms: Record<string, RegExp> = {
  TZ: /^\d{20}$/,
  KE: /^\d{6,9}$/,
  UG: /^[A-Z]{2}[A-Z0-9]{12}$/,
  RW: /^\d{16}$/,
}

/** Whether a number can be a national ID of the country at all. */
export function looksRight(value: string, country: string): boolean {
  const form = forms[country]
  const key = keyOf(value)
  if (form === undefined) return isKeepable(value)
  return form.test(key) && (country !== 'TZ' || dateIn(key) !== null)
}

export const isKeepable = (value: string): boolean => /^[\p{L}\p{N}/ -]{4,30}$/u.test(value)

/** The birth date that a Tanzanian number begins with. */
export function dateIn(value: string): string | null {
  const key = keyOf(value)
  const day = `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6, 8)}`
  return isDay(day) ? day : null
}

export interface Warning {
  gate: null
  level: 'WARN'
  message: string
}
export const warning = (message: string): Warning => ({ gate: null, level: 'WARN', message })

/** What is to be said about a number that is kept nevertheless. */
export function warningsOf(value: string, country: string, birth_date: string | null): Warning[] {
  if (!looksRight(value, country)) return [warning(misfit(country))]
  const date = country === 'TZ' ? dateIn(value) : null
  if (date === null || birth_date === null || date === birth_date) return []
  return [warning(`The national ID says ${date}, the birth date says ${birth_date}.`)]
}

export const misfit = (country: string): string =>
  `This does not look like a national ID of ${countryOf(country)?.name ?? country}.`

// Countries as a hospital reads them: dialling code, currency, how long a telephone number is.

import { folded } from '../../store/table.ts'
import { country_rows } from './country-data.ts'

export interface Country {
  code: string
  name: string
  dial_code: string
  currency: string
  time_zone: string
  /** Digits after the dialling code; empty where it varies. */
  phone_digits: readonly number[]
}

export interface Currency {
  code: string
  name: string
  decimals: number
}

export const countries: readonly Country[] = country_rows
  .map(([code, name, dial_code, currency, time_zone, phone_digits]) => ({
    code,
    name,
    dial_code,
    currency,
    time_zone,
    phone_digits,
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

const by_code = new Map(countries.map((country) => [country.code, country]))
const by_name = new Map(countries.map((country) => [folded(country.name), country]))
const currency_codes = new Set(Intl.supportedValuesOf('currency'))

export const countryOf = (code: string): Country | undefined => by_code.get(code)

/** By code or English name, whatever the case. */
export const countryNamed = (typed: string): Country | undefined =>
  by_code.get(typed.trim().toUpperCase()) ?? by_name.get(folded(typed.trim()))

/** Every zone of a country, the one of its seat of government first. */
export function zonesOf({ code, time_zone }: Country): string[] {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?(): string[] }
  const others = (locale.getTimeZones?.() ?? []).filter((zone) => zone !== time_zone)
  return [time_zone, ...others]
}

export const isCurrency = (code: string): boolean => currency_codes.has(code)

/**
 * ISO 4217, written out: what the runtime's own tables say follows how people round today and may
 * change with the next version, but a minor unit once stored must stay what it was.
 */
const no_decimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const three_decimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

export const currencyOf = (code: string): { code: string; decimals: number } => ({
  code,
  decimals: no_decimals.includes(code) ? 0 : three_decimals.includes(code) ? 3 : 2,
})

/** The currencies that some country pays in today, by code. */
export function currencies(): Currency[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return [...new Set(countries.map(({ currency }) => currency))]
    .sort()
    .map((code) => ({ ...currencyOf(code), name: names.of(code) ?? code }))
}

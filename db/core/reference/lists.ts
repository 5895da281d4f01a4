// The reference lists as they are asked for.

import type { Static } from '../kinds/kinds.ts'
import { folded } from '../../store/table.ts'
import { countries, currencies, currencyOf, zonesOf } from './countries.ts'
import type { CountryEntry, CurrencyEntry } from './shapes.ts'

type Entry = Static<typeof CountryEntry>

let whole: readonly Entry[] | undefined

/** Made at the first use: the zones of every country take a moment to look up. */
const entries = (): readonly Entry[] =>
  (whole ??= countries.map((country) => ({
    code: country.code,
    name: country.name,
    dial_code: country.dial_code,
    currency: country.currency,
    currency_decimals: currencyOf(country.currency).decimals,
    time_zones: zonesOf(country),
  })))

export const listCountries = async (search?: string): Promise<Entry[]> =>
  entries().filter((one) => fits(search, one.code, one.name, one.dial_code))

export const listCurrencies = async (search?: string): Promise<Static<typeof CurrencyEntry>[]> =>
  currencies().filter((one) => fits(search, one.code, one.name))

const fits = (search: string | undefined, ...texts: string[]): boolean => {
  const words = folded(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  return words.every((word) => texts.some((text) => folded(text).includes(word)))
}

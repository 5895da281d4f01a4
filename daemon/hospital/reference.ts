// Lists that are the same for every hospital.

import { listCountries, listCurrencies } from '../../db/reference/lists.ts'
import { CountryEntry, CurrencyEntry, ReferenceSearch } from '../../db/reference/shapes.ts'
import { area } from '../route.ts'
import { listed } from './words.ts'

export const door = area('reference', [
  listed('/reference/countries', {
    summary: 'Countries with dialling code, currency and time zones',
    access: 'open',
    query: ReferenceSearch,
    each: CountryEntry,
    run: ({ query }) => listCountries(query.search),
  }),
  listed('/reference/currencies', {
    summary: 'Currencies with their decimals',
    access: 'signed in',
    query: ReferenceSearch,
    each: CurrencyEntry,
    run: ({ query }) => listCurrencies(query.search),
  }),
])

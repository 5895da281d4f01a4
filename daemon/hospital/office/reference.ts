// Lists that are the same for every hospital.

import { listCountries, listCurrencies } from '../../../db/core/reference/lists.ts'
import { CountryEntry, CurrencyEntry, ReferenceSearch } from '../../../db/core/reference/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { listed } = nobodys

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

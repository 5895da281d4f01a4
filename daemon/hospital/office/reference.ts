// Lists that are the same for every hospital.

import { listOf } from '../../../db/core/kinds/kinds.ts'
import { listCountries, listCurrencies } from '../../../db/core/reference/lists.ts'
import { CountryEntry, CurrencyEntry, ReferenceSearch } from '../../../db/core/reference/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { get } = nobodys

export const door = area('reference', [
  get('/reference/countries', {
    summary: 'Countries with dialling code, currency and time zones',
    access: 'open',
    query: ReferenceSearch,
    reply: listOf(CountryEntry),
    run: ({ query }) => listCountries(query.search),
  }),
  get('/reference/currencies', {
    summary: 'Currencies with their decimals',
    access: 'signed in',
    query: ReferenceSearch,
    reply: listOf(CurrencyEntry),
    run: ({ query }) => listCurrencies(query.search),
  }),
])

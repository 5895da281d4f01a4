// What goes in and what comes out of the search over everything.

import {
  AnyObject,
  optional,
  type Static,
  listOf,
  nullable,
  named,
  partial,
  Search,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'

const out = (max: number) => nullable(Text(0, max))

export const SearchHit = named(
  'SearchHit',
  shape({
    type: Text(1, 60),
    id: Text(1, 64),
    title: Text(0, 300),
    subtitle: Text(0, 300),
    reference: out(80),
    patient_id: out(36),
    status: out(60),
    path: Text(1, 200),
  }),
)

export const Found = named(
  'SearchResult',
  shape({
    hits: listOf(SearchHit),
    /** How many hits of each kind. */
    by_type: AnyObject,
  }),
)
export type Found = Static<typeof Found>

export const SearchWords = partial({ q: Search, types: optional(Search), limit: Whole(1, 50) })
export type SearchWords = Static<typeof SearchWords>

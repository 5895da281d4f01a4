// Tables of safety at the edge (5.5, 5.7).

import {
  AnyObject,
  choice,
  Flag,
  form,
  kind,
  named,
  nullable,
  optional,
  Reason,
  Search,
  shape,
  some,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { origins } from '../words.ts'

export const SafetyRow = named(
  'SafetyRow',
  shape({
    key: Text(1, 300),
    origin: choice(origins),
    values: AnyObject,
    source: nullable(Text(0, 300)),
    reason: nullable(Text(0, 300)),
    by_name: nullable(Text(0, 160)),
  }),
)
export type SafetyRow = Static<typeof SafetyRow>

export const SafetyFilters = {
  search: optional(Search),
  target: optional(Text(1, 80)),
  origin: optional(choice(origins)),
}

/** `removed` strikes the row of this key: a shipped one no longer counts, an own one goes. */
export const SafetyInput = form({
  rows: some(
    form({ values: AnyObject, removed: optional(Flag), source: optional(nullable(Text(0, 300))) }),
    2000,
  ),
  reason: Reason,
})
export type SafetyInput = Static<typeof SafetyInput>
export const SafetyWritten = named(
  'SafetyWritten',
  shape({ set: kind<number>({ type: 'integer' }), removed: kind<number>({ type: 'integer' }) }),
)

export const ClinicalTable = named(
  'ClinicalTable',
  shape({
    key: Text(1, 40),
    title: Text(1, 120),
    version: kind<number>({ type: 'integer' }),
    rows: kind<number>({ type: 'integer' }),
    source: Text(0, 500),
    reviewed_on: nullable(Text(0, 10)),
    table_adopted: Flag,
    adopted_by: nullable(Text(0, 160)),
    adopted_at: nullable(Text(0, 24)),
  }),
)
export type ClinicalTable = Static<typeof ClinicalTable>
export const AdoptInput = form({ note: Reason })

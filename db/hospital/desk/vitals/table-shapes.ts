// What goes in and what comes out about vital tables.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  form,
  LongText,
  listOf,
  nullable,
  named,
  partial,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { table_codes } from './words.ts'

export const VitalTable = named(
  'VitalTable',
  shape({
    code: choice(table_codes),
    version: Whole(1),
    rows: listOf(AnyObject, 2000),
    source: Text(1, 500),
    effective_from: Day,
    written_by: Text(1, 160),
    adopted_by: nullable(Text(1, 160)),
    adopted_at: nullable(Text(24, 24)),
    in_force: Flag,
  }),
)
export type VitalTable = Static<typeof VitalTable>

export const VitalTableFilters = partial({ code: choice(table_codes) })
export const VitalTableVersion = partial({ version: Whole(1, 100_000) })

export const VitalTableInput = form({
  rows: listOf(AnyObject, 2000),
  source: LongText(3, 500),
  effective_from: optional(Day),
})
export type VitalTableInput = Static<typeof VitalTableInput>

export const VitalTableDate = partial({ effective_from: Day })

export const Adoption = form({ note: Reason })

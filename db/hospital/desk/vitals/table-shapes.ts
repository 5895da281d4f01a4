// What goes in and what comes out about vital tables.

import {
  AnyObject,
  optional,
  choice,
  Day,
  form,
  LongText,
  listOf,
  named,
  partial,
  Reason,
  type Static,
  shape,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { table_codes } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { vital_tables } from './tables.ts'

const vitalTable = fieldsOf(vital_tables)

export const VitalTable = named(
  'VitalTable',
  shape({
    ...vitalTable('code', 'version'),
    rows: listOf(AnyObject, 2000),
    ...vitalTable('source', 'effective_from', 'written_by', 'adopted_by', 'adopted_at', 'in_force'),
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

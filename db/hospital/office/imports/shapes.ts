// What goes in and what comes out about imports.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { date_orders, duplicate_ways, import_states, row_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { imports } from './tables.ts'

const importRow = fieldsOf(imports)
export const ImportKindShape = named(
  'ImportKind',
  shape({
    kind: Text(1, 60),
    label: Text(1, 120),
    permissions: listOf(Text(1, 60)),
    columns: listOf(
      shape({
        name: Text(1, 60),
        label: Text(1, 120),
        required: Flag,
        type: Text(1, 40),
        example: Text(0, 200),
      }),
    ),
  }),
)

const options = {
  on_duplicate: optional(choice(duplicate_ways)),
  skip_errors: optional(Flag),
  facility_id: optional(nullable(Id)),
  date_order: optional(nullable(choice(date_orders))),
  delimiter: optional(nullable(choice([',', ';', '\t']))),
}

export const ImportChange = named(
  'ImportChange',
  partial({ mapping: AnyObject, options: form(options) }),
)
export type ImportChange = Static<typeof ImportChange>

export const Import = named(
  'Import',
  shape({
    ...importRow('id', 'kind', 'file_name', 'size'),
    options: shape({
      on_duplicate: choice(duplicate_ways),
      skip_errors: Flag,
      facility_id: nullable(Text(1, 36)),
      date_order: nullable(choice(date_orders)),
      delimiter: nullable(Text(1, 1)),
    }),
    mapping: AnyObject,
    unknown_columns: listOf(Text(0, 200)),
    ...importRow('status', 'rows_total', 'rows_ok', 'rows_error'),
    ...importRow('rows_duplicate', 'rows_done', 'created', 'updated', 'skipped'),
    pct: Whole(0, 100),
    ...importRow('error', 'requested_by_name', 'checked_at'),
    ...importRow('committed_at', 'committed_by_name', 'created_at'),
    moves: listOf(Text(1, 20)),
  }),
)
export type Import = Static<typeof Import>

export const ImportRow = named(
  'ImportRow',
  shape({
    row: Whole(1),
    status: choice(row_states),
    values: nullable(AnyObject),
    errors: listOf(shape({ column: Text(0, 200), value: Text(0, 1000), message: Text(0, 1000) })),
    duplicate_of: nullable(shape({ id: Text(1, 36), label: Text(0, 300), how: Text(0, 300) })),
    record_id: nullable(Text(1, 36)),
  }),
)
export type ImportRow = Static<typeof ImportRow>

export const ImportFilters = {
  kind: optional(Text(1, 60)),
  status: optional(choice(import_states)),
  from: optional(Day),
  to: optional(Day),
}
export const RowFilters = { status: optional(choice(row_states)) }
/** A short list that was written at once: areas, other houses. */
export const ListImported = shape({
  rows: Whole(),
  created: Whole(),
  changed: Whole(),
  refused: listOf(shape({ row: Whole(), message: Text(1, 500) })),
})

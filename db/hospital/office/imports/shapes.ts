// What goes in and what comes out about imports.

import {
  AnyObject,
  asked,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  maybe,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { date_orders, duplicate_ways, import_states, row_states } from './words.ts'

const Stamp = Text(24, 24)

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
  on_duplicate: asked(choice(duplicate_ways)),
  skip_errors: asked(Flag),
  facility_id: asked(maybe(Id)),
  date_order: asked(maybe(choice(date_orders))),
  delimiter: asked(maybe(choice([',', ';', '\t']))),
}

export const ImportChange = named(
  'ImportChange',
  partial({ mapping: AnyObject, options: form(options) }),
)
export type ImportChange = Static<typeof ImportChange>

export const Import = named(
  'Import',
  shape({
    id: Text(1, 36),
    kind: Text(1, 60),
    file_name: Text(1, 200),
    size: Whole(),
    options: shape({
      on_duplicate: choice(duplicate_ways),
      skip_errors: Flag,
      facility_id: maybe(Text(1, 36)),
      date_order: maybe(choice(date_orders)),
      delimiter: maybe(Text(1, 1)),
    }),
    mapping: AnyObject,
    unknown_columns: listOf(Text(0, 200)),
    status: choice(import_states),
    rows_total: Whole(),
    rows_ok: Whole(),
    rows_error: Whole(),
    rows_duplicate: Whole(),
    rows_done: Whole(),
    created: Whole(),
    updated: Whole(),
    skipped: Whole(),
    pct: Whole(0, 100),
    error: maybe(Text(0, 1000)),
    requested_by_name: Text(0, 160),
    checked_at: maybe(Stamp),
    committed_at: maybe(Stamp),
    committed_by_name: maybe(Text(0, 160)),
    created_at: Stamp,
    moves: listOf(Text(1, 20)),
  }),
)
export type Import = Static<typeof Import>

export const ImportRow = named(
  'ImportRow',
  shape({
    row: Whole(1),
    status: choice(row_states),
    values: maybe(AnyObject),
    errors: listOf(shape({ column: Text(0, 200), value: Text(0, 1000), message: Text(0, 1000) })),
    duplicate_of: maybe(shape({ id: Text(1, 36), label: Text(0, 300), how: Text(0, 300) })),
    record_id: maybe(Text(1, 36)),
  }),
)
export type ImportRow = Static<typeof ImportRow>

export const ImportFilters = {
  kind: asked(Text(1, 60)),
  status: asked(choice(import_states)),
  from: asked(Day),
  to: asked(Day),
}
export const RowFilters = { status: asked(choice(row_states)) }
/** A short list that was written at once: areas, other houses. */
export const ListImported = shape({
  rows: Whole(),
  created: Whole(),
  changed: Whole(),
  refused: listOf(shape({ row: Whole(), message: Text(1, 500) })),
})

// What goes in and what comes out about datasets and exports.

import {
  AnyObject,
  optional,
  choice,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  some,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { common_formats, export_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { exports } from './tables.ts'

const exportRow = fieldsOf(exports)
export const Dataset = named(
  'Dataset',
  shape({
    code: Text(1, 60),
    label: Text(1, 120),
    area: Text(1, 40),
    permission: Text(1, 60),
    filters: listOf(shape({ name: Text(1, 60), type: Text(1, 400), required: Flag })),
    columns: listOf(
      shape({
        name: Text(1, 60),
        label: Text(1, 120),
        type: Text(1, 20),
        money: Flag,
        personal: Flag,
      }),
    ),
    max_days: nullable(Whole(1)),
  }),
)
export type Dataset = Static<typeof Dataset>

export const DatasetFilters = form({ area: optional(Text(1, 40)) })

export const ExportInput = named(
  'ExportInput',
  form({
    dataset: Text(1, 60),
    filters: optional(AnyObject),
    columns: optional(some(Text(1, 60), 200)),
    format: choice(common_formats),
    saved_report_id: optional(nullable(Id)),
  }),
)
export type ExportInput = Static<typeof ExportInput>

export const Export = named(
  'Export',
  shape({
    ...exportRow('id', 'dataset'),
    filters: AnyObject,
    columns: listOf(Text(1, 60)),
    ...exportRow('format', 'status', 'rows_done', 'rows_total'),
    pct: Whole(0, 100),
    ...exportRow('size', 'sha256', 'error'),
    file_name: nullable(Text(1, 160)),
    ...exportRow('expires_at', 'saved_report_id', 'requested_by_name', 'created_at'),
    moves: listOf(Text(1, 20)),
  }),
)
export type Export = Static<typeof Export>

export const ExportFilters = {
  status: optional(choice(export_states)),
  dataset: optional(Text(1, 60)),
}

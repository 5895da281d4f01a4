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
import { common_formats, export_formats, export_states } from './words.ts'

const Stamp = Text(24, 24)

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
    id: Text(1, 36),
    dataset: Text(1, 60),
    filters: AnyObject,
    columns: listOf(Text(1, 60)),
    format: choice(export_formats),
    status: choice(export_states),
    rows_done: Whole(),
    rows_total: nullable(Whole()),
    pct: Whole(0, 100),
    size: nullable(Whole()),
    sha256: nullable(Text(64, 64)),
    error: nullable(Text(0, 1000)),
    file_name: nullable(Text(1, 160)),
    expires_at: Stamp,
    saved_report_id: nullable(Text(1, 36)),
    requested_by_name: Text(0, 160),
    created_at: Stamp,
    moves: listOf(Text(1, 20)),
  }),
)
export type Export = Static<typeof Export>

export const ExportFilters = {
  status: optional(choice(export_states)),
  dataset: optional(Text(1, 60)),
}

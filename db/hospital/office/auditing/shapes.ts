// What may be asked of the log as a file.

import {
  optional,
  choice,
  Day,
  form,
  partial,
  Search,
  type Static,
} from '../../../core/kinds/kinds.ts'
import { AuditFilters } from '../audit/shapes.ts'
import { export_formats } from '../exports/words.ts'

const { from: _from, to: _to, ...filters } = AuditFilters

export const ExportAsked = form({
  from: Day,
  to: Day,
  filters: optional(partial({ ...filters, search: Search })),
  format: choice(export_formats),
})
export type ExportAsked = Static<typeof ExportAsked>

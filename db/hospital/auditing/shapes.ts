import { asked, choice, Day, form, partial, type Static } from '../../kinds/kinds.ts'
import { AuditFilters } from '../audit/shapes.ts'
import { Search } from '../../kinds/kinds.ts'

const { from: _from, to: _to, ...filters } = AuditFilters

export const ExportAsked = form({
  from: Day,
  to: Day,
  filters: asked(partial({ ...filters, search: Search })),
  format: choice(['csv', 'xlsx', 'jsonl']),
})
export type ExportAsked = Static<typeof ExportAsked>

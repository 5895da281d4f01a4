// Leakage as it goes out (billing 5.14).

import {
  choice,
  Day,
  form,
  Id,
  Money,
  named,
  nullable,
  optional,
  Reason,
  shape,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { leakages } from './tables.ts'
import { leakage_kinds, leakage_states } from './words.ts'

const row = fieldsOf(leakages)

export const Leakage = named(
  'Leakage',
  shape({
    ...row('id', 'facility_id', 'kind', 'status', 'source', 'source_id'),
    patient: nullable(
      shape({ id: Id, number: nullable(Text(0, 40)), name: tellsWho('id', Text(0, 200)) }),
    ),
    ...row('visit_id', 'bill_id', 'department', 'code', 'description'),
    value: Money,
    ...row('found_on', 'reason', 'ended_by_name', 'ended_at', 'version'),
  }),
)
export type Leakage = Static<typeof Leakage>

export const LeakageFilters = {
  kind: optional(choice(leakage_kinds)),
  status: optional(choice(leakage_states)),
  department: optional(Text(0, 120)),
  from: optional(Day),
  to: optional(Day),
  facility_id: optional(Id),
}
export const LeakageAsked = form(LeakageFilters)
export interface LeakageFilter {
  kind?: (typeof leakage_kinds)[number]
  status?: (typeof leakage_states)[number]
  department?: string
  from?: string
  to?: string
  facility_id?: string
}

export const LeakageReason = form({ reason: Reason })

/** BIL-139. */
export const LeakageMonth = named(
  'LeakageMonth',
  shape({
    month: Text(7, 7),
    department: nullable(Text(0, 120)),
    count: Whole(),
    found: Money,
    billed: Money,
    explained: Money,
    gone: Money,
    open: Money,
  }),
)
export type LeakageMonth = Static<typeof LeakageMonth>

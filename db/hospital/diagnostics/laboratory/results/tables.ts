// Results (diagnostics 2.4): a line for each thing that is measured, from the moment of the order on, and
// every version of it that ever went out.

import {
  choice,
  code,
  flag,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  comparators,
  flags,
  type Hold,
  line_states,
  result_sources,
  type ResultFlag,
  value_types,
} from '../words.ts'
import type { Culture } from '../cultures/culture.ts'

export interface Previous {
  value: number
  shown: string
  flag: ResultFlag | null
  at: string
  result_id: string
}
export interface DeltaFound {
  change: number
  change_pct: number | null
  limit: number
  state: 'ACTIVE' | 'DISMISSED'
  action: 'WARN' | 'HOLD'
  reason?: string | null
  by_name?: string | null
}
/** A value that was thrown away by a correction, a repeat or a specimen that was refused. */
export interface Run {
  value: string
  flag: ResultFlag | null
  by_name: string | null
  at: string
  why: string
}

export const diagnostic_results = table(
  'diagnostic_results',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    order_id: ref('diagnostic_orders'),
    item_id: ref('diagnostic_items'),
    patient_id: ref('patients'),
    test_id: ref('diagnostic_tests'),
    test_code: code(20),
    test_name: text(120),
    position: integer(),
    /** A line of a panel that may be missing. */
    required: yes(),
    value_type: choice(value_types),
    status: choice(line_states),
    value_num: nullable(real()),
    comparator: nullable(choice(comparators)),
    value_text: nullable(text(4000)),
    answer_code: nullable(code(20)),
    comment: nullable(text(1000)),
    unit: nullable(text(40)),
    decimals: integer(),
    method: nullable(text(120)),
    flag: nullable(choice(flags)),
    invalid: no(),
    ref_low: nullable(real()),
    ref_high: nullable(real()),
    ref_text: nullable(text(120)),
    critical_low: nullable(real()),
    critical_high: nullable(real()),
    range_id: nullable(uuid()),
    /** Nobody of this hospital has confirmed the range it was judged by (DIA-10). */
    unconfirmed: no(),
    age_estimated: no(),
    previous: nullable(json<Previous>()),
    delta: nullable(json<DeltaFound>()),
    held: otherwise(json<Hold[]>(), () => []),
    /** What grew, as it stands; of a preliminary one that is out, what was written since (2.7). */
    culture: nullable(json<Culture>()),
    culture_draft: nullable(json<Culture>()),
    /** Out before it is final (DIA-95). */
    preliminary: no(),
    source: nullable(choice(result_sources)),
    instrument_id: nullable(uuid()),
    instrument_flags: otherwise(json<string[]>(), () => []),
    measured_at: nullable(instant()),
    entered_by_id: nullable(uuid()),
    entered_by_name: nullable(text(160)),
    entered_at: nullable(instant()),
    verified_by_id: nullable(uuid()),
    verified_by_name: nullable(text(160)),
    verified_at: nullable(instant()),
    released_by_id: nullable(uuid()),
    released_by_name: nullable(text(160)),
    released_at: nullable(instant()),
    portal_at: nullable(instant()),
    single_handed: no(),
    /** Somebody else has looked at what one person did alone. */
    seen_by_name: nullable(text(160)),
    version_no: otherwise(integer(), 1),
    corrected: no(),
    fasting: nullable(flag()),
    runs: otherwise(json<Run[]>(), () => []),
    ...versioned,
  },
  {
    unique: [{ columns: ['item_id', 'position'] }],
    indexes: [
      { columns: ['order_id'] },
      { columns: ['test_id'] },
      { columns: ['hospital_id', 'patient_id', 'test_code', 'released_at'] },
      { columns: ['hospital_id', 'portal_at'] },
    ],
  },
)

/** Never changed, never removed: what went out, and by whom (DIA-83). */
export const diagnostic_result_versions = table(
  'diagnostic_result_versions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    result_id: ref('diagnostic_results'),
    version_no: integer(),
    value: text(4000),
    flag: nullable(choice(flags)),
    comment: nullable(text(1000)),
    culture: nullable(json<Culture>()),
    preliminary: no(),
    by_id: nullable(uuid()),
    by_name: text(160),
    second_name: nullable(text(160)),
    at: instant(),
    reason_code: nullable(code(40)),
    note: nullable(text(500)),
  },
  {
    append_only: true,
    unique: [{ columns: ['result_id', 'version_no'] }],
  },
)

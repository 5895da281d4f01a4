// Quality control as it comes in and goes out (diagnostics 2.8, 5.6).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  kind,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { Measure } from '../catalogue/shapes.ts'
import {
  control_decisions,
  control_verdicts,
  lot_kinds,
  qc_states,
  target_sources,
  westgard_rules,
} from '../words.ts'
import { control_lots, control_points, control_runs } from './tables.ts'

const lot = fieldsOf(control_lots)
const run = fieldsOf(control_runs)
const point = fieldsOf(control_points)

const Spread = kind<number>({
  type: 'number',
  minimum: 1e-9,
  maximum: 1e9,
  complaint: 'must be more than 0.',
})
const TargetInput = form({
  test_code: Text(1, 20),
  instrument_id: Id,
  mean: Measure,
  sd: Spread,
  source: optional(nullAsAbsent(choice(target_sources))),
  effective_from: optional(nullable(Day)),
})
export type TargetInput = Static<typeof TargetInput>
export const ControlLotInput = named(
  'ControlLotInput',
  form({
    name: Text(2, 120),
    lot: Text(1, 60),
    barcode: optional(nullable(Text(0, 60))),
    expiry: Day,
    kind: optional(nullAsAbsent(choice(lot_kinds))),
    level: optional(nullAsAbsent(Whole(1, 5))),
    manufacturer: optional(nullable(Text(0, 120))),
    opened_at: optional(nullable(Instant)),
    targets: optional(nullAsAbsent(listOf(TargetInput, 200))),
    active: optional(nullAsAbsent(Flag)),
  }),
)
export type ControlLotInput = Static<typeof ControlLotInput>
export const ControlLotChange = named(
  'ControlLotChange',
  partial({
    name: Text(2, 120),
    expiry: Day,
    opened_at: nullable(Instant),
    targets: listOf(TargetInput, 200),
    active: Flag,
  }),
)
export type ControlLotChange = Static<typeof ControlLotChange>

const Target = shape({
  test_code: Text(1, 20),
  instrument_id: Id,
  mean: Measure,
  sd: Spread,
  source: choice(target_sources),
  effective_from: Day,
})
export const ControlLot = named(
  'ControlLot',
  shape({
    ...lot('id', 'name', 'lot', 'barcode', 'expiry', 'kind', 'level', 'manufacturer'),
    ...lot('opened_at'),
    expired: Flag,
    targets: listOf(Target),
    ...lot('active', 'version'),
  }),
)
export type ControlLot = Static<typeof ControlLot>
export const LotFilters = {
  kind: optional(choice(lot_kinds)),
  test_code: optional(Text(1, 20)),
  instrument_id: optional(Id),
  active: optional(QueryFlag),
}
const lot_filters = shape(LotFilters)
export type LotFilter = Static<typeof lot_filters>

const PointInput = form({ lot_id: Id, test_code: Text(1, 20), value: Measure })
export type PointInput = Static<typeof PointInput>
export const ControlRunInput = named(
  'ControlRunInput',
  form({
    instrument_id: Id,
    at: optional(nullable(Instant)),
    points: listOf(PointInput, 100, 1),
    comment: optional(nullable(LongText(0, 500))),
  }),
)
export type ControlRunInput = Static<typeof ControlRunInput>
export const ControlRun = named(
  'ControlRun',
  shape({
    ...run('id', 'facility_id'),
    run_no: Text(1, 40),
    ...run('instrument_id'),
    instrument: Text(0, 120),
    ...run('at', 'by_name', 'source', 'status'),
    points: listOf(
      shape({
        lot_id: Id,
        lot: Text(0, 60),
        ...point('level', 'test_code', 'value', 'mean', 'sd', 'z'),
        broken: listOf(choice(westgard_rules)),
        ...point('status', 'left_out'),
      }),
    ),
    ...run('comment', 'reviewed_by_name', 'reviewed_at', 'decision', 'cause', 'action', 'reason'),
    ...run('at_risk', 'version'),
  }),
)
export type ControlRun = Static<typeof ControlRun>
export const RunFilters = {
  instrument_id: optional(Id),
  test_code: optional(Text(1, 20)),
  lot_id: optional(Id),
  status: optional(choice(control_verdicts)),
  reviewed: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const run_filters = shape(RunFilters)
export type RunFilter = Static<typeof run_filters>
export const ReviewInput = named(
  'ControlReviewInput',
  form({
    decision: choice(control_decisions),
    cause: optional(nullable(Text(0, 500))),
    action: optional(nullable(Text(0, 500))),
    reason: optional(nullable(Reason)),
  }),
)
export type ReviewInput = Static<typeof ReviewInput>

export const QcState = named(
  'QcState',
  shape({
    instrument_id: Id,
    instrument: Text(0, 120),
    test_code: Text(1, 20),
    state: choice(qc_states),
    since: nullable(Instant),
    last_run_id: nullable(Id),
    due_at: nullable(Instant),
  }),
)
export type QcState = Static<typeof QcState>
export const StateFilters = form({
  section_id: optional(Id),
  instrument_id: optional(Id),
  state: optional(choice(qc_states)),
})

const Statistics = shape({
  n: Whole(0),
  mean: nullable(Measure),
  sd: nullable(Measure),
  cv_pct: nullable(Measure),
})
export const ControlChart = named(
  'ControlChart',
  shape({
    instrument_id: Id,
    instrument: Text(0, 120),
    test_code: Text(1, 20),
    unit: nullable(Text(0, 40)),
    lot_id: Id,
    lot: Text(1, 60),
    level: Whole(1),
    mean: nullable(Measure),
    sd: nullable(Measure),
    points: listOf(
      shape({
        run_id: Id,
        run_no: Text(1, 40),
        ...point('at', 'value', 'z'),
        broken: listOf(choice(westgard_rules)),
        ...point('status', 'left_out'),
        reviewed: Flag,
      }),
    ),
    measured: Statistics,
    /** Of the last twenty points in control, for a target of one's own (DIA-100). */
    own: nullable(Statistics),
    months: listOf(
      shape({
        month: Text(7, 7),
        n: Whole(0),
        mean: nullable(Measure),
        sd: nullable(Measure),
        cv_pct: nullable(Measure),
      }),
    ),
    lot_changes: listOf(Instant),
  }),
)
export type ControlChart = Static<typeof ControlChart>
export const ChartAsked = form({
  instrument_id: Id,
  test_code: Text(1, 20),
  lot_id: Id,
  from: optional(Day),
  to: optional(Day),
  format: optional(choice(['json', 'pdf'])),
})
export type ChartAsked = Static<typeof ChartAsked>

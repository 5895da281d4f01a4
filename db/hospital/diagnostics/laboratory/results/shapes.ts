// Results as they come in and go out (diagnostics 2.4); the body's lines are the source's ResultInput.

import {
  choice,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { Culture, CultureAmended } from '../cultures/shapes.ts'
import { Measure, Note, ReasonCode } from '../catalogue/shapes.ts'
import { flags, holds, priorities, worklists } from '../words.ts'
import { diagnostic_result_versions, diagnostic_results } from './tables.ts'

const result = fieldsOf(diagnostic_results)
const version = fieldsOf(diagnostic_result_versions)

const Previous = shape({
  value: Measure,
  shown: Text(0, 80),
  flag: nullable(choice(flags)),
  at: Instant,
  result_id: Id,
})
const Delta = shape({
  change: Measure,
  change_pct: nullable(Measure),
  limit: Measure,
  state: choice(['ACTIVE', 'DISMISSED']),
  reason: nullable(Text(0, 300)),
  by_name: nullable(Text(0, 160)),
})

const fields = {
  ...result('id', 'item_id', 'order_id', 'patient_id', 'test_code', 'test_name', 'position'),
  ...result('status', 'value_type', 'required', 'value_num', 'comparator', 'value_text'),
  ...result('answer_code', 'comment', 'unit', 'decimals', 'method', 'flag', 'invalid', 'ref_low'),
  ...result('ref_high', 'ref_text', 'critical_low', 'critical_high', 'range_id', 'unconfirmed'),
  previous: nullable(Previous),
  delta: nullable(Delta),
  held: listOf(choice(holds)),
  preliminary: Flag,
  culture: nullable(Culture),
  culture_draft: nullable(Culture),
  ...result(
    'source',
    'instrument_id',
    'measured_at',
    'entered_by_name',
    'entered_at',
    'verified_by_name',
  ),
  ...result('verified_at', 'released_by_name', 'released_at', 'single_handed', 'version_no'),
  ...result('corrected', 'version'),
}
export const Result = named('DiagnosticResult', shape(fields))
export type Result = Static<typeof Result>
export const ResultWhole = named(
  'DiagnosticResultWhole',
  shape({
    ...fields,
    versions: listOf(
      shape({
        ...version('version_no', 'value', 'flag', 'comment', 'by_name', 'second_name', 'at'),
        ...version('reason_code', 'note', 'preliminary'),
        culture: nullable(Culture),
      }),
    ),
    runs: listOf(
      shape({
        value: Text(0, 4000),
        flag: nullable(choice(flags)),
        by_name: nullable(Text(0, 160)),
        at: Instant,
        why: Text(0, 200),
      }),
    ),
  }),
)

export const most_at_once = 500

export const ResultInput = named(
  'ResultInput',
  form({
    id: Id,
    value_num: optional(nullable(Measure)),
    value_text: optional(nullable(LongText(0, 4000))),
    comment: optional(nullable(LongText(0, 1000))),
    answer_code: optional(nullable(Text(0, 20))),
    unit: optional(nullable(Text(0, 40))),
    measured_at: optional(nullable(Instant)),
    abnormal: optional(nullable(Flag)),
    instrument_id: optional(nullable(Id)),
    version: optional(nullAsAbsent(Whole(1))),
  }),
)
export type ResultInput = Static<typeof ResultInput>
export const ResultsInput = named(
  'ResultsInput',
  form({ results: listOf(ResultInput, 1000, 1), overrides: Overrides }),
)
export type ResultsInput = Static<typeof ResultsInput>

const comments = optional(
  nullAsAbsent(listOf(form({ id: Id, text: LongText(0, 1000) }), most_at_once)),
)
const ids = listOf(Id, 1000, 1)
export const VerifyInput = named(
  'ResultsVerifyInput',
  form({ ids, comments, overrides: Overrides, seen: optional(nullAsAbsent(Flag)) }),
)
export type VerifyInput = Static<typeof VerifyInput>
export const ReleaseInput = named(
  'ResultsReleaseInput',
  form({ ids, comments, overrides: Overrides, report: optional(nullAsAbsent(Flag)) }),
)
export type ReleaseInput = Static<typeof ReleaseInput>
export const ReturnInput = named(
  'ResultsReturnInput',
  form({ ids, reason_code: ReasonCode, note: Note, repeat: optional(nullAsAbsent(Flag)) }),
)
export type ReturnInput = Static<typeof ReturnInput>
export const AmendInput = named(
  'ResultAmendInput',
  form({
    value_num: optional(nullable(Measure)),
    value_text: optional(nullable(LongText(0, 4000))),
    answer_code: optional(nullable(Text(0, 20))),
    comment: optional(nullable(LongText(0, 1000))),
    culture: optional(nullAsAbsent(CultureAmended)),
    reason_code: ReasonCode,
    note: Note,
    witness_token: optional(nullable(Text(0, 200))),
  }),
)
export type AmendInput = Static<typeof AmendInput>

export const WorkFilters = {
  list: optional(choice(worklists)),
  section_id: optional(Id),
  instrument_id: optional(Id),
  location: optional(Text(1, 160)),
  priority: optional(choice(priorities)),
  search: optional(Search),
}
const filters = shape(WorkFilters)
export type WorkFilter = Static<typeof filters>
export const WorkRow = named(
  'DiagnosticWorkRow',
  shape({
    item_id: Id,
    order_id: Id,
    reference: Text(1, 40),
    patient_id: Id,
    patient: PatientRow,
    location: nullable(Text(0, 160)),
    test_code: Text(1, 20),
    test_name: Text(1, 120),
    section: Text(1, 120),
    status: Text(1, 40),
    priority: choice(priorities),
    specimen_id: nullable(Id),
    specimen_number: nullable(Text(1, 20)),
    specimen_type: nullable(Text(1, 120)),
    specimen_colour: nullable(Text(1, 40)),
    specimen_status: nullable(Text(1, 40)),
    due_at: nullable(Instant),
    overdue_minutes: nullable(Whole(0)),
    payment_ok: Flag,
    lines: listOf(Result),
  }),
)
export type WorkRow = Static<typeof WorkRow>

// Tests, ranges and the lists beside them as they come in and go out (diagnostics 2.1, 2.2, 5.1).

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  type Kind,
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
  Search,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import {
  age_units,
  contrast_needs,
  disciplines,
  entry_places,
  modalities,
  named_sexes,
  portal_rules,
  pregnancy_states,
  reason_kinds,
  side_needs,
  test_kinds,
  value_types,
  rule_settings,
  type RuleSetting,
  verdicts,
  westgard_rules,
  type WestgardRule,
} from '../words.ts'
import {
  diagnostic_ranges,
  diagnostic_reasons,
  diagnostic_sections,
  diagnostic_tests,
  specimen_types,
} from './tables.ts'

const test = fieldsOf(diagnostic_tests)
const range = fieldsOf(diagnostic_ranges)
const section = fieldsOf(diagnostic_sections)
const specimen = fieldsOf(specimen_types)
const reason = fieldsOf(diagnostic_reasons)

export const Measure = kind<number>({
  type: 'number',
  minimum: -1e12,
  maximum: 1e12,
  complaint: 'must be a number between -1e12 and 1e12.',
})
const measure = nullable(Measure)
const line = (max: number) => nullable(Text(0, max))

const Conversion = form({
  unit: Text(1, 40),
  factor: kind<number>({
    type: 'number',
    minimum: 1e-9,
    maximum: 1e9,
    complaint: 'must be more than 0.',
  }),
  offset: optional(nullAsAbsent(Measure)),
})
const Answer = form({
  code: Text(1, 20),
  text: Text(1, 80),
  text_sw: optional(nullable(Text(0, 80))),
  verdict: choice(verdicts),
  notifiable_as: optional(nullable(Text(0, 40))),
})
const Component = form({
  test_code: Text(1, 20),
  required: optional(nullAsAbsent(Flag)),
})
const Delta = form({
  kind: choice(['PERCENT', 'ABSOLUTE']),
  limit: Decimal(0, 1e9),
  within_days: Whole(1, 3650),
  action: choice(['WARN', 'HOLD']),
})

const QcRules = form(
  Object.fromEntries(
    westgard_rules.map((rule) => [
      rule,
      optional(choice(rule === '1_3s' ? (['WARNING', 'OUT'] as const) : rule_settings)),
    ]),
  ) as { [K in WestgardRule]: ReturnType<typeof optional<Kind<RuleSetting>>> },
)

const said = {
  active: nullAsAbsent(Flag),
  category: line(120),
  critical_high: measure,
  critical_low: measure,
  discipline: nullAsAbsent(choice(disciplines)),
  ref_high: measure,
  ref_low: measure,
  specimen: line(120),
  tariff_code: line(40),
  turnaround_hours: nullable(Whole(1, 2160)),
  unit: line(40),
  kind: nullAsAbsent(choice(test_kinds)),
  value_type: nullAsAbsent(choice(value_types)),
  section_id: nullAsAbsent(Id),
  synonyms: nullAsAbsent(listOf(Text(1, 120), 20)),
  loinc: line(20),
  method: line(120),
  name_sw: line(120),
  decimals: nullAsAbsent(Whole(0, 6)),
  valid_low: measure,
  valid_high: measure,
  unit_conversions: nullAsAbsent(listOf(Conversion, 10)),
  answers: nullAsAbsent(listOf(Answer, 100)),
  formula: line(500),
  components: nullAsAbsent(listOf(Component, 60)),
  orderable: nullAsAbsent(Flag),
  entry_by: nullAsAbsent(choice(entry_places)),
  collection_note: line(500),
  preparation: line(500),
  preparation_sw: line(500),
  stability_hours: nullable(Whole(1, 8760)),
  sex: nullable(choice(named_sexes)),
  age_from: nullable(Whole(0, 120)),
  age_to: nullable(Whole(0, 120)),
  duplicate_hours: nullable(Whole(0, 8760)),
  turnaround_urgent_minutes: nullable(Whole(1, 129_600)),
  turnaround_stat_minutes: nullable(Whole(1, 129_600)),
  one_step: nullable(Flag),
  delta: nullable(Delta),
  qc_required: nullAsAbsent(Flag),
  qc_valid_hours: nullAsAbsent(Whole(1, 720)),
  qc_rules: nullable(QcRules),
  restricted: nullAsAbsent(Flag),
  consent_required: nullAsAbsent(Flag),
  release_to_patient: nullable(choice(portal_rules)),
  notifiable_as: line(40),
  modality: nullable(choice(modalities)),
  body_part: line(80),
  laterality: nullAsAbsent(choice(side_needs)),
  contrast: nullAsAbsent(choice(contrast_needs)),
  duration_min: nullAsAbsent(Whole(5, 480)),
  report_template: nullable(form({ findings: LongText(0, 4000), impression: LongText(0, 2000) })),
  source: line(300),
}
const may_be_left_out = Object.fromEntries(
  Object.entries(said).map(([field, value]) => [field, optional(value)]),
) as { [K in keyof typeof said]: ReturnType<typeof optional<(typeof said)[K]>> }

const always = { code: Text(1, 20), name: Text(1, 120) }
export const TestInput = named('TestInput', form({ ...always, ...may_be_left_out }))
export type TestInput = Static<typeof TestInput>
export const TestChange = named('TestChange', partial({ ...always, ...said, confirm: Flag }))
export type TestChange = Static<typeof TestChange>

const short = {
  ...test('id', 'code', 'name', 'name_sw', 'active', 'orderable', 'category', 'discipline'),
  ...test('kind', 'value_type', 'section_id'),
  section: Text(1, 120),
  ...test('specimen', 'tariff_code', 'unit', 'decimals', 'ref_low', 'ref_high', 'critical_low'),
  ...test('critical_high', 'turnaround_hours', 'entry_by', 'sex', 'age_from', 'age_to'),
  ...test('restricted', 'consent_required', 'preparation', 'preparation_sw', 'modality'),
  ...test('body_part', 'laterality', 'contrast', 'duration_min'),
  /** Whether it can be done now; if not, why, and until when (DIA-8). */
  available: Flag,
  unavailable_reason: nullable(Text(0, 500)),
  unavailable_until: nullable(Instant),
  ...test('unconfirmed', 'version'),
}
export const TestRow = named('DiagnosticTestRow', shape(short))
export type TestRow = Static<typeof TestRow>

const Range = shape({
  ...range('id', 'sex', 'age_from', 'age_from_unit', 'age_to', 'age_to_unit', 'pregnancy'),
  ...range('method', 'ref_low', 'ref_high', 'critical_low', 'critical_high', 'text', 'text_sw'),
  ...range('effective_from', 'source', 'active'),
})

export const DiagnosticTest = named(
  'DiagnosticTest',
  shape({
    ...short,
    synonyms: listOf(Text(1, 120)),
    ...test('loinc', 'method', 'valid_low', 'valid_high'),
    unit_conversions: listOf(shape({ unit: Text(1, 40), factor: Measure, offset: Measure })),
    answers: listOf(
      shape({
        code: Text(1, 20),
        text: Text(1, 80),
        text_sw: nullable(Text(0, 80)),
        verdict: choice(verdicts),
        notifiable_as: nullable(Text(0, 40)),
      }),
    ),
    ...test('formula'),
    components: listOf(shape({ test_code: Text(1, 20), position: Whole(1), required: Flag })),
    ...test('collection_note', 'stability_hours', 'turnaround_urgent_minutes'),
    ...test('turnaround_stat_minutes', 'duplicate_hours', 'one_step'),
    delta: nullable(
      shape({
        kind: choice(['PERCENT', 'ABSOLUTE']),
        limit: Measure,
        within_days: Whole(1),
        action: choice(['WARN', 'HOLD']),
      }),
    ),
    ...test('qc_required', 'qc_valid_hours'),
    qc_rules: nullable(QcRules),
    ...test('release_to_patient', 'notifiable_as', 'source'),
    report_template: nullable(
      shape({ findings: LongText(0, 4000), impression: LongText(0, 2000) }),
    ),
    ranges: listOf(Range),
    ...test('created_at', 'created_by_name', 'updated_at'),
  }),
)
export type DiagnosticTest = Static<typeof DiagnosticTest>

export const TestFilters = {
  search: optional(Search),
  discipline: optional(choice(disciplines)),
  section_id: optional(Id),
  modality: optional(choice(modalities)),
  kind: optional(choice(test_kinds)),
  orderable: optional(QueryFlag),
  active: optional(QueryFlag),
  available: optional(QueryFlag),
  unconfirmed: optional(QueryFlag),
}
const filters = shape(TestFilters)
export type TestFilter = Static<typeof filters>

const age = optional(nullable(Whole(0, 1500)))
const RangeInput = form({
  sex: optional(nullable(choice(named_sexes))),
  age_from: age,
  age_from_unit: optional(nullable(choice(age_units))),
  age_to: age,
  age_to_unit: optional(nullable(choice(age_units))),
  pregnancy: optional(nullable(choice(pregnancy_states))),
  method: optional(line(120)),
  ref_low: optional(measure),
  ref_high: optional(measure),
  critical_low: optional(measure),
  critical_high: optional(measure),
  text: optional(line(120)),
  text_sw: optional(line(120)),
  effective_from: optional(nullable(Day)),
  source: optional(line(300)),
  active: optional(nullAsAbsent(Flag)),
})
export type RangeInput = Static<typeof RangeInput>
export const RangesInput = named(
  'DiagnosticRangesInput',
  form({ ranges: listOf(RangeInput, 200), reason: optional(nullable(Reason)) }),
)
export type RangesInput = Static<typeof RangesInput>
export const RangesSet = named(
  'DiagnosticRangesSet',
  shape({ ranges: listOf(Range), rejudged: Whole(0) }),
)

export const Section = named(
  'DiagnosticSection',
  shape({
    ...section('id', 'code', 'name', 'discipline', 'department', 'turnaround_hours', 'one_step'),
    ...section('on_call_department', 'head_staff_id', 'active'),
  }),
)
export const SectionFilters = form({
  discipline: optional(choice(disciplines)),
  active: optional(QueryFlag),
})
export const SpecimenType = named(
  'SpecimenType',
  shape({
    ...specimen('id', 'code', 'name', 'name_sw'),
    aliases: listOf(Text(1, 120)),
    ...specimen('container', 'colour', 'volume_ml', 'tests_per_container'),
    stability_hours: shape({ room: measure, cold: measure, frozen: measure }),
    ...specimen('storage', 'retention_days', 'patient_collects', 'needs_site', 'hazard'),
    ...specimen('unreviewed', 'active'),
  }),
)
export const SpecimenTypeFilters = form({
  unreviewed: optional(QueryFlag),
  active: optional(QueryFlag),
})
export const DiagnosticReason = named(
  'DiagnosticReason',
  shape({
    ...reason('kind', 'code', 'name', 'name_sw', 'our_failure', 'needs_note', 'recollect'),
    ...reason('active'),
  }),
)
export const ReasonFilters = form({ kind: optional(choice(reason_kinds)) })

/** What a person writes beside a reason. */
export const Note = optional(nullable(LongText(0, 500)))
export const ReasonCode = optional(nullable(Text(0, 40)))
export const tests_at_once = some(Text(1, 20), 40)

// What goes in and what comes out about vitals.

import {
  AnyObject,
  Anything,
  optional,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  LongText,
  listOf,
  nullable,
  named,
  QueryFlag,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { AmendReason } from '../amendments/shapes.ts'
import { PatientRow } from '../patients/shapes.ts'
import { given, shown } from './measures.ts'
import {
  flag_words,
  nutrition_classes,
  score_bands,
  score_codes,
  vital_alert_kinds,
  vital_alert_severities,
  vital_alert_states,
  vital_sources,
  vitals_states,
} from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { vitals, vital_alerts } from './tables.ts'

const vital = fieldsOf(vitals)
const vitalAlert = fieldsOf(vital_alerts)

const At = Text(24, 24)
const Number = Decimal(-1e9, 1e9)
const category = Object.assign(
  { ...Whole(1, 5) },
  { complaint: 'must be from 1 to 5.' },
) as ReturnType<typeof Whole>
export const TriageCategory = category

const Units = form({
  temperature: optional(choice(['C', 'F'])),
  weight: optional(choice(['kg', 'g', 'lb'])),
  height: optional(choice(['cm', 'in'])),
  muac: optional(choice(['cm', 'mm'])),
  blood_glucose: optional(choice(['mmol/L', 'mg/dL'])),
})

const input = {
  ...given,
  taken_at: optional(nullable(Instant)),
  triage_category: optional(nullable(category)),
  units: optional(nullable(Units)),
  confirm_unusual: optional(listOf(Text(1, 40), 40)),
  unusual_reason: optional(nullable(Text(3, 300))),
  late_entry_reason: optional(nullable(Text(3, 300))),
  notes: optional(nullable(LongText(0, 5000))),
  source: optional(choice(vital_sources)),
  device_id: optional(nullable(Text(1, 80))),
}

export const VitalsInput = named('VitalsInput', form({ id: optional(Id), ...input }))
export type VitalsInput = Static<typeof VitalsInput>

export const VitalsAmend = named('VitalsAmend', form({ ...input, reason: AmendReason }))
export type VitalsAmend = Static<typeof VitalsAmend>

export const Flagged = shape({
  field: Text(1, 40),
  flag: choice(flag_words),
  low: nullable(Number),
  high: nullable(Number),
  band: nullable(Text(1, 60)),
})

export const Score = named(
  'VitalScore',
  shape({
    code: choice(score_codes),
    value: nullable(Whole(0, 100)),
    parts: AnyObject,
    band: nullable(choice(score_bands)),
    trigger: Flag,
    missing: listOf(Text(1, 40)),
    not_valid_reason: nullable(Text(1, 200)),
    action: nullable(Text(1, 300)),
    observe_every_minutes: nullable(Whole(1)),
    table_version: Whole(1),
    table_adopted: Flag,
  }),
)

const Nutrition = shape({
  muac_class: nullable(choice(nutrition_classes)),
  whz_class: nullable(choice(nutrition_classes)),
  class: nullable(choice(nutrition_classes)),
})

const computed = {
  ...vital('age_days', 'weight_used', 'bmi', 'bmi_class', 'map', 'shock_index', 'gcs_total', 'bsa'),
  flags: listOf(Flagged),
  scores: listOf(Score),
  growth: nullable(AnyObject),
  nutrition: nullable(Nutrition),
}

export const Vitals = named(
  'Vitals',
  shape({
    ...vital('id', 'patient_id', 'visit_id', 'admission_id', 'emergency_id', 'taken_at'),
    ...shown,
    triage_category: nullable(Whole(1, 5)),
    as_entered: nullable(AnyObject),
    confirm_unusual: listOf(Text(1, 40)),
    ...vital('unusual_reason', 'late_entry_reason', 'notes', 'source', 'device_id'),
    ...computed,
    next_due_at: nullable(At),
    alerts: listOf(Text(1, 36)),
    status: choice(vitals_states),
    recorded_by: shape({
      staff_id: nullable(Text(1, 36)),
      name: Text(1, 160),
      cadre: nullable(Text(1, 80)),
    }),
    recorded_at: At,
    version: Whole(1),
  }),
)
export type Vitals = Static<typeof Vitals>

export const VitalsCheck = named(
  'VitalsCheck',
  shape({
    ...computed,
    problems: listOf(
      shape({ field: Text(1, 40), level: choice(['REFUSED', 'UNUSUAL']), message: Text(1, 300) }),
    ),
  }),
)
export type VitalsCheck = Static<typeof VitalsCheck>

export const VitalsFilters = {
  from: optional(Day),
  to: optional(Day),
  include_voided: optional(QueryFlag),
}
export const VisitVitalsFilters = { include_voided: optional(QueryFlag) }

export const LatestValues = listOf(
  shape({
    field: Text(1, 40),
    value: Anything,
    at: At,
    vitals_id: Text(1, 36),
    flag: nullable(choice(flag_words)),
  }),
)

export const TrendQuery = form({ fields: Text(1, 400), from: optional(Day), to: optional(Day) })
export const Trend = AnyObject

export const Deteriorating = named(
  'DeterioratingPatient',
  shape({
    patient: PatientRow,
    visit_id: Text(1, 36),
    place: nullable(Text(1, 200)),
    score: nullable(Score),
    band: nullable(choice(score_bands)),
    last_at: At,
    due_at: nullable(At),
    late_minutes: Whole(),
    alert: nullable(
      shape({
        ...vitalAlert('id', 'kind', 'severity', 'status'),
      }),
    ),
  }),
)
export type Deteriorating = Static<typeof Deteriorating>
export const DeterioratingFilters = {
  facility_id: optional(Text(1, 64)),
  ward_id: optional(Id),
  service_point_id: optional(Id),
  department: optional(Text(1, 120)),
}

export const VitalAlert = named(
  'VitalAlert',
  shape({
    ...vitalAlert('id', 'vitals_id'),
    patient: PatientRow,
    visit_id: Text(1, 36),
    service_point: nullable(Text(1, 120)),
    ...vitalAlert('ward', 'kind', 'severity', 'message', 'status', 'level'),
    notified: listOf(shape({ staff: Text(1, 200), at: At, by: Text(1, 160) })),
    ...vitalAlert('action_taken', 'acknowledged_by', 'acknowledged_at'),
    ...vitalAlert('resolved_by', 'resolved_at', 'resolve_note', 'opened_at'),
  }),
)
export type VitalAlert = Static<typeof VitalAlert>

export const VitalAlertFilters = {
  facility_id: optional(Text(1, 64)),
  status: optional(choice(vital_alert_states)),
  severity: optional(choice(vital_alert_severities)),
  kind: optional(choice(vital_alert_kinds)),
  ward_id: optional(Id),
  service_point_id: optional(Id),
  patient_id: optional(Id),
}

export const Acknowledge = form({ action_taken: Text(3, 500) })
export const ResolveNote = form({ note: Text(3, 300) })

// What goes in and what comes out about vitals.

import {
  AnyObject,
  Anything,
  asked,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  LongText,
  listOf,
  maybe,
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
  bmi_classes,
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

const At = Text(24, 24)
const Number = Decimal(-1e9, 1e9)
const category = Object.assign(
  { ...Whole(1, 5) },
  { complaint: 'must be from 1 to 5.' },
) as ReturnType<typeof Whole>
export const TriageCategory = category

const Units = form({
  temperature: asked(choice(['C', 'F'])),
  weight: asked(choice(['kg', 'g', 'lb'])),
  height: asked(choice(['cm', 'in'])),
  muac: asked(choice(['cm', 'mm'])),
  blood_glucose: asked(choice(['mmol/L', 'mg/dL'])),
})

const input = {
  ...given,
  taken_at: asked(maybe(Instant)),
  triage_category: asked(maybe(category)),
  units: asked(maybe(Units)),
  confirm_unusual: asked(listOf(Text(1, 40), 40)),
  unusual_reason: asked(maybe(Text(3, 300))),
  late_entry_reason: asked(maybe(Text(3, 300))),
  notes: asked(maybe(LongText(0, 5000))),
  source: asked(choice(vital_sources)),
  device_id: asked(maybe(Text(1, 80))),
}

export const VitalsInput = named('VitalsInput', form({ id: asked(Id), ...input }))
export type VitalsInput = Static<typeof VitalsInput>

export const VitalsAmend = named('VitalsAmend', form({ ...input, reason: AmendReason }))
export type VitalsAmend = Static<typeof VitalsAmend>

export const Flagged = shape({
  field: Text(1, 40),
  flag: choice(flag_words),
  low: maybe(Number),
  high: maybe(Number),
  band: maybe(Text(1, 60)),
})

export const Score = named(
  'VitalScore',
  shape({
    code: choice(score_codes),
    value: maybe(Whole(0, 100)),
    parts: AnyObject,
    band: maybe(choice(score_bands)),
    trigger: Flag,
    missing: listOf(Text(1, 40)),
    not_valid_reason: maybe(Text(1, 200)),
    action: maybe(Text(1, 300)),
    observe_every_minutes: maybe(Whole(1)),
    table_version: Whole(1),
    table_adopted: Flag,
  }),
)

const Nutrition = shape({
  muac_class: maybe(choice(nutrition_classes)),
  whz_class: maybe(choice(nutrition_classes)),
  class: maybe(choice(nutrition_classes)),
})

const computed = {
  age_days: Whole(),
  weight_used: maybe(Number),
  bmi: maybe(Number),
  bmi_class: maybe(choice(bmi_classes)),
  map: maybe(Number),
  shock_index: maybe(Number),
  gcs_total: maybe(Whole(3, 15)),
  bsa: maybe(Number),
  flags: listOf(Flagged),
  scores: listOf(Score),
  growth: maybe(AnyObject),
  nutrition: maybe(Nutrition),
}

export const Vitals = named(
  'Vitals',
  shape({
    id: Text(1, 36),
    patient_id: Text(1, 36),
    visit_id: Text(1, 36),
    admission_id: maybe(Text(1, 36)),
    emergency_id: maybe(Text(1, 36)),
    taken_at: At,
    ...shown,
    triage_category: maybe(Whole(1, 5)),
    as_entered: maybe(AnyObject),
    confirm_unusual: listOf(Text(1, 40)),
    unusual_reason: maybe(Text(1, 300)),
    late_entry_reason: maybe(Text(1, 300)),
    notes: maybe(LongText(0, 5000)),
    source: choice(vital_sources),
    device_id: maybe(Text(1, 80)),
    ...computed,
    next_due_at: maybe(At),
    alerts: listOf(Text(1, 36)),
    status: choice(vitals_states),
    recorded_by: shape({
      staff_id: maybe(Text(1, 36)),
      name: Text(1, 160),
      cadre: maybe(Text(1, 80)),
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

export const VitalsFilters = { from: asked(Day), to: asked(Day), include_voided: asked(QueryFlag) }
export const VisitVitalsFilters = { include_voided: asked(QueryFlag) }

export const LatestValues = listOf(
  shape({
    field: Text(1, 40),
    value: Anything,
    at: At,
    vitals_id: Text(1, 36),
    flag: maybe(choice(flag_words)),
  }),
)

export const TrendQuery = form({ fields: Text(1, 400), from: asked(Day), to: asked(Day) })
export const Trend = AnyObject

export const Deteriorating = named(
  'DeterioratingPatient',
  shape({
    patient: PatientRow,
    visit_id: Text(1, 36),
    place: maybe(Text(1, 200)),
    score: maybe(Score),
    band: maybe(choice(score_bands)),
    last_at: At,
    due_at: maybe(At),
    late_minutes: Whole(),
    alert: maybe(
      shape({
        id: Text(1, 36),
        kind: choice(vital_alert_kinds),
        severity: choice(vital_alert_severities),
        status: choice(vital_alert_states),
      }),
    ),
  }),
)
export type Deteriorating = Static<typeof Deteriorating>
export const DeterioratingFilters = {
  facility_id: asked(Text(1, 64)),
  ward_id: asked(Id),
  service_point_id: asked(Id),
  department: asked(Text(1, 120)),
}

export const VitalAlert = named(
  'VitalAlert',
  shape({
    id: Text(1, 36),
    vitals_id: maybe(Text(1, 36)),
    patient: PatientRow,
    visit_id: Text(1, 36),
    service_point: maybe(Text(1, 120)),
    ward: maybe(Text(1, 120)),
    kind: choice(vital_alert_kinds),
    severity: choice(vital_alert_severities),
    message: Text(1, 500),
    status: choice(vital_alert_states),
    level: Whole(),
    notified: listOf(shape({ staff: Text(1, 200), at: At, by: Text(1, 160) })),
    action_taken: maybe(Text(1, 500)),
    acknowledged_by: maybe(Text(1, 160)),
    acknowledged_at: maybe(At),
    resolved_by: maybe(Text(1, 160)),
    resolved_at: maybe(At),
    resolve_note: maybe(Text(1, 300)),
    opened_at: At,
  }),
)
export type VitalAlert = Static<typeof VitalAlert>

export const VitalAlertFilters = {
  facility_id: asked(Text(1, 64)),
  status: asked(choice(vital_alert_states)),
  severity: asked(choice(vital_alert_severities)),
  kind: asked(choice(vital_alert_kinds)),
  ward_id: asked(Id),
  service_point_id: asked(Id),
  patient_id: asked(Id),
}

export const Acknowledge = form({ action_taken: Text(3, 500) })
export const ResolveNote = form({ note: Text(3, 300) })

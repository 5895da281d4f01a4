// What vitals keep: their tables, their sets, their alerts.

import {
  choice,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { stamps, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { signable } from '../amendments/columns.ts'
import type { Flag } from './flags.ts'
import type { Nutrition } from './nutrition.ts'
import type { Score } from './scoring.ts'
import {
  bmi_classes,
  bp_arms,
  bp_positions,
  consciousness_words,
  deliveries,
  efforts,
  glucose_contexts,
  heart_rhythms,
  height_positions,
  mobilities,
  score_bands,
  table_codes,
  temperature_sites,
  vital_alert_kinds,
  vital_alert_severities,
  vital_alert_states,
  vital_sources,
} from './words.ts'

export const vital_tables = table(
  'vital_tables',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: choice(table_codes),
    edition: integer(),
    rows: json<Record<string, unknown>[]>(),
    source: text(500),
    effective_from: day(),
    written_by: text(160),
    /** Nobody of this hospital: it came with the product. */
    written_by_id: nullable(uuid()),
    adopted_by: nullable(text(160)),
    adopted_at: nullable(instant()),
    adopt_note: nullable(text(300)),
    in_force: otherwise(flag(), false),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'code', 'edition'] },
      { columns: ['hospital_id', 'code'], only_where: 'in_force' },
    ],
  },
)

/** Rows of growth standards, by the set that they came with; a set never changes. */
export const growth_rows = table(
  'growth_rows',
  {
    set_id: uuid(),
    hospital_id: ref('hospitals'),
    /** Age in days, or length or height in cm. */
    at: real(),
    l: real(),
    m: real(),
    s: real(),
  },
  { key: ['set_id', 'at'], indexes: [{ columns: ['hospital_id'] }] },
)

/** One set of measures, in standard units. */
export const vitals = table(
  'vitals',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    visit_id: ref('visits'),
    admission_id: nullable(uuid()),
    emergency_id: nullable(uuid()),
    taken_at: instant(),
    temperature: nullable(real()),
    temperature_site: nullable(choice(temperature_sites)),
    systolic: nullable(integer()),
    diastolic: nullable(integer()),
    bp_position: nullable(choice(bp_positions)),
    bp_arm: nullable(choice(bp_arms)),
    heart_rate: nullable(integer()),
    heart_rhythm: nullable(choice(heart_rhythms)),
    respiratory_rate: nullable(integer()),
    respiratory_effort: nullable(choice(efforts)),
    oxygen_saturation: nullable(integer()),
    oxygen_delivery: nullable(choice(deliveries)),
    oxygen_flow: nullable(real()),
    consciousness: nullable(choice(consciousness_words)),
    gcs_eye: nullable(integer()),
    gcs_verbal: nullable(integer()),
    gcs_motor: nullable(integer()),
    pain_score: nullable(integer()),
    pain_site: nullable(text(120)),
    capillary_refill: nullable(real()),
    blood_glucose: nullable(real()),
    glucose_context: nullable(choice(glucose_contexts)),
    weight: nullable(real()),
    height: nullable(real()),
    height_position: nullable(choice(height_positions)),
    head_circumference: nullable(real()),
    muac: nullable(real()),
    waist: nullable(real()),
    oedema: nullable(integer()),
    mobility: nullable(choice(mobilities)),
    trauma: nullable(flag()),
    urine_output: nullable(real()),
    urine_hours: nullable(real()),
    fetal_heart_rate: nullable(integer()),
    last_period: nullable(day()),
    triage_category: nullable(integer()),
    as_entered: nullable(json<Record<string, { value: number; unit: string }>>()),
    confirm_unusual: otherwise(json<string[]>(), () => []),
    unusual_reason: nullable(text(300)),
    late_entry_reason: nullable(text(300)),
    notes: nullable(text(5000)),
    source: choice(vital_sources),
    device_id: nullable(text(80)),
    age_days: integer(),
    weight_used: nullable(real()),
    bmi: nullable(real()),
    bmi_class: nullable(choice(bmi_classes)),
    map: nullable(real()),
    shock_index: nullable(real()),
    gcs_total: nullable(integer()),
    bsa: nullable(real()),
    flags: json<Flag[]>(),
    scores: json<Score[]>(),
    growth: nullable(json<Record<string, unknown>>()),
    nutrition: nullable(json<Nutrition>()),
    next_due_at: nullable(instant()),
    alerts: otherwise(json<string[]>(), () => []),
    author_cadre: nullable(text(80)),
    ...signable,
    ...stamps,
  },
  {
    indexes: [
      { columns: ['patient_id', 'taken_at', 'id'] },
      { columns: ['visit_id', 'taken_at', 'id'] },
    ],
  },
)

/** How a visit stands by its last set: what the list of those who get worse is read from. */
export const vital_watches = table(
  'vital_watches',
  {
    visit_id: ref('visits'),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    vitals_id: ref('vitals'),
    score: nullable(json<Score>()),
    band: nullable(choice(score_bands)),
    /** 3 HIGH … 0 LOW, −1 without a band: the worst first. */
    urgency: integer(),
    triggers: flag(),
    last_at: instant(),
    due_at: nullable(instant()),
    /** From here on the observation is late (VIT-12). */
    late_at: nullable(instant()),
    ...stamps,
  },
  {
    key: ['visit_id'],
    indexes: [
      { columns: ['hospital_id', 'triggers', 'urgency'] },
      { columns: ['hospital_id', 'late_at'], only_where: 'late_at is not null' },
      { columns: ['patient_id'] },
    ],
  },
)

export interface Told {
  staff: string
  at: string
  by: string
}

export const vital_alerts = table(
  'vital_alerts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    visit_id: ref('visits'),
    vitals_id: nullable(ref('vitals')),
    service_point_id: nullable(ref('service_points')),
    ward: nullable(text(120)),
    kind: choice(vital_alert_kinds),
    severity: choice(vital_alert_severities),
    message: text(500),
    /** What must be measured again and be well for it to resolve by itself. */
    fields: json<string[]>(),
    status: choice(vital_alert_states),
    level: otherwise(integer(), 0),
    notified: json<Told[]>(),
    opened_at: instant(),
    /** When the next step is told, unless somebody acknowledges before. */
    escalate_at: nullable(instant()),
    action_taken: nullable(text(500)),
    acknowledged_by: nullable(text(160)),
    acknowledged_at: nullable(instant()),
    resolved_by: nullable(text(160)),
    resolved_at: nullable(instant()),
    resolve_note: nullable(text(300)),
    ...versioned,
  },
  {
    unique: [{ columns: ['visit_id', 'kind'], only_where: "status = 'OPEN'" }],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'status', 'opened_at'] },
      { columns: ['escalate_at'], only_where: "status = 'OPEN' and escalate_at is not null" },
      { columns: ['patient_id'] },
      { columns: ['visit_id', 'status'] },
    ],
  },
)

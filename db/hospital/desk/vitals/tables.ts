// What vitals keep: their tables, their sets, their alerts.

import {
  choice,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  maybe,
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
    written_by_id: maybe(uuid()),
    adopted_by: maybe(text(160)),
    adopted_at: maybe(instant()),
    adopt_note: maybe(text(300)),
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
    admission_id: maybe(uuid()),
    emergency_id: maybe(uuid()),
    taken_at: instant(),
    temperature: maybe(real()),
    temperature_site: maybe(choice(temperature_sites)),
    systolic: maybe(integer()),
    diastolic: maybe(integer()),
    bp_position: maybe(choice(bp_positions)),
    bp_arm: maybe(choice(bp_arms)),
    heart_rate: maybe(integer()),
    heart_rhythm: maybe(choice(heart_rhythms)),
    respiratory_rate: maybe(integer()),
    respiratory_effort: maybe(choice(efforts)),
    oxygen_saturation: maybe(integer()),
    oxygen_delivery: maybe(choice(deliveries)),
    oxygen_flow: maybe(real()),
    consciousness: maybe(choice(consciousness_words)),
    gcs_eye: maybe(integer()),
    gcs_verbal: maybe(integer()),
    gcs_motor: maybe(integer()),
    pain_score: maybe(integer()),
    pain_site: maybe(text(120)),
    capillary_refill: maybe(real()),
    blood_glucose: maybe(real()),
    glucose_context: maybe(choice(glucose_contexts)),
    weight: maybe(real()),
    height: maybe(real()),
    height_position: maybe(choice(height_positions)),
    head_circumference: maybe(real()),
    muac: maybe(real()),
    waist: maybe(real()),
    oedema: maybe(integer()),
    mobility: maybe(choice(mobilities)),
    trauma: maybe(flag()),
    urine_output: maybe(real()),
    urine_hours: maybe(real()),
    fetal_heart_rate: maybe(integer()),
    last_period: maybe(day()),
    triage_category: maybe(integer()),
    as_entered: maybe(json<Record<string, { value: number; unit: string }>>()),
    confirm_unusual: otherwise(json<string[]>(), () => []),
    unusual_reason: maybe(text(300)),
    late_entry_reason: maybe(text(300)),
    notes: maybe(text(5000)),
    source: choice(vital_sources),
    device_id: maybe(text(80)),
    age_days: integer(),
    weight_used: maybe(real()),
    bmi: maybe(real()),
    bmi_class: maybe(choice(bmi_classes)),
    map: maybe(real()),
    shock_index: maybe(real()),
    gcs_total: maybe(integer()),
    bsa: maybe(real()),
    flags: json<Flag[]>(),
    scores: json<Score[]>(),
    growth: maybe(json<Record<string, unknown>>()),
    nutrition: maybe(json<Nutrition>()),
    next_due_at: maybe(instant()),
    alerts: otherwise(json<string[]>(), () => []),
    author_cadre: maybe(text(80)),
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
    score: maybe(json<Score>()),
    band: maybe(choice(score_bands)),
    /** 3 HIGH … 0 LOW, −1 without a band: the worst first. */
    urgency: integer(),
    triggers: flag(),
    last_at: instant(),
    due_at: maybe(instant()),
    /** From here on the observation is late (VIT-12). */
    late_at: maybe(instant()),
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
    vitals_id: maybe(ref('vitals')),
    service_point_id: maybe(ref('service_points')),
    ward: maybe(text(120)),
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
    escalate_at: maybe(instant()),
    action_taken: maybe(text(500)),
    acknowledged_by: maybe(text(160)),
    acknowledged_at: maybe(instant()),
    resolved_by: maybe(text(160)),
    resolved_at: maybe(instant()),
    resolve_note: maybe(text(300)),
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

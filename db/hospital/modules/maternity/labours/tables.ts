// Labours, what was seen in them, what was too much, and the delivery of the mother.

import {
  choice,
  code,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { Gestation } from '../pregnancies/dates.ts'
import {
  alert_levels,
  charts,
  labour_alert_states,
  labour_outcomes,
  type liquors,
  type membrane_states,
  perineums,
  placentas,
  presentations,
  stages,
  third_stages,
} from '../words.ts'
import type { Measures } from './course.ts'

export interface Membranes {
  state: (typeof membrane_states)[number]
  at?: string | null
  liquor?: (typeof liquors)[number] | null
}

const is_live = "status <> 'ENDED'"

export const labours = table(
  'labours',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    pregnancy_id: ref('pregnancies'),
    /** None where the child was born before she came. */
    admission_id: nullable(ref('admissions')),
    visit_id: nullable(ref('visits')),
    born_before_arrival: no(),
    /** Its stage. */
    status: choice(stages),
    chart: choice(charts),
    admitted_at: instant(),
    onset_at: nullable(instant()),
    referred_from: nullable(text(160)),
    membranes: nullable(json<Membranes>()),
    presentation: nullable(choice(presentations)),
    previous_sections: otherwise(integer(), 0),
    induction: nullable(json<{ method: string; at: string }>()),
    augmentation: nullable(json<{ at: string }>()),
    companion: nullable(text(160)),
    pain_relief: otherwise(json<string[]>(), () => []),
    parity: integer(),
    gestation: nullable(json<Gestation>()),
    active_at: nullable(instant()),
    full_at: nullable(instant()),
    delivered_at: nullable(instant()),
    placenta_at: nullable(instant()),
    ended_at: nullable(instant()),
    outcome: nullable(choice(labour_outcomes)),
    referral_id: nullable(ref('referrals')),
    /** Which late observations were told already. */
    told: otherwise(json<string[]>(), () => []),
    ...searched,
    ...versioned,
  },
  {
    search: ['number'],
    unique: [
      { columns: ['hospital_id', 'number'] },
      // One labour at a time, for two who begin it at the same moment too.
      { columns: ['patient_id'], only_where: is_live },
    ],
    indexes: [
      { columns: ['hospital_id', 'facility_id', 'created_at', 'id'] },
      { columns: ['hospital_id', 'status'] },
      { columns: ['pregnancy_id'] },
      { columns: ['patient_id', 'admitted_at'] },
    ],
  },
)

export const labour_moves = historyTable('labour_moves', 'labours')

/** Never changed: a wrong one is corrected by another, and marked. */
export const labour_observations = table(
  'labour_observations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    labour_id: ref('labours'),
    at: instant(),
    measures: json<Measures>(),
    assessment: nullable(text(2000)),
    plan: nullable(text(2000)),
    corrects_id: nullable(uuid()),
    void: no(),
    late_reason: nullable(text(300)),
    paper_ref: nullable(text(60)),
    table_version: integer(),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [{ columns: ['corrects_id'], only_where: 'corrects_id is not null' }],
    indexes: [{ columns: ['labour_id', 'at', 'id'] }],
  },
)

export const labour_alerts = table(
  'labour_alerts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    labour_id: ref('labours'),
    patient_id: ref('patients'),
    observation_id: nullable(ref('labour_observations')),
    field: code(40),
    value: text(60),
    threshold: text(120),
    level: choice(alert_levels),
    status: choice(labour_alert_states),
    raised_at: instant(),
    action: nullable(text(500)),
    by_name: nullable(text(160)),
    acknowledged_at: nullable(instant()),
    resolved_at: nullable(instant()),
    resolved_by: nullable(text(40)),
    /** Whom it went on to, step by step. */
    escalated_to: otherwise(json<string[]>(), () => []),
    next_step_at: nullable(instant()),
    ...versioned,
  },
  {
    // One waits for an answer, whatever is seen again meanwhile.
    unique: [{ columns: ['labour_id', 'field'], only_where: "status = 'OPEN'" }],
    indexes: [
      { columns: ['labour_id', 'raised_at', 'id'] },
      { columns: ['hospital_id', 'next_step_at'], only_where: "status = 'OPEN'" },
    ],
  },
)

export interface Uterotonic {
  medicine: string
  at: string
}

/** Of the mother, one for a labour. */
export const labour_deliveries = table(
  'labour_deliveries',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    labour_id: ref('labours'),
    third_stage: nullable(choice(third_stages)),
    uterotonic: nullable(json<Uterotonic>()),
    placenta_at: nullable(instant()),
    placenta: nullable(choice(placentas)),
    blood_loss_ml: nullable(integer()),
    perineum: nullable(choice(perineums)),
    repair: nullable(text(300)),
    complications: otherwise(json<string[]>(), () => []),
    robson: nullable(integer()),
    version_no: otherwise(integer(), 1),
    signed_at: nullable(instant()),
    signed_by_id: nullable(uuid()),
    signed_by_name: nullable(text(160)),
    ...versioned,
  },
  { unique: [{ columns: ['labour_id'] }] },
)

export const labour_delivery_moves = historyTable('labour_delivery_moves', 'labour_deliveries')

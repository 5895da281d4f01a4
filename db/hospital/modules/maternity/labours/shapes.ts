// What goes in and what comes out about labours, observations, alerts and the delivery.

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  named,
  nullable,
  oneOfTwo,
  optional,
  partial,
  QueryFlag,
  Reason,
  saying,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { AmendedHistory, History } from '../../../history.ts'
import { AmendReason, lateFields } from '../../parts/shapes.ts'
import { BirthShown } from '../births/shapes.ts'
import { Gestation } from '../pregnancies/shapes.ts'
import {
  charts,
  decelerations,
  given_words,
  head_positions,
  labour_outcomes,
  liquors,
  membrane_states,
  perineums,
  placentas,
  postures,
  presentations,
  stages,
  third_stages,
  urine_words,
  uterus_words,
} from '../words.ts'
import { labour_life } from './record.ts'
import { labour_alerts, labour_deliveries, labour_observations, labours } from './tables.ts'

const labour = fieldsOf(labours)
const observation = fieldsOf(labour_observations)
const alert = fieldsOf(labour_alerts)
const delivery = fieldsOf(labour_deliveries)

const may = <T extends Parameters<typeof nullable>[0]>(schema: T) => optional(nullable(schema))
const text = (max: number) => may(Text(0, max))
const possible = (min: number, max: number) =>
  may(saying(Whole(min, max), `is not possible (${min}–${max}). Check the reading.`))

/** What may be seen at once; what is left out was not looked at. */
const measures = {
  companion: may(choice(given_words)),
  pain_relief: may(choice(given_words)),
  oral_fluid: may(choice(given_words)),
  posture: may(choice(postures)),
  baseline_fhr: possible(40, 260),
  deceleration: may(choice(decelerations)),
  liquor: may(choice(liquors)),
  position: may(choice(head_positions)),
  caput: may(Whole(0, 3)),
  moulding: may(Whole(0, 3)),
  pulse: possible(20, 260),
  systolic: possible(30, 300),
  diastolic: possible(10, 220),
  temperature: may(Decimal(30, 45)),
  urine_protein: may(choice(urine_words)),
  urine_acetone: may(choice(urine_words)),
  contractions: may(Whole(0, 12)),
  duration_sec: may(Whole(0, 600)),
  cervix_cm: may(saying(Whole(0, 10), 'must be 0 to 10.')),
  descent: may(saying(Whole(0, 5), 'must be 0 to 5.')),
  oxytocin: may(form({ units_per_litre: Decimal(0, 200), drops_min: Whole(0, 200) })),
  medicine: text(200),
  fluid: text(200),
  blood_loss_ml: may(Whole(0, 10_000)),
  uterus: may(choice(uterus_words)),
  convulsion: may(choice(['YES', 'NO'])),
}
export const observed_fields = Object.keys(measures)

const written = {
  at: may(Instant),
  ...measures,
  assessment: text(2000),
  plan: text(2000),
  /** Why the cervix is smaller than before. */
  regression: optional(Reason),
  ...lateFields,
}
export const FirstObservation = form(written)
export const ObservationInput = named(
  'LabourObservationInput',
  form({ id: optional(Id), ...written, corrects: optional(Id) }),
)
export type ObservationInput = Static<typeof ObservationInput>

const Membranes = form({
  state: choice(membrane_states),
  at: may(Instant),
  liquor: may(choice(liquors)),
})

export const LabourInput = named(
  'LabourInput',
  form({
    id: optional(Id),
    patient_id: Id,
    pregnancy_id: may(Id),
    admission_id: may(Id),
    admitted_at: may(Instant),
    onset_at: may(Instant),
    referred_from: text(160),
    membranes: may(Membranes),
    presentation: may(choice(presentations)),
    previous_sections: may(Whole(0, 15)),
    multiple: may(Whole(1, 8)),
    induction: may(form({ method: Text(1, 120), at: Instant })),
    augmentation: may(form({ at: Instant })),
    companion: text(160),
    pain_relief: optional(listOf(Text(1, 80), 10)),
    born_before_arrival: optional(Flag),
    chart: optional(choice(charts)),
    /** Of a woman nobody booked (MAT-12). */
    gravida: may(Whole(1, 30)),
    para: may(Whole(0, 30)),
    lmp: may(Day),
    fundal_height_cm: may(Decimal(5, 60)),
    observation: optional(FirstObservation),
    ...lateFields,
  }),
)
export type LabourInput = Static<typeof LabourInput>

export const AdvanceInput = form({
  stage: choice(stages),
  at: may(Instant),
  reason: optional(Reason),
  outcome: optional(choice(labour_outcomes)),
  referral_id: may(Id),
})
export type AdvanceInput = Static<typeof AdvanceInput>
export const AcknowledgeAlert = form({
  action: saying(Text(3, 500), 'must be at least 3 characters: what was done?'),
})

const delivered = {
  third_stage: may(choice(third_stages)),
  uterotonic: may(form({ medicine: Text(1, 160), at: Instant })),
  placenta_at: may(Instant),
  placenta: may(choice(placentas)),
  blood_loss_ml: may(Whole(0, 10_000)),
  perineum: may(choice(perineums)),
  repair: text(300),
  complications: optional(listOf(Text(1, 120), 30)),
}
export const DeliveryInput = named(
  'LabourDeliveryInput',
  partial({ ...delivered, sign: Flag, reason: AmendReason }),
)
export type DeliveryInput = Static<typeof DeliveryInput>

const out = (max: number) => optional(nullable(Text(0, max)))
const number = optional(nullable(Decimal(-1e6, 1e6)))
const numbers = [
  'baseline_fhr',
  'caput',
  'moulding',
  'pulse',
  'systolic',
  'diastolic',
  'temperature',
  'contractions',
  'duration_sec',
  'cervix_cm',
  'descent',
  'blood_loss_ml',
]
const seen = Object.fromEntries(
  observed_fields
    .filter((name) => name !== 'oxytocin')
    .map((name) => [name, numbers.includes(name) ? number : out(200)]),
)
const observation_shown = {
  ...observation('id', 'labour_id', 'at', 'assessment', 'plan', 'corrects_id', 'void'),
  ...seen,
  oxytocin: optional(
    nullable(shape({ units_per_litre: Decimal(0, 200), drops_min: Whole(0, 200) })),
  ),
  ...observation(
    'late_reason',
    'paper_ref',
    'table_version',
    'staff_id',
    'staff_name',
    'created_at',
  ),
}
export const ObservationShown = named('LabourObservation', shape(observation_shown))

const alert_shown = {
  ...alert('id', 'labour_id', 'observation_id', 'field', 'value', 'threshold', 'level', 'status'),
  ...alert('raised_at', 'action', 'by_name', 'acknowledged_at', 'resolved_at', 'resolved_by'),
  escalated_to: listOf(Text(1, 80)),
}
export const AlertShown = named('LabourAlert', shape(alert_shown))

export const ObservationWritten = named(
  'LabourObservationWritten',
  shape({
    ...observation_shown,
    alerts: listOf(AlertShown),
    stage: choice(stages),
    unconfirmed: nullable(Text(0, 120)),
  }),
)

const Late = shape({ what: Text(1, 80), due_at: Instant })
const short = {
  ...labour('id', 'facility_id', 'number', 'patient_id', 'pregnancy_id', 'admission_id'),
  patient: PatientRow,
  ...labour('status', 'chart', 'born_before_arrival', 'admitted_at', 'onset_at', 'parity'),
  stage: choice(stages),
  gestation: Gestation,
  ...labour('active_at', 'full_at', 'delivered_at', 'placenta_at', 'ended_at', 'outcome'),
  ward: nullable(Text(0, 160)),
  bed: nullable(Text(0, 80)),
  open_alerts: Whole(),
  danger: Flag,
  late: listOf(Late),
  ...labour('created_at', 'updated_at', 'version'),
  moves: listOf(choice(labour_life.names)),
}
export const LabourShort = named('LabourShort', shape(short))
export type LabourShort = Static<typeof LabourShort>
export const LabourOnWall = named(
  'LabourOnWall',
  shape({
    id: Text(1, 36),
    ward: nullable(Text(0, 160)),
    bed: nullable(Text(0, 80)),
    initials: Text(0, 80),
    stage: choice(stages),
    open_alerts: Whole(),
    danger: Flag,
    late: listOf(Late),
  }),
)
export type LabourOnWall = Static<typeof LabourOnWall>
export const LabourListed = oneOfTwo(LabourShort, LabourOnWall)

export const DeliveryShown = named(
  'LabourDelivery',
  shape({
    ...delivery('third_stage', 'placenta_at', 'placenta', 'blood_loss_ml', 'perineum', 'repair'),
    uterotonic: nullable(shape({ medicine: Text(1, 160), at: Instant })),
    complications: listOf(Text(1, 120)),
    ...delivery('robson', 'version_no', 'signed_at', 'signed_by_name'),
    history: AmendedHistory,
  }),
)

export const LabourWhole = named(
  'Labour',
  shape({
    ...short,
    visit_id: nullable(Text(1, 36)),
    ...labour('referred_from', 'presentation', 'previous_sections', 'companion', 'referral_id'),
    multiple: nullable(Whole()),
    membranes: nullable(Membranes),
    induction: nullable(shape({ method: Text(1, 120), at: Instant })),
    augmentation: nullable(shape({ at: Instant })),
    pain_relief: listOf(Text(1, 80)),
    observations: listOf(ObservationShown),
    alerts: listOf(AlertShown),
    births: listOf(BirthShown),
    delivery: nullable(DeliveryShown),
    unconfirmed: nullable(Text(0, 120)),
    warnings: listOf(Text(1, 300)),
    history: History,
  }),
)

export const LabourFilters = {
  facility_id: optional(Text(1, 64)),
  live: optional(QueryFlag),
  display: optional(QueryFlag),
  wait: optional(Whole(1, 25)),
  stage: optional(choice(stages)),
  status: optional(choice(stages)),
  alert: optional(QueryFlag),
  late: optional(QueryFlag),
  outcome: optional(choice(labour_outcomes)),
  patient_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
export const ChartQuery = form({
  mode: optional(choice(charts)),
  language: optional(choice(['en', 'sw'])),
})

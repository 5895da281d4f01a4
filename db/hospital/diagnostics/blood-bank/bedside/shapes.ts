// Transfusions, observations and reactions as they come in and go out (blood-bank 2.6).

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Instant,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  QueryFlag,
  shape,
  type Static,
  Text,
  Whole,
  Id,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { WitnessToken } from '../../../goods/stock/witness/shapes.ts'
import { History } from '../../../history.ts'
import {
  imputabilities,
  observation_points,
  reaction_severities,
  reaction_states,
  reaction_types,
  signs,
  transfusion_states,
} from '../words.ts'
import { reaction_life, transfusion_life } from './record.ts'
import { blood_observations, blood_transfusions } from './tables.ts'

const transfusion = fieldsOf(blood_transfusions)
const observation = fieldsOf(blood_observations)
const text = (max: number) => optional(nullable(LongText(0, max)))

const measured = {
  at: optional(nullable(Instant)),
  temperature: Decimal(30, 45),
  pulse: Whole(20, 250),
  systolic: Whole(30, 300),
  diastolic: Whole(10, 200),
  respiratory_rate: Whole(4, 80),
  oxygen_saturation: optional(nullable(Whole(30, 100))),
  signs: optional(nullAsAbsent(listOf(choice(signs), 12))),
}
const Measured = form(measured)
export const ObservationInput = named(
  'TransfusionObservationInput',
  form({ ...measured, point: choice(observation_points) }),
)
export type ObservationInput = Static<typeof ObservationInput>

const Checks = form({
  patient_scanned: Flag,
  unit_scanned: Flag,
  name_asked: Flag,
  group_agrees: Flag,
  expiry_ok: Flag,
  bag_ok: Flag,
  consent_ok: Flag,
})

export const StartInput = named(
  'TransfusionInput',
  form({
    unit_number: Text(1, 60),
    patient_number: Text(1, 40),
    witness_token: WitnessToken,
    checks: Checks,
    observation: optional(nullable(Measured)),
    /** It was hung while the house was down: both sign now, within a day (BLD-79). */
    paper: optional(nullable(form({ paper_ref: Text(1, 60), started_at: Instant }))),
    overrides: Overrides,
  }),
)
export type StartInput = Static<typeof StartInput>

export const FinishInput = named(
  'TransfusionFinishInput',
  form({
    ended_at: optional(nullable(Instant)),
    volume_given_ml: Whole(0, 1000),
    observation: Measured,
    outcome: choice(['COMPLETED', 'STOPPED']),
    stop_reason: optional(nullable(Text(0, 300))),
  }),
)
export type FinishInput = Static<typeof FinishInput>

const report = {
  onset_at: optional(nullable(Instant)),
  volume_given_ml: optional(nullable(Whole(0, 1000))),
  actions: LongText(1, 1000),
  doctor_name: optional(nullable(Text(0, 160))),
  /** It may show at any time (BLD-85). */
  infection: optional(nullable(Flag)),
}
const Report = form({ ...report, signs: listOf(choice(signs), 12, 1) })
const Investigation = form({
  clerical_ok: Flag,
  repeat_group: text(40),
  repeat_crossmatch: text(40),
  dat: text(40),
  haemolysis: text(200),
  bag_culture: text(200),
  note: text(1000),
})
const Conclusion = form({
  type: choice(reaction_types),
  severity: choice(reaction_severities),
  imputability: choice(imputabilities),
  preventable: optional(nullable(Flag)),
  action: text(1000),
  /** What was found, of a DELAYED_HAEMOLYTIC one: kept for ever. */
  antibody: optional(nullable(Text(0, 20))),
})

export const ReactionInput = named(
  'BloodReactionInput',
  form({
    report: optional(nullable(Report)),
    investigation: optional(nullable(Investigation)),
    conclusion: optional(nullable(Conclusion)),
  }),
)
export type ReactionInput = Static<typeof ReactionInput>

const fields = {
  ...transfusion('id', 'facility_id', 'unit_id', 'unit_number', 'component_code', 'request_id'),
  ...transfusion('patient_id', 'visit_id', 'admission_id', 'ward', 'status', 'started_at'),
  patient: PatientRow,
  ...transfusion('started_by_name', 'witness_name', 'ended_at', 'ended_by_name'),
  ...transfusion('volume_given_ml', 'stop_reason', 'overtime', 'paper_ref', 'version'),
  /** When the patient is to be looked at next; null once it has ended. */
  ...transfusion('next_due_at'),
}
export const TransfusionRow = named('TransfusionRow', shape(fields))
export type TransfusionShown = Static<typeof TransfusionRow>

const reaction = {
  status: choice(reaction_states),
  /** Without signs where the house itself opened it (BLD-63). */
  report: form({ ...report, signs: listOf(choice(signs), 12) }),
  investigation: nullable(Investigation),
  conclusion: nullable(Conclusion),
  /** What the ward looks at, by its signs. */
  checklist: listOf(Text(1, 200)),
  /** WRONG_BLOOD where the papers or the groups do not agree. */
  proposed_type: nullable(choice(reaction_types)),
  moves: listOf(choice(reaction_life.names)),
  history: History,
}

export const Transfusion = named(
  'Transfusion',
  shape({
    ...fields,
    checks: Checks,
    observations: listOf(
      shape({
        ...observation('id', 'at', 'point', 'temperature', 'pulse', 'systolic', 'diastolic'),
        ...observation('respiratory_rate', 'oxygen_saturation', 'suspect', 'by_name'),
        signs: listOf(choice(signs)),
      }),
    ),
    suspect: Flag,
    /** g/dL, of the day after it (BLD-75). */
    haemoglobin_after: nullable(Decimal(0, 100)),
    reaction: nullable(shape(reaction)),
    warnings: listOf(GateResult),
    moves: listOf(choice(transfusion_life.names)),
    history: History,
  }),
)
export type Transfusion = Static<typeof Transfusion>

export const TransfusionFilters = {
  status: optional(choice(transfusion_states)),
  ward: optional(Text(1, 160)),
  patient_id: optional(Id),
  due: optional(QueryFlag),
  reaction: optional(choice(['OPEN', 'CONCLUDED'])),
  /** Hung while the house was down, written down later. */
  paper: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(TransfusionFilters)
export type TransfusionFilter = Static<typeof filters>

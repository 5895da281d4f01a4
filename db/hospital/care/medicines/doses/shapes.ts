// Doses as they come in and go out (2.9, 5.9).

import {
  choice,
  Day,
  Decimal,
  form,
  Id,
  Instant,
  kind,
  listOf,
  named,
  nullable,
  optional,
  QueryFlag,
  Reason,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { PatientRow } from '../../../desk/patients/shapes.ts'
import { History } from '../../../history.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { allergy_severities } from '../../chart/words.ts'
import { AdditiveInput, AdditiveShown, PrescriptionItem } from '../prescribing/shapes.ts'
import { dose_life } from './record.ts'
import { doses } from './tables.ts'
import { dose_kinds, dose_sources, dose_states, dose_timings } from './words.ts'

const line = (max: number) => optional(nullable(Text(0, max)))
const Figure = kind<number>({ type: 'number' })
const some = optional(nullable(Id))
const Amount = Decimal(0.001, 1_000_000)
const Measures = optional(
  nullable(listOf(form({ name: Text(1, 60), value: Decimal(-1000, 100_000), unit: line(20) }), 10)),
)

const give_fields = {
  given_at: optional(nullable(Instant)),
  amount: optional(nullable(Amount)),
  route: line(20),
  site: line(120),
  source: optional(nullable(choice(dose_sources))),
  store_id: some,
  product_id: some,
  batch_id: some,
  /** The number on the wristband. */
  scanned_patient: line(60),
  scanned_product: line(80),
  before: Measures,
  after: Measures,
  witness_token: line(200),
  wasted_amount: optional(nullable(Amount)),
  waste_reason: line(200),
  reason: line(300),
  note: line(500),
  overrides: Overrides,
}
export const GiveInput = named('DoseGiveInput', form(give_fields))
export type GiveInput = Static<typeof GiveInput>

const ReactionInput = form({
  reaction: Text(2, 300),
  severity: optional(nullable(choice(allergy_severities))),
  onset_at: optional(nullable(Instant)),
})
const { overrides: _overrides, ...giving } = give_fields
export const DoseInput = named(
  'DoseInput',
  form({
    patient_id: Id,
    medicine: line(200),
    dose: line(120),
    admission_id: some,
    due_at: optional(nullable(Instant)),
    prescription_item_id: some,
    route: line(20),
    prescriber_id: some,
    give: optional(nullable(form(giving))),
    /** What somebody saw after it was given. */
    reaction: optional(nullable(ReactionInput)),
    overrides: Overrides,
  }),
)
export type DoseInput = Static<typeof DoseInput>

export const StartInput = named(
  'InfusionStart',
  form({
    started_at: optional(nullable(Instant)),
    rate_ml_h: optional(nullable(Decimal(0.1, 2000))),
    source: optional(nullable(choice(dose_sources))),
    store_id: some,
    product_id: some,
    batch_id: some,
    /** Of what was ordered for the bag; absent: all of it. */
    additives: optional(nullable(listOf(AdditiveInput, 10))),
    /** The number on the wristband. */
    scanned_patient: line(60),
    witness_token: line(200),
    overrides: Overrides,
  }),
)
export type StartInput = Static<typeof StartInput>
export const RateInput = form({
  rate_ml_h: Decimal(0.1, 2000),
  at: optional(nullable(Instant)),
  note: line(300),
  witness_token: line(200),
})
export type RateInput = Static<typeof RateInput>
export const PauseInput = form({ at: optional(nullable(Instant)), reason: Reason })
export const ResumeInput = form({
  at: optional(nullable(Instant)),
  rate_ml_h: optional(nullable(Decimal(0.1, 2000))),
  overrides: Overrides,
})
export type ResumeInput = Static<typeof ResumeInput>
export const FinishInput = form({
  at: optional(nullable(Instant)),
  volume_in_ml: optional(nullable(Decimal(0, 50_000))),
  stop_reason: line(200),
})
/** The words of each move differ; the rule says which they are. */
export const NotGiven = form({ reason_code: line(40), reason: line(300) })
export const DoseReason = form({ reason: Reason })
export const DoseVoid = form({ reason: Reason, witness_token: line(200) })
export const AcknowledgeInput = form({ note: line(300) })

const of = fieldsOf(doses)
const Measured = nullable(
  listOf(shape({ name: Text(1, 60), value: Figure, unit: nullable(Text(0, 20)) })),
)
const Infusing = nullable(
  shape({
    started_at: Instant,
    rates: listOf(
      shape({ at: Instant, ml_h: Figure, by: Text(0, 160), witness: nullable(Text(0, 160)) }),
    ),
    paused_at: nullable(Instant),
    volume_ml: Figure,
    volume_in_ml: Figure,
    stopped_at: nullable(Instant),
    stop_reason: nullable(Text(0, 200)),
    additives: listOf(AdditiveShown),
  }),
)
const Reacted = nullable(
  shape({
    reaction: Text(2, 300),
    severity: choice(allergy_severities),
    onset_at: nullable(Instant),
  }),
)
const fields = {
  ...of('id', 'facility_id', 'patient_id'),
  patient: PatientRow,
  ...of('admission_id', 'visit_id', 'prescription_item_id', 'medicine_id', 'medicine', 'dose'),
  dose_number: nullable(Figure),
  ...of('dose_unit', 'route', 'kind', 'status'),
  timing: choice(dose_timings),
  ...of('due_at', 'given_at', 'given_by_name', 'minutes_late'),
  amount_given: nullable(Figure),
  ...of('site', 'note'),
  before: Measured,
  after: Measured,
  ...of('reason_code', 'reason', 'source', 'product_id', 'batch_id', 'lot', 'scanned_patient'),
  ...of('scanned_product', 'witness_name'),
  wasted_amount: nullable(Figure),
  ...of('waste_reason'),
  infusion: Infusing,
  reaction: Reacted,
  ...of('needs_acknowledging', 'acknowledged_by_name', 'acknowledged_at', 'created_at', 'version'),
  moves: listOf(choice(dose_life.names)),
}
export const Dose = named('Dose', shape(fields))
export type Dose = Static<typeof Dose>
export const DoseWhole = named(
  'DoseWhole',
  shape({ ...fields, warnings: listOf(GateResult), history: History }),
)
export type DoseWhole = Static<typeof DoseWhole>

export const DoseFilters = {
  ward_id: optional(Id),
  admission_id: optional(Id),
  patient_id: optional(Id),
  prescription_item_id: optional(Id),
  status: optional(choice(dose_states)),
  timing: optional(choice(dose_timings)),
  kind: optional(choice(dose_kinds)),
  witness: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
export const DueQuery = form({
  ward_id: Id,
  minutes: optional(Whole(1, 1440)),
  /** Of stays that the caller attends, or is in the team of. */
  mine: optional(QueryFlag),
})
export const MarQuery = form({ date: optional(Day) })
export const ChartQuery = form({
  from: optional(Day),
  to: optional(Day),
  language: optional(choice(languages)),
})
export const Mar = named(
  'Mar',
  shape({
    date: Day,
    items: listOf(shape({ item: PrescriptionItem, slots: listOf(Dose) })),
    prn: listOf(shape({ item: PrescriptionItem, slots: listOf(Dose) })),
    stat: listOf(shape({ item: PrescriptionItem, slots: listOf(Dose) })),
    infusions: listOf(shape({ item: PrescriptionItem, slots: listOf(Dose) })),
    unprescribed: listOf(Dose),
  }),
)

/** A line of the round of medicines in a terminal. */
export const RoundLine = named(
  'RoundLine',
  shape({
    ...of('id'),
    ward: Text(1, 20),
    /** `+` lies with the mother. */
    bed: Text(1, 20),
    patient: Text(0, 200),
    number: nullable(Text(0, 40)),
    ...of('medicine', 'dose', 'route', 'due_at'),
    timing: choice(dose_timings),
    ...of('kind'),
  }),
)
export type RoundLine = Static<typeof RoundLine>

// Vaccines, doses, vials and what is due, as they come in and go out (2.13, 5.13).

import {
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  named,
  nullable,
  optional,
  QueryFlag,
  Reason,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { GateResult, Overrides } from '../../desk/gates/shapes.ts'
import { PatientRow } from '../../desk/patients/shapes.ts'
import { History } from '../../history.ts'
import { due_states } from '../../neighbours/care.ts'
import { immunisation_life, vial_life } from './record.ts'
import { immunisation_deferrals, immunisations, vaccine_vials } from './tables.ts'
import {
  deferral_kinds,
  dose_origins,
  due_now,
  strategies,
  vial_states,
  waste_reasons,
} from './words.ts'

const dose = fieldsOf(immunisations)
const vial = fieldsOf(vaccine_vials)
const deferral = fieldsOf(immunisation_deferrals)
const line = (max: number) => optional(nullable(Text(0, max)))
const some_id = optional(nullable(Id))
const code = optional(nullable(Text(1, 40)))

export const Vaccine = named(
  'Vaccine',
  shape({
    code: Text(1, 20),
    name: Text(1, 120),
    name_sw: Text(1, 120),
    antigens: listOf(Text(1, 40)),
    live: Flag,
    route: Text(1, 20),
    site: nullable(Text(1, 60)),
    dose_text: Text(1, 120),
    product_ids: listOf(Id),
    doses_per_vial: Whole(1),
    open_vial_hours: nullable(Whole(1)),
    diluent_product_id: nullable(Id),
    charge_code: nullable(Text(1, 40)),
    contraindications: Text(1, 300),
    active: Flag,
    table_adopted: Flag,
  }),
)
export type Vaccine = Static<typeof Vaccine>
export const VaccineWords = form({ active: optional(QueryFlag) })

const DoseInput = form({
  id: optional(Id),
  vaccine: code,
  dose_key: code,
  given_on: optional(nullable(Day)),
  source: optional(nullable(choice(dose_origins))),
  vial_id: some_id,
  batch_id: some_id,
  product_id: some_id,
  store_id: some_id,
  lot: line(60),
  expiry: optional(nullable(Day)),
  vvm_stage: optional(nullable(Whole(1, 4))),
  site: line(60),
  route: line(20),
  strategy: optional(nullable(choice(strategies))),
  note: line(300),
})
export type DoseInput = Static<typeof DoseInput>
export const ImmunisationInput = named(
  'ImmunisationInput',
  form({
    patient_id: Id,
    visit_id: some_id,
    doses: some(DoseInput, 20),
    overrides: Overrides,
  }),
)
export type ImmunisationInput = Static<typeof ImmunisationInput>
export const VoidInput = form({ reason: Reason })

export const ImmunisationDose = named(
  'ImmunisationDose',
  shape({
    ...dose('id', 'facility_id', 'patient_id', 'visit_id', 'vaccine'),
    vaccine_name: Text(1, 120),
    ...dose('dose_key', 'schedule_key', 'status', 'given_on', 'given_at', 'lot', 'expiry'),
    ...dose('store_id', 'product_id', 'batch_id', 'vial_id', 'vvm_stage', 'site', 'route'),
    ...dose('strategy', 'source', 'valid', 'invalid_reason', 'next_due', 'note'),
    ...dose('given_by_name', 'created_at', 'version'),
    moves: listOf(choice(immunisation_life.names)),
  }),
)
export type ImmunisationDose = Static<typeof ImmunisationDose>
export const ImmunisationWhole = named(
  'ImmunisationWhole',
  shape({ ...ImmunisationDose.properties, history: History }),
)

export const DueLine = named(
  'DueLine',
  shape({
    patient: PatientRow,
    schedule_key: Text(1, 40),
    dose_key: Text(1, 40),
    vaccine: Text(1, 20),
    vaccine_name: Text(1, 120),
    state: choice(due_states),
    due_on: Day,
    min_on: Day,
    max_on: nullable(Day),
    phone_ok: Flag,
  }),
)
export type DueLine = Static<typeof DueLine>

export const DeferralInput = named(
  'ImmunisationDeferralInput',
  form({
    patient_id: Id,
    dose_key: code,
    vaccine: code,
    kind: choice(deferral_kinds),
    reason: Reason,
    until: optional(nullable(Day)),
  }),
)
export type DeferralInput = Static<typeof DeferralInput>
export const Deferral = named(
  'ImmunisationDeferral',
  shape({
    ...deferral('id', 'patient_id', 'dose_key', 'vaccine', 'kind', 'reason', 'until'),
    ...deferral('by_name', 'ended_at', 'ended_by_name', 'end_reason', 'created_at', 'version'),
  }),
)
export type Deferral = Static<typeof Deferral>
export const EndInput = form({ reason: Reason })

const record = {
  doses: listOf(ImmunisationDose),
  due: listOf(DueLine),
  deferrals: listOf(Deferral),
  next_on: nullable(Day),
}
export const Immunised = named('PatientImmunisations', shape(record))
export const ImmunisedNow = named(
  'ImmunisationResult',
  shape({ ...record, warnings: listOf(GateResult) }),
)
export const ImmunisedWords = form({
  schedule_key: optional(Text(1, 40)),
  on: optional(Day),
})

export const DueFilters = {
  facility_id: optional(Id),
  schedule_key: optional(Text(1, 40)),
  state: optional(choice(due_now)),
  /** The area where they live. */
  village: optional(Id),
  age_to_days: optional(Whole(0, 40_000)),
  on: optional(Day),
  phone: optional(QueryFlag),
}

export const VialInput = named(
  'VialInput',
  form({
    vaccine: Text(1, 40),
    product_id: some_id,
    batch_id: some_id,
    store_id: some_id,
  }),
)
export type VialInput = Static<typeof VialInput>
export const VialDiscard = form({ reason: choice(waste_reasons) })
export const Vial = named(
  'VaccineVial',
  shape({
    ...vial('id', 'facility_id', 'vaccine', 'store_id', 'product_id', 'batch_id', 'lot', 'expiry'),
    ...vial('status', 'opened_at', 'opened_by_name', 'discard_at', 'doses', 'used', 'wasted'),
    ...vial('waste_reason', 'closed_at', 'version'),
    left: Whole(0),
    moves: listOf(choice(vial_life.names)),
  }),
)
export type Vial = Static<typeof Vial>
export const VialFilters = {
  facility_id: optional(Id),
  status: optional(choice(vial_states)),
  vaccine: optional(Text(1, 40)),
  store_id: optional(Id),
}

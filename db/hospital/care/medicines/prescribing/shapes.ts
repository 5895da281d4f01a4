// What is prescribed, as it comes in (2.7), and what its checks say (CAR-62).

import {
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  kind,
  listOf,
  LongText,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
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
import { item_life, prescription_life } from './record.ts'
import { prescription_items, prescriptions } from './tables.ts'
import {
  first_doses,
  label_languages,
  prescription_copies,
  prescription_kinds,
  prescription_states,
  stop_reasons,
  substitutions,
  void_reasons,
} from './words.ts'

const line = (max: number) => optional(nullable(Text(0, max)))
const some_id = optional(nullable(Id))
const figure = kind<number>({
  type: 'number',
  minimum: -1e9,
  maximum: 1e9,
  complaint: 'must be more than 0.',
})
const amount = optional(nullable(figure))
const Figure = nullable(kind<number>({ type: 'number' }))

export const AdditiveInput = form({ medicine_id: Id, dose: figure, unit: Text(1, 20) })
const InfusionInput = named(
  'InfusionInput',
  form({
    volume_ml: Decimal(1, 20_000),
    rate_ml_h: optional(nullable(Decimal(0.1, 2000))),
    over_minutes: optional(nullable(Whole(1, 10_080))),
    diluent: line(120),
    additives: optional(nullAsAbsent(listOf(AdditiveInput, 10))),
    target: line(200),
  }),
)

const item_fields = {
  medicine_id: some_id,
  medicine_text: line(160),
  dose: amount,
  dose_unit: line(20),
  dose_per_kg: amount,
  round_to: amount,
  route: line(20),
  frequency: line(20),
  duration_days: optional(nullable(Whole(1, 365))),
  start_at: optional(nullable(Instant)),
  first_dose: optional(nullAsAbsent(choice(first_doses))),
  prn_max_24h: optional(nullable(Whole(1, 48))),
  prn_min_hours: amount,
  prn_reason: line(200),
  taper: optional(nullable(listOf(form({ dose: figure, days: Whole(1, 365) }), 20))),
  infusion: optional(nullable(InfusionInput)),
  indication: line(200),
  indication_code: line(40),
  quantity: amount,
  refills: optional(nullable(Whole(0, 11))),
  substitution: optional(nullAsAbsent(choice(substitutions))),
  substitution_reason: line(300),
  instructions: line(300),
  own_supply: optional(nullAsAbsent(Flag)),
}
export const PrescriptionItemInput = named('PrescriptionItemInput', form(item_fields))
export type PrescriptionItemInput = Static<typeof PrescriptionItemInput>

export const PrescriptionInput = named(
  'PrescriptionInput',
  form({
    id: optional(Id),
    patient_id: Id,
    visit_id: some_id,
    admission_id: some_id,
    kind: optional(nullAsAbsent(choice(prescription_kinds))),
    items: listOf(PrescriptionItemInput, 40),
    diagnosis_ids: optional(nullAsAbsent(listOf(Id, 20))),
    notes: optional(nullable(LongText(0, 1000))),
    language: optional(nullable(choice(label_languages))),
    dispense_at: some_id,
    sign: optional(nullAsAbsent(Flag)),
    overrides: Overrides,
  }),
)
export type PrescriptionInput = Static<typeof PrescriptionInput>
/** As much of it as the checks look at. */
export type PrescriptionCheckInput = Pick<PrescriptionInput, 'patient_id' | 'items'> &
  Partial<Pick<PrescriptionInput, 'visit_id' | 'admission_id' | 'kind'>>

export const PrescriptionChange = named(
  'PrescriptionChange',
  partial({
    items: listOf(PrescriptionItemInput, 40),
    notes: nullable(LongText(0, 1000)),
    diagnosis_ids: listOf(Id, 20),
    dispense_at: nullable(Id),
  }),
)
export type PrescriptionChange = Static<typeof PrescriptionChange>

export const SignPrescription = form({ overrides: Overrides })
export const PrescriptionSendBack = form({ reason: Reason })
export const PrescriptionCancel = form({
  reason: Reason,
  item_ids: optional(nullAsAbsent(listOf(Id, 40))),
})
export const ItemHold = form({ reason: Reason, until: optional(nullable(Instant)) })
export const ItemStop = form({
  stop_reason: choice(stop_reasons),
  reason: line(300),
})
export const ItemVoid = form({ reason: Reason, reason_code: choice(void_reasons) })
const { medicine_id: _medicine, medicine_text: _text, ...changing } = item_fields
export const ItemRevise = named(
  'PrescriptionItemRevise',
  form({ ...changing, reason: Reason, overrides: Overrides }),
)
export type ItemRevise = Static<typeof ItemRevise>
export const ItemRenew = named(
  'PrescriptionItemRenew',
  form({ ...changing, duration_days: Whole(1, 365), overrides: Overrides }),
)
export type ItemRenew = Static<typeof ItemRenew>

const item = fieldsOf(prescription_items)
export const AdditiveShown = shape({
  medicine_id: Id,
  medicine: Text(1, 200),
  dose: kind<number>({ type: 'number' }),
  unit: Text(1, 20),
  per_dose: kind<number>({ type: 'number' }),
})
const InfusionShown = shape({
  volume_ml: kind<number>({ type: 'number' }),
  rate_ml_h: Figure,
  over_minutes: nullable(Whole(1)),
  diluent: nullable(Text(0, 120)),
  additives: listOf(AdditiveShown),
  target: nullable(Text(0, 200)),
})
const item_shown = {
  ...item('id', 'prescription_id', 'patient_id'),
  line_no: Whole(1),
  ...item('status', 'action', 'previous_item_id', 'medicine_id', 'medicine_text', 'medicine'),
  dose: Figure,
  ...item('dose_unit'),
  dose_per_kg: Figure,
  per_dose: Figure,
  ...item('route', 'frequency', 'duration_days', 'start_at', 'stop_at', 'first_dose'),
  ...item('prn_reason', 'prn_max_24h'),
  prn_min_hours: Figure,
  taper: nullable(listOf(shape({ dose: kind<number>({ type: 'number' }), days: Whole(1) }))),
  infusion: nullable(InfusionShown),
  ...item('indication', 'indication_code'),
  /** How it is taken, in words. */
  how_to_take: Text(0, 300),
  quantity: Figure,
  unit: nullable(Text(1, 20)),
  ...item('substitution', 'substitution_reason', 'instructions', 'own_supply', 'dispensed'),
  quantity_dispensed: kind<number>({ type: 'number' }),
  quantity_owed: kind<number>({ type: 'number' }),
  ...item('doses_given', 'doses_missed', 'stop_reason', 'ended_at', 'ended_by_name'),
  ...item('hold_until', 'review_at', 'version'),
  moves: listOf(choice(item_life.names)),
}
export const PrescriptionItem = named('PrescriptionItem', shape(item_shown))
export type PrescriptionItem = Static<typeof PrescriptionItem>
export const PrescriptionItemWhole = named(
  'PrescriptionItemWhole',
  shape({
    ...item_shown,
    warnings: listOf(GateResult),
    chain: listOf(PrescriptionItem),
    history: History,
  }),
)

const of = fieldsOf(prescriptions)
const fields = {
  ...of('id', 'facility_id'),
  reference: Text(1, 40),
  ...of('patient_id'),
  patient: PatientRow,
  ...of('visit_id', 'admission_id', 'department', 'kind', 'status', 'prescriber_id'),
  ...of('prescriber_name', 'registration_no'),
  diagnosis_ids: listOf(Id),
  ...of('signed_at', 'cosigned_by_name', 'cosigned_at', 'valid_until'),
  /** What the checks used when it was signed; creatinine in micromoles in a litre. */
  weight_kg: Figure,
  ...of('weight_at'),
  height_cm: Figure,
  creatinine: Figure,
  crcl_ml_min: Figure,
  ...of('notes', 'language', 'dispense_at', 'created_at', 'updated_at', 'version'),
  items: listOf(PrescriptionItem),
  moves: listOf(choice(prescription_life.names)),
}
export const Prescription = named('Prescription', shape(fields))
export type Prescription = Static<typeof Prescription>

const AlertShown = shape({
  ...GateResult.properties,
  override: nullable(shape({ reason_code: Text(1, 40), reason: nullable(Text(0, 300)) })),
})
export const PrescriptionWhole = named(
  'PrescriptionWhole',
  shape({
    ...fields,
    /** From the first print on. */
    verify_code: nullable(Text(12, 12)),
    alerts: listOf(AlertShown),
    warnings: listOf(GateResult),
    history: History,
  }),
)
export type PrescriptionWhole = Static<typeof PrescriptionWhole>

export const PrescriptionPrint = partial({
  language: choice(languages),
  copy: choice(prescription_copies),
})

export const PrescriptionFilters = {
  patient_id: optional(Id),
  visit_id: optional(Id),
  admission_id: optional(Id),
  kind: optional(choice(prescription_kinds)),
  status: optional(choice(prescription_states)),
  staff_id: optional(Id),
  medicine_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
export const OwnPrescriptionFilters = {
  status: optional(choice(prescription_states)),
  kind: optional(choice(prescription_kinds)),
  from: optional(Day),
  to: optional(Day),
}

export const PatientMedicines = named(
  'PatientMedicines',
  shape({
    active: listOf(PrescriptionItem),
    on_hold: listOf(PrescriptionItem),
    recent: listOf(PrescriptionItem),
  }),
)

export const PrescriptionChecked = named(
  'PrescriptionChecked',
  shape({
    items: listOf(
      shape({
        line: Whole(1),
        medicine: Text(1, 200),
        quantity: Figure,
        product_in_stock: Flag,
        note: nullable(Text(1, 300)),
        results: listOf(GateResult),
      }),
    ),
    ok: Flag,
  }),
)
export type PrescriptionChecked = Static<typeof PrescriptionChecked>

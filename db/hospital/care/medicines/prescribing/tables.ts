// Prescriptions and their items (2.7). An item is never changed into another: it ends, and the new one names
// it (CAR-64).

import {
  big,
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  no,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import {
  dispensed_words,
  first_doses,
  item_actions,
  item_states,
  label_languages,
  prescription_kinds,
  prescription_states,
  stop_reasons,
  substitutions,
} from './words.ts'

/** What goes into the bag with it. */
export interface Additive {
  medicine_id: string
  medicine: string
  dose: number
  unit: string
  /** Units of dose in a bag. */
  per_dose: number
}

export interface Infusion {
  volume_ml: number
  rate_ml_h?: number | null
  over_minutes?: number | null
  diluent?: string | null
  additives?: readonly Additive[]
  target?: string | null
}

export interface Alert extends GateResult {
  override: { reason_code: string; reason: string | null } | null
}

export const prescriptions = table(
  'prescriptions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    department: nullable(text(120)),
    kind: choice(prescription_kinds),
    status: choice(prescription_states),
    prescriber_id: nullable(uuid()),
    prescriber_name: text(160),
    registration_no: nullable(text(60)),
    /** The account that wrote it. */
    by_id: nullable(uuid()),
    diagnosis_ids: otherwise(json<string[]>(), () => []),
    signed_at: nullable(instant()),
    cosigned_by_name: nullable(text(160)),
    cosigned_at: nullable(instant()),
    valid_until: nullable(day()),
    /** What the checks used when it was signed (2.7). Creatinine in micromoles in a litre. */
    weight_kg: nullable(real()),
    weight_at: nullable(instant()),
    height_cm: nullable(real()),
    creatinine: nullable(real()),
    crcl_ml_min: nullable(real()),
    /** What the gates said when it was signed, and what was let through (2.7). */
    alerts: otherwise(json<Alert[]>(), () => []),
    notes: nullable(text(1000)),
    language: nullable(choice(label_languages)),
    dispense_at: nullable(ref('stores')),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'created_at'] },
      { columns: ['hospital_id', 'status', 'created_at'] },
      { columns: ['visit_id'] },
      { columns: ['admission_id'] },
    ],
  },
)
export const prescription_history = historyTable('prescription_history', 'prescriptions')

export const prescription_items = table(
  'prescription_items',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    prescription_id: ref('prescriptions'),
    patient_id: ref('patients'),
    position: integer(),
    status: choice(item_states),
    action: otherwise(choice(item_actions), 'NEW' as const),
    previous_item_id: nullable(uuid()),
    medicine_id: nullable(ref('medicines')),
    medicine_text: nullable(text(160)),
    /** As everybody reads it. */
    medicine: text(200),
    dose: nullable(real()),
    dose_unit: nullable(code(20)),
    dose_per_kg: nullable(real()),
    round_to: nullable(real()),
    /** Units of dose at once. */
    per_dose: nullable(real()),
    route: code(20),
    frequency: code(20),
    duration_days: nullable(integer()),
    start_at: instant(),
    stop_at: nullable(instant()),
    first_dose: otherwise(choice(first_doses), 'NEXT_SLOT' as const),
    prn_reason: nullable(text(200)),
    prn_max_24h: nullable(integer()),
    prn_min_hours: nullable(real()),
    taper: nullable(json<{ dose: number; days: number }[]>()),
    infusion: nullable(json<Infusion>()),
    indication: nullable(text(200)),
    indication_code: nullable(code(40)),
    /** In units of dose, or packs of what is supplied by pack; in thousandths, as all that follow. */
    quantity: nullable(big()),
    quantity_typed: nullable(real()),
    quantity_dispensed: otherwise(big(), 0),
    quantity_owed: otherwise(big(), 0),
    substitution: otherwise(choice(substitutions), 'ALLOWED' as const),
    substitution_reason: nullable(text(300)),
    instructions: nullable(text(300)),
    own_supply: no(),
    dispensed: otherwise(choice(dispensed_words), 'NONE' as const),
    doses_given: otherwise(integer(), 0),
    doses_missed: otherwise(integer(), 0),
    stop_reason: nullable(choice(stop_reasons)),
    ended_at: nullable(instant()),
    ended_by_name: nullable(text(160)),
    hold_until: nullable(instant()),
    review_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['prescription_id', 'position'] }],
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'status'] },
      { columns: ['medicine_id'] },
      { columns: ['hospital_id', 'stop_at'], only_where: "status = 'ACTIVE'" },
    ],
  },
)
export const prescription_item_history = historyTable(
  'prescription_item_history',
  'prescription_items',
)

// Medicines given to people in beds and elsewhere (2.9). Units are of dose, in thousandths.

import {
  big,
  choice,
  code,
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
import type { AllergySeverity } from '../../chart/words.ts'
import type { Additive } from '../prescribing/tables.ts'
import { dose_kinds, dose_sources, dose_states } from './words.ts'

export interface Measure {
  name: string
  value: number
  unit?: string | null
}

export interface RunningInfusion {
  started_at: string
  /** With who stood by, where it is not the rate that was ordered. */
  rates: { at: string; ml_h: number; by: string; witness?: string | null }[]
  paused_at: string | null
  volume_ml: number
  /** Reckoned up to the last change. */
  volume_in_ml: number
  reckoned_at: string
  /** So much of it stands on the fluid chart. */
  charted_ml?: number
  stopped_at: string | null
  stop_reason: string | null
  /** What was put into the bag. */
  additives?: readonly Additive[]
}

/** What somebody saw after it was given (CAR-40). */
export interface Reaction {
  reaction: string
  severity: AllergySeverity
  onset_at: string | null
}

export const doses = table(
  'doses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    patient_id: ref('patients'),
    admission_id: nullable(ref('admissions')),
    visit_id: nullable(ref('visits')),
    prescription_item_id: nullable(ref('prescription_items')),
    medicine_id: nullable(ref('medicines')),
    medicine: text(200),
    dose: text(120),
    dose_number: nullable(real()),
    dose_unit: nullable(code(20)),
    units: otherwise(big(), 0),
    route: nullable(code(20)),
    kind: choice(dose_kinds),
    status: choice(dose_states),
    due_at: instant(),
    given_at: nullable(instant()),
    given_by_id: nullable(uuid()),
    given_by_name: nullable(text(160)),
    staff_id: nullable(uuid()),
    minutes_late: nullable(integer()),
    amount_given: nullable(real()),
    site: nullable(text(120)),
    note: nullable(text(500)),
    before: nullable(json<Measure[]>()),
    after: nullable(json<Measure[]>()),
    reason_code: nullable(code(40)),
    reason: nullable(text(300)),
    source: nullable(choice(dose_sources)),
    store_id: nullable(ref('stores')),
    product_id: nullable(ref('products')),
    batch_id: nullable(uuid()),
    lot: nullable(text(60)),
    /** Under which its goods left and its charge stands: each time that it is given another. */
    taken_as: nullable(code(60)),
    scanned_patient: no(),
    scanned_product: no(),
    witness_id: nullable(uuid()),
    witness_name: nullable(text(160)),
    wasted_amount: nullable(real()),
    wasted_units: otherwise(big(), 0),
    waste_reason: nullable(text(200)),
    infusion: nullable(json<RunningInfusion>()),
    reaction: nullable(json<Reaction>()),
    needs_acknowledging: no(),
    acknowledged_by_name: nullable(text(160)),
    acknowledged_at: nullable(instant()),
    acknowledge_note: nullable(text(300)),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [
      // CAR-108: extended twice, nothing is added.
      {
        columns: ['prescription_item_id', 'due_at'],
        only_where: "kind in ('SCHEDULED', 'STAT', 'INFUSION') and status <> 'CANCELLED'",
      },
    ],
    indexes: [
      { columns: ['hospital_id', 'status', 'due_at'] },
      { columns: ['hospital_id', 'patient_id', 'due_at'] },
      { columns: ['admission_id', 'due_at'] },
      { columns: ['batch_id'], only_where: 'batch_id is not null' },
    ],
  },
)
export const dose_history = historyTable('dose_history', 'doses')

// What the pharmacy hands out, what it owes, and what comes back (2.8). Quantities are in thousandths.

import {
  big,
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  money,
  no,
  nullable,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { historyTable } from '../../../../store/history-table.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  dispense_kinds,
  dispense_states,
  line_outcomes,
  owed_states,
  owed_words,
  return_conditions,
  return_places,
  return_reasons,
  return_sources,
  return_states,
  type substitution_kinds,
} from './words.ts'

export interface Receiver {
  name: string
  relation: string
  id_no?: string | null | undefined
}

export interface PickedBatch {
  batch_id: string
  lot: string | null
  expiry: string | null
  /** In thousandths of the base unit. */
  quantity: number
}

export interface Substitution {
  from: string
  to: string
  kind: (typeof substitution_kinds)[number]
  reason: string | null
}

export const dispenses = table(
  'dispenses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    prescription_id: ref('prescriptions'),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    kind: choice(dispense_kinds),
    status: choice(dispense_states),
    /** Null: whoever looks at it first. */
    store_id: nullable(ref('stores')),
    /** STAT first, then as urgent as the visit: the smaller, the sooner. */
    urgency: integer(),
    queued_at: instant(),
    verified_at: nullable(instant()),
    verified_by_id: nullable(uuid()),
    verified_by_name: nullable(text(160)),
    checked_by_name: nullable(text(160)),
    checked_by_reason: nullable(text(300)),
    reserved_until: nullable(instant()),
    /** Its reservation was renewed; that is done once (CAR-93). */
    kept: no(),
    handed_at: nullable(instant()),
    handed_by_id: nullable(uuid()),
    handed_by_name: nullable(text(160)),
    received_by: nullable(json<Receiver>()),
    counselled: no(),
    counselling_note: nullable(text(500)),
    identity_checked: no(),
    hold_reason: nullable(text(300)),
    cancel_reason: nullable(text(300)),
    owed_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'urgency', 'queued_at'] },
      { columns: ['hospital_id', 'patient_id', 'queued_at'] },
      { columns: ['prescription_id'] },
      { columns: ['visit_id'] },
      { columns: ['admission_id'] },
      { columns: ['hospital_id', 'reserved_until'], only_where: 'reserved_until is not null' },
    ],
  },
)
export const dispense_history = historyTable('dispense_history', 'dispenses')

export const dispense_lines = table(
  'dispense_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    dispense_id: ref('dispenses'),
    patient_id: ref('patients'),
    position: integer(),
    prescription_item_id: ref('prescription_items'),
    medicine_id: nullable(ref('medicines')),
    medicine: text(200),
    /** In units of dose, or packs. */
    quantity_due: big(),
    outcome: nullable(choice(line_outcomes)),
    reason: nullable(text(300)),
    product_id: nullable(ref('products')),
    product_name: nullable(text(240)),
    /** In base units of the product. */
    quantity: otherwise(big(), 0),
    unit: nullable(text(40)),
    /** The same in units of dose. */
    supplied: otherwise(big(), 0),
    days_supply: nullable(integer()),
    batches: otherwise(json<PickedBatch[]>(), () => []),
    batch_reason: nullable(text(300)),
    substitution: nullable(json<Substitution>()),
    owed: otherwise(choice(owed_words), 'NONE' as const),
    charge_id: nullable(uuid()),
    unit_price: nullable(money()),
    amount: nullable(money()),
    labels_printed: otherwise(integer(), 0),
    /** In base units. */
    returned_quantity: otherwise(big(), 0),
  },
  {
    unique: [{ columns: ['dispense_id', 'position'] }],
    indexes: [
      { columns: ['prescription_item_id'] },
      { columns: ['hospital_id', 'product_id'] },
      { columns: ['hospital_id', 'patient_id'] },
    ],
  },
)

export const owed_medicines = table(
  'owed_medicines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    store_id: nullable(ref('stores')),
    patient_id: ref('patients'),
    prescription_item_id: ref('prescription_items'),
    /** Of which it is the rest. */
    dispense_id: ref('dispenses'),
    medicine_id: nullable(ref('medicines')),
    medicine: text(200),
    /** In units of dose. */
    quantity: big(),
    until: day(),
    status: choice(owed_states),
    notified_at: nullable(instant()),
    reason: nullable(text(300)),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'status', 'until'] },
      { columns: ['hospital_id', 'patient_id'] },
      { columns: ['prescription_item_id'] },
      { columns: ['dispense_id'] },
    ],
  },
)
export const owed_history = historyTable('owed_history', 'owed_medicines')

export const pharmacy_returns = table(
  'pharmacy_returns',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    source: choice(return_sources),
    patient_id: ref('patients'),
    admission_id: nullable(ref('admissions')),
    visit_id: nullable(ref('visits')),
    dispense_id: ref('dispenses'),
    status: choice(return_states),
    asked_by_id: nullable(uuid()),
    asked_by_name: text(160),
    decided_by_name: nullable(text(160)),
    decided_at: nullable(instant()),
    /** Minor units. */
    credited: otherwise(money(), 0),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'created_at'] },
      { columns: ['hospital_id', 'patient_id'] },
      { columns: ['dispense_id'] },
      { columns: ['admission_id'] },
    ],
  },
)
export const pharmacy_return_history = historyTable('pharmacy_return_history', 'pharmacy_returns')

export const pharmacy_return_lines = table(
  'pharmacy_return_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    return_id: ref('pharmacy_returns'),
    position: integer(),
    dispense_line_id: ref('dispense_lines'),
    medicine: text(200),
    batch_id: uuid(),
    /** In base units. */
    quantity: big(),
    reason: choice(return_reasons),
    condition: choice(return_conditions),
    cold_chain_kept: nullable(flag()),
    placed: nullable(choice(return_places)),
  },
  {
    unique: [{ columns: ['return_id', 'position'] }],
    indexes: [{ columns: ['dispense_line_id'] }],
  },
)

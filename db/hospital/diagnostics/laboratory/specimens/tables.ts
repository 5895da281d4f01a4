// Specimens (diagnostics 2.5): each has its number, its patient, and the chain of what happened to it.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
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
import { type Condition, identity_checks, specimen_states } from '../words.ts'

export const specimens = table(
  'specimens',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(20),
    order_id: ref('diagnostic_orders'),
    patient_id: ref('patients'),
    type_id: ref('specimen_types'),
    type_name: text(120),
    container: nullable(text(80)),
    colour: nullable(text(40)),
    volume_ml: nullable(real()),
    status: choice(specimen_states),
    site: nullable(text(120)),
    collect_at: nullable(instant()),
    collected_at: nullable(instant()),
    collected_by_name: nullable(text(160)),
    collection_note: nullable(text(500)),
    identity_checked: nullable(choice(identity_checks)),
    fasting: nullable(flag()),
    received_at: nullable(instant()),
    received_by_name: nullable(text(160)),
    condition: otherwise(json<Condition[]>(), () => []),
    place: nullable(text(120)),
    reject_code: nullable(code(40)),
    reject_note: nullable(text(500)),
    replaces_id: nullable(uuid()),
    replaced_by_id: nullable(uuid()),
    label_prints: otherwise(integer(), 0),
    expires_at: nullable(instant()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['order_id'] },
      { columns: ['hospital_id', 'status', 'collect_at'] },
      { columns: ['hospital_id', 'patient_id'] },
    ],
  },
)

export const specimen_history = historyTable('specimen_history', 'specimens')

/** How many numbers were given on a day (DIA-40). */
export const specimen_counters = table(
  'specimen_counters',
  { hospital_id: ref('hospitals'), day: day(), next_value: integer() },
  { key: ['hospital_id', 'day'] },
)

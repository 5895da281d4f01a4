// Procedures that somebody asked for: dressings, sutures, plasters, nebulisations, small operations.

import {
  choice,
  code,
  id,
  instant,
  integer,
  nullable,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { lateralities } from '../records/words.ts'
import { order_states, order_urgencies } from './words.ts'

export const procedure_orders = table(
  'procedure_orders',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    department: nullable(text(120)),
    status: choice(order_states),
    code: code(40),
    coding_system: code(40),
    title: text(200),
    quantity: integer(),
    urgency: choice(order_urgencies),
    side: nullable(choice(lateralities)),
    notes: nullable(text(2000)),
    record_id: nullable(uuid()),
    consent_id: nullable(uuid()),
    performed_at: nullable(instant()),
    requested_by: text(160),
    staff_id: nullable(uuid()),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'status', 'created_at'] },
      { columns: ['hospital_id', 'patient_id', 'created_at'] },
      { columns: ['visit_id'] },
    ],
  },
)
export const procedure_order_history = historyTable('procedure_order_history', 'procedure_orders')

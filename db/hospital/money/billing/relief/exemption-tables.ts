// Certificates by which a patient is treated free, whole or in part (2.7). Money in minor units.

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { exemption_states, waiver_categories } from './waiver-words.ts'

export const exemptions = table(
  'exemptions',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    /** From APPROVED on. */
    number: nullable(code(40)),
    status: choice(exemption_states),
    patient_id: ref('patients'),
    patient_name: text(200),
    category: choice(waiver_categories),
    /** Of the patient's share, in hundredths of a percent. */
    pct_bp: integer(),
    /** Of the price list; null: all. */
    categories: nullable(json<string[]>()),
    valid_from: day(),
    valid_to: nullable(day()),
    evidence: nullable(text(300)),
    attachment_id: nullable(uuid()),
    visit_id: nullable(uuid()),
    used: otherwise(money(), 0),
    requested_by_id: nullable(uuid()),
    requested_by_name: text(160),
    decided_at: nullable(instant()),
    decided_by_name: nullable(text(160)),
    decision_note: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'patient_name'],
    unique: [{ columns: ['hospital_id', 'number'], only_where: 'number is not null' }],
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'status'] },
      { columns: ['hospital_id', 'created_at', 'id'] },
    ],
  },
)

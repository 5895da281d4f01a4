// Certificates for employers, schools and registries; what is printed of one is kept as it was issued.

import {
  choice,
  code,
  day,
  id,
  instant,
  json,
  no,
  nullable,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { historyTable } from '../../../store/history-table.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { DeathDetails } from './shapes.ts'
import { certificate_kinds, certificate_states } from './words.ts'

/** Whoever reads the paper later reads what was true on the day of issue. */
export interface Frozen {
  patient: {
    number: string
    full_name: string
    sex: 'Male' | 'Female' | 'Ambiguous'
    birth_date: string | null
    on: string
  }
  visited_on: string | null
  diagnoses: string[]
}

export const certificates = table(
  'certificates',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    /** From the issue on. */
    number: nullable(code(40)),
    kind: choice(certificate_kinds),
    patient_id: ref('patients'),
    visit_id: nullable(ref('visits')),
    admission_id: nullable(ref('admissions')),
    from_date: nullable(day()),
    to_date: nullable(day()),
    text: nullable(text(5000)),
    show_diagnosis: no(),
    patient_agreed: no(),
    issued_to: nullable(text(200)),
    details: nullable(json<DeathDetails>()),
    status: choice(certificate_states),
    verify_code: nullable(code(12)),
    replaces_id: nullable(uuid()),
    issued_at: nullable(instant()),
    issued_by_name: nullable(text(160)),
    issued_by_cadre: nullable(text(120)),
    issued_by_licence: nullable(text(60)),
    frozen: nullable(json<Frozen>()),
    staff_id: nullable(uuid()),
    staff_name: text(160),
    by_id: nullable(uuid()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'patient_id', 'created_at'] },
      { columns: ['hospital_id', 'created_at'] },
    ],
  },
)

export const certificate_history = historyTable('certificate_history', 'certificates')
